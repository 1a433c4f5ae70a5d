import type { ComponentChildren } from 'preact';
import type { CheckInfo } from '../../../src/conformance/model/report-model.js';
import type { Unknown } from '../../generate/described-operation.js';
import { CodeLink, Prose } from '../parts/prose.js';

interface ClosingProps {
  readonly id: string;
  readonly unknowns: readonly Unknown[];
  readonly checks: readonly CheckInfo[];
  readonly children?: ComponentChildren;
}

/** The sections that few readers need, at the end of the page of an operation. */
export const Closing = ({ id, unknowns, checks, children }: ClosingProps) => (
  <>
    <Closed id={`${id}.unknowns`} title="What is not known" count={unknowns.length}>
      {children}
      <UnknownList unknowns={unknowns} label={`Open questions about ${id}`} />
      <p>
        <a href="unknowns.html">All open questions</a>, also those about every call.
      </p>
    </Closed>
    <Closed id={`${id}.checks`} title="Conformance checks" count={checks.length}>
      <CheckList checks={checks} />
    </Closed>
  </>
);

interface ClosedProps {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

/** Its heading shows, and opens it. */
const Closed = ({ id, title, count, children }: ClosedProps) => (
  <details class="section">
    <summary>
      <h2 id={id}>{title}</h2> <span class="count">{count}</span>
    </summary>
    {children}
  </details>
);

function UnknownList({ unknowns, label }: { readonly unknowns: readonly Unknown[]; readonly label: string }) {
  if (unknowns.length === 0) return <p>None about this operation in particular.</p>;
  return (
    <ul class="questions" aria-label={label}>
      {unknowns.map(({ id, question, observed, client, option }) => (
        <li>
          <CodeLink href={`unknowns.html#unknown.${id}`} code={id} />
          <p>
            <Prose text={question} />
          </p>
          <p class="not-declared">
            <span class="mark observed">observed</span>{' '}
            <span>
              <Prose text={observed ?? 'Nothing.'} />
            </span>
          </p>
          <p class="not-declared">
            <span class="mark assumed">assumed</span> The client:{' '}
            <span>
              <Prose text={client} />
            </span>
            {option !== null && (
              <>
                {' '}
                Option: <code>{option}</code>.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function CheckList({ checks }: { checks: readonly CheckInfo[] }) {
  if (checks.length === 0) return <p>The conformance kit has no check of this operation, which a server may lack.</p>;
  return (
    <>
      <p>
        The <a href="conformance.html">conformance kit</a> tests a server with these.
      </p>
      <ul class="checks">
        {checks.map(({ id, title }) => (
          <li data-check={id}>
            <CodeLink href={`conformance-checks.html#check.${id}`} code={id} /> {title}
          </li>
        ))}
      </ul>
    </>
  );
}
