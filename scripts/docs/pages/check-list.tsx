import { useContext } from 'preact/hooks';
import type { CheckInfo } from '../../../src/conformance/model.js';
import { OneFile } from '../parts/one-file.js';

/** The checks that judge an operation. A report that is dropped on the site shows its verdicts in them. */
export function CheckList({ operationId, checks }: { operationId: string; checks: readonly CheckInfo[] }) {
  // The same file has them all with their titles.
  const elsewhere = useContext(OneFile);
  return (
    <>
      <p>
        What <a href="conformance.html">futures conformance</a> checks of it. <a href="report.html">Drop a report</a> to
        see its verdicts here.
      </p>
      <details>
        <summary>
          {checks.length} checks of {operationId}
        </summary>
        <ul class="checks">
          {checks.map(({ id, title }) => (
            <li data-check={id}>
              <a href={`conformance.html#check.${id}`}>
                <code>{id}</code>
              </a>{' '}
              {!elsewhere && title}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
