import type { JsonRecord } from '../../core/json/decode.js';
import type { Pairs } from './recorded-headers.js';
import { headerIn } from './recorded-headers.js';

/** A text that was sent or received: `missing` where the recording does not hold it, or not all of it. */
export interface RecordedBody {
  readonly text: string | undefined;
  readonly missing: boolean;
  /** Recorded with the size 0 and no text: either it was empty, or the program keeps no bodies. */
  readonly isUnsaid?: true;
}

const NOTHING: RecordedBody = { text: undefined, missing: false };
export const MISSING: RecordedBody = { text: undefined, missing: true };

/** Bytes by the header, where it was recorded. */
const lengthIn = (headers: Pairs): number | undefined => {
  const text = headerIn(headers, 'content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
};

/** The body of a request. Many programs leave it out and do not say so: only what is recorded as empty was empty. */
export function requestBody(request: JsonRecord, method: string, headers: Pairs): RecordedBody {
  const data = membersOf(request['postData']);
  const size = Number(request['bodySize'] ?? -1);
  const length = lengthIn(headers);
  const text = data === undefined ? undefined : textIn(data['text'], data['encoding']);
  if (text === undefined) {
    if (data?.['text'] !== undefined && data['text'] !== null) return MISSING;
    if ('_file' in (data ?? {}) || size > 0 || (length ?? 0) > 0) return MISSING;
    if (Array.isArray(data?.['params']) && data['params'].length > 0) return MISSING;
    return size === 0 || length === 0 || method === 'GET' ? NOTHING : MISSING;
  }
  if (length !== undefined && length > 0 && length !== Buffer.byteLength(text)) return MISSING;
  return { text: text === '' ? undefined : text, missing: text === '' && size > 0 };
}

/** Not modified: the body is in the cache of the caller. */
const NOT_MODIFIED = 304;

export function responseBody(response: JsonRecord, status: number, headers: Pairs): RecordedBody {
  const content = membersOf(response['content']);
  const size = Number(content?.['size'] ?? -1);
  const text = textIn(content?.['text'], content?.['encoding']);
  if (status === NOT_MODIFIED || /truncat/i.test(String(content?.['comment'] ?? ''))) return MISSING;
  if (text === undefined) {
    if ('_file' in (content ?? {}) || content?.['text'] != null) return MISSING;
    return size > 0 || size === -1 ? MISSING : { text: '', missing: false, isUnsaid: true };
  }
  if (text === '')
    return { text, missing: size > 0 || Number(response['bodySize']) > 0 || (lengthIn(headers) ?? 0) > 0 };
  if (text.startsWith('\u001f') || (text.includes('\uFFFD') && isCompressed(headers))) return MISSING;
  // Some programs keep the beginning of a long body, and its whole size.
  return size > Buffer.byteLength(text) ? MISSING : { text, missing: false };
}

const isCompressed = (headers: Pairs): boolean => !/^(?:identity)?$/i.test(headerIn(headers, 'content-encoding') ?? '');

function textIn(text: unknown, encoding: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

interface WithResponse {
  readonly response: { readonly headers: Pairs; readonly body: RecordedBody } | undefined;
}

/** The least length that counts as a bound of a recording program. */
const LEAST_BOUND = 100;

/**
 * Takes bodies for missing that a recording program left out or cut without a word: where no response of a file has a body, and
 * where several end at the length of the longest in the middle of their JSON. A server says its own length.
 */
export function withoutCutBodies<Call extends WithResponse>(calls: readonly Call[]): readonly Call[] {
  const texts = calls.map(({ response }) => response?.body.text ?? '');
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0);
  const isOfUnsaidLength = ({ response }: Call, text: string): boolean =>
    response !== undefined && lengthIn(response.headers) !== Buffer.byteLength(text);
  const suspects = calls.filter((call, at) => {
    const text = texts[at]!;
    if (text.length !== longest || !isOfUnsaidLength(call, text)) return false;
    return longest === 0 ? call.response?.body.isUnsaid === true : !isJson(text);
  });
  const isBound =
    longest >= LEAST_BOUND &&
    (new Set(suspects.map(({ response }) => response?.body.text)).size > 1 || isRound(longest));
  if (suspects.length === 0 || (longest > 0 && !isBound)) return calls;
  const cut = new Set(suspects);
  return calls.map((call) => (cut.has(call) ? { ...call, response: { ...call.response, body: MISSING } } : call));
}

const isRound = (length: number): boolean => length % 1000 === 0 || length % 1024 === 0;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const membersOf = (value: unknown): JsonRecord | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
