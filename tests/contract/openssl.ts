import { spawnSync } from 'node:child_process';
import { headerOf, type Recorded } from '../support/raw-server.js';

/**
 * The signature that the recorded bytes ought to carry, by openssl: no code in common with the signer.
 * Text: timestamp digits, method, target and body, as they arrived.
 */
export function signatureByOpenssl(recorded: Recorded, secret: string): string {
  const head = (headerOf(recorded, 'X-CH-TS') ?? '') + recorded.method + recorded.target;
  const result = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], {
    input: Buffer.concat([Buffer.from(head), recorded.body]),
  });
  if (result.status !== 0) throw new Error(`openssl failed: ${result.stderr}`);
  return String(result.stdout).trim().split(' ').at(-1)!;
}
