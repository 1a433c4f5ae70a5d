import type { paths as described } from '../../generated/schema.js';

/**
 * The paths of the description as `fetch` can send them. It sends no body with a GET, so the fields of getOrder are in the
 * query, which `signing` allows with `dialect.getBody: 'query'`.
 */
export type paths = {
  [Path in keyof described]: Omit<described[Path], 'get'> & { get: InQuery<described[Path]['get']> };
};

type InQuery<Get> = Get extends { requestBody: { content: { 'application/json': infer Fields } } }
  ? Omit<Get, 'parameters' | 'requestBody'> & {
      parameters: { query: Fields; header?: never; path?: never; cookie?: never };
      requestBody?: never;
    }
  : Get;
