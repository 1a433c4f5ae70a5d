import { description, type FieldName } from '../../../../generated/description.js';
import { canonicalDecimal } from '../../../core/decimal.js';
import { clauses, fieldRow, rowOf } from '../../model/clauses.js';
import { declaredFields, type DeclaredField, declaredOperations, type Operation } from '../../model/operations.js';
import { ageOf, type Calls, type ObservedCall, type Recording } from '../recording-model.js';
import { areByTurns } from '../by-turns.js';
import type { Findings } from '../findings.js';
import type { IsOverLimit } from '../call-rates.js';
import { mayRefuse } from '../outcomes.js';
import type { Reading } from '../../call/answer.js';
import { areAlike, sampleOf } from '../../call/refusal-shape.js';
import { groupBy, remembering } from '../../model/groups.js';

/** Number of refusals, and of successes, needed before the field in which they differ is blamed. */
const ENOUGH = 2;

/** A size that every page is likely to have. Sizes besides the declared ones may be refused (unknown `history.page-size-taken`). */
const USUAL_SIZE = '100';

/**
 * Declared fields and values: taken, or refused each time while calls that differ in nothing else are taken, with as many calls
 * before them. Where money is moved, a refusal has many reasons, so that the calls have to be the same in every other value.
 */
export function judgeInputs(recording: Recording, isOverLimit: IsOverLimit, findings: Findings): void {
  for (const operation of declaredOperations) {
    const calls = recording.of(operation.operationId).filter((call) => isAsDescribed(call));
    const taken = calls.filter((call) => call.isAccepted);
    const oldestMs = taken.reduce((oldest, call) => Math.max(oldest, Math.abs(ageOf(call))), -Infinity);
    const refused = recording.knowsRefusals
      ? calls.filter((call) => isRefusedForItsInput(recording, call, oldestMs) && !isOverLimit(call))
      : [];
    for (const field of declaredFields(operation)) judgeField(operation, field, [taken, refused], findings);
  }
}

export const isAsDescribed = ({ faults, signature, operation }: ObservedCall): boolean =>
  faults.input.length === 0 &&
  faults.open === undefined &&
  faults.headers.length === 0 &&
  (operation.security === 'public' || signature.kind === 'right');

/** With the right signature, and no older than calls that were taken. */
function isRefusedForItsInput(recording: Recording, call: ObservedCall, oldestMs: number): boolean {
  if (!mayRefuse(call.reading) || isAsOfSignatures(recording, call.reading)) return false;
  if (!(Math.abs(ageOf(call)) <= oldestMs + 1)) return false;
  return isKnownInput(recording, call);
}

/** True where calls with a wrong signature are refused alike: the service may sign this form of a call in another way. */
const isAsOfSignatures = (recording: Recording, reading: Reading): boolean =>
  refusedSignatures(recording).some((sample) => areAlike(sample, sampleOf(reading)));

/** Wrong signatures are refused alike: a few will do. */
const MOST = 5;

const refusedSignatures = remembering(({ calls }: Recording) =>
  calls
    .filter(({ signature, reading }) => signature.kind === 'wrong' && reading.kind === 'refused')
    .slice(0, MOST)
    .map((call) => sampleOf(call.reading)),
);

/** True when the account is known to have these values, such as an identifier that was shown before. */
function isKnownInput(recording: Recording, { input = {}, operation, startMs }: ObservedCall): boolean {
  const { fromId, contractName } = input;
  if (fromId !== undefined) {
    const isShown = recording
      .of(operation.operationId)
      .some((other) => other.startMs < startMs && (other.reading.sent.response?.body ?? '').includes(String(fromId)));
    if (!isShown) return false;
  }
  return (
    contractName === undefined ||
    recording.calls.some((other) => other.input?.['contractName'] === contractName && other.isAccepted)
  );
}

