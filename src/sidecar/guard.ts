import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../generated/operations.js';
import { type CallerFault, judgeLocalCaller } from '../core/local-caller.js';
import { operationsByRequest } from '../core/operations-by-request.js';
import type { SidecarSettings } from './options.js';
import type { SidecarRefusal } from './refusal.js';

/** Where a call goes: its target without the token, and its operation where the description has one. */
export interface SidecarRoute {
  readonly target: string;
  readonly operation: Operation | undefined;
}

const CALLER_FAULTS: Readonly<Record<CallerFault, string>> = {
  'host-not-loopback': 'Call the sidecar by 127.0.0.1, [::1] or localhost.',
  'origin-not-allowed': 'Web pages may not call. To let your own page call: --allow-origin <its origin>.',
};

/** Says why a caller may not call at all. */
export function judgeCaller(
  { headers }: IncomingMessage,
  { allowOrigins }: SidecarSettings,
): SidecarRefusal | undefined {
  const fault = judgeLocalCaller(headers, { origins: allowOrigins });
  return fault && refuse(403, fault, CALLER_FAULTS[fault]);
}

/** Finds where the call goes. The path is compared as it is: no spelling of a path gets past what is asked about it. */
export function findRoute(
  { method, url = '' }: IncomingMessage,
  { tokenPath }: SidecarSettings,
): SidecarRoute | SidecarRefusal {
  const [first = ''] = /^\/[^/?]*/.exec(url) ?? [];
  if (tokenPath !== '' && !isEqual(first, tokenPath)) {
    return refuse(403, 'token-missing', 'The path must begin with the token: use the base URL that was printed.');
  }
  const target = url.slice(tokenPath.length);
  if (!target.startsWith('/')) {
    return refuse(
      400,
      'not-a-path',
      'Only paths are taken, such as /fapi/v1/time: this is not a proxy for whole addresses.',
    );
  }
  const [path = ''] = target.split('?');
  return { target, operation: operationsByRequest.get(`${method} ${path.replace(/(.)\/$/, '$1')}`) };
}

/** Says why a call may not go on, by its operation. */
export function judgeEffect({ operation }: SidecarRoute, { allow }: SidecarSettings): SidecarRefusal | undefined {
  if (operation === undefined) {
    if (allow.has('unknown')) return undefined;
    const message =
      'The description does not have this method and path, so its effect is not known. To send it: --allow unknown.';
    return refuse(403, 'operation-unknown', message);
  }
  const { operationId, effect } = operation;
  if (effect === 'read' || effect === 'reversible' || allow.has(effect)) return undefined;
  return refuse(403, 'effect-not-allowed', `${operationId} has effect ${effect}. To send it: --allow ${effect}.`);
}

export const isRefusal = (found: SidecarRoute | SidecarRefusal): found is SidecarRefusal => 'reason' in found;

function refuse(status: number, reason: string, message: string): SidecarRefusal {
  return { status, reason, message: `${message} Nothing was sent to the service.` };
}

/** Takes as long for the first wrong character as for the last. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && process.getBuiltinModule('node:crypto').timingSafeEqual(a, b);
}
