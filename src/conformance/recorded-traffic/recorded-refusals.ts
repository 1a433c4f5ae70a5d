import type { Reading } from '../call/answer.js';
import { groupBy } from '../model/groups.js';
import { areAlike, sampleOf, holdsList, learnRefusals, tellingPairs } from '../call/refusal-shape.js';
import type { Calls, ObservedCall } from './recording-model.js';
import { isOnPurpose, wrongnessOf } from './on-purpose.js';

/** True when no fault of the request is known. A part that the document leaves open may still be wrong. */
export const mayBeRight = (call: ObservedCall): boolean =>
  wrongnessOf(call) === undefined && call.faults.input.length === 0;

/**
 * Learns the form of refusals from the recording, as a live run does from its own calls: from lists that were asked for without
 * a header, or with a wrong signature. `isKnown` says that a call that had to be refused was read as refused.
 */
export function learnRefusalsOf(calls: Calls) {
  const signed = calls.filter(({ operation, isWhole }) => operation.security !== 'public' && isWhole);
  const lists = signed.filter(({ operation }) => operation.result === 'list');
  const taken = lists.find((call) => mayBeRight(call) && isTaken(call.reading));
  // A recording program may have changed what looks wrong otherwise.
  const changed = signed.filter((call) => call.faults.headers.length > 0 || isOnPurpose(call));
  const right = lists.filter(mayBeRight);
  const byOperation = groupBy(right, ({ operation }) => operation);
  // One that was taken gets what right calls of its operation get, which need not be what those of another one get.
  const isTakenToo = ({ operation, reading }: ObservedCall): boolean =>
    (byOperation.get(operation) ?? []).some(
      (call) => holdsRecords(call) && areAlike(sampleOf(call.reading), sampleOf(reading)),
    );
  const wrong = changed.filter((call) => !isTakenToo(call));
  const readAsRefused = wrong.some(({ reading }) => reading.kind === 'refused');
  if (taken === undefined) return { shape: undefined, isKnown: readAsRefused };
  const success = sampleOf(taken.reading);
  const pairs = tellingPairs(taken.reading, pairsOf(wrong.filter(({ operation }) => operation.result === 'list')));
  const learnt = pairs.length === 0 ? undefined : learnRefusals(pairs, success);
  const like = right.filter(({ reading }) => learnt?.isRefusal(sampleOf(reading)));
  // Calls that look wrong were taken, where many right ones have the same response.
  const shape = like.length * MANY > right.length ? undefined : learnt;
  return { shape, isKnown: shape !== undefined || readAsRefused };
}

/** A list that has something in it: an empty one may be a refusal. */
const holdsRecords = ({ reading: { json } }: ObservedCall): boolean => Array.isArray(json) && json.length > 0;

const MANY = 4;

/** A success by its code, or one with a list in it. */
const isTaken = ({ kind, status = 0, json }: Reading): boolean =>
  status >= 200 && status < 300 && (kind === 'accepted' || holdsList({ status, json }));

/** Calls that are wrong in the same way, two by two: what changes from call to call is not a mark of refusals. */
const pairsOf = (wrong: Calls): readonly (readonly [Reading, Reading])[] =>
  [...groupBy(wrong, wrongnessOf).values()].flatMap((alike) =>
    alike.flatMap(({ reading }, at) => (at % 2 === 0 ? [] : [[alike[at - 1]!.reading, reading] as const])),
  );
