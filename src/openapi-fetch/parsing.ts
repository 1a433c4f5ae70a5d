import type { Middleware } from 'openapi-fetch';
import { decoderOf } from '../core/json/decode.js';
import { toResponse } from './wire-response.js';
import { operationOf } from './operation-of.js';
import { MAX_BODY_BYTES, maxValuesOf } from '../client/response-bounds.js';

/**
 * Creates a middleware of openapi-fetch that reads responses without loss, so that they are what `paths` says: ids and decimals
 * are strings with every digit, times are numbers. Without it they are what `JSON.parse` makes of them.
 *
 * @example
 * client.use(parsing(), signing({ credentials }));
 */
export function parsing(): Middleware {
  return {
    async onResponse({ request, response, schemaPath, options }) {
      if (response.ok && options.parseAs !== 'json') return undefined;
      const decode = decoderOf(operationOf(request.method, schemaPath).numberKeys, maxValuesOf(MAX_BODY_BYTES));
      const { status, headers } = response;
      const text = await response.text();
      const header = (name: string): string | undefined => headers.get(name) ?? undefined;
      return toResponse({ status, text, header, headerNames: () => [...headers.keys()] }, () => decode(text));
    },
  };
}
