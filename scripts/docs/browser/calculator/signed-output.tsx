import { CopyButton } from '../parts/copy-button.js';
import { VisibleText } from '../parts/visible-text.js';
import { useLater } from '../parts/use-later.js';
import { curlCommand } from './curl.js';
import { hexRows } from './hex-rows.js';
import type { SignatureParts } from './signed.js';

/** The result: the signed text, the signature, the headers, and a command that sends them. */
export function SignedOutput({ id, signed }: { readonly id: string; readonly signed: SignatureParts }) {
  const { signingString, signature, problem } = signed;
  const bytes = signingString === undefined ? 0 : new TextEncoder().encode(signingString).length;
  const said = problem ?? `${bytes} bytes are signed${signature === undefined ? '. Enter the secret.' : '.'}`;
  return (
    <>
      <h3>What is signed</h3>
      {/* Said when the typing has stopped, not at each key. */}
      <p role="status" class={problem === undefined ? 'verdict' : 'verdict bad'}>
        {useLater(said, 600) ?? said}
      </p>
      {signingString !== undefined && (
        <>
          <pre id={`${id}-signing-string`} class="bytes">
            <VisibleText text={signingString} />
          </pre>
          <CopyButton text={signingString} what="the signed text" />
          <details>
            <summary>The same in bytes</summary>
            <pre class="bytes">{hexRows(signingString)}</pre>
          </details>
        </>
      )}
      {signature !== undefined && <Sendable id={id} signed={signed} signature={signature} />}
    </>
  );
}

interface SendableProps {
  readonly id: string;
  readonly signed: SignatureParts;
  readonly signature: string;
}

function Sendable({ id, signed: { fields, url }, signature }: SendableProps) {
  const { timestamp, apiKey, method, body } = fields;
  const headers = [
    ['X-CH-TS', timestamp],
    ['X-CH-APIKEY', apiKey],
    ['X-CH-SIGN', signature],
  ] as const;
  const headerText = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const command = curlCommand({ method, url, headers, body });
  return (
    <>
      <h3>What is sent with it</h3>
      <p>
        Signature: <output id={`${id}-signature`}>{signature}</output>{' '}
        <CopyButton text={signature} what="the signature" />
      </p>
      <pre id={`${id}-headers`} class="bytes">
        {headerText}
      </pre>
      <CopyButton text={headerText} what="the three headers" />
      <pre id={`${id}-curl`} class="bytes">
        {command}
      </pre>
      <CopyButton text={command} what="the curl command" />
    </>
  );
}
