import type { ComponentChildren } from 'preact';
import type { Effect } from '../../../generated/operations.js';
import { EFFECTS } from '../../../src/cli/call/effects.js';
import type { CheckInfo } from '../../../src/conformance/model/report-model.js';
import { DECLARED } from '../../generate/evidence.js';
import type { DocumentedOperation } from '../model/operation.js';
import type { Unknown } from '../../generate/described-operation.js';
import { OPERATION_GROUPS, type SitePage } from '../page.js';
import { Evidence, hiddenUnless, Mark, Marked, Source } from '../parts/evidence.js';
import { FieldList } from '../parts/field-list.js';
import { CodeLink, Prose } from '../parts/prose.js';
import { TryItHere } from '../parts/try-it-here.js';
import type { Program } from '../samples/index.js';
import type { WireExample } from '../samples/wire-example.js';
import { Closing } from './closing.js';
import { Failures } from './failures.js';
import { SamplePanel } from './sample-panel.js';
import { SignedExample } from './signed-example.js';

/** The parts of an operation's page besides its description. */
interface OperationMatter {
  readonly wire: WireExample | undefined;
  readonly samples: readonly Program[];
  readonly unknowns: readonly Unknown[];
  readonly checks: readonly CheckInfo[];
  readonly faults: ComponentChildren;
}

export function operationPage(described: DocumentedOperation, matter: OperationMatter): SitePage {
  const { operation, summary } = described;
  return {
    id: operation.operationId,
    group: OPERATION_GROUPS.find((group) => group === described.tag) ?? 'Orders',
    title: operation.operationId,
    summary: `${summary}: ${operation.method} ${operation.path}; ${EFFECTS[operation.effect]}`,
    marked: true,
    sandbox: true,
    lead: <Lead described={described} />,
    panel: <SamplePanel described={described} samples={matter.samples} />,
    body: <Operation described={described} matter={matter} />,
  };
}

function Lead({ described: { operation, text, evidence } }: { described: DocumentedOperation }) {
  const { method, path, effect, safeMethod, selectors } = operation;
  return (
    <>
      <p class="target">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> <code>{path}</code> <EffectMark effect={effect} />
      </p>
      <p class="says">
        <Prose text={text} />
      </p>
      {evidence.mark !== 'declared' && <Marked text="Not in the service document." evidence={evidence} />}
      {safeMethod && (
        <p>
          <CodeLink href="orders.html" code={safeMethod} /> makes this call once, and looks up what happened after a
          lost response.
        </p>
      )}
      {selectors?.methodWithout && (
        <p>
          In this client, {selectors.fields.join(' or ')} is required; <code>{selectors.methodWithout}</code> is the
          call without.
        </p>
      )}
    </>
  );
}

/** The cost of a repeat or a mistake; never by colour alone. */
function EffectMark({ effect }: { effect: Effect }) {
  if (effect === 'read') return <span class="effect read">{EFFECTS.read}</span>;
  return (
    <strong class="effect danger">
      <span aria-hidden="true">⚠ </span>
      {EFFECTS[effect]}
    </strong>
  );
}

function Operation({ described, matter }: { described: DocumentedOperation; matter: OperationMatter }) {
  const { operation, rules, observed, limits } = described;
  const { operationId: id } = operation;
  const silent = rules.filter((rule) => rule.split(/(?<=\.) /).every((sentence) => sentence.includes('not shown')));
  const spoken = rules.filter((rule) => !silent.includes(rule));
  return (
    <>
      {observed.map(Marked)}

      <h2 id={`${id}.request`}>Request</h2>
      <Request described={described} />

      <h2 id={`${id}.response`}>Response</h2>
      <Response described={described} />

      {spoken.length > 0 && (
        <>
          <h2 id={`${id}.rules`}>Rules</h2>
          <Rules rules={spoken} />
        </>
      )}

      <h2 id={`${id}.errors`}>Errors</h2>
      <Failures described={described} faults={matter.faults} />

      <h2 id={`${id}.try-it`}>Try it</h2>
      <TryItHere operation={id} />

      <h2 id={`${id}.limits`}>Weight and limits</h2>
      {limits.map((limit) => (
        <Marked {...limit} />
      ))}
      {limits.length === 0 && (
        <p>
          The service document gives this call no weight and no limit. See <a href="limits.html">rate limits</a> and{' '}
          <a href="unknowns.html#unknown.limits.weights">limits.weights</a>.
        </p>
      )}

      {matter.wire && <SignedExample id={id} wire={matter.wire} />}

      <Closing id={id} {...matter}>
        {silent.length > 0 && <Rules rules={silent} />}
      </Closing>
    </>
  );
}

const Rules = ({ rules }: { readonly rules: readonly string[] }) => (
  <ul class="fields" aria-label="Rules of the service document">
    {rules.map((rule) => (
      <li>
        <Marked text={rule} evidence={DECLARED} />
      </li>
    ))}
  </ul>
);

function Request({ described }: { described: DocumentedOperation }) {
  const { operation, headers, input, securityType } = described;
  const id = operation.operationId;
  const where = operation.input === 'query' ? 'Query' : 'Body';
  return (
    <>
      <Marked {...securityType} />
      {operation.security === 'public' && <p>Called without headers.</p>}
      {operation.security === 'undeclared' && (
        <p>
          The service document declares no headers for it, and does not list it as public. The client signs it when it
          has credentials. See{' '}
          <a href="unknowns.html#unknown.signing.undeclared-operations">signing.undeclared-operations</a>.
        </p>
      )}
      {operation.getBody && (
        <p>
          A GET with a JSON body, as the service document declares. For clients that cannot send one, see{' '}
          <a href="unknowns.html#unknown.request.order-by-query">request.order-by-query</a>.
        </p>
      )}
      {headers.length > 0 && (
        <details>
          <summary>{headers.length} headers. The client sets them.</summary>
          <FieldList anchor={`${id}.header`} caption="Headers" fields={headers} />
        </details>
      )}
      {input.length === 0 ? <p>No input.</p> : <FieldList anchor={`${id}.request`} caption={where} fields={input} />}
    </>
  );
}

function Response({ described: { operation, evidence, result, otherForms } }: { described: DocumentedOperation }) {
  const id = operation.operationId;
  return (
    <>
      {evidence.mark === 'declared' && result.evidence.mark !== 'declared' && (
        <Marked text="HTTP 200 with a JSON body. The service document does not name its fields." evidence={DECLARED} />
      )}
      <div class={`fact ${hiddenUnless(result.evidence)}`.trim()}>
        <p>{result.title}</p>
        <Evidence evidence={result.evidence} />
      </div>
      {result.fields.length === 0 ? (
        <p>An object without members.</p>
      ) : (
        <FieldList anchor={`${id}.response`} caption="What the client returns" fields={result.fields} />
      )}
      {otherForms.map(({ title, evidence: seen, fields }, i) => (
        <details class={hiddenUnless(seen)}>
          <summary>
            <Prose text={title} /> <Mark evidence={seen} />
          </summary>
          {seen.note && <Source note={seen.note} />}
          {fields.length > 0 && <FieldList anchor={`${id}.form${i + 1}`} caption="What is around it" fields={fields} />}
        </details>
      ))}
    </>
  );
}
