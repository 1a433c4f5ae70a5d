import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../../generated/schema.js';
import type { Operation } from '../../../generated/operations.js';
import { ArgumentError } from '../../core/errors.js';
import { decoderOf } from '../../core/json/decode.js';
import type { TransportResponse } from '../../transport/transport.js';
import { WireRequest } from './wire-request.js';
import { toResponse } from './wire-response.js';
import { operationOf } from '../operation-of.js';
import type { CallOptions } from '../options.js';
import type { Call } from '../call.js';
import type { Pipeline } from '../pipeline.js';
import { unreadable } from '../response-error.js';

/** The typed openapi-fetch client over the paths of the description, with signing. */
export type RawClient = Client<paths, 'application/json'>;

/** Set by openapi-fetch for a body, and by the client for every body. */
const FRAMING = 'content-type';

/**
 * Creates `client.raw`: openapi-fetch whose requests are checked, signed and sent like those of the named methods,
 * and whose responses are decoded without loss but not unwrapped: what the service said, with its HTTP status.
 */
export function createRawClient(pipeline: Pick<Pipeline, 'exchange'>): RawClient {
  return createClient<paths, 'application/json'>({
    baseUrl: '',
    Request: WireRequest as never,
    bodySerializer: (body) => body,
    querySerializer: writeQuery,
    fetch: (async (request: WireRequest) => {
      const [path = '', query = ''] = request.url.split(/\?(.*)/s);
      const operation = operationOf(request.method, path);
      const input = inputOf(operation, query, request);
      const [call, response] = await pipeline.exchange(operation, input, callOptions(request));
      return toResponse(response, () => decode(call, response));
    }) as never,
  });
}

function decode(call: Call, response: TransportResponse): unknown {
  try {
    return decoderOf(call.operation.numberKeys, call.maxValues)(response.text);
  } catch (cause) {
    throw unreadable(call, response, cause);
  }
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
