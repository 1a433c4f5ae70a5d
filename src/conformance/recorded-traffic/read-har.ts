import { ArgumentError } from '../../core/errors.js';
import { parseIso } from '../../recording/wall-clock.js';
import { membersOf, type RecordedBody, requestBody, responseBody, withoutCutBodies } from './recorded-body.js';
import { type Pairs, pairsIn, type SigningHeader, signingIn } from './recorded-headers.js';

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
  /** True when `target` is letter for letter the one that was sent. Some programs keep the query as a list only. */
  readonly isExact: boolean;
  readonly headers: Pairs;
  /** The values of those three among them: every judge asks for them. */
  readonly signing: Readonly<Partial<Record<SigningHeader, string>>>;
  readonly body: RecordedBody;
  /** Undefined when no response was recorded; `failure` says why, where the recording does. */
  readonly response: { readonly status: number; readonly headers: Pairs; readonly body: RecordedBody } | undefined;
  readonly failure: string | undefined;
}

/** The content of a HAR file. */
export interface HarFile {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  /** Entries that may be calls and cannot be read, such as one without a time. */
  readonly unreadable: number;
  /** Entries that are not calls of HTTP, such as a web socket or a data URL. */
  readonly otherSchemes: number;
}

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
    throw unusable(name, whyNotJson(text, cause), cause);
  }
  const entries = membersOf(membersOf(parsed)?.['log'])?.['entries'];
  if (!Array.isArray(entries)) throw unusable(name, 'is JSON, but not a HAR file: log.entries is not a list');
  const calls = entries.flatMap((entry) => readOne(name, entry) ?? []);
  const otherSchemes = calls.length === entries.length ? 0 : entries.filter(hasOtherScheme).length;
  const unreadable = entries.length - calls.length - otherSchemes;
  return { name, calls: withoutCutBodies(calls), unreadable, otherSchemes };
}

function unusable(name: string, problem: string, cause?: unknown): ArgumentError {
  return new ArgumentError(`${name} ${problem}. Nothing was judged and nothing was sent.`, { field: 'har', cause });
}

function whyNotJson(text: string, cause: unknown): string {
  if (text.trim() === '') return 'is empty';
  if (text.startsWith('\u001f') || text.startsWith('PK'))
    return 'is compressed: unpack it first, and name the .har file that is in it';
  const isCutOff =
    (!/[}\]]\s*$/.test(text) && text.trimStart().startsWith('{')) || /end of JSON|Unterminated/.test(String(cause));
  return isCutOff
    ? 'ends in the middle: the program that wrote it was stopped before it was done'
    : 'is not JSON: export the traffic as HAR';
}

function hasOtherScheme(entry: unknown): boolean {
  const address = membersOf(membersOf(entry)?.['request'])?.['url'];
  return typeof address === 'string' && /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address);
}

/** One entry of a HAR file, as it is or as it would be written. */
export function readOne(file: string, value: unknown): RecordedCall | undefined {
  const entry = membersOf(value);
  const request = membersOf(entry?.['request']);
  const [verb, address] = [request?.['method'], request?.['url']];
  if (entry === undefined || request === undefined || typeof verb !== 'string' || typeof address !== 'string')
    return undefined;
  const origin = originOf(address);
  const startMs = timeIn(entry['startedDateTime']);
  if (origin === undefined || Number.isNaN(startMs)) return undefined;
  const durationMs = Number(entry['time']);
  const method = verb.toUpperCase();
  const headers = pairsIn(request['headers']);
  const response = membersOf(entry['response']);
  const status = Number(response?.['status'] ?? 0);
  const received = pairsIn(response?.['headers']);
  const why = entry['_failure'] ?? response?.['_error'] ?? entry['_error'];
  return {
    file,
    startMs,
    endMs: startMs + (durationMs > 0 ? durationMs : 0),
    method,
    origin,
    ...targetIn(address, request['queryString']),
    headers,
    signing: signingIn(headers),
    body: requestBody(request, method, headers),
    response: status > 0 ? { status, headers: received, body: responseBody(response!, status, received) } : undefined,
    failure: typeof why === 'string' ? why : undefined,
  };
}

/** ISO 8601, or seconds or milliseconds since the epoch, as programs write that make HAR of a log. */
function timeIn(started: unknown): number {
  const number = typeof started === 'number' || /^\d{9,}(\.\d+)?$/.test(String(started)) ? Number(started) : undefined;
  if (number === undefined) return parseIso(String(started));
  return number < 1e11 ? number * 1000 : number;
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
function targetIn(address: string, list: unknown): Pick<RecordedCall, 'target' | 'isExact'> {
  const rest = address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const target = rest.startsWith('/') ? rest : `/${rest}`;
  const query = target.includes('?') ? [] : pairsIn(list);
  return query.length === 0
    ? { target, isExact: true }
    : {
        target: `${target}?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`,
        isExact: false,
      };
}
