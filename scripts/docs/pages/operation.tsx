import type { Effect } from '../../../generated/operations.js';
import { EFFECTS } from '../../../src/cli/call/effects.js';
import type { DescribedOperation, Example } from '../model/operation.js';
import { DECLARED } from '../../generate/evidence.js';
import { Code } from '../parts/code.js';
import { FieldTable } from '../parts/field-table.js';
import { hiddenUnless, Mark, Marked } from '../parts/mark.js';
import { Prose } from '../parts/prose.js';
import type { Page } from '../page.js';
import type { OperationMatter } from './matter.js';
import { CheckList } from './check-list.js';
import { Samples } from './samples.js';
import { SignedExample } from './signed-example.js';
import { UnknownTable } from './unknowns.js';
import { Table } from '../parts/table.js';

/** What one operation does, takes, answers and can cost. */
export function operationPage(described: DescribedOperation, matter: OperationMatter): Page {
  const { operation, summary } = described;
  return {
    id: operation.operationId,
    group: 'Operations',
    title: `${operation.operationId}: ${summary}`,
    summary: `${operation.method} ${operation.path}; ${EFFECTS[operation.effect]}`,
    marked: true,
    sandbox: true,
    body: <Operation described={described} matter={matter} />,
  };
}

function Operation({ described, matter }: { described: DescribedOperation; matter: OperationMatter }) {
  const { operation, text, rules, observed, limits, securityType } = described;
  const { operationId: id, method, path, effect } = operation;
  return (
    <>
      <p class="target">
        <code>
          {method} {path}
        </code>{' '}
        <EffectMark effect={effect} />
      </p>
      <p>
        <Prose text={text} />
      </p>
      {rules.length > 0 && (
        <>
          <h2 id={`${id}.rules`}>Rules</h2>
          <ul>
            {rules.map((rule) => (
              <li>
                {rule} <Mark evidence={DECLARED} />
              </li>
            ))}
          </ul>
        </>
      )}
      {observed && <Marked {...observed} />}
      <Marked {...securityType} />

      <h2 id={`${id}.request`}>Request</h2>
      <Request described={described} />

      <h2 id={`${id}.response`}>Answer</h2>
      <Answer described={described} />

      {matter.wire && <SignedExample id={id} wire={matter.wire} />}

      <h2 id={`${id}.samples`}>Samples</h2>
      {operation.security !== 'public' && (
        <p>
          Which text is signed is not shown in the document: these programs sign what{' '}
          <a href="signing.html">was seen</a>.
        </p>
      )}
      <Samples operationId={id} samples={matter.samples} leftOut={matter.leftOut} />

      <h2 id={`${id}.try-it`}>Try it</h2>
      <div data-island="try-it" data-operation={id}>
        <p>With scripts on, the sandbox runs here: the call is signed, verified and executed without an account.</p>
      </div>

      <h2 id={`${id}.errors`}>Errors</h2>
      <Errors described={described} matter={matter} />

      <h2 id={`${id}.limits`}>Weight and limits</h2>
      {limits.map((limit) => (
        <Marked {...limit} />
      ))}
      {limits.length === 0 && (
        <p>
          No weight and no limit of its own is shown. See <a href="limits.html">rate limits</a> and{' '}
          <a href="unknowns.html#unknown.limits.weights">limits.weights</a>.
        </p>
      )}

      <h2 id={`${id}.unknowns`}>What is not known</h2>
      {matter.unknowns.length === 0 ? (
        <p>Nothing that touches this operation in particular.</p>
      ) : (
        <UnknownTable unknowns={matter.unknowns} caption={`Open questions that touch ${id}`} />
      )}
      <p>
        <a href="unknowns.html">All open questions</a>, those of every call among them.
      </p>

      <h2 id={`${id}.checks`}>Conformance checks</h2>
      <CheckList operationId={id} checks={matter.checks} />
    </>
  );
}

/** What a repeat or a mistake can cost; never by colour alone. */
function EffectMark({ effect }: { effect: Effect }) {
  if (effect === 'read') return <span class="effect read">{EFFECTS.read}</span>;
  return (
    <strong class="effect danger">
      <span aria-hidden="true">⚠ </span>Danger: {EFFECTS[effect]}
    </strong>
  );
}

