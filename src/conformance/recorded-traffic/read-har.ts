import { ArgumentError } from '../../core/errors.js';
import { parseIso } from '../../recording/wall-clock.js';
import { getOrMake } from '../model/groups.js';
import { jsonIn } from '../model/json-object.js';
import { createHarEntries } from './har-entries.js';
import { membersOf, type RecordedBody, requestBody, responseBody, withoutCutBodies } from './recorded-body.js';
import type { HeaderPairs } from '../../recording/header-pairs.js';
import { pairsIn, type SigningHeader, signingIn } from './recorded-headers.js';

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
  readonly headers: HeaderPairs;
  /** The values of those three among them: every judge asks for them. */
  readonly signing: Readonly<Partial<Record<SigningHeader, string>>>;
  readonly body: RecordedBody;
  /** Undefined when no response was recorded; `failure` says why, where the recording does. */
  readonly response:
    | { readonly status: number; readonly headers: HeaderPairs; readonly body: RecordedBody }
    | undefined;
  readonly failure: string | undefined;
}

/** The name for what is not read from a file, but passed on. */
export const THIS_RUN = 'this run';

export interface HarFile {
  readonly name: string;
  readonly calls: readonly RecordedCall[];
  /** Entries that may be calls and cannot be read, such as one without a time. */
  readonly unreadable: number;
  /** Entries that are not calls of HTTP, such as a web socket or a data URL. */
  readonly otherSchemes: number;
  /** True when it ends in the middle: what comes before is whole. */
  readonly isCut?: true;
}

/**
 * Reads one HAR file, in pieces. Bodies keep every digit: HAR holds them as text. One that was cut off is read as far as it goes.
 *
 * @throws {ArgumentError} When the text is not a HAR file, or ends before the first call does.
 */
export function readHar(name: string, pieces: Iterable<string>): HarFile {
  const calls: RecordedCall[] = [];
  const pool = createPool();
  let [otherSchemes, unreadable] = [0, 0];
  const entries = createHarEntries((text) => {
    const entry = jsonIn(text);
    const call = readOne(name, entry, pool);
    if (call !== undefined) calls.push(call);
    else if (hasOtherScheme(entry)) otherSchemes++;
    else unreadable++;
  });
  for (const piece of pieces) entries.push(piece);
  const { hasList, isCut, head } = entries.end();
  const isEmpty = calls.length + otherSchemes + unreadable === 0;
  if (!hasList || (isCut && isEmpty)) throw unusable(name, whyNotHar(head, isCut));
  return { name, calls: withoutCutBodies(calls), unreadable, otherSchemes, ...(isCut && { isCut }) };
}

/** Programs that poll send and get the same texts again and again: each is kept once. */
function createPool() {
  const bodies = new Map<string, RecordedBody>();
  const names = new Map<string, Map<string, HeaderPairs[number]>>();
  const targets = new Map<string, string>();
  const header = (pair: HeaderPairs[number]): HeaderPairs[number] => {
    const [name, value] = pair;
    return getOrMake(
      getOrMake(names, name, () => new Map<string, typeof pair>()),
      value,
      () => pair,
    );
  };
  return {
    body: (body: RecordedBody): RecordedBody => {
      const known = body.text === undefined ? undefined : getOrMake(bodies, body.text, () => body);
      return known?.missing === body.missing && known.isDoubtful === body.isDoubtful ? known : body;
    },
    headers: (pairs: HeaderPairs): HeaderPairs => pairs.map(header),
    target: (target: string): string => getOrMake(targets, target, () => target),
  };
}

function unusable(name: string, problem: string): ArgumentError {
  return new ArgumentError(`${name} ${problem}. Nothing was judged and nothing was sent.`, { field: 'har' });
}

function whyNotHar(head: string, isCut: boolean): string {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (start === '') return 'is empty';
  if (start.startsWith('\u001f') || start.startsWith('PK'))
    return 'is compressed: unpack it first, and name the .har file that is in it';
  if (start.includes('\0')) return 'is not in UTF-8: save it so';
  if (start.startsWith('['))
    return 'is a list, and a HAR file is an object with log.entries: export the traffic as HAR';
  if (!start.startsWith('{')) return 'is not JSON: export the traffic as HAR';
  return isCut
    ? 'ends in the middle, before its first call does: the program that wrote it was stopped before it was done'
    : 'is JSON, but not a HAR file: log.entries is not a list';
}

function hasOtherScheme(entry: unknown): boolean {
  const address = membersOf(membersOf(entry)?.['request'])?.['url'];
  return typeof address === 'string' && /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address);
}

/** One entry of a HAR file, as it is or as it would be written. */
export function readOne(file: string, value: unknown, pool?: ReturnType<typeof createPool>): RecordedCall | undefined {
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
  const pairs = (list: unknown): HeaderPairs => pool?.headers(pairsIn(list)) ?? pairsIn(list);
  const headers = pairs(request['headers']);
  const response = membersOf(entry['response']);
  const status = Number(response?.['status'] ?? 0);
  const received = pairs(response?.['headers']);
  const answer = status > 0 ? responseBody(response!, status, received) : undefined;
  const { target, isExact } = targetIn(address, request['queryString']);
  const why = entry['_failure'] ?? response?.['_error'] ?? entry['_error'];
  return {
    file,
    startMs,
    endMs: startMs + (durationMs > 0 ? durationMs : 0),
    method,
    origin,
    target: pool?.target(target) ?? target,
    isExact,
    headers,
    signing: signingIn(headers),
    body: requestBody(request, method, headers),
    response: answer && { status, headers: received, body: pool?.body(answer) ?? answer },
    failure: typeof why === 'string' ? why : undefined,
  };
}

/** ISO 8601, or seconds or milliseconds since the epoch, as programs write that make HAR of a log. */
function timeIn(started: unknown): number {
  const number = typeof started === 'number' || /^\d{9,}(\.\d+)?$/.test(String(started)) ? Number(started) : undefined;
  if (number === undefined) return parseIso(String(started));
  return number < 1e11 ? number * 1000 : number;
}

function originOf(address: string): string | undefined {
  const start = /^https?:\/\/[^/?#\\]+/i.exec(address)?.[0];
  return start !== undefined && URL.canParse(start) ? new URL(start).origin : undefined;
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
