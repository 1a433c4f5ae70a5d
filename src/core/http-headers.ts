import { signingHeaders } from '../../generated/names.js';
import { refuse } from './argument.js';

/** Names that the client sets itself, in lower case. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...Object.values(signingHeaders).map((name) => name.toLowerCase()),
  ...'content-length content-type transfer-encoding connection host expect trailer upgrade keep-alive te'.split(' '),
]);

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/** Tells whether a header can hold the value: ASCII without control characters (RFC 9110, 5.5; beyond ASCII, transports differ). */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && VALUE.test(value);
}

/**
 * Checks headers that a caller passes. They come back under lower-case names: two spellings of one name are one header,
 * of which the last one wins, with every transport.
 */
export function readHeaders(headers: HeadersInput, field = 'headers'): Record<string, string> {
  if (typeof headers !== 'object' || Array.isArray(headers)) refuse(field, 'must be an object of names and values');
  const result: Record<string, string> = {};
  for (const [name, value] of isIterable(headers) ? headers : Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (OWN_HEADERS.has(lower)) refuse(field, `must not contain ${name}: the client sets it`);
    if (!NAME.test(name) || !isHeaderValue(value)) {
      refuse(field, `has ${JSON.stringify(name)}, whose name or value HTTP does not allow`);
    }
    result[lower] = value;
  }
  return result;
}

/** A record of names and values, or what `Headers` and `Map` are. */
export type HeadersInput = Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

const isIterable = (headers: HeadersInput): headers is Iterable<readonly [string, string]> =>
  Symbol.iterator in headers;
