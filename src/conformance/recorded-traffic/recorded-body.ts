import type { JsonRecord } from '../../core/json/decode.js';
import { isJsonObject, jsonIn } from '../model/json-object.js';
import { headerIn, type HeaderPairs } from '../../recording/header-pairs.js';

/** A text that was sent or received: `missing` where the recording does not hold it, or not all of it. */
export interface RecordedBody {
  readonly text: string | undefined;
  readonly missing: boolean;
  /** Empty, or begun and not ended, and no header says how long it was: the service wrote it so, or the recording program. */
  readonly isDoubtful?: true;
}

const NOTHING: RecordedBody = { text: undefined, missing: false };
export const MISSING: RecordedBody = { text: undefined, missing: true };

/** Bytes by the header, where it was recorded. */
const lengthIn = (headers: HeaderPairs): number | undefined => {
  const text = headerIn(headers, 'content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
};

/** The body of a request. Many programs leave it out and do not say so: only what is recorded as empty was empty. */
export function requestBody(request: JsonRecord, method: string, headers: HeaderPairs): RecordedBody {
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

export function responseBody(response: JsonRecord, status: number, headers: HeaderPairs): RecordedBody {
  const content = membersOf(response['content']);
  const size = Number(content?.['size'] ?? -1);
  const text = textIn(content?.['text'], content?.['encoding']);
  if (status === NOT_MODIFIED || /truncat/i.test(String(content?.['comment'] ?? ''))) return MISSING;
  if (text === undefined) {
    if ('_file' in (content ?? {}) || content?.['text'] != null) return MISSING;
    return size > 0 || size === -1 ? MISSING : emptyBody(headers);
  }
  if (text === '') {
    const missing = size > 0 || Number(response['bodySize']) > 0 || (lengthIn(headers) ?? 0) > 0;
    return missing ? MISSING : emptyBody(headers);
  }
  if (text.startsWith('\u001f') || (text.includes('\uFFFD') && isCompressed(headers))) return MISSING;
  // Some programs keep the beginning of a long body, and its whole size.
  const bytes = Buffer.byteLength(text);
  if (size > bytes || (!isCompressed(headers) && (lengthIn(headers) ?? 0) > bytes)) return MISSING;
  const isWhole = lengthIn(headers) === bytes || !mayBePart(text);
  return { text, missing: false, ...(!isWhole && { isDoubtful: true }) };
}

const emptyBody = (headers: HeaderPairs): RecordedBody => ({
  text: '',
  missing: false,
  ...(lengthIn(headers) !== 0 && { isDoubtful: true }),
});

/** Begun as JSON and not ended, or JSON in base64. */
const mayBePart = (text: string): boolean =>
  /^\s*[[{"]/.test(text)
    ? jsonIn(text) === undefined
    : /^[A-Za-z\d+/]{2,}={0,2}$/.test(text) && jsonIn(Buffer.from(text, 'base64').toString('utf8')) !== undefined;

const isCompressed = (headers: HeaderPairs): boolean =>
  !/^(?:identity)?$/i.test(headerIn(headers, 'content-encoding') ?? '');

function textIn(text: unknown, encoding: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly response: { readonly headers: HeaderPairs; readonly body: RecordedBody } | undefined;
}

/**
 * Takes bodies for missing that a recording program left out or cut without a word: empty ones, and those that end in the middle of
 * their JSON. They are the service's where an operation has no others, each time, and other operations have whole ones that are longer.
 */
export function withoutCutBodies<Call extends Recorded>(calls: readonly Call[]): readonly Call[] {
  const [whole, doubtful] = [new Set<string>(), new Map<string, number>()];
  let [longestWhole, longestDoubtful] = [0, 0];
  for (const { response, method, target } of calls) {
    if (response === undefined || response.body.missing) continue;
    const path = `${method} ${target.split('?')[0]}`;
    const { length } = response.body.text ?? '';
    if (response.body.isDoubtful) {
      doubtful.set(path, (doubtful.get(path) ?? 0) + 1);
      longestDoubtful = Math.max(longestDoubtful, length);
    } else {
      whole.add(path);
      longestWhole = Math.max(longestWhole, length);
    }
  }
  if (doubtful.size === 0) return calls;
  const isBound = longestDoubtful >= longestWhole;
  const isTheServices = !isBound && [...doubtful].every(([path, times]) => !whole.has(path) && times >= OFTEN);
  if (isTheServices) return calls;
  return calls.map((call) =>
    call.response?.body.isDoubtful ? { ...call, response: { ...call.response, body: MISSING } } : call,
  );
}

/** Number of times that an operation has to respond so. */
const OFTEN = 2;

export const membersOf = (value: unknown): JsonRecord | undefined => (isJsonObject(value) ? value : undefined);
