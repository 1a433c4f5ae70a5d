import { signingHeaders } from '../../../generated/names.js';
import { createFuturesClient, type FuturesClient } from '../../futures-client.js';
import type { ClientOptions } from '../../client/options.js';
import { AbortedError } from '../../core/errors.js';
import { buildSigningString } from '../../core/signing.js';
import type { TransportRequest } from '../../transport/transport.js';

/** The request of a call. */
export interface Preview {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  /** With the key all but hidden and the signature left out: it is made when the call is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Length of the text that is signed, in bytes of UTF-8; null when nothing is. */
  readonly signedBytes: number | null;
}

/**
 * Makes a call on a client that sends nothing: what it would send comes from the code that sends, and nothing else.
 *
 * @throws {FuturesError} When the call would fail before it is sent.
 */
export async function previewCall(
  options: ClientOptions,
  call: (client: FuturesClient) => Promise<unknown>,
): Promise<Preview> {
  let request: TransportRequest | undefined;
  let signedBytes: number | null = null;
  const client = createFuturesClient({
    ...options,
    sign(input) {
      signedBytes = Buffer.byteLength(buildSigningString(input));
      return 'made-when-it-is-sent';
    },
    transport(given) {
      request = given;
      throw new AbortedError('A preview sends nothing.', { outcome: 'not-sent' });
    },
  });
  try {
    await call(client);
  } catch (error) {
    if (request === undefined) throw error;
  }
  const { method, origin, target, headers, body = null } = request!;
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    name === signingHeaders.apiKey ? maskKey(value) : value,
  ]);
  return { method, origin, target, headers: Object.fromEntries(shown), body, signedBytes };
}

/** The last four characters tell one account from another; of a short key they would tell too much. */
export const maskKey = (key: string): string => (key.length < 12 ? '****' : `****${key.slice(-4)}`);

/** The request as HTTP writes it, and what is signed. */
export function writePreview({ method, origin, target, headers, body, signedBytes }: Preview): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const signed = signedBytes === null ? 'nothing is signed' : `${signedBytes} bytes are signed`;
  return [
    `${method} ${origin}${target}`,
    ...lines,
    ...(body === null ? [] : ['', body]),
    '',
    `(${signed}; nothing was sent)`,
  ].join('\n');
}
