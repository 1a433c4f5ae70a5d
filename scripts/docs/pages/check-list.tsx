import { useContext } from 'preact/hooks';
import type { CheckInfo } from '../../../src/conformance/model/report-model.js';
import { OneFile } from '../parts/one-file.js';

/** The checks that judge an operation. */
export function CheckList({ checks }: { checks: readonly CheckInfo[] }) {
  const isShort = useContext(OneFile);
  if (checks.length === 0) return <p>The conformance kit has no check of this operation, which a server may lack.</p>;
  // The same file has them all with their titles.
  if (isShort) {
    return (
      <p>
        They are listed on the page of the <a href="conformance-checks.html">conformance checks</a>.
      </p>
    );
  }
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
