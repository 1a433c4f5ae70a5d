import { isInputSigned } from '../checks/forgery/other-calls.js';
import { addTo, remembering } from '../model/groups.js';
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
 * over a key or a signature. A wrong call that was accepted counts where it has a fault that no recording program makes, or stands
 * among others that were refused.
 */
export function isWrongForSure(recording: Recording, call: ObservedCall): boolean {
  const { signature, operation, faults } = call;
  if (faults.input.length > 0 && wrongnessOf(call) === undefined) {
    const rule = recording.signing?.rule;
    return signature.kind === 'right' && rule !== undefined && isInputSigned(operation, rule);
  }
  if (isOnPurpose(call)) return true;
  const isChanged = faults.open !== undefined || faults.input.length > 0;
  return !(isChanged && signature.kind === 'wrong') && triesOf(recording).has(call);
}

/** A change of one call next to wrong ones spoils its signature. It makes none fit another call, and takes no header away. */
const minimumOf = (kind: string): number => (kind === 'signature-of-another-call' || kind === 'headers' ? 1 : 2);

export const isRefusedAsWrong = (call: ObservedCall | undefined): boolean =>
  call?.reading.kind === 'refused' && wrongnessOf(call) !== undefined;

const kindOf = ({ faults, signature }: ObservedCall): string =>
  faults.headers.length > 0 || signature.kind !== 'wrong' ? 'headers' : signature.names[0]!;

/**
 * Wrong calls that were taken right before or after wrong ones of their operation that were refused. None of a kind of which one
 * stands apart: a recording program that loses headers, or writes over fields, does not do so among tries only.
 */
const triesOf = remembering((recording: Recording): ReadonlySet<ObservedCall> => {
  const kinds = new Map<string, { readonly call: ObservedCall; readonly isTried: boolean }[]>();
  for (const { operationId } of declaredOperations) {
    let before: ObservedCall | undefined;
    let taken: ObservedCall[] = [];
    for (const call of [...recording.of(operationId), undefined]) {
      if (call !== undefined && call.reading.kind !== 'refused' && wrongnessOf(call) !== undefined) {
        taken.push(call);
        continue;
      }
      const isTried = isRefusedAsWrong(before) || isRefusedAsWrong(call);
      for (const one of taken) addTo(kinds, kindOf(one), { call: one, isTried });
      [before, taken] = [call, []];
    }
  }
  const whole = [...kinds].flatMap(([kind, all]) =>
    all.length >= minimumOf(kind) && all.every(({ isTried }) => isTried) ? all : [],
  );
  return new Set(whole.map(({ call }) => call));
});

/** Wrong in a way that a program which leaves out or writes over does not bring about: a key or signature made of this very call. */
export const isOnPurpose = ({ signature, faults }: ObservedCall): boolean =>
  faults.headers.length === 0 && signature.kind === 'wrong' && signature.isForged;
