import { declaredOperations } from '../model/operations.js';
import type { ObservedCall } from './observed-call.js';
import type { Recording } from './recording-model.js';
import type { SignatureState } from './signature-state.js';

/** The certain fault of a call; undefined where none is known. */
export function wrongnessOf({ faults, signature }: ObservedCall): string | undefined {
  if (faults.headers.length > 0) return `without ${faults.headers.join(', ')}`;
  if (signature.kind === 'wrong') return signature.what;
  return undefined;
}

/**
 * Tells a wrong call from one that the recording program changed: it may have left out a header, a field or a query, and written
 * over a key or a signature. A wrong call that was accepted counts where its operation was tried on purpose, with a fault that
 * no recording program makes, and where the same fault was not refused at other times.
 */
export function isWrongForSure(recording: Recording, call: ObservedCall): boolean {
  const { signature, operation, faults } = call;
  const own = recording.of(operation.operationId);
  if (faults.input.length > 0 && wrongnessOf(call) === undefined) {
    if (signature.kind === 'right') return true;
    const isSame = (other: ObservedCall): boolean =>
      other.faults.input.some(({ field, rule }) =>
        faults.input.some((one) => one.field === field && one.rule === rule),
      );
    const refused = own.filter(({ reading, faults: { input } }) => reading.kind === 'refused' && input.length > 0);
    return refused.length > 0 && !refused.some(isSame);
  }
  if (isOnPurpose(call) || (faults.headers.length > 0 && triesOf(recording).includes(call))) return true;
  const refused = own.filter(({ reading }) => reading.kind === 'refused');
  if (refused.some((other) => isSameFault(other, call))) return false;
  const isChanged = faults.open !== undefined || faults.input.length > 0;
  if (isChanged && signature.kind === 'wrong') return false;
  return (
    own.some(isOnPurpose) ||
    (faults.headers.length > 0 && refused.some(({ faults: { headers } }) => headers.length > 0))
  );
}

const tries = new WeakMap<Recording, readonly ObservedCall[]>();
/** A program that loses headers may lose that of one call next to wrong ones. */
const FEWEST_TRIES = 2;

/**
 * Calls without headers that were taken right before or after wrong ones of their operation that were refused. None where a call that
 * stands apart lacks headers as well: a recording program that loses headers does not lose them of tries only.
 */
function triesOf(recording: Recording): readonly ObservedCall[] {
  let found = tries.get(recording);
  if (found !== undefined) return found;
  const taken = declaredOperations.flatMap(({ operationId }) => {
    const own = recording.of(operationId);
    const isTry = (call: ObservedCall | undefined): boolean =>
      call?.reading.kind === 'refused' && wrongnessOf(call) !== undefined;
    return own.flatMap((call, at) =>
      call.faults.headers.length > 0 && call.reading.kind !== 'refused'
        ? [{ call, isTried: isTry(own[at - 1]) || isTry(own[at + 1]) }]
        : [],
    );
  });
  const isLossy = taken.length < FEWEST_TRIES || taken.some(({ isTried }) => !isTried);
  tries.set(recording, (found = isLossy ? [] : taken.map(({ call }) => call)));
  return found;
}

/** Refused for a part of what is wrong with the other call. */
function isSameFault(refused: ObservedCall, call: ObservedCall): boolean {
  const headers = refused.faults.headers;
  if (headers.length === 0) return wrongnessOf(call) === wrongnessOf(refused);
  if (call.faults.headers.length === 3) return headers.length === 3;
  return headers.every((name) => call.faults.headers.includes(name));
}

/** Wrong in a way that a program which leaves out or writes over does not bring about. */
export const isOnPurpose = ({ signature, faults }: ObservedCall): boolean =>
  faults.headers.length === 0 && isForged(signature);

/** A key or signature that someone made of this very call, and made wrong. */
export const isForged = (signature: SignatureState): boolean => signature.kind === 'wrong' && signature.isForged;