/** @param sides Calls of the operation that were taken, and those that were refused for their input. */
function judgeField(
  operation: Operation,
  field: DeclaredField,
  sides: readonly [Calls, Calls],
  findings: Findings,
): void {
  const [taken, refused] = sides;
  const { required, enum: values } = field;
  const name = field.name as FieldName;
  const id = `request/${operation.operationId}/${name}`;
  // Where no size is taken, all of them are one value.
  const isSize = name === 'limit' && taken.some(({ input = {} }) => input[name] !== undefined);
  const valueOf = ({ input = {} }: ObservedCall): string =>
    input[name] === undefined ? 'none' : values || isSize ? `value ${String(input[name])}` : 'some';
  const wanted = values?.map((value) => `value ${value}`) ?? ['some'];
  const each = new Set(taken.map((call) => (values ? valueOf(call) : valueOf(call) === 'none' ? 'none' : 'some')));
  if ([...wanted, ...(required ? [] : ['none'])].every((value) => each.has(value)) && refused.length === 0)
    findings.holds(id, taken.slice(0, 1), taken);
  const isWrite = operation.effect !== 'read';
  // To leave it out means something else.
  if (isWrite && (required || field.effectWhenOmitted !== undefined)) return;
  for (const value of new Set(refused.map(valueOf))) {
    // Of a write, what a value means may be its reason; and the form of a clientOrderId is an open question.
    if (isWrite && value !== 'none') continue;
    const isSuch = (call: ObservedCall): boolean => valueOf(call) === value;
    const rest = (call: ObservedCall): string => restOf(operation, call, name);
    const takenSo = new Set(taken.filter(isSuch).map(rest));
    // A write that is taken so in another form is not refused for this field alone.
    const own = refused.filter((call) => isSuch(call) && (isWrite ? !takenSo.has(rest(call)) : takenSo.size === 0));
    // At a limit, a price may be what the type asks for.
    if (isWrite && name === 'price' && own.some(({ input }) => input?.['type'] !== 'MARKET')) continue;
    if (own.length < ENOUGH) continue;
    // A refusal that comes without it as well has another reason.
    const refusal = sampleOf(own[0]!.reading);
    if (refused.some((call) => !isSuch(call) && areAlike(sampleOf(call.reading), refusal))) continue;
    if (name === 'limit' && value !== 'none' && !own.some((call) => isSizeToTake(call, field, isSize))) continue;
    const rests = new Set(own.map(rest));
    const twins = taken.filter((call) => rests.has(rest(call)));
    if (twins.length < ENOUGH || (isWrite && !areByTurns(own, twins))) continue;
    const what =
      value === 'none' ? `no ${name}` : value === 'some' ? `a ${name}` : `${name} ${value.slice('value '.length)}`;
    const text = `${operation.operationId} with ${what} was refused each of ${own.length} times, and taken otherwise: ${own[0]!.reading.summary}`;
    findings.broken(id, text, [twins[0]!, own[0]!], fieldRow(operation.operationId, field));
  }
}

/** True for a size that is declared, and for the usual one where none is taken. */
function isSizeToTake({ operation, input }: ObservedCall, { maximum }: DeclaredField, isAnyTaken: boolean): boolean {
  const usual = description[operation.operationId].input.find(({ name }) => name === 'limit')?.default;
  const sizes = [usual, maximum, ...(isAnyTaken ? [] : [USUAL_SIZE])];
  return sizes.includes(String(input?.['limit']));
}

/** The rest of the input besides one field: the names for a read, and the size of its page; the names and values for a write, whose clientOrderId is another one each time. */
function restOf({ effect }: Operation, { input = {} }: ObservedCall, name: string): string {
  const rest = Object.entries(input).filter(([other]) => other !== name);
  const words = rest.map(([other, value]) => {
    const isName = other === 'clientOrderId' || (effect === 'read' && other !== 'limit');
    return isName ? other : [other, value];
  });
  return JSON.stringify(words.map((word) => JSON.stringify(word)).sort());
}

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
    const twins = plain.filter((call) => same.some((one) => valuesOf(one) === valuesOf(call)));
    const isOne = same.every(({ reading }) => areAlike(sampleOf(reading), sampleOf(first!.reading)));
    if (!isOne || isAsOfSignatures(recording, first!.reading) || !areByTurns(same, twins)) continue;
    const text = `${operationId} with ${what} was refused each of ${same.length} times, and taken otherwise: ${first!.reading.summary}`;
    const clause = what === ENCODED ? rowOf(operationId) : clauses.json;
    findings.broken(`shape/${operationId}/every-time`, text, [twins[0]!, first!], clause);
  }
}

/** The values of a call, however they are written. A clientOrderId is another one each time. */
function valuesOf({ input = {} }: ObservedCall): string {
  const values = Object.entries(input).map(([name, value]) => [
    name,
    name === 'clientOrderId' ? '' : (canonicalDecimal(String(value)) ?? String(value)),
  ]);
  return JSON.stringify(values.sort());
}
