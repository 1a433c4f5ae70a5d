import { canonicalDecimal } from '../../../core/decimal.js';
import { areAlike, sampleOf } from '../../call/refusal-shape.js';
import { clauses, rowOf } from '../../model/clauses.js';
import { groupBy } from '../../model/groups.js';
import { declaredFields, declaredOperations, type Operation } from '../../model/operations.js';
import type { Findings } from '../findings.js';
import { mayRefuse } from '../outcomes.js';
import type { Calls, ObservedCall, Recording } from '../recording-model.js';

/** Number of refusals, and of successes, needed before the form is blamed. */
const ENOUGH = 2;
/** Different calls that one contract refused, so that its own limits do not explain them. */
const ENOUGH_TERMS = 5;

/** Right calls that one form alone has against it: how it is written, or its contract. */
export function judgeForms(recording: Recording, isRight: (call: ObservedCall) => boolean, findings: Findings): void {
  for (const operation of declaredOperations) {
    const all = recording.of(operation.operationId);
    const calls = all.filter(isRight);
    judgeDemanded(operation, all, calls, findings);
    judgeSpelling(operation, calls, findings);
    judgeContracts(recording, operation, calls, findings);
  }
}

/** The call as described is refused each time, and taken with a field that is not declared. */
function judgeDemanded(operation: Operation, all: Calls, calls: Calls, findings: Findings): void {
  const { operationId } = operation;
  const names = new Set<string>(declaredFields(operation).map(({ name }) => name));
  const more = ({ input = {} }: ObservedCall) => Object.keys(input).filter((name) => !names.has(name));
  if (calls.length < ENOUGH || !calls.every(({ reading }) => mayRefuse(reading))) return;
  const refused = new Set(calls.map((call) => valueOf(call)));
  const taken = all.filter((call) => call.isAccepted && more(call).length === 1 && refused.has(valueOf(call, names)));
  if (taken.length < ENOUGH) return;
  const text = `${operationId} as described was refused each of ${calls.length} times, and taken with ${more(taken[0]!)[0]}, which is not declared: ${calls[0]!.reading.summary}`;
  findings.broken(`shape/${operationId}/success`, text, [taken[0]!, calls[0]!]);
}

/** Other ways to write the same JSON (RFC 8259), or the same query (RFC 3986, 2.1). */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
  'white space between the tokens of its JSON': /[:,]\s/,
  'numbers with an exponent in its JSON': /":-?[\d.]+e/i,
  'escaped letters in its JSON': /\\u00[4-7]/,
};
const ENCODED = 'percent-encoded letters in its query';

function spellingsOf({ recorded, target }: ObservedCall): readonly string[] {
  const { text } = recorded.body;
  if (text === undefined) return /%[46][1-9a-f]|%[57][\da]/i.test(target) ? [ENCODED] : [];
  return Object.keys(SPELLINGS).filter((what) => SPELLINGS[what]!.test(text));
}

/** The call is refused each time that it is written in a way, and taken when the same is written plainly. */
function judgeSpelling(operation: Operation, calls: Calls, findings: Findings): void {
  const { operationId } = operation;
  const plain = calls.filter((call) => call.isAccepted && spellingsOf(call).length === 0);
  for (const [what, same] of groupBy(calls, (call) => spellingsOf(call).join(' and '))) {
    const [first] = same;
    if (what === '' || same.length < ENOUGH || !same.every(({ reading }) => mayRefuse(reading))) continue;
    const twins = plain.filter((call) => same.some((one) => valueOf(one) === valueOf(call)));
    if (twins.length < ENOUGH || !same.every(({ reading }) => areAlike(sampleOf(reading), sampleOf(first!.reading))))
      continue;
    const text = `${operationId} with ${what} was refused each of ${same.length} times, and taken otherwise: ${first!.reading.summary}`;
    const clause = what === ENCODED ? rowOf(operationId) : clauses.json;
    findings.broken(`shape/${operationId}/every-time`, text, [twins[0]!, first!], clause);
  }
}

/** The values of a call, however they are written. A clientOrderId is another one each time. */
function valueOf({ input = {} }: ObservedCall, names?: ReadonlySet<string>): string {
  const own = Object.entries(input).filter(([name]) => names?.has(name) ?? true);
  const values = own.map(([name, value]) => [
    name,
    name === 'clientOrderId' ? '' : (canonicalDecimal(String(value)) ?? String(value)),
  ]);
  return JSON.stringify(values.sort());
}

const TAKEN_ELSEWHERE: readonly string[] = ['changeLeverage', 'createConditionOrder'];

/** One contract takes the call, and others refuse it in all its forms, although they take orders. */
function judgeContracts(recording: Recording, operation: Operation, calls: Calls, findings: Findings): void {
  const { operationId } = operation;
  if (!TAKEN_ELSEWHERE.includes(operationId)) return;
  const contractOf = ({ input }: ObservedCall): unknown => input?.['contractName'];
  const taking = new Set(calls.filter(({ isAccepted }) => isAccepted).map(contractOf));
  const orders = new Set(recording.of('createOrder').flatMap((call) => (call.isAccepted ? contractOf(call) : [])));
  const groups = [...groupBy(calls, contractOf)];
  const refusing = groups.filter(
    ([contract, own]) =>
      orders.has(contract) &&
      own.every(({ reading }) => reading.kind === 'refused') &&
      new Set(own.map((call) => valueOf(call))).size >= ENOUGH_TERMS,
  );
  if (taking.size !== 1 || groups.length <= ENOUGH || refusing.length === 0) return;
  const [[contract, own]] = refusing as [(typeof refusing)[number], ...typeof refusing];
  const text = `${operationId} was refused on ${String(contract)} each of ${own.length} times, and on others, and taken on ${String([...taking][0])}: ${own[0]!.reading.summary}`;
  findings.broken(`shape/${operationId}/every-time`, text, [
    calls.find(({ isAccepted }) => isAccepted)!,
    ...own.slice(0, 2),
  ]);
}
