import { signingHeaders } from '../../generated/names.js';
import type { Operation } from '../../generated/operations.js';
import { findSigningMistakes, type SignatureVerdict } from '../diagnosis/find.js';
import { formNotes } from '../diagnosis/form.js';
import type { SentRequest } from '../diagnosis/mistake.js';
import { createRequestSigner, type SigningInput } from '../core/signing.js';
import type { SigningRule } from '../core/signing-rule.js';
import { refuse } from './exchange/refusal.js';
import { IN_PROCESS_URL, type RawRequest } from './http/request.js';

/** The callers, and what their signatures are checked with. */
export interface Access {
  readonly accountId: string;
  readonly sign: (input: SigningInput) => string;
  readonly encoding: SigningRule['encoding'];
  readonly isSecret: (text: string) => boolean;
  /** The mistakes that are known to give this wrong signature. Slow, and for logs only. */
  readonly explain: (request: SentRequest, signature: string) => SignatureVerdict;
}

/** Most milliseconds between X-CH-TS and the clock of the service (observed; `timestamp.window`). */
export interface TimestampWindow {
  readonly behindMs: number;
  readonly aheadMs: number;
}

export const DEFAULT_WINDOW: TimestampWindow = { behindMs: 5000, aheadMs: 1000 };

export const [TIMESTAMP, API_KEY, SIGNATURE] = [
  signingHeaders.timestamp,
  signingHeaders.apiKey,
  signingHeaders.signature,
].map((name) => name.toLowerCase()) as [string, string, string];

export function createAccess(
  accountId: string,
  { apiKey, apiSecret }: Readonly<Record<'apiKey' | 'apiSecret', string>>,
  rule: SigningRule,
): Access {
  return {
    accountId,
    sign: createRequestSigner(apiSecret, rule),
    encoding: rule.encoding,
    isSecret: (text) => text === apiSecret,
    explain: (request, signature) => findSigningMistakes({ request, apiKey, apiSecret, signature, rule }),
  };
}

/**
 * Says whose call it is. The signature is computed again over the bytes received, and compared in constant time. Public
 * operations belong to no account, with any headers.
 */
export function authorize(
  operation: Operation,
  request: RawRequest,
  keys: ReadonlyMap<string, Access>,
  nowMs: number,
  window: TimestampWindow,
): string {
  if (operation.security === 'public') return '';
  const timestamp = request.headers[TIMESTAMP];
  const apiKey = request.headers[API_KEY];
  const signature = request.headers[SIGNATURE];
  if (apiKey === undefined || apiKey === '') refuse('-1002', 'You are not authorized to execute this request.');
  if (timestamp === undefined || timestamp === '') refuse('-1023', 'X-CH-TS is missing.');
  if (signature === undefined || signature === '') refuse('-1024', 'X-CH-SIGN is missing.');
  const access = keys.get(apiKey) ?? refuse('-2015', 'Invalid API-key, IP, or permissions for action.');
  if (!/^\d{1,16}$/.test(timestamp)) refuse('-1021', 'Timestamp for this request is not in milliseconds.');
  const { method, target, body } = request;
  if (!equal(access.sign({ timestampMs: timestamp, method, target, body }), signature)) {
    refuse('-1022', 'Signature for this request is not valid.');
  }
  const age = nowMs - Number(timestamp);
  if (age > window.behindMs || -age >= window.aheadMs) {
    refuse('-1021', 'Timestamp for this request is outside of the window.');
  }
  return access.accountId;
}

/**
 * Says in words what is wrong with a signature that was refused, one text for each explanation, or else for what its form
 * shows; none when no known mistake gives it. For the log of the sandbox's owner: the caller gets the same short refusal for all of them.
 */
export function explainSignature(
  { method, target, headers, body }: RawRequest,
  keys: ReadonlyMap<string, Access>,
  input?: Operation['input'],
): readonly string[] {
  const access = keys.get(headers[API_KEY] ?? '');
  const host = headers['host'];
  const origin = host === undefined ? IN_PROCESS_URL : `http://${host}`;
  const { [TIMESTAMP]: timestamp = '', [SIGNATURE]: signature = '' } = headers;
  const verdict = access?.explain({ timestampMs: timestamp, method, target, body, origin }, signature);
  const found = (verdict?.explanations ?? []).map((together) => together.map(({ title }) => title).join(', and '));
  // The body that was signed is not known.
  const isOdd = method === 'POST' && input === 'body' && !/^\s*\{[^]*\}\s*$/.test(body);
  const start = `it arrived with a body that begins with ${JSON.stringify(body.slice(0, 16))}, and is no JSON object`;
  const odd = body === '' ? 'it arrived without a body; was one signed?' : start;
  const form = [...formNotes(timestamp, signature, access?.encoding), ...(isOdd ? [odd] : [])].join('; ');
  return found.length > 0 || form === '' ? found : [form];
}

/** Takes as long for the first wrong character as for the last. */
function equal(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) difference |= expected.charCodeAt(i) ^ (given.charCodeAt(i) || 0);
  return difference === 0;
}
