import { useContext } from 'preact/hooks';
import type { CheckInfo } from '../../../src/conformance/model.js';
import { OneFile } from '../parts/one-file.js';

/** The checks that judge an operation. */
export function CheckList({ checks }: { checks: readonly CheckInfo[] }) {
  // The same file has them all with their titles.
  const elsewhere = useContext(OneFile);
  return (
    <>
      <p>
        The <a href="conformance.html">conformance kit</a> tests a server with these.
      </p>
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
    </>
  );
}
