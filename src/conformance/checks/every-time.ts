import { declaredFields, declaredOperations, type Operation, type OperationId } from '../operations.js';
import type { Reading } from '../call/answer.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  Found,
  holds,
  notApplicable,
  type Placed,
} from '../engine/check.js';
import { isTargetFault } from '../engine/valid-call.js';
import { clauses } from '../clauses.js';
import { tryCall, validInput } from '../call/inputs.js';
import type { Clause, Finding } from '../model.js';
import { bait, notYetOpen, otherContract, place, stillOpen } from '../account/orders.js';
import { CHANGES } from '../premises/premises.js';
import { patiently } from './rule.js';
import { publicJudges } from './shape.js';
import { leavesTraces } from './traces.js';

/** A fault that strikes one call in so many, or more often, is seen. */
const TIMES = 6;

/** The same right call several times: each is a success of the same form. */
async function everyTime(context: Context, operation: Operation): Promise<Finding> {
  const { operationId, effect } = operation;
  const problems = new Set<string>();
  const unclear: string[] = [];
  let right = 0;
  let refused = 0;
  let lastRight = 0;
  for (let time = 0; time < TIMES; time++) {
    const reading = await once(context, operation);
    const problem = isAway(reading) ? undefined : problemOf(operationId, reading);
    if (reading.kind === 'refused') refused++;
    if (problem !== undefined) problems.add(problem);
    else if (reading.kind === 'accepted') {
      right++;
      lastRight = time;
    } else unclear.push(reading.summary);
  }
  const all = [...problems].join('; ');
  // Nothing says that a setting can be made twice.
  if (effect === 'reversible' && refused >= TIMES - 1)
    return notApplicable(`a setting that is made again is refused: ${all}`);
  // What is wrong each time is told by the check that looks at it.
  if (problems.size > 0 && right === 0) return notApplicable(`wrong each of ${TIMES} times: ${all}`);
  // An account may have so many orders, and no more, and where nothing is open there may be nothing to cancel: the rule
  // about it opens an order each time. What comes and goes is right again in between.
  if ((effect === 'money' || operationId === 'cancelAllOrders') && refused > 1 && refused === TIMES - 1 - lastRight)
    return cannotTell(`right ${right} times, and refused from then on: ${all}`);
  if (problems.size > 0) return broken(`right ${right} of ${TIMES} times, and else: ${all}`);
  return unclear.length > 0 ? cannotTell(unclear[0]!) : holds(TIMES);
}

/** A short page of a list says as much as a long one. */
async function once(context: Context, operation: Operation): Promise<Reading> {
  const { operationId } = operation;
  if (declaredFields(operation).some(({ name }) => name === 'limit'))
    return context.callWith(operationId, { ...(await validInput(context, operationId)), limit: '5' });
  // An order may be known to a cancel no sooner than it is listed.
  if (operationId === 'cancelOrder') await notYetOpen(context, [await bait(context)]);
  // Without an alteration, what was looked up before would be told again.
  return tryCall(context, operationId, {});
}

/** A gateway says so when the service behind it is away: a status other than 200 is said of no refusal. */
const isAway = ({ kind, status }: Reading): boolean =>
  kind === 'unclear' && (status === 502 || status === 503 || status === 504);

export function problemOf(operationId: OperationId, reading: Reading): string | undefined {
  const { kind, status, summary } = reading;
  if (kind === 'refused' || kind === 'unclear' || isTargetFault(reading)) return summary;
  if (kind !== 'accepted') return undefined;
  if (status !== 200) return `the status of a success is ${status}, not 200`;
  for (const judge of publicJudges[operationId] ?? []) {
    const finding = judge(reading);
    if (finding.outcome === 'broken') return finding.problem;
  }
  return undefined;
}

/** An order of another contract, where the account may have one. */
async function placeElsewhere(context: Context): Promise<readonly Placed[]> {
  const contract = await otherContract(context);
  if (contract === undefined) return [];
  try {
    return [await place(context, contract)];
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return [];
  }
}

/** One order placed and cancelled by a cancel of many, several times. */
async function everyWipe(context: Context, operationId: 'cancelOrder' | 'cancelAllOrders'): Promise<Finding> {
  for (let time = 1; time <= TIMES; time++) {
    const order: Placed = await place(context);
    const orders = [order, ...(operationId === 'cancelAllOrders' ? await placeElsewhere(context) : [])];
    const input = operationId === 'cancelOrder' ? { contractName: order.contract } : {};
    const reading = await patiently(context, () => context.callWith(operationId, input));
    context.bait.spend();
    if (reading.kind === 'refused') return broken(`time ${time} of ${TIMES} was refused: ${reading.summary}`);
    if (reading.kind !== 'accepted') return cannotTell(reading.summary);
    for (const each of orders) {
      if ((await stillOpen(context, [each], each.contract)).length > 0)
        return broken(`time ${time} of ${TIMES} was a success, and the order ${each.orderId} is still open`);
    }
  }
  return holds(TIMES);
}

const wipe = (operationId: 'cancelOrder' | 'cancelAllOrders', name: string, title: string, clause: Clause): Check => ({
  id: `rule/${name}/every-time`,
  family: 'RULE',
  title,
  clause,
  effect: 'wipe',
  operations: ['createOrder', 'getOpenOrders', 'cancelOrder', operationId],
  signed: true,
  throwAway: true,
  control: `shape/${operationId}/success`,
  assumes: CHANGES,
  run: (context) => everyWipe(context, operationId),
});

export const everyTimeChecks: readonly Check[] = [
  ...declaredOperations.map((operation): Check => {
    const { operationId, effect, security } = operation;
    return {
      id: `shape/${operationId}/every-time`,
      family: 'SHAPE',
      title: `${operationId} as described succeeds each of ${TIMES} times`,
      clause: security === 'public' ? clauses.success : clauses.tradingSuccess,
      // What is not free is not repeated on an account that matters.
      effect: effect === 'read' ? 'reversible' : effect,
      operations: [operationId],
      signed: security !== 'public',
      again: true,
      throwAway: effect === 'read' || effect === 'wipe' || effect === 'money' || leavesTraces(operation),
      run: (context) => everyTime(context, operation),
    };
  }),
  wipe(
    'cancelOrder',
    'cancel',
    'a cancel without orderId cancels the orders of its contract each time',
    clauses.cancelMany,
  ),
  wipe('cancelAllOrders', 'cancel-all', 'cancel_all cancels all open orders each time', clauses.cancelAll),
];
