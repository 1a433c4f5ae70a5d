import { getOrMake } from '../model/groups.js';
import { isSuccessCode } from '../../core/envelope.js';
import { textOf, type Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { isAway, isTargetFault } from '../findings/valid-call.js';
import type { OddResponse } from '../findings/check.js';
import { declaredFields, type OperationId, operations } from '../model/operations.js';

/** Fields of which each call has another value. */
const VARYING: ReadonlySet<string> = new Set([
  ...['price', 'volume', 'triggerPrice', 'clientOrderId', 'orderId', 'fromId', 'limit', 'amount'],
]);
const MOST = 20;

/** Remembers odd responses of a run, and the values with which calls were taken: a call that has no others is a right one. */
export function createOddResponses() {
  const taken = new Map<OperationId, Set<string>>();
  /** A contract that one operation knows is one for all. */
  const contracts = new Set<string>();
  const odd = new Map<string, OddResponse>();
  const successes: (readonly [OperationId, Reading])[] = [];

  return {
    successes,
    forms: (): readonly OddResponse[] =>
      [...odd.values()].filter(
        ({ operationId, input }) =>
          taken.has(operationId) &&
          declaredFields(operations[operationId]).every(({ name, required }) => !required || name in input) &&
          wordsOf(input).every((word) => contracts.has(word) || taken.get(operationId)?.has(word) === true),
      ),
    note(operationId: OperationId, input: AnyInput, reading: Reading): void {
      const { kind, status, code } = reading;
      const words = wordsOf(input);
      if (kind === 'accepted' && status === 200) {
        const known = getOrMake(taken, operationId, () => new Set());
        for (const word of words) (word.startsWith('contractName ') ? contracts : known).add(word);
      }
      const isWhole = kind === 'unclear' && (code === undefined || isSuccessCode(code)) && !isAway(reading);
      if (!isWhole && !(kind === 'none' && isTargetFault(reading))) return;
      const key = `${operationId} ${words.join()}`;
      const known = odd.get(key);
      if (known !== undefined) known.times++;
      else if (odd.size < MOST) odd.set(key, { operationId, input, reading, times: 1 });
    },
    noteSuccess(operationId: OperationId, reading: Reading): void {
      if (reading.kind === 'accepted' && reading.status !== 200 && successes.length < MOST)
        successes.push([operationId, reading]);
    },
  };
}

/** The fields of an input, and the values of those that are not another one each time. */
const wordsOf = (input: AnyInput): readonly string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [VARYING.has(name) ? name : `${name} ${textOf(value) ?? typeof value}`],
  );
