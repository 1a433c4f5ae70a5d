import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RawHeaders, without } from './pass-headers.js';

/*
 * What a web page needs that may call (--allow-origin): the answer to its browser's question, and a header on each answer.
 * Who may call has been judged before.
 */

/** Whether a browser asks if its page may send a call. The question is the sidecar's to answer, and no call. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': headers.origin!,
    'access-control-allow-methods': headers['access-control-request-method']!,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    vary: 'Origin',
  });
  response.end();
}

/** Headers of an answer that the page of this origin may read. */
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
