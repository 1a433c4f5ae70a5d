import type { Exchange, Report, Result } from '../model.js';

/**
 * HAR 1.2 with every call that the report holds, whole bodies included; browsers and proxies open it. What HAR has no
 * member for stands in members of its own: `_run`; `_check`, `_clause`, `_verdict`, `_operationId`, `_signingString`,
 * `_failure`.
 */
export function toHar({ results, target, mode, seed, clockOffsetMs, digests }: Report): string {
  const entries = results
    .flatMap((result) => result.exchanges.map((exchange) => entryOf(result, exchange)))
    .sort((one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime));
  const creator = { name: 'futures conformance', version: digests.suite.slice(0, 12) };
  const run = { target, mode, seed, clockOffsetMs, digests };
  return `${JSON.stringify({ log: { version: '1.2', creator, _run: run, entries } }, null, 2)}\n`;
}

/** HAR wants a version; the recorder does not see it. */
const HTTP = 'HTTP/1.1';

function entryOf({ id, clause, verdict }: Result, exchange: Exchange): { startedDateTime: string } {
  const { startedAt, durationMs, operationId, request, failure } = exchange;
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _check: id,
    _clause: clause,
    _verdict: verdict,
    ...(operationId === undefined ? {} : { _operationId: operationId }),
    ...(request.signingString === undefined ? {} : { _signingString: request.signingString }),
    ...(failure === undefined ? {} : { _failure: failure }),
  } as { startedDateTime: string };
}

function requestOf({ request: { method, url, headers, body } }: Exchange): object {
  return {
    method,
    url,
    httpVersion: HTTP,
    cookies: [],
    headers: pairs(headers),
    queryString: pairs([...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')]),
    headersSize: -1,
    bodySize: Buffer.byteLength(body ?? ''),
    ...(body === undefined ? {} : { postData: { mimeType: headerOf(headers, 'content-type'), text: body } }),
  };
}

/** No answer is status 0, as browsers write it. */
function responseOf({ response }: Exchange): object {
  const { status, headers, body } = response ?? { status: 0, headers: [], body: '' };
  const size = response === undefined ? -1 : Buffer.byteLength(body);
  return {
    status,
    statusText: '',
    httpVersion: HTTP,
    cookies: [],
    headers: pairs(headers),
    content: { size: Math.max(size, 0), mimeType: headerOf(headers, 'content-type') || 'x-unknown', text: body },
    redirectURL: headerOf(headers, 'location'),
    headersSize: -1,
    bodySize: size,
  };
}

type Pairs = readonly (readonly [name: string, value: string])[];

const pairs = (list: Pairs): object[] => list.map(([name, value]) => ({ name, value }));

function headerOf(headers: Pairs, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
