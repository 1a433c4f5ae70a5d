import { headerIn, type HeaderPairs } from './header-pairs.js';

/** One HTTP round trip, as text. */
export interface HarRoundTrip {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderPairs;
    readonly body: string | undefined;
  };
  /** Undefined when no complete response came; `failure` says why. */
  readonly response: { readonly status: number; readonly headers: HeaderPairs; readonly body: string } | undefined;
  readonly failure?: string | undefined;
}

/** A member that begins with `_` is one that HAR 1.2 leaves to the program that writes it. */
export type OwnMembers = Readonly<Record<`_${string}`, unknown>>;

/** HAR wants a version; what records does not see it. */
const HTTP = 'HTTP/1.1';

/** One entry of HAR 1.2, whole bodies included. `_failure` says why there is no response. */
export function harEntry(roundTrip: HarRoundTrip, own: OwnMembers = {}): { readonly startedDateTime: string } {
  const { startedAt, durationMs, failure } = roundTrip;
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(roundTrip),
    response: responseOf(roundTrip),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...own,
    ...(failure === undefined ? {} : { _failure: failure }),
  } as { readonly startedDateTime: string };
}

function requestOf({ request: { method, url, headers, body } }: HarRoundTrip): object {
  return {
    method,
    url,
    httpVersion: HTTP,
    cookies: [],
    headers: pairs(headers),
    queryString: pairs([...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')]),
    headersSize: -1,
    bodySize: Buffer.byteLength(body ?? ''),
    ...(body === undefined ? {} : { postData: { mimeType: headerIn(headers, 'content-type') ?? '', text: body } }),
  };
}

/** No response is status 0, as browsers write it. */
function responseOf({ response }: HarRoundTrip): object {
  const { status, headers, body } = response ?? { status: 0, headers: [], body: '' };
  const size = response === undefined ? -1 : Buffer.byteLength(body);
  return {
    status,
    statusText: '',
    httpVersion: HTTP,
    cookies: [],
    headers: pairs(headers),
    content: { size: Math.max(size, 0), mimeType: headerIn(headers, 'content-type') || 'x-unknown', text: body },
    redirectURL: headerIn(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

const pairs = (list: HeaderPairs): object[] => list.map(([name, value]) => ({ name, value }));
