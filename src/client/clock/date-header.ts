import { parseHttpDate } from '../../core/http-date.js';
import type { TransportResponse } from '../../transport/transport.js';
import type { Call } from '../call.js';
import { headerOf } from '../response-headers.js';
import type { InnerClock } from './service-clock.js';

export function observeDate(clock: InnerClock, { sentAtMs, receivedAtMs }: Call, response: TransportResponse): void {
  const serviceMs = parseHttpDate(headerOf(response, 'date'));
  // A response from a cache has a Date of long ago (RFC 9111, 4.2.3).
  if (serviceMs === undefined || headerOf(response, 'age') !== undefined) return;
  clock.observe({ source: 'date-header', serviceMs, resolutionMs: 1000, sentAtMs, receivedAtMs });
}
