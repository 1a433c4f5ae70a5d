import { readRetryAfter } from '../core/retry-after.js';
import type { TransportResponse } from '../transport/transport.js';

/** Value of a header of a response, by name in lower case, also where a transport of the caller throws. */
export function headerOf(response: TransportResponse, name: string): string | undefined {
  try {
    const value: unknown = response.header(name);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds that a cache on the way has kept the response; 0 where none says so, or in another form. Of several, the first (RFC 9111, 5.1). */
export const ageOf = (response: TransportResponse): number =>
  Number(/^\d+/.exec(headerOf(response, 'age') ?? '')?.[0] ?? 0);

/** The wait that the response asks for, in milliseconds; undefined when it does not ask. */
export function retryAfterOf(response: TransportResponse): number | undefined {
  const retryAfter = headerOf(response, 'retry-after');
  return retryAfter === undefined
    ? undefined
    : readRetryAfter({ retryAfter, date: headerOf(response, 'date') }, Date.now());
}
