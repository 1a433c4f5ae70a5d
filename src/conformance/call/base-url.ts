import { ArgumentError } from '../../core/errors.js';

/** @throws {ArgumentError} When it is not an address, or holds parts that would be sent along with every call. */
export function readBaseUrl(baseUrl: string | URL): URL {
  const url = URL.canParse(String(baseUrl)) ? new URL(baseUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== ''
  ) {
    const message = 'baseUrl must be an http: or https: address without user, password and query. Nothing was sent.';
    throw new ArgumentError(message, { field: 'baseUrl' });
  }
  if (url.pathname.includes('/fapi')) {
    const message = 'baseUrl must not contain /fapi: the path of each call begins with it. Nothing was sent.';
    throw new ArgumentError(message, { field: 'baseUrl' });
  }
  return url;
}
