import { description, type UnknownId } from '../../../generated/description.js';
import {
  declaredFields,
  declaredOperations,
  type DeclaredField,
  type Operation,
  type OperationId,
} from '../operations.js';
import { type Reading, recordsOf, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { broken, cannotTell, type Check, type Context, holds, notApplicable, notRun } from '../engine/check.js';
import { type Complaint, complaintAbout, isTargetFault } from '../engine/valid-call.js';
import { clauses, fieldRowOf } from '../clauses.js';
import { valid, validInput } from '../call/inputs.js';
import type { Finding } from '../model.js';
import { cancelQuietly, crossingPrice, farPrice, sellingPrice } from '../account/orders.js';
import { cross, lastTrades } from '../account/trading.js';
import { leavesTraces } from './traces.js';

/** One thing that a field may be. It is taken when one of the calls is: the others leave room for what is not shown. */
interface Variant {
  readonly what: string;
  readonly inputs: readonly AnyInput[];
}

type Variants = (context: Context, valid: AnyInput) => Promise<readonly Variant[]>;

const one = (what: string, input: AnyInput): Variant => ({ what, inputs: [input] });

function without(input: AnyInput, name: string): AnyInput {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** A position of this run to close. */
async function opened(context: Context): Promise<void> {
  const { contract, volume } = context;
  await cross(context, { side: 'BUY', open: 'OPEN', contract, volume });
}

/** A call that sells what was opened: what an account may open has bounds that are not shown. */
async function closing(context: Context, input: AnyInput): Promise<AnyInput> {
  await opened(context);
  return { ...input, side: 'SELL', open: 'CLOSE', price: await crossingPrice(context, 'SELL', context.contract) };
}

/** What needs another order to trade with may be refused where there is none. Looked at after a refusal only. */
async function assertFills(context: Context): Promise<void> {
  const before = await lastTrades(context);
  await opened(context);
  if ((await lastTrades(context)) === before) cannotTell('an order at a crossing price was not filled');
}

/** Values that need another order than the one that is always valid. */
const ORDER_VALUES: Readonly<Record<string, Variants>> = {
  async SELL(context, input) {
    const prices = [await sellingPrice(context, 150n), await crossingPrice(context, 'BUY', context.contract)];
    const opening = prices.map((price) => ({ ...input, side: 'SELL', price }));
    return [{ what: 'side SELL', inputs: [...opening, await closing(context, { ...input, side: 'SELL' })] }];
  },
  async CLOSE(context, input) {
    return [one('open CLOSE', await closing(context, input))];
  },
  async MARKET(context, input) {
    await opened(context);
    const value = await crossingPrice(context, 'BUY', context.contract);
    const selling = { ...input, type: 'MARKET', side: 'SELL', open: 'CLOSE' };
    const opening = { ...input, type: 'MARKET' };
    // In which unit the volume of a market order is counted is not shown.
    return [{ what: 'type MARKET', inputs: [selling, opening, { ...opening, volume: value }] }];
  },
  IOC: expiring,
  FOK: expiring,
};

/** A service may refuse an order that would expire at once, and one that is filled. */
async function expiring(context: Context, input: AnyInput): Promise<readonly Variant[]> {
  const timeInForce = input.timeInForce;
  const prices = [await farPrice(context), await crossingPrice(context, 'BUY', context.contract)];
  return [{ what: `timeInForce ${String(timeInForce)}`, inputs: prices.map((price) => ({ ...input, price })) }];
}

/** Identifiers that the account has, as the list itself shows them. */
async function startingIds(context: Context, operationId: OperationId): Promise<readonly string[]> {
  const [first] = recordsOf(await valid(context, operationId)) ?? [];
  const ids = Object.entries(first ?? {}).flatMap(([name, value]) => {
    const text = /id$/i.test(name) ? textOf(value) : undefined;
    return text !== undefined && /^[1-9]\d{0,18}$/.test(text) ? [text] : [];
  });
  return ids.length > 0 ? ids : notApplicable(`the account has no record that ${operationId} could start with`);
}

/** Sizes of a page: the smallest is not shown, and neither is in which steps they go. */
const LIMITS = ['5', '1', '10', '20', '50', '100'] as const;

/** What each optional field, and each declared value, comes to as input. */
async function variantsOf(context: Context, operation: Operation, field: DeclaredField): Promise<readonly Variant[]> {
  const { operationId } = operation;
  const { name, required, enum: values, maximum } = field;
  const base: AnyInput = await validInput(context, operationId);
  const absent = required ? [] : [one(`no ${name}`, without(base, name))];
  if (values !== undefined) {
    const each: Variant[] = [];
    for (const value of values) {
      const input = { ...base, [name]: value };
      const special = operationId === 'createOrder' ? ORDER_VALUES[value] : undefined;
      each.push(...((await special?.(context, input)) ?? [one(`${name} ${value}`, input)]));
    }
    return [...absent, ...each];
  }
  if (name === 'contractName') return [...absent, one('a contractName', { ...base, contractName: context.contract })];
  if (name === 'limit') {
    const usual = description[operationId].input.find((each) => each.name === name)?.default;
    const declared = [usual, maximum].flatMap((limit) => (limit === undefined ? [] : [String(limit)]));
    return [
      ...absent,
      { what: 'a limit', inputs: LIMITS.map((limit) => ({ ...base, limit })) },
      ...declared.map((limit) => one(`limit ${limit}`, { ...base, limit })),
    ];
  }
  if (name === 'fromId') {
    const inputs = (await startingIds(context, operationId)).map((fromId) => ({ ...base, fromId }));
    return [
      ...absent,
      { what: 'a fromId', inputs },
      {
        what: 'fromId and limit',
        inputs: LIMITS.flatMap((limit) => inputs.map((each) => ({ ...each, limit }))),
      },
    ];
  }
  if (operationId === 'createConditionOrder' && name === 'price') {
    // An order at a limit may need one.
    const bare = without(base, name);
    return [{ what: `no ${name}`, inputs: [bare, { ...bare, type: 'MARKET' }] }, one(`a ${name}`, base)];
  }
  // A target may take names of some forms only: the run goes without where it refuses those that it is known by.
  const isLeftOut = name === 'clientOrderId' && base.clientOrderId === undefined;
  const inputs = isLeftOut ? CLIENT_IDS.map((clientOrderId) => ({ ...base, clientOrderId })) : [base];
  return [...absent, { what: `a ${name}`, inputs }];
}

const CLIENT_IDS = ['1', 'a', 'abc123', '20261122000001', '4b3c1f0e-8a52-4d8e-9c61-0f2d5e7a9b10'];

/** Calls until one is taken; what was placed is cancelled again. */
async function tryVariant(context: Context, operation: Operation, { what, inputs }: Variant): Promise<Complaint> {
  const { operationId } = operation;
  let complaint: Complaint;
  let isFault = false;
  for (const input of inputs) {
    const call = async (): Promise<Reading> => {
      const reading = await context.callWith(operationId, fresh(operationId, input));
      if (operationId === 'createOrder') await cancelQuietly(context, reading, context.contract);
      isFault ||= isTargetFault(reading);
      return reading;
    };
    complaint = await complaintAbout(context, `${operationId} with ${what}`, await call(), call);
    if (complaint === undefined) return undefined;
  }
  // What breaks is no refusal of the value.
  return complaint && isFault ? { ...complaint, clause: clauses.tradingSuccess } : complaint;
}

let count = 0;

/** A service may refuse a clientOrderId that it has seen. */
function fresh(operationId: OperationId, input: AnyInput): AnyInput {
  if (operationId !== 'createOrder' || input.clientOrderId === undefined) return input;
  return { ...input, clientOrderId: `${String(input.clientOrderId)}${(count++).toString(36)}` };
}

/** More than the variants of any field that is read with. */
const MOST_CALLS = 12;

async function allTaken(context: Context, operation: Operation, field: DeclaredField): Promise<Finding> {
  if (context.callsLeft < MOST_CALLS) {
    return notRun('the calls of a run in mode read do not suffice: chosen with --check it has its own');
  }
  const problems: string[] = [];
  const taken: string[] = [];
  const faults: string[] = [];
  for (const variant of await variantsOf(context, operation, field)) {
    const complaint = await tryVariant(context, operation, variant);
    if (complaint !== undefined && 'problem' in complaint) {
      problems.push(complaint.problem);
      if (complaint.clause === clauses.tradingSuccess) faults.push(complaint.problem);
    } else taken.push(variant.what);
  }
  if (taken.length === 0 && problems.length > 0) return cannotTell(problems.join('; '));
  if (faults.length > 0) return broken(faults.join('; '), { taken }, clauses.tradingSuccess);
  if (problems.length > 0 && ['type', 'open'].includes(field.name)) await assertFills(context);
  return problems.length > 0 ? broken(problems.join('; '), { taken }) : holds({ taken });
}

/** The document says of these what more than one kind of call is for. Cancel without orderId has rules of its own. */
const isTried = ({ operationId }: Operation, { required, enum: values, effectWhenOmitted }: DeclaredField): boolean =>
  effectWhenOmitted === undefined && (!required || (values !== undefined && operationId !== 'getOrder'));

const FILLED: readonly UnknownId[] = ['contracts.names', 'request.volume-unit', 'response.trade-history'];

export const declaredInputChecks: readonly Check[] = declaredOperations.flatMap((operation) =>
  declaredFields(operation)
    .filter((field) => isTried(operation, field))
    .map((field): Check => {
      const { operationId, effect } = operation;
      const places = operationId === 'createOrder';
      return {
        id: `request/${operationId}/${field.name}`,
        family: 'RULE',
        title:
          field.enum === undefined
            ? `${operationId} takes a call with ${field.name}, and one without`
            : `${operationId} takes each declared ${field.name}${field.required ? '' : ', and none'}`,
        clause: fieldRowOf(operationId, field),
        effect: places ? 'wipe' : effect,
        operations: places ? [operationId, 'cancelOrder', 'getTradeHistory'] : [operationId],
        signed: true,
        late: true,
        throwAway: effect === 'money' || leavesTraces(operation),
        // A read is its own control: one of its calls is taken, and another is not.
        ...(effect !== 'read' && { control: `shape/${operationId}/success` }),
        assumes: places ? FILLED : [],
        run: (context) => allTaken(context, operation, field),
      };
    }),
);
