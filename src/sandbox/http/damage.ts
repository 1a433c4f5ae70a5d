import type { FaultKind } from './faults.js';
import type { RawResponse } from './request.js';
import { writeRefusal } from './wire.js';

/**
 * The part of a response that arrives when something goes wrong on the way back: nothing and a reset; headers, and a body
 * that never ends (`stall`); a body byte by byte (`slow`) or in two chunks, its length unsaid (`chunked`); nothing, the
 * connection kept (`silent`); the response, and another one that no request asked for (`twice`).
 */
export type Delivery =
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'response' | 'stall' | 'slow' | 'gzip' | 'chunked' | 'silent' | 'twice';
      readonly response: RawResponse;
    };

const page = (title: string): string =>
  `<html><head><title>${title}</title></head><body>The edge could not reach the service.</body></html>`;

/** Size of a response that is far larger than any described one. */
const LARGE_BYTES = 3_000_000;

/** Does to a response what the fault says. */
export function damage(response: RawResponse, fault: FaultKind | undefined): Delivery {
  const instead = (status: number, body: string, headers: Record<string, string> = {}): Delivery => ({
    kind: 'response',
    response: { status, body, headers: { 'content-type': 'application/json', ...headers } },
  });
  switch (fault) {
    case 'reset-before':
    case 'reset-after':
      return { kind: 'reset' };
    case 'stall-after':
      return { kind: 'stall', response };
    case 'slow':
      return { kind: 'slow', response };
    case 'gzip-after':
      return { kind: 'gzip', response };
    case 'status-503':
    case '503-after':
      return instead(503, page('503 Service Unavailable'), { 'content-type': 'text/html', 'retry-after': '1' });
    case '504-after':
      return instead(504, page('504 Gateway Timeout'), { 'content-type': 'text/html' });
    case 'html':
    case 'html-after':
      return instead(200, page('Maintenance'), { 'content-type': 'text/html' });
    case 'code-1006-after':
      return instead(200, writeRefusal('-1006', 'An unexpected response was received from the message bus.'));
    case 'code-1007-after':
      return instead(200, writeRefusal('-1007', 'Timeout waiting for response from backend server.'));
    case 'truncated-after':
      return instead(response.status, response.body.slice(0, Math.max(1, Math.floor(response.body.length / 2))));
    case 'empty-after':
      return instead(200, '');
    case 'large-after':
      return instead(200, `{"padding":"${'x'.repeat(LARGE_BYTES)}"}`);
    case 'status-429':
    case 'status-418':
    case 'status-410':
      return instead(Number(fault.slice(7)), writeRefusal('-1003', 'Too many requests.'));
    case 'redirect':
      return instead(307, '', { location: 'https://elsewhere.invalid/' });
    default:
      return { kind: response.written ?? 'response', response };
  }
}
