import type { UnknownId } from '../../../generated/description.js';
import {
  declaredFields,
  declaredOperations,
  leavesTraces,
  type DeclaredField,
  type Operation,
  type OperationId,
} from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import {
  asNone,
  type Broken,
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  decidedBy,
  decidingCall,
  holds,
  needCalls,
  onContract,
  shown,
} from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { clauses, fieldRow } from '../model/clauses.js';
import { validInput } from '../orders/valid-inputs.js';
import type { Clause, Finding } from '../model/report-model.js';
import {
  callAndCancel,
  cancelQuietly,
  crossingPrice,
  nextClientOrderId,
  otherContracts,
  scaled,
  sellingPrice,
} from '../orders/orders.js';
import { lastTrades } from '../orders/trading.js';
import { type FieldVariant, variantsOf } from './field-variants.js';
import { judgeLifetimes, judgeNames } from './named-orders.js';

/** Ends the check if an order at a crossing price is not filled: a missing counterparty may explain a refusal. */
async function assertFills(context: Context): Promise<void> {
  const before = await lastTrades(context);
  const price = await crossingPrice(context, 'BUY', context.contract);
  // Without timeInForce, which may be what is refused.
  const order = { ...(await validInput(context, 'createOrder')), price };
  await cancelQuietly(context, await context.call('createOrder', order), context.contract);
  if ((await lastTrades(context)) === before) cannotTell('an order at a crossing price was not filled');
}

/** Hundredths of the listed price: the market may be some way off it, and take orders near its own price only. */
const PRICES = [98n, 100n, 102n, 96n, 104n, 94n, 106n, 92n, 108n, 90n, 110n];

/** Other prices and volumes, for an order that is refused: bounds of an order are not shown, nor when two are one too many. */
async function inOtherTerms(context: Context, input: AnyInput): Promise<readonly AnyInput[]> {
  const prices = await Promise.all(PRICES.map((each) => sellingPrice(context, each)));
  const volumes = [1000n, 10_000n, 10n].map((hundredths) => scaled(String(input.volume), hundredths));
  return [
    ...prices.map((price) => ({ ...input, price })),
    ...volumes.filter((other) => Number(other) > 0).map((other) => ({ ...input, volume: other })),
  ];
}

/** The input of the control for a refused call: the same order as accepted elsewhere, or an earlier accepted value. */
type ControlOf = (input: AnyInput) => AnyInput;

const send = (context: Context, { operationId }: Operation, input: AnyInput): Promise<Reading> =>
  callAndCancel(context, operationId, fresh(context, operationId, input));

/** Calls until one is taken. Returns what is wrong with the last one, or its refusal. */
async function tryVariant(
  context: Context,
  operation: Operation,
  { what, inputs, more = [] }: FieldVariant,
): Promise<{ readonly complaint?: Broken; readonly refusal?: Reading | undefined }> {
  const places = operation.operationId === 'createOrder';
  const others = places ? await Promise.all(inputs.map((input) => inOtherTerms(context, input))) : [];
  let refusal: Reading | undefined;
  let complaint: Broken | undefined;
  let isFault = false;
  for (const input of [...inputs, ...more, ...others.flat()]) {
    const reading = await send(context, operation, input);
    isFault ||= isTargetFault(reading);
    if (reading.kind === 'refused') {
      refusal ??= reading;
      continue;
    }
    const again = (): Promise<Reading> => send(context, operation, input);
    complaint = await complaintAbout(context, `${operation.operationId} with ${what}`, reading, again);
    if (complaint === undefined) return {};
  }
  // A response that breaks the contract is not a refusal of the value.
  if (complaint === undefined) return { refusal };
  return { complaint: isFault ? { ...complaint, clause: clauses.tradingSuccess } : complaint };
}

/** True when another contract takes the variant. Contracts may differ in their rules, such as limit orders only. */
async function isTakenElsewhere(
  context: Context,
  operation: Operation,
  field: DeclaredField,
  { what }: FieldVariant,
): Promise<boolean> {
  if (operation.operationId !== 'createOrder' || context.mode !== 'sandbox') return false;
  for (const contract of (await otherContracts(context)).slice(0, CONTRACTS_TRIED)) {
    const there = onContract(context, contract);
    const variants = await variantsOf(there, operation, field).catch(asNone);
    const variant = variants?.find((each) => each.what === what);
    const tried = variant && (await tryVariant(there, operation, variant).catch(asNone));
    if (tried !== undefined && isTaken(tried)) return true;
  }
  return false;
}

const CONTRACTS_TRIED = 2;
const isTaken = ({ complaint, refusal }: Awaited<ReturnType<typeof tryVariant>>): boolean =>
  complaint === undefined && refusal === undefined;

/** Judges whether the value was refused. An order is compared with one at its price; for a list, any page will do. */
async function judgeVariant(
  context: Context,
  operation: Operation,
  { what, inputs, more = [] }: FieldVariant,
  refusal: Reading,
  controlOf: ControlOf,
): Promise<Finding | undefined> {
  const places = operation.operationId === 'createOrder';
  const all = [...inputs, ...more];
  let finding: Finding | undefined;
  let turn = 0;
  for (const input of places ? inputs : [all[0]!]) {
    finding = await judgeRefusal(context, refusal, {
      what: `${operation.operationId} with ${what}`,
      ask: () => send(context, operation, places ? input : all[turn++ % all.length]!),
      control: () => send(context, operation, controlOf(input)),
    });
    if (finding?.outcome !== 'broken') return finding;
  }
  return finding;
}

