import { canonicalDecimal } from '../../../core/decimal.js';
import { areAlike, sampleOf } from '../../call/refusal-shape.js';
import { clauses, rowOf } from '../../model/clauses.js';
import { groupBy } from '../../model/groups.js';
import { declaredOperations, type Operation } from '../../model/operations.js';
import { areByTurns } from '../by-turns.js';
import { isAsOfSignatures } from './inputs.js';
import type { Findings } from '../findings.js';
import { mayRefuse } from '../outcomes.js';
import type { Calls, ObservedCall, Recording } from '../recording-model.js';

/** Right calls that have against them only how they are written. */
export function judgeForms(recording: Recording, isRight: (call: ObservedCall) => boolean, findings: Findings): void {
  for (const operation of declaredOperations)
    judgeSpelling(recording, operation, recording.of(operation.operationId).filter(isRight), findings);
}

/** Other ways to write the same JSON (RFC 8259), or the same query (RFC 3986, 2.1). */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  'white space between the tokens of its JSON': /[:,]\s/,
  'numbers with an exponent in its JSON': /:-?[\d.]+e/i,
  'escaped letters in its JSON': /\\u00[4-7]/,
};
const ENCODED = 'percent-encoded letters in its query';

function spellingsOf({ recorded, target }: ObservedCall): readonly string[] {
  const { text } = recorded.body;
  if (text === undefined) return /%[46][1-9a-f]|%[57][\da]/i.test(target) ? [ENCODED] : [];
  // The form of a clientOrderId is an open question, and so is what is in it.
  const own = text.replace(/("clientOrderId"\s*:\s*)"(?:[^"\\]|\\.)*"/, '$1""').replace(/"[^"\\]*"/g, '""');
  return Object.keys(SPELLINGS).filter((what) => SPELLINGS[what]!.test(own));
}

/** The call is refused each time that it is written in a way, and taken when the same is written plainly. */
function judgeSpelling(recording: Recording, operation: Operation, calls: Calls, findings: Findings): void {
  const { operationId } = operation;
  const plain = calls.filter((call) => call.isAccepted && spellingsOf(call).length === 0);
  for (const [what, same] of groupBy(calls, (call) => spellingsOf(call).join(' and '))) {
    const [first] = same;
    if (what === '' || !same.every(({ reading }) => mayRefuse(reading))) continue;
    const twins = plain.filter((call) => same.some((one) => valueOf(one) === valueOf(call)));
    const isOne = same.every(({ reading }) => areAlike(sampleOf(reading), sampleOf(first!.reading)));
    if (!isOne || isAsOfSignatures(recording, first!.reading) || !areByTurns(same, twins)) continue;
    const text = `${operationId} with ${what} was refused each of ${same.length} times, and taken otherwise: ${first!.reading.summary}`;
    const clause = what === ENCODED ? rowOf(operationId) : clauses.json;
    findings.broken(`shape/${operationId}/every-time`, text, [twins[0]!, first!], clause);
  }
}

/** The values of a call, however they are written. A clientOrderId is another one each time. */
function valueOf({ input = {} }: ObservedCall): string {
  const values = Object.entries(input).map(([name, value]) => [
    name,
    name === 'clientOrderId' ? '' : (canonicalDecimal(String(value)) ?? String(value)),
  ]);
  return JSON.stringify(values.sort());
}
