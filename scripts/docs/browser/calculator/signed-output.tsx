import { Button } from '../parts/field.js';
import { VisibleText } from '../parts/visible-text.js';
import { useLater } from '../parts/use-later.js';
import type { SignatureParts } from './compose.js';
import { useState } from 'preact/hooks';

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

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Empty when there is none. */
  readonly body: string;
}

export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const isPlain = method === 'GET' && body === '';
  return [
    // Without --globoff, brackets in a URL are patterns.
    `curl -sS --globoff ${isPlain ? '' : `-X ${method} `}${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Nothing has a meaning between single quotes but their end. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const PER_ROW = 8;

/** Writes bytes as a hex dump: offset, bytes, and what is printable of them. */
export function hexRows(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += PER_ROW) {
    const row = [...bytes.subarray(start, start + PER_ROW)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const seen = row.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    rows.push(`${String(start).padStart(4, '0')}  ${hex.padEnd(PER_ROW * 3 - 1)}  ${seen}`);
  }
  return rows.join('\n');
}

/** Copies a text as it is. Where the browser lets no page copy, it says so: the text can be selected. */
function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('This browser does not let the page copy. Select the text.');
    }
  }

  return (
    <span class="copy">
      <Button label="Copy" aria-label={`Copy ${what}`} onPress={copy} /> <span role="status">{said}</span>
    </span>
  );
}
