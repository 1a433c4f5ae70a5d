import type { FieldName } from '../../../generated/description.js';
import { type OperationId, operations } from '../operations.js';
import { type Reading, textOf } from './answer.js';
import type { Alteration } from './build-call.js';
import type { AnyInput, Input } from './input.js';
import { type Context, Found, notApplicable, notRun } from '../engine/check.js';
import { exampleOf } from './examples.js';
import { bait, clear, farPrice, firstRecord, nextClientOrderId, otherContract, placedBy } from '../account/orders.js';

/** Fields of an example that narrow a read to what is not there. */
const NARROWING: readonly FieldName[] = ['limit', 'fromId', 'startTime', 'endTime'];

const CONTRACT: FieldName = 'contractName';

type Maker<Id extends OperationId> = (context: Context, example: Input<Id>) => Promise<Input<Id>>;

/** What has to be there before some operations can succeed; the others take the example as it is. */
const MAKERS: { readonly [Id in OperationId]?: Maker<Id> } = {
  async createOrder(context, example): Promise<Input<'createOrder'>> {
    const price = await farPrice(context);
    return { ...example, price, volume: context.volume, clientOrderId: nextClientOrderId(context) };
  },
  async createConditionOrder(context, example): Promise<Input<'createConditionOrder'>> {
    const price = await farPrice(context);
    return { ...example, price, volume: context.volume, ...(await farTrigger(context)) };
  },
  async cancelOrder(context, example): Promise<Input<'cancelOrder'>> {
    return { ...example, orderId: (await bait(context)).orderId };
  },
  async getOrder(context): Promise<Input<'getOrder'>> {
    return { contractName: context.contract, orderId: await someOrderId(context) };
  },
  async changePositionMode(context, example): Promise<Input<'changePositionMode'>> {
    return { ...example, contractName: await emptyContract(context) };
  },
  async changeMarginMode(context, example): Promise<Input<'changeMarginMode'>> {
    return { ...example, contractName: await emptyContract(context) };
  },
  async adjustPositionMargin({ existing: { positionId } }): Promise<Input<'adjustPositionMargin'>> {
    if (positionId === undefined) return notRun('no operation returns a positionId: give existing.positionId');
    return { positionId, amount: '1' };
  },
};

/** Input with which a call of the operation has to succeed now: the example, on this account's contract. */
export async function validInput<Id extends OperationId>(context: Context, operationId: Id): Promise<Input<Id>> {
  const example = Object.entries(exampleOf(operationId))
    .filter(([name]) => !(NARROWING as readonly string[]).includes(name))
    .map(([name, value]) => [name, name === CONTRACT ? context.contract : (value as unknown)]);
  const input = Object.fromEntries(example) as Input<Id>;
  return (await MAKERS[operationId]?.(context, input)) ?? input;
}

/** Hosts refuse to change a contract that has open orders. */
async function emptyContract(context: Context): Promise<string> {
  const contractName = (await otherContract(context)) ?? notApplicable('there is no second contract');
  await clear(context, contractName);
  return contractName;
}

/** A condition that the price has to rise far for; the values are observed (unknown `request.trigger-type`). */
async function farTrigger(
  context: Context,
): Promise<Pick<Input<'createConditionOrder'>, 'triggerType' | 'triggerPrice'>> {
  const price = await farPrice(context);
  return { triggerType: '3', triggerPrice: price.replace(/^(\d+)/, (whole) => String(BigInt(whole) * 4n + 1n)) };
}

async function someOrderId(context: Context): Promise<string> {
  if (context.existing.orderId !== undefined) return context.existing.orderId;
  if (context.mode !== 'read') return (await bait(context)).orderId;
  const found =
    textOf((await firstRecord(context, 'getOpenOrders'))?.['orderId']) ??
    textOf((await firstRecord(context, 'getOrderHistory'))?.['orderId']);
  return found ?? notApplicable('the account has no order to look up: give existing.orderId');
}

/** The correctly signed call that has to succeed, once in a run. */
export const valid = (context: Context, operationId: OperationId): Promise<Reading> =>
  context.shared(`valid ${operationId}`, (inner) => tryCall(inner, operationId));

/** One call with input that is valid now, altered where asked. A cancel may have used up its order. */
export async function tryCall(context: Context, operationId: OperationId, alteration?: Alteration): Promise<Reading> {
  const input = await validInput(context, operationId);
  const place = operationId === 'getOrder' ? await orderPlace(context) : undefined;
  if (place !== undefined && alteration === undefined) return lookUp(context, place);
  const reading = await context.call(operationId, input, { ...(place && { place }), ...alteration });
  if (reading.kind === 'accepted') await settle(context, operationId, input, reading);
  return reading;
}

async function settle(
  context: Context,
  operationId: OperationId,
  { clientOrderId, contractName }: AnyInput,
  reading: Reading,
): Promise<void> {
  if (operations[operationId].effect === 'wipe') context.bait.spend();
  if (operationId !== 'createOrder') return;
  try {
    await placedBy(context, reading, String(contractName), String(clientOrderId));
  } catch (error) {
    // Noted for the clean-up without its id; what the call showed does not depend on it.
    if (!(error instanceof Found)) throw error;
  }
}

/** Where this target reads the fields of a GET with a body: as declared, or in the query (unknown `request.get-body`). */
export async function orderPlace(context: Context): Promise<'body' | 'query'> {
  const byBody = await lookUp(context, 'body');
  if (byBody.kind === 'accepted') return 'body';
  return (await lookUp(context, 'query')).kind === 'accepted' ? 'query' : 'body';
}

/** Get Order Details with its fields in one place, once in a run. */
export const lookUp = (context: Context, place: 'body' | 'query'): Promise<Reading> =>
  context.shared(`look up by ${place}`, async (inner) =>
    inner.call('getOrder', await validInput(inner, 'getOrder'), { place }),
  );
