import { EFFECTS } from '../../../src/cli/call/effects.js';
import { describedOperations } from '../model/operation.js';
import { GROUPS, type Page } from '../page.js';
import { Table } from '../parts/table.js';

/** The way in: what this is, the operations, and where to read on. */
export function startPage(pages: readonly Page[]): Page {
  return {
    id: 'index',
    group: 'Start',
    title: 'futures-trading-client',
    summary: 'a typed, signed client of a futures trading service, and the reference of its operations',
    body: <Start pages={pages} />,
  };
}

function Start({ pages }: { pages: readonly Page[] }) {
  return (
    <>
      <p>
        A TypeScript client for a futures trading service, made from one OpenAPI 3.1 description. It signs exactly the
        bytes that it sends, keeps every digit of every identifier and price, and says after each failure whether the
        service may have acted. Begin with the <a href="quick-start.html">quick start</a>.
      </p>
      <p>
        A signature fails: <a href="calculator.html">calculate it, and have a wrong one explained</a>. No account:{' '}
        <a href="try-it.html">try every call on a sandbox in this page</a>. Building a server?{' '}
        <a href="conformance.html">Test it with the conformance kit</a>.
      </p>
      <h2 id="index-evidence">How sure each fact is</h2>
      <dl>
        <dt>
          <span class="mark declared">declared</span>
        </dt>
        <dd>The service document says it.</dd>
        <dt>
          <span class="mark observed">observed</span>
        </dt>
        <dd>
          Public sources agree; how many, and which, stands beside it (<a href="field-evidence.html">field evidence</a>
          ).
        </dd>
        <dt>
          <span class="mark assumed">assumed</span>
        </dt>
        <dd>
          Our reading of what is open. Each such question has an address among the <a href="unknowns.html">unknowns</a>.
        </dd>
      </dl>
      <h2 id="index-operations">The operations</h2>
      <Table
        label="The operations"
        head={
          <>
            <th scope="col">operation</th>
            <th scope="col">request</th>
            <th scope="col">what it can cost</th>
          </>
        }
      >
        {describedOperations.map(({ operation: { operationId, method, path, effect }, summary }) => (
          <tr>
            <th scope="row">
              <a href={`${operationId}.html`}>
                <code>{operationId}</code>
              </a>{' '}
              {summary}
            </th>
            <td>
              <code>
                {method} {path}
              </code>
            </td>
            <td>{EFFECTS[effect]}</td>
          </tr>
        ))}
      </Table>
      {GROUPS.filter((group) => group !== 'Operations').map((group) => (
        <>
          <h2 id={`index-${group.toLowerCase()}`}>{group}</h2>
          <ul>
            {pages
              .filter((page) => page.group === group)
              .map(({ id, title, summary }) => (
                <li>
                  <a href={`${id}.html`}>{title}</a>: {summary}
                </li>
              ))}
          </ul>
        </>
      ))}
    </>
  );
}
