import type { ComponentChildren } from 'preact';
import type { DocumentedOperation } from '../model/operation.js';
import { Evidence, hiddenUnless, Mark, Source } from '../parts/evidence.js';
import { FieldList } from '../parts/field-list.js';
import { Prose } from '../parts/prose.js';

interface FailuresProps {
  readonly described: DocumentedOperation;
  readonly faults: ComponentChildren;
}

export function Failures({ described: { operation, statuses, refusal }, faults }: FailuresProps) {
  return (
    <>
      <p>
        Something is wrong right now? <a href="troubleshooting.html">Find the message</a>. Each failure has an outcome:
        what it promises about your money is in <a href="errors.html#errors-what-happened-to-my-order">one table</a>.
      </p>
      <p class="not-declared">
        A response with status 200 can be an error <span class="mark observed">observed</span>: see the{' '}
        <a href="error-codes.html">error codes</a>.
      </p>
      <ul class="fields" aria-label="Statuses other than 200">
        {statuses.map(({ status, text, evidence }) => (
          <li>
            <div class={`field ${hiddenUnless(evidence)}`.trim()}>
              <div class="name">
                <code class="status">{status}</code>
              </div>
              <Evidence evidence={evidence} />
              <p>
                <Prose text={text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {refusal && (
        <details class={hiddenUnless(refusal.evidence)}>
          <summary>
            Fields of an error <Mark evidence={refusal.evidence} />
          </summary>
          {refusal.evidence.note && <Source note={refusal.evidence.note} />}
          <FieldList anchor={`${operation.operationId}.error`} caption={refusal.title} fields={refusal.fields} />
        </details>
      )}
      {faults}
    </>
  );
}
