import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../generated/schema.js';
import type { Operation } from '../../generated/operations.js';
import type { CallOptions, ClientOptions } from '../client/options.js';
import { Pipeline } from '../client/pipeline.js';
import { readOptions } from '../client/settings.js';
import { ArgumentError } from '../core/errors.js';
import { decoderOf } from '../core/json/decode.js';
import { operationOf } from './operation-of.js';
import { toResponse } from './wire-response.js';

/** The typed openapi-fetch client over the paths of the description. */
export type FetchClient = Client<paths, 'application/json'>;

/** Set by openapi-fetch for a body, and by the client for every body. */
const FRAMING = 'content-type';

/**
 * Creates an openapi-fetch client whose calls are checked, signed, sent, budgeted and retried like those of
 * `createFuturesClient`. `data` is the body as the service sent it, envelope and all, decoded without loss.
 *
 * Everything but a success is thrown, so `error` is never set: the outcome says whether the service may have acted.
 *
 * @throws {ArgumentError} Naming the option that is wrong; from a call, before anything is sent, naming the field.
 * @throws {FuturesError} (by a call) As the named method throws it: a refusal with HTTP status 200, too.
 * @example
 * const client = createFetchClient({ baseUrl: 'https://futures.example', credentials: { apiKey, apiSecret } });
 * const { data } = await client.GET('/fapi/v1/openOrders', { params: { query: { contractName: 'E-BTC-USDT' } } });
 */
export function createFetchClient(options: ClientOptions): FetchClient {
  const pipeline = new Pipeline(readOptions(options));
  return createClient<paths, 'application/json'>({
    baseUrl: '',
    Request: WireRequest as never,
    bodySerializer: (body) => body,
    querySerializer: writeQuery,
    fetch: (async (request: WireRequest) => {
      const [path = '', query = ''] = request.url.split(/\?(.*)/s);
      const operation = operationOf(request.method, path);
      const input = inputOf(operation, query, request);
      const [call, response] = await pipeline.callForResponse(operation, input, callOptions(request));
      return toResponse(response, () => decoderOf(operation.numberKeys, call.maxValues)(response.text));
    }) as never,
  });
}

/** Text for text: what a URL cannot carry without loss is refused, not written somehow. */
function writeQuery(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(toText(name, value))}`)
    .join('&');
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw new ArgumentError(`${name} must be text, a bigint or a whole number below 2^53. Nothing was sent.`, {
    field: name,
  });
}

/** The one input of the operation. What stands where the description has nothing is refused, never dropped. */
function inputOf({ operationId, input }: Operation, query: string, { body }: WireRequest): unknown {
  const extra = input === 'query' ? body !== undefined && 'body' : query !== '' && 'query';
  if (extra !== false) {
    throw new ArgumentError(`${operationId} takes no ${extra}. Nothing was sent.`, { field: extra, operationId });
  }
  return input === 'query' ? Object.fromEntries(new URLSearchParams(query)) : body;
}

function callOptions({ headers, signal, timeoutMs }: WireRequest): CallOptions {
  const given = [...headers].filter(([name]) => name !== FRAMING);
  return { headers: Object.fromEntries(given), signal, timeoutMs };
}

/**
 * Replaces `Request` in openapi-fetch: keeps URL, method, headers and the unserialised body as they were
 * given. A standard Request costs more than all signing and refuses a GET with a body.
 */
class WireRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;

  constructor(url: string, init: Omit<WireRequest, 'url'>) {
    this.url = url;
    this.method = init.method;
    this.headers = init.headers;
    this.body = init.body;
    this.signal = init.signal;
    this.timeoutMs = init.timeoutMs;
  }
}
