import { classifyOutcome, consequenceOf } from '../core/outcome.js';
import { connectionHint, reasonIn } from '../transport/connection-hint.js';
import type { SidecarRoute } from './guard.js';
import type { SidecarRefusal } from './refusal.js';

/** The service said nothing until the deadline. */
export class Silence extends Error {}

/** The message to the caller when the service did not respond; `connected`: whether the request may have left. */
export function toRefusal(
  error: Error,
  connected: boolean,
  origin: string,
  operation: SidecarRoute['operation'],
): SidecarRefusal {
  const outcome = classifyOutcome({ connected });
  const isSilent = error instanceof Silence;
  const what = connected ? 'the connection to the service broke' : `no connection to ${origin}`;
  // Its caller is another program, which has no method of this client.
  const concern = operation && { ...operation, safeMethod: undefined };
  const consequence = consequenceOf(outcome, { readOnly: operation?.effect === 'read', operation: concern });
  return {
    status: isSilent && connected ? 504 : 502,
    reason: !connected ? 'no-connection' : isSilent ? 'timed-out' : 'connection-broken',
    message: `${isSilent && connected ? error.message : `${what} (${reasonIn(error)})`}. ${consequence}${connectionHint(error, origin)}`,
  };
}
