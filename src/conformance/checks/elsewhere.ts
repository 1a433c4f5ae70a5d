import { asNone, type Broken, type Context, onContract } from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { fieldsOf, rowOf } from '../model/clauses.js';
import { declaredFields, type Operation, type OperationId, operations } from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { cancelQuietly, otherContracts, scaled, tryPlace } from '../orders/orders.js';
import { validInput } from '../orders/valid-inputs.js';
import { isSetting } from './side-effects.js';

const CONTRACTS = 3;

/** Terms that are another contract's own: a refusal counts where each of them is refused. */
const TERMS: { readonly [Id in OperationId]?: (input: AnyInput) => readonly AnyInput[] } = {
  changeLeverage: () => ['1', '2', '3', '5', '10', '20'].map((nowLevel) => ({ nowLevel })),
  createConditionOrder: ({ volume, triggerPrice }) => [
    ...[1000n, 10_000n].map((hundredths) => ({ volume: scaled(String(volume), hundredths) })),
    { triggerPrice: scaled(String(triggerPrice), 30n) },
    ...[{ type: 'MARKET' }, { side: 'SELL' }],
  ],
};

interface There {
  readonly contract: string;
  readonly input: AnyInput;
  readonly reading: Reading;
}

/** The call on other contracts, once in a run; of throw-away targets only. */
const elsewhere = (context: Context, operation: Operation): Promise<readonly There[]> =>
  context.shared(`${operation.operationId} elsewhere`, async (inner) => {
    const { operationId } = operation;
    const isOnContract = declaredFields(operation).some(({ name }) => name === 'contractName');
    if (inner.mode !== 'sandbox' || !isOnContract) return [];
    const all: There[] = [];
    // The modes are set on one of the others already.
    const own = isSetting(operation) ? ((await validInput(inner, operationId)) as AnyInput).contractName : undefined;
    for (const contract of (await otherContracts(inner)).slice(0, CONTRACTS).filter((one) => one !== own)) {
      const input = await inputOn(inner, operation, contract);
      if (input === undefined) continue;
      const reading = await inner.callWith(operationId, input);
      if (operationId === 'createOrder') await cancelQuietly(inner, reading, contract);
      all.push({ contract, input, reading });
    }
    return all;
  });

/** A complaint about another contract, where the target breaks: a refusal may be a rule of theirs. Undefined where it breaks on none. */
export async function complaintElsewhere(context: Context, operation: Operation): Promise<Broken | undefined> {
  const { operationId } = operation;
  for (const { contract, input, reading } of await elsewhere(context, operation)) {
    if (!isTargetFault(reading)) continue;
    // An order whose cancel was not answered may be over.
    const send = async () => context.callWith(operationId, (await inputOn(context, operation, contract)) ?? input);
    const complaint = await complaintAbout(context, `${operationId} on ${contract}`, reading, send);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** A refusal on another contract of what is taken on the one under test, where orders of both are taken; undefined where there is none. */
export async function refusalElsewhere(context: Context, operation: Operation): Promise<Broken | undefined> {
  const { operationId, result } = operation;
  if (operationId === 'createOrder') return textElsewhere(context, operation);
  // An order that is named is of one contract.
  const terms = result === 'list' ? () => [] : TERMS[operationId];
  if (terms === undefined) return undefined;
  const all = await elsewhere(context, operation);
  // A market may have no condition orders, and others have them.
  if (operationId === 'createConditionOrder' && all.some(({ reading }) => reading.kind === 'accepted'))
    return undefined;
  for (const { contract, input, reading } of all) {
    // One that takes no order may be suspended, or have another name in trading.
    const [order] = reading.kind === 'refused' ? await tryPlace(context, contract) : [];
    if (order === undefined) continue;
    await context.call('cancelOrder', { contractName: contract, orderId: order.orderId });
    const ask = () => context.callWith(operationId, input);
    let isRefused = true;
    for (const other of terms(input))
      isRefused &&= (await context.callWith(operationId, { ...input, ...other })).kind === 'refused';
    if (!isRefused) continue;
    const control = async () => context.callWith(operationId, await validInput(context, operationId));
    const finding = await judgeRefusal(context, reading, { what: `${operationId} on ${contract}`, ask, control });
    if (finding?.outcome === 'broken') return { ...finding, clause: rowOf(operationId) };
  }
  return undefined;
}

const asText = (body: string): string => body.replaceAll(/"(price|volume)":([\d.e+-]+)/g, '"$1":"$2"');

/** An order that another contract takes with its numbers as text, and refuses as declared. One that it takes in neither way says nothing. */
async function textElsewhere(context: Context, operation: Operation): Promise<Broken | undefined> {
  for (const { contract, reading } of await elsewhere(context, operation)) {
    if (reading.kind !== 'refused') continue;
    const send = async (spelled?: typeof asText): Promise<Reading> => {
      const input = (await inputOn(context, operation, contract)) ?? {};
      const sent = await context.callWith('createOrder', input, spelled && { spelled });
      await cancelQuietly(context, sent, contract);
      return sent;
    };
    if ((await send(asText)).kind !== 'accepted') continue;
    const what = `createOrder on ${contract} with price and volume as numbers, and not as text,`;
    const finding = await judgeRefusal(context, reading, { what, ask: () => send(), control: () => send(asText) });
    if (finding?.outcome === 'broken') return { ...finding, clause: fieldsOf('createOrder', PRICE) };
  }
  return undefined;
}

const PRICE = declaredFields(operations.createOrder).filter(({ name }) => name === 'price');

/** Input that is right for another contract; undefined where none can be made. */
async function inputOn(context: Context, { operationId }: Operation, contract: string): Promise<AnyInput | undefined> {
  if (operationId === 'cancelOrder') {
    const [order] = await tryPlace(context, contract);
    return order && { contractName: contract, orderId: order.orderId };
  }
  const input = await validInput(onContract(context, contract), operationId).catch(asNone);
  return input && { ...input, contractName: contract };
}
