import { getOrMake, remembering } from '../model/groups.js';
import { isSuccessCode } from '../../core/envelope.js';
import { orderIdOf, type Reading, resultOf } from '../call/answer.js';
import { isTargetFault } from '../findings/valid-call.js';
import type { OperationId } from '../model/operations.js';
import type { ObservedCall, Recording } from './recording-model.js';
import { mayBeRight } from './recorded-refusals.js';
import { firstFrom } from '../judges/time-span.js';

/**
 * True when a call that may be right was surely a success. A response without a code may be a refusal in an unknown form: it
 * counts where it has an identifier or nothing in it, or where the recording shows the form of refusals.
 */
export function looksAccepted(call: ObservedCall, knowsRefusals: boolean): boolean {
  const { reading, operation } = call;
  if (!mayBeRight(call) || reading.kind !== 'accepted') return false;
  if (operation.security === 'public') return true;
  // The shape of the result does not depend on digits, which take longer to read.
  const result = resultOf({ kind: reading.kind, exact: reading.json }, operation.result);
  if (result === undefined) return false;
  if (knowsRefusals || Array.isArray(result)) return true;
  const isEmpty = typeof result === 'object' && result !== null && Object.keys(result).length === 0;
  return isEmpty || orderIdOf(reading) !== undefined || reading.code !== undefined;
}

type Successes = Map<OperationId, readonly { readonly call: ObservedCall }[]>;
const successes = remembering<Recording, Successes>(() => new Map());
/** Responses of one operation that a wrong call is compared with, besides those next to it. */
const MOST_SAMPLES = 5;

/** Successes of right calls of the same operation: the first ones, and those right before and after this one. */
export function successesAround(recording: Recording, { operation, startMs }: ObservedCall): readonly Reading[] {
  const { operationId } = operation;
  const taken = getOrMake(successes(recording), operationId, () => {
    const all = recording.of(operationId).flatMap((call) => (call.isAccepted ? [{ call }] : []));
    // Where successes show an id or a code, what shows neither may be a refusal in a form of its own.
    const marked = all.filter(
      ({ call: { reading } }) => orderIdOf(reading) !== undefined || reading.code !== undefined,
    );
    return marked.length > 0 ? marked : all;
  });
  const at = firstFrom(taken, startMs);
  return [...taken.slice(0, MOST_SAMPLES), ...taken.slice(Math.max(0, at - 1), at + 1)].map(({ call }) => call.reading);
}

/** A reset that the server made, and not a caller who left or ran out of time. */
const RESET = /ECONNRESET|EPIPE|reset|hang up|socket|terminated|premature|truncated|incomplete/i;
const OWN = /abort|cancel|time(?:d )?-?out|within \d+ ms/i;

/**
 * True when the server itself broke: a 5xx, or a connection that it ended. The service document does not say which status a refusal
 * has: a 5xx with a code of the service may be one, and the account may be its reason.
 */
export function isServerFault({ reading, recorded, operation }: ObservedCall): boolean {
  if (operation.security !== 'public' && reading.code !== undefined && !isSuccessCode(reading.code)) return false;
  if (recorded.response === undefined) return RESET.test(reading.summary) && !OWN.test(reading.summary);
  return !recorded.response.body.missing && isTargetFault(reading);
}

/** A refusal, or a status of a fault with a code beside it, as of a refusal. */
export const mayRefuse = ({ kind, status = 0, code }: Reading): boolean =>
  kind === 'refused' || (kind === 'unclear' && status >= 500 && code !== undefined && !isSuccessCode(code));

export const isNotJson = ({ reading, isWhole }: ObservedCall): boolean =>
  isWhole &&
  reading.kind === 'unclear' &&
  reading.json === undefined &&
  (reading.status ?? 0) >= 200 &&
  (reading.status ?? 0) < 300;
