import type { WireExample } from '../samples/wire-example.js';
import { Code } from '../parts/code.js';

export function SignedExample({ id, wire }: { id: string; wire: WireExample }) {
  const { head, signingString, signature, credentials } = wire;
  return (
    <>
      <h2 id={`${id}.bytes`}>The {signingString !== undefined && 'signed '}request, byte for byte</h2>
      <p>These bytes left the client, recorded on a socket.</p>
      <Code code={head} language="http" label={`The request of ${id}`} />
      {signingString !== undefined && (
        <div class="not-declared">
          <p>
            The signed text ({new TextEncoder().encode(signingString).length} bytes){' '}
            <span class="mark observed">observed</span>:
          </p>
          <Code code={signingString} label="The signed text" />
          <p>
            HMAC-SHA256 with the secret <code>{credentials.apiSecret}</code>, as lower-case hex:
          </p>
          <Code code={signature ?? ''} label="The signature" />
          <p>
            Signature rejected? The <a href="calculator.html">calculator</a> finds the mistake.
          </p>
        </div>
      )}
    </>
  );
}