let count = 0;

/** A service may refuse a clientOrderId that it has seen. Where those of the run are refused, others keep the form that they have. */
function fresh(context: Context, operationId: OperationId, input: AnyInput): AnyInput {
  if (operationId !== 'createOrder' || input.clientOrderId === undefined) return input;
  const isOfRun = context.order.clientOrderId !== 'none';
  return {
    ...input,
    clientOrderId: isOfRun ? nextClientOrderId(context) : `${String(input.clientOrderId)}${count++}`,
  };
}

/** More than the variants of any field that is read with. */
const MOST_CALLS = 12;

async function allTaken(context: Context, operation: Operation, field: DeclaredField): Promise<Finding> {
  needCalls(context, MOST_CALLS);
  const wrong: Broken[] = [];
  const taken: FieldVariant[] = [];
  const refused: (readonly [FieldVariant, Reading])[] = [];
  for (const variant of await variantsOf(context, operation, field)) {
    const { complaint, refusal } = await tryVariant(context, operation, variant);
    if (refusal !== undefined && !(await isTakenElsewhere(context, operation, field, variant)))
      refused.push([variant, refusal]);
    else if (complaint === undefined) taken.push(variant);
    else wrong.push(complaint);
  }
  const whats = (): readonly string[] => taken.map(({ what }) => what);
  const [known] = taken;
  if (known === undefined) {
    const all = [
      ...wrong.map(({ problem }) => problem),
      ...refused.map(([{ what }, one]) => `${what}: ${one.summary}`),
    ];
    return cannotTell(all.join('; '));
  }
  const faults = wrong.filter(({ clause }) => clause === clauses.tradingSuccess);
  if (faults.length > 0) return joined(faults, whats(), clauses.tradingSuccess);
  const plain = await validInput(context, operation.operationId);
  const unclear: string[] = [];
  for (const [variant, refusal] of refused) {
    let finding = await judgeVariant(context, operation, variant, refusal, ({ price, volume }) =>
      operation.operationId === 'createOrder' ? { ...plain, price, volume } : known.inputs[0]!,
    );
    if (finding?.outcome === 'broken' && TRADING.includes(field.name)) {
      await assertFills(context);
      // It has opened a position, which an order that is over at once may not have done.
      if (isTaken(await tryVariant(context, operation, variant))) finding = undefined;
    }
    if (finding === undefined) taken.push(variant);
    else if (finding.outcome === 'broken') wrong.push(finding);
    else if ('reason' in finding) unclear.push(finding.reason);
  }
  if (wrong.length > 0) return joined(wrong, whats());
  if (unclear.length > 0) return cannotTell(unclear.join('; '));
  return (await OF_FORMS[field.name]?.(context)) ?? holds({ taken: whats() });
}

/** All that is wrong at once; the call of the first decides. */
function joined(all: readonly Broken[], taken: readonly string[], clause?: Clause): Finding {
  const whole = shown(broken(all.map(({ problem }) => problem).join('; '), { taken }, clause));
  return decidedBy(whole, { sent: decidingCall(all[0]!) });
}

/** Fields that are tried in all forms of an order. */
const OF_FORMS: Readonly<Record<string, (context: Context) => Promise<Finding | undefined>>> = {
  clientOrderId: judgeNames,
  timeInForce: judgeLifetimes,
};

/** Fields with values that need another order to trade with. */
const TRADING: readonly string[] = ['type', 'open', 'side', 'timeInForce'];

/** Selects the fields for which the document allows more than one kind of call. Cancel without orderId has its own rules. */
const isTried = ({ operationId }: Operation, { required, enum: values, effectWhenOmitted }: DeclaredField): boolean =>
  effectWhenOmitted === undefined && (!required || (values !== undefined && operationId !== 'getOrder'));

const FILLED: readonly UnknownId[] = ['contracts.names', 'request.volume-unit', 'response.trade-history'];

export const declaredInputChecks: readonly CheckRow[] = declaredOperations.flatMap((operation) =>
  declaredFields(operation)
    .filter((field) => isTried(operation, field))
    .map((field): CheckRow => {
      const { operationId, effect } = operation;
      const places = operationId === 'createOrder';
      return {
        id: `request/${operationId}/${field.name}`,
        title:
          field.enum === undefined
            ? `${operationId} takes a call with ${field.name}, and one without`
            : `${operationId} takes each declared ${field.name}${field.required ? '' : ', and none'}`,
        clause: fieldRow(operationId, field),
        operations: places ? [operationId, 'cancelOrder', 'getTradeHistory'] : [operationId],
        late: true,
        throwAway: effect === 'money' || leavesTraces(operation),
        // A read is its own control: one of its calls is taken, and another is not.
        ...(effect !== 'read' && { control: `shape/${operationId}/success` }),
        assumes: places ? FILLED : [],
        run: (context) => allTaken(context, operation, field),
      };
    }),
);