function Request({ described: { operation, headers, input, inputExamples } }: { described: DescribedOperation }) {
  const id = operation.operationId;
  const where = operation.input === 'query' ? 'Query' : 'Body';
  return (
    <>
      {headers.length > 0 && (
        <FieldTable anchor={`${id}.header`} caption="Headers (the client sets them)" fields={headers} input />
      )}
      {operation.security === 'public' && <p>Called without headers.</p>}
      {operation.security === 'undeclared' && (
        <p>
          No headers are declared, but neither is it listed as public: the client signs it when it has credentials. See{' '}
          <a href="unknowns.html#unknown.signing.undeclared-operations">signing.undeclared-operations</a>.
        </p>
      )}
      {operation.getBody && (
        <p>
          A GET with a JSON body: see <a href="unknowns.html#unknown.request.get-body">request.get-body</a>.
        </p>
      )}
      {input.length === 0 ? (
        <p>No input.</p>
      ) : (
        <FieldTable anchor={`${id}.request`} caption={where} fields={input} input />
      )}
      <Examples examples={inputExamples} />
    </>
  );
}

function Answer({ described: { operation, result, otherForms, answerExamples } }: { described: DescribedOperation }) {
  const id = operation.operationId;
  return (
    <>
      {result.evidence.mark !== 'declared' && (
        <p>
          200 with a JSON body; its fields are not shown. <Mark evidence={DECLARED} />
        </p>
      )}
      <p class={hiddenUnless(result.evidence)}>
        {result.title} <Mark evidence={result.evidence} />
      </p>
      {result.fields.length === 0 ? (
        <p>An object without members.</p>
      ) : (
        <FieldTable anchor={`${id}.response`} caption="What the client returns" fields={result.fields} />
      )}
      {otherForms.map(({ title, evidence, fields }, i) => (
        <details class={hiddenUnless(evidence)}>
          <summary>
            <Prose text={title} /> <Mark evidence={evidence} />
          </summary>
          {fields.length > 0 && (
            <FieldTable anchor={`${id}.form${i + 1}`} caption="What is around it" fields={fields} />
          )}
        </details>
      ))}
      <Examples examples={answerExamples} />
    </>
  );
}

function Examples({ examples }: { examples: readonly Example[] }) {
  return (
    <>
      {examples.map(({ title, value, evidence }) => (
        <details class={hiddenUnless(evidence)}>
          <summary>
            Example: {title} <Mark evidence={evidence} />
          </summary>
          <Code code={JSON.stringify(value, null, 2)} language="json" label={title} />
        </details>
      ))}
    </>
  );
}

function Errors({
  described: { operation, statuses, refusal },
  matter,
}: {
  described: DescribedOperation;
  matter: OperationMatter;
}) {
  return (
    <>
      <Table
        label="Statuses"
        caption="Statuses other than 200"
        head={
          <>
            <th scope="col">status</th>
            <th scope="col">meaning</th>
            <th scope="col">evidence</th>
          </>
        }
      >
        {statuses.map(({ status, text, evidence }) => (
          <tr class={hiddenUnless(evidence)}>
            <th scope="row">{status}</th>
            <td>
              <Prose text={text} />
            </td>
            <td>
              <Mark evidence={evidence} />
            </td>
          </tr>
        ))}
      </Table>
      <p class="not-declared">
        A status of 200 can be a refusal <span class="mark observed">observed</span>: see the{' '}
        <a href="error-codes.html">error codes</a>.
      </p>
      <p>
        What each failure says about whether the service may have acted: see{' '}
        <a href="errors.html">errors and outcomes</a>.
      </p>
      {refusal && (
        <details class={hiddenUnless(refusal.evidence)}>
          <summary>
            What a refusal looks like <Mark evidence={refusal.evidence} />
          </summary>
          <FieldTable anchor={`${operation.operationId}.error`} caption={refusal.title} fields={refusal.fields} />
        </details>
      )}
      {matter.faults}
    </>
  );
}
