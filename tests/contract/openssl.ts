import { execFileSync } from 'node:child_process';
import { headerOf, type Recorded } from '../support/raw-server.js';

/** The signature of a text by openssl: no code in common with the signer. */
export function signByOpenssl(text: string | Buffer, secret: string): string {
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], { input: text });
  return String(printed).trim().split(' ').at(-1)!;
}

/** The signature that the recorded bytes ought to carry: over timestamp digits, method, target and body, as they arrived. */
export function signatureByOpenssl(recorded: Recorded, secret: string): string {
  const head = (headerOf(recorded, 'X-CH-TS') ?? '') + recorded.method + recorded.target;
  return signByOpenssl(Buffer.concat([Buffer.from(head), recorded.body]), secret);
}
