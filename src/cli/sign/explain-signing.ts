import { createFuturesClient } from '../../futures-client.js';
import { signingHint } from '../../client/signing/signature-hints.js';
import { ArgumentError, FuturesError } from '../../core/errors.js';
import { findSigningMistakes, type SignatureVerdict } from '../../diagnosis/find.js';
import { duration } from '../../diagnosis/form.js';
import { buildSigningString, type SigningInput } from '../../core/signing.js';
import { OBSERVED_RULE, type SigningPart, textOfPart } from '../../core/signing-rule.js';
import { DEFAULT_WINDOW } from '../../sandbox/access.js';
import { COMMAND } from '../../core/command-name.js';
import { plainTable } from '../plain-table.js';
import { printable } from '../printable.js';

export interface ExplainedInput {
  readonly request: SigningInput & { readonly body: string };
  /** The service whose clock is asked, and whose path is the gateway prefix. */
  readonly baseUrl: string | undefined;
  /** A value of X-CH-SIGN to be explained, with what ought to have made it. */
  readonly signed: { readonly signature: string; readonly apiSecret: string; readonly apiKey: string } | undefined;
}

interface ExplainedPart {
  readonly name: string;
  readonly from: string;
  /** Offset of its first byte in the signed text. */
  readonly start: number;
  readonly bytes: number;
  readonly text: string;
}

interface Clock {
  /** Service time minus this machine's, and how far that may be off. */
  readonly offsetMs: number;
  readonly uncertaintyMs: number;
  /** Age of the timestamp by the service's clock; negative when it is ahead. */
  readonly timestampAgeMs: number;
}

/** The signed text, the source of each part, and what is known about clock and signature. Holds no secret. */
export interface ExplainedSigning {
  readonly signingString: string;
  readonly bytes: number;
  readonly parts: readonly ExplainedPart[];
  readonly clock: Clock | { readonly problem: string } | null;
  readonly signature: SignatureVerdict | null;
}

/**
 * Explains one signature. Sends nothing, apart from getServerTime when there is a `baseUrl`.
 *
 * @throws {ArgumentError} When the request cannot be signed, or the base URL is none.
 */
export async function explainSigning({ request, baseUrl, signed }: ExplainedInput): Promise<ExplainedSigning> {
  const signingString = buildSigningString(request);
  const clock = baseUrl === undefined ? null : await readClock(baseUrl, Number(request.timestampMs));
  return {
    signingString,
    bytes: Buffer.byteLength(signingString),
    parts: partsOf(request),
    clock,
    signature:
      signed === undefined ? null : findSigningMistakes({ request: { ...request, ...placeOf(baseUrl) }, ...signed }),
  };
}

const ORIGINS: Readonly<Record<Extract<SigningPart, string>, string>> = {
  timestamp: 'value of X-CH-TS',
  method: 'in upper case',
  target: 'path and query, as sent',
  path: 'path, as sent',
  query: 'query, as sent',
  body: 'as sent',
};

function partsOf(request: ExplainedInput['request']): ExplainedPart[] {
  let start = 0;
  return OBSERVED_RULE.composition.map((signed) => {
    const text = textOfPart(signed, OBSERVED_RULE, request);
    const [name, origin] =
      typeof signed === 'string' ? [signed, ORIGINS[signed]] : ['literal', 'the same in each call'];
    const from = signed === 'body' && text === '' ? 'there is none' : origin;
    const part = { name, from, start, bytes: Buffer.byteLength(text), text };
    start += part.bytes;
    return part;
  });
}

async function readClock(baseUrl: string, timestampMs: number): Promise<ExplainedSigning['clock']> {
  const { clock } = createFuturesClient({ baseUrl, retry: false });
  try {
    await clock.sync();
  } catch (error) {
    // The text is explained without it, too.
    if (!(error instanceof FuturesError) || error instanceof ArgumentError) throw error;
    return { problem: error.message };
  }
  const { offsetMs, uncertaintyMs } = clock;
  return { offsetMs, uncertaintyMs, timestampAgeMs: clock.timestampMs() - timestampMs };
}

/** Origin and prefix by the address: a path in it is a gateway prefix. */
function placeOf(baseUrl: string | undefined): { origin?: string; prefix?: string } {
  if (baseUrl === undefined) return {};
  const { origin, pathname } = new URL(baseUrl);
  return { origin, prefix: pathname.replace(/\/+$/, '') };
}

/** For a person: one thing in each line. */
export function writeExplained({ signingString, bytes, parts, clock, signature }: ExplainedSigning): string {
  const rows = parts.map(({ name, from, start, bytes: length, text }) => [
    name,
    length === 0 ? '-' : `${start}-${start + length - 1}`,
    from,
    printable(text),
  ]);
  const [, method, , body] = parts;
  const isPostWithoutBody = method?.text === 'POST' && body?.bytes === 0;
  return [
    `signed text  ${signingString}`,
    `bytes        ${bytes}`,
    '',
    plainTable(['part', 'bytes', 'from', 'text'], rows),
    '',
    `clock        ${clock === null ? 'not checked: FUTURES_URL is not set, and there is no --base-url' : clockInWords(clock)}`,
    ...(signature === null ? [] : [`signature    ${verdictInWords(signature, isPostWithoutBody)}`]),
  ].join('\n');
}

function clockInWords(clock: NonNullable<ExplainedSigning['clock']>): string {
  if ('problem' in clock) return `not known: ${printable(clock.problem)}`;
  const { offsetMs, uncertaintyMs, timestampAgeMs } = clock;
  const offset = `${offsetMs < 0 ? '−' : '+'}${duration(Math.abs(offsetMs))} (±${uncertaintyMs} ms)`;
  const age = `${duration(Math.abs(timestampAgeMs))} ${timestampAgeMs < 0 ? 'ahead' : 'old now'}`;
  const { behindMs, aheadMs } = DEFAULT_WINDOW;
  const isOutside = timestampAgeMs > behindMs || -timestampAgeMs > aheadMs;
  const sent = timestampAgeMs > 0 ? ' (when the call was sent, it was younger)' : '';
  const window = `${sent}, and other deployments document ${behindMs / 1000} s old to ${aheadMs / 1000} s ahead`;
  return `offset of the service ${offset}; X-CH-TS is ${age} by the service's clock${isOutside ? window : ''}`;
}

/** More than two mistakes at once cannot be told from another text or another secret. */
const WAY_ON = `Next:
  1. Correct what the notes name, if there are any.
  2. Have your program print the text that it signs, and compare it with the signed text above, byte for byte.
  3. If they are the same, check FUTURES_API_SECRET, and your HMAC with the first example of: ${COMMAND} sign --help
  4. Otherwise begin with less: GET /fapi/v1/openOrders without a query, then with one, then a POST with a body.`;

function verdictInWords({ right, explanations }: SignatureVerdict, isPostWithoutBody: boolean): string {
  if (right) return 'right: FUTURES_API_SECRET and this text make it';
  if (explanations.length === 0) {
    const asked = isPostWithoutBody ? ' No --body was given: was one sent?' : '';
    return `wrong, and neither a known mistake nor a pair that was tried makes it.${asked} ${WAY_ON}`;
  }
  return `wrong: ${explanations.map((together) => together.map(signingHint).join('\n             and: ')).join('\n         or: ')}`;
}
