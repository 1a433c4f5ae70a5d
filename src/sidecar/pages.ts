import { type RawHeaders, without } from '../recording/raw-headers.js';

/** Headers of a response that the page of this origin may read. */
export function letPageRead(headers: RawHeaders, origin: string | undefined): RawHeaders {
  if (origin === undefined) return headers;
  return [
    ...without(headers, ['access-control-allow-origin']),
    'Access-Control-Allow-Origin',
    origin,
    'Vary',
    'Origin',
  ];
}
