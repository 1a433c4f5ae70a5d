import { useContext } from 'preact/hooks';
import type { CheckInfo } from '../../../src/conformance/model.js';
import { OneFile } from '../parts/one-file.js';

/** The checks that judge an operation. */
export function CheckList({ operationId, checks }: { operationId: string; checks: readonly CheckInfo[] }) {
  // The same file has them all with their titles.
  const elsewhere = useContext(OneFile);
  return (
    <>
      <p>
        What <a href="conformance.html">futures conformance</a> checks of it.
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
