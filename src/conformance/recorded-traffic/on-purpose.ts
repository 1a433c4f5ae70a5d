import { isInputSigned } from '../checks/forgery/other-calls.js';
import { addTo } from '../model/groups.js';
import { declaredOperations } from '../model/operations.js';
import type { ObservedCall, Recording } from './recording-model.js';

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
    const signing = recording.signing?.rule;
    if (signature.kind === 'right' && signing !== undefined && isInputSigned(operation, signing)) return true;
    const isSame = (other: ObservedCall): boolean =>
      other.faults.input.some(({ field, rule }) =>
        faults.input.some((one) => one.field === field && one.rule === rule),
      );
    const refused = own.filter(({ reading, faults: { input } }) => reading.kind === 'refused' && input.length > 0);
    return refused.length > 0 && !refused.some(isSame);
  }
  if (isOnPurpose(call)) return true;
  const isChanged = faults.open !== undefined || faults.input.length > 0;
  if (isChanged && signature.kind === 'wrong') return false;
  if (triesOf(recording).has(call)) return true;
  const refused = own.filter(({ reading }) => reading.kind === 'refused');
  if (refused.some((other) => isSameFault(other, call))) return false;
  // A recording program that writes over a part of its calls spoils the signature of each of them.
  const hasQuery = ({ target }: ObservedCall): boolean => target.includes('?');
  const isSpoilt = !own.some((other) => other.signature.kind === 'right' && hasQuery(other) === hasQuery(call));
  if (signature.kind === 'wrong' && isSpoilt) return false;
  return (
    own.some(isOnPurpose) ||
    (faults.headers.length > 0 && refused.some(({ faults: { headers } }) => headers.length > 0))
  );
}

const tries = new WeakMap<Recording, ReadonlySet<ObservedCall>>();
/** A program that loses headers may lose that of one call next to wrong ones. It makes no signature fit another call. */
const minimumOf = (kind: string): number => (kind === 'signature-of-another-call' ? 1 : 2);

const kindOf = ({ faults, signature }: ObservedCall): string =>
  faults.headers.length > 0 || signature.kind !== 'wrong' ? 'headers' : signature.names[0]!;

/**
 * Wrong calls that were taken right before or after wrong ones of their operation that were refused. None of a kind of which one
 * stands apart: a recording program that loses headers, or writes over fields, does not do so among tries only.
 */
function triesOf(recording: Recording): ReadonlySet<ObservedCall> {
  let found = tries.get(recording);
  if (found !== undefined) return found;
  const kinds = new Map<string, { readonly call: ObservedCall; readonly isTried: boolean }[]>();
  for (const { operationId } of declaredOperations) {
    const own = recording.of(operationId);
    const isTry = (call: ObservedCall | undefined): boolean =>
      call?.reading.kind === 'refused' && wrongnessOf(call) !== undefined;
    for (const [at, call] of own.entries()) {
      if (wrongnessOf(call) === undefined || call.reading.kind === 'refused') continue;
      addTo(kinds, kindOf(call), { call, isTried: isTry(own[at - 1]) || isTry(own[at + 1]) });
    }
  }
  const whole = [...kinds].flatMap(([kind, all]) =>
    all.length >= minimumOf(kind) && all.every(({ isTried }) => isTried) ? all : [],
  );
  tries.set(recording, (found = new Set(whole.map(({ call }) => call))));
  return found;
}

/** Refused for a part of what is wrong with the other call. */
function isSameFault(refused: ObservedCall, call: ObservedCall): boolean {
  const headers = refused.faults.headers;
  if (headers.length === 0) return wrongnessOf(call) === wrongnessOf(refused);
  if (call.faults.headers.length === 3) return headers.length === 3;
  return headers.every((name) => call.faults.headers.includes(name));
}

/** Wrong in a way that a program which leaves out or writes over does not bring about: a key or signature made of this very call. */
export const isOnPurpose = ({ signature, faults }: ObservedCall): boolean =>
  faults.headers.length === 0 && signature.kind === 'wrong' && signature.isForged;
