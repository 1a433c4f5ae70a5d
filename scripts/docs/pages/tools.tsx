import type { SitePage } from '../page.js';

/** Pages that do something in the reader's browser, and only there. */
export const toolPages: readonly SitePage[] = [
  {
    id: 'calculator',
    group: 'Tools',
    title: 'Signature calculator',
    summary: 'the signed text and headers of your request; names the mistake behind a rejected signature',
    body: (
      <>
        <p>
          Signature rejected? Fill in the request and paste the signature: the calculator finds the mistake. The signing
          rule is <span class="mark observed">observed</span>: see <a href="signing.html">signing</a>.
        </p>
        <h2 id="calculator-request">Your request</h2>
        <div data-island="calculator">
          <p>
            With scripts off, compute it at a shell:{' '}
            <code>printf '%s' '1700000000000GET/fapi/v1/openOrders' | openssl dgst -sha256 -hmac test-secret -hex</code>
          </p>
        </div>
      </>
    ),
  },
  {
    id: 'try-it',
    group: 'Tools',
    title: 'Try it without an account',
    label: 'Try it',
    summary: 'the sandbox runs in the page: calls are signed, verified, executed, and made to fail',
    sandbox: true,
    body: (
      <>
        <p>
          An exchange with made-up money runs in this page. Calls are signed, verified and executed as by the real one,
          as far as that is known; nothing leaves the page.
        </p>
        <h2 id="try-it-exchange">The exchange</h2>
        <div data-island="try-it">
          <p>
            With scripts off, run it on your machine: <code>npx futures-trading-client sandbox</code>; see{' '}
            <a href="sandbox.html">the sandbox</a>.
          </p>
        </div>
      </>
    ),
  },
];
