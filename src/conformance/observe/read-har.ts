import { signingHeaders } from '../../../generated/names.js';
import { ArgumentError } from '../../core/errors.js';
import { parseIso } from '../../recording/wall-clock.js';

export type SigningHeader = keyof typeof signingHeaders;

/** Header names and values as they were recorded. */
type Pairs = readonly (readonly [name: string, value: string])[];

/** A text that was sent or received: `missing` where the recording does not hold it, or not all of it. */
export type RecordedBody = { readonly text: string | undefined; readonly missing: boolean };

/** One call of a HAR file, in the form in which everything after this reads it. */
export interface RecordedCall {
  readonly file: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly method: string;
  /** Scheme, host and port, as URL writes them. */
  readonly origin: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Pairs;
  /** The values of those three among them: every judge asks for them. */
  readonly signing: Readonly<Partial<Record<SigningHeader, string>>>;
  readonly body: RecordedBody;
  /** Undefined when no response was recorded; `failure` says why, where the recording does. */
  readonly response: { readonly status: number; readonly headers: Pairs; readonly body: RecordedBody } | undefined;
  readonly failure: string | undefined;
}

/** What a HAR file holds. */
export interface HarFile {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  /** Entries that are not a call, such as one without a request. */
  readonly unreadable: number;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads one HAR file. Bodies keep every digit: HAR holds them as text.
 *
 * @throws {ArgumentError} When the text is not JSON, such as a file that was cut off, or not a HAR file.
 */
export function readHar(name: string, text: string): HarFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw unreadable(name, isCutOff(text, cause) ? CUT_OFF : 'is not JSON', cause);
  }
  const entries = object(object(parsed)?.['log'])?.['entries'];
  if (!Array.isArray(entries)) throw unreadable(name, 'is JSON, and not a HAR file: log.entries is not a list');
  const calls = entries.flatMap((entry) => readOne(name, entry) ?? []);
  return { name, calls, unreadable: entries.length - calls.length };
}

const CUT_OFF = 'ends in the middle: the program that wrote it was stopped before it was done';

function unreadable(name: string, problem: string, cause?: unknown): ArgumentError {
  return new ArgumentError(`${name} ${problem}. Nothing was judged and nothing was sent.`, { field: 'har', cause });
}

/** Whether more text could make it JSON. */
const isCutOff = (text: string, cause: unknown): boolean =>
  text.trim() === '' ||
  (!/[}\]]\s*$/.test(text) && text.trimStart().startsWith('{')) ||
  /end of JSON|Unterminated/.test(String(cause));

/** One entry of a HAR file, as it is or as it would be written. */
export const readOne = (file: string, entry: unknown): RecordedCall | undefined => readEntry(file, object(entry));

function readEntry(file: string, entry: Members | undefined): RecordedCall | undefined {
  const request = object(entry?.['request']);
  const [method, address] = [request?.['method'], request?.['url']];
  if (entry === undefined || typeof method !== 'string' || typeof address !== 'string') return undefined;
  const origin = originOf(address);
  const startMs = parseIso(String(entry['startedDateTime']));
  if (origin === undefined || Number.isNaN(startMs)) return undefined;
  const durationMs = Number(entry['time']);
  const headers = pairs(request?.['headers']);
  const response = object(entry['response']);
  const status = Number(response?.['status'] ?? 0);
  const why = entry['_failure'] ?? response?.['_error'] ?? entry['_error'];
  return {
    file,
    startMs,
    endMs: startMs + (durationMs > 0 ? durationMs : 0),
    method: method.toUpperCase(),
    origin,
    target: targetIn(address),
    headers,
    signing: signingIn(headers),
    body: requestBody(request!, headers),
    response: status > 0 ? { status, headers: pairs(response?.['headers']), body: responseBody(response!) } : undefined,
    failure: typeof why === 'string' ? why : undefined,
  };
}

/** A recording has thousands of addresses of few hosts. */
const origins = new Map<string, string | undefined>();
const MOST_ORIGINS = 1000;

/** Undefined where it is not an address of HTTP. */
function originOf(address: string): string | undefined {
  const start = /^https?:\/\/[^/?#\\]+/i.exec(address)?.[0];
  if (start === undefined) return undefined;
  if (!origins.has(start)) {
    if (origins.size >= MOST_ORIGINS) origins.clear();
    origins.set(start, URL.canParse(start) ? new URL(start).origin : undefined);
  }
  return origins.get(start);
}

/** Letter for letter: what is signed must not be written another way. */
const targetIn = (address: string): string => {
  const target = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
};

const NOTHING: RecordedBody = { text: undefined, missing: false };
const MISSING: RecordedBody = { text: undefined, missing: true };

function requestBody(request: Members, headers: Pairs): RecordedBody {
  const data = object(request['postData']);
  const size = Number(request['bodySize'] ?? -1);
  const length = Number(headerIn(headers, 'content-length') ?? 0);
  if (data === undefined) return size > 0 || length > 0 ? MISSING : NOTHING;
  const text = textIn(data['text'], data['encoding']);
  if (text === undefined) return Array.isArray(data['params']) && data['params'].length > 0 ? MISSING : NOTHING;
  return length > 0 && length !== Buffer.byteLength(text)
    ? MISSING
    : { text: text === '' ? undefined : text, missing: false };
}

function responseBody(response: Members): RecordedBody {
  const content = object(response['content']);
  const size = Number(content?.['size'] ?? -1);
  const text = textIn(content?.['text'], content?.['encoding']);
  if (text === undefined) return size > 0 || size === -1 ? MISSING : { text: '', missing: false };
  // Some programs keep the beginning of a long body, and its whole size.
  return size > Buffer.byteLength(text) && text !== '' ? MISSING : { text, missing: size > 0 && text === '' };
}

function textIn(text: unknown, encoding: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** HTTP/2 has members of its own in front of the headers (`:path`); they are not headers. */
function pairs(list: unknown): Pairs {
  if (!Array.isArray(list)) return [];
  const found: (readonly [name: string, value: string])[] = [];
  for (const item of list) {
    const { name, value } = (object(item) ?? {}) as { readonly name?: unknown; readonly value?: unknown };
    if (typeof name === 'string' && typeof value === 'string' && !name.startsWith(':')) found.push([name, value]);
  }
  return found;
}

const SIGNING = new Map(
  Object.entries(signingHeaders).map(([key, name]) => [name.toLowerCase(), key as SigningHeader]),
);

function signingIn(headers: Pairs): RecordedCall['signing'] {
  const found: Partial<Record<SigningHeader, string>> = {};
  for (const [name, value] of headers) {
    const key = name.length < 16 ? SIGNING.get(name.toLowerCase()) : undefined;
    if (key !== undefined) found[key] ??= value;
  }
  return found;
}

/** The value of a header, whatever the case of its name. */
export const headerIn = (headers: Pairs, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

const object = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
