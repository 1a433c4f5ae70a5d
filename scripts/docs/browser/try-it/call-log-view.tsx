import { VisibleText } from '../parts/visible-text.js';
import type { TriedCall } from './record.js';
import { tellCall, tellError, tellVerdict } from './told.js';
import type { Made } from './trial.js';

const MOST_SHOWN = 4000;

export function CallLogView({ made }: { readonly made: readonly Made[] }) {
  if (made.length === 0) return null;
  return (
    <>
      <h3>Calls</h3>
      <ol class="calls" reversed>
        {made.map((call, i) => (
          <li key={call.number}>
            <details open={i === 0}>
              <summary>{tellCall(call)}</summary>
              <MadeCall call={call} />
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

function MadeCall({ call: { exchanges, end } }: { readonly call: Made }) {
  return (
    <>
      {exchanges.map((exchange, i) => (
        <ExchangeView key={i} exchange={exchange} />
      ))}
      <h4>{end.ok ? 'What the client returns' : 'What the client throws'}</h4>
      <pre class="bytes" data-part="end">
        {end.ok ? cut(JSON.stringify(end.result, null, 2) ?? 'nothing') : tellError(end.error)}
      </pre>
    </>
  );
}

function ExchangeView({ exchange }: { readonly exchange: TriedCall }) {
  const { method, target, headers, body, signingString, verdict, status, received } = exchange;
  const lines = [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return (
    <>
      <h4>What was sent</h4>
      <pre class="bytes" data-part="sent">
        {[...lines, ...(body === undefined ? [] : ['', body])].join('\n')}
      </pre>
      {signingString !== undefined && (
        <>
          <h4>What was signed</h4>
          <pre class="bytes" data-part="signed">
            <VisibleText text={signingString} />
          </pre>
        </>
      )}
      <h4>What the exchange says about it</h4>
      <p data-part="verdict">{tellVerdict(verdict)}</p>
      <h4>What came back</h4>
      <pre class="bytes" data-part="received">
        {status === undefined ? 'nothing' : `HTTP ${status}\n\n${cut(received)}`}
      </pre>
    </>
  );
}

const cut = (text: string): string =>
  text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;
