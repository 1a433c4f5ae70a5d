import type { CheckInfo } from '../../../src/conformance/model/report-model.js';

/** The checks that judge an operation. */
export function CheckList({ checks }: { checks: readonly CheckInfo[] }) {
  if (checks.length === 0) return <p>The conformance kit has no check of this operation, which a server may lack.</p>;
  return (
    <>
      <p>
        The <a href="conformance.html">conformance kit</a> tests a server with these.
      </p>
      <ul class="checks">
        {checks.map(({ id, title }) => (
          <li data-check={id}>
            <a href={`conformance-checks.html#check.${id}`}>
              <code>{id}</code>
            </a>{' '}
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}
