import { EFFECTS } from '../../../src/cli/call/effects.js';
import { describedOperations } from '../model/operation.js';
import { groupId, GROUPS, type SitePage } from '../page.js';
import { Code } from '../parts/code.js';
import { CodeLink } from '../parts/prose.js';

/** The way in: what this is, a first order, the three usual errands, the operations, and where to read on. */
export function startPage(pages: readonly SitePage[]): SitePage {
  return {
    id: 'index',
    group: 'Start',
    title: 'A TypeScript client for a futures trading service',
    label: 'Overview',
    summary: 'a typed, signed client of a futures trading service, and the reference of its operations',
    body: <Start pages={pages} />,
  };
}

/** Runs as it stands, against an exchange in the same process. */
export const FIRST_ORDER = `import { createFuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';

const { url: baseUrl, credentials, fetch } = createSandbox(); // an exchange with made-up money
const client = createFuturesClient({ baseUrl, credentials, fetch });

const result = await client.submitOrder({
  contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN',
  positionType: 1, price: '60000.1', volume: 1,
});
console.log(result.outcome); // accepted, absent or unknown
`;

function Start({ pages }: { pages: readonly SitePage[] }) {
  return (
    <>
      <p class="says">
        It signs exactly the bytes that it sends, and keeps every digit of every price and id. Its default transport
        never sends an order twice. After each failure it says whether the service may have acted.
      </p>
      <Code code={FIRST_ORDER} language="typescript" label="A first order" />
      <ul class="errands">
        <li>
          <a href="quick-start.html">Place an order that cannot double</a>
          <p>Install it, and trade on an exchange that runs on your machine. No account needed.</p>
        </li>
        <li>
          <a href="calculator.html">My signature is rejected</a>
          <p>The calculator shows the signed text byte for byte, and finds the mistake.</p>
        </li>
        <li>
          <a href="conformance.html">Judge a server, or my program</a>
          <p>
            The conformance kit tests a server, or <a href="test-your-program.html">a program that places orders</a>.
          </p>
        </li>
      </ul>
      <p>
        <strong>
          <a href="troubleshooting.html">Something is wrong right now?</a>
        </strong>{' '}
        Find the message, and what to do about it. Or <a href="try-it.html">try every call</a> on a sandbox in your
        browser.
      </p>
      <h2 id="index-operations">Operations</h2>
      <ul class="operations">
        {describedOperations.map(({ operation: { operationId, method, path, effect }, summary }) => (
          <li>
            <CodeLink href={`${operationId}.html`} code={operationId} />{' '}
            <span class="about">
              {summary}
              {effect !== 'read' && (
                <>
                  {' '}
                  <small class="effect danger">{EFFECTS[effect]}</small>
                </>
              )}
            </span>
            <span class="target">
              <b class={`method ${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
            </span>
          </li>
        ))}
      </ul>
      {GROUPS.filter((group) => groupId(group) !== 'index-operations').map((group) => (
        <>
          <h2 id={groupId(group)}>{group}</h2>
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
          Public sources show it. Open the mark to see which (<a href="field-evidence.html">field evidence</a>).
        </dd>
        <dt>
          <span class="mark assumed">assumed</span>
        </dt>
        <dd>
          Our reading of what is open. Each such question is listed among the <a href="unknowns.html">unknowns</a>.
        </dd>
      </dl>
    </>
  );
}
