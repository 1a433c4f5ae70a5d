import type { Effect, Operation } from '../../generated/operations.js';
import { UnsupportedError } from '../core/errors.js';
import { isPage } from '../transport/fetch.js';

/** The effects with which a repeat or a mistake costs money. */
export const COSTLY: ReadonlySet<Effect> = new Set<Effect>(['money', 'wipe']);

/**
 * Tells whether costly calls may be made: from a web page only if the caller accepts what that means. No request to a name under
 * `.invalid` leaves a page (RFC 6761): that is the sandbox in the program.
 */
export function mayTrade(hostname: string, dangerouslyAllowBrowser: boolean): boolean {
  return dangerouslyAllowBrowser || !isPage() || hostname.endsWith('.invalid');
}

/** The error of a costly call from a page. */
export const fromPage = ({ operationId }: Operation): UnsupportedError =>
  new UnsupportedError(
    `${operationId}: this is a web page. Its browser may send an order twice when a connection breaks, and the page holds ` +
      'your secret. Nothing was sent. Let your own server make the call, or set dangerouslyAllowBrowser to true to accept both.',
    { option: 'dangerouslyAllowBrowser', operationId },
  );
