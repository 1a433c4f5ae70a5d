import { description } from '../../../generated/description.js';
import { declaredFields, type DeclaredField, type Operation, type OperationId } from '../model/operations.js';
import { recordsOf, textOf } from '../call/answer.js';
import { type AnyInput, without } from '../call/input.js';
import { asNone, type Context, notApplicable } from '../findings/check.js';
import { lookUntil } from '../findings/patience.js';
import { tryCall, valid, validInput } from '../orders/valid-inputs.js';
import { cancelQuietly, crossingPrice, farPrice, sellingPrice } from '../orders/orders.js';
import { cross } from '../orders/trading.js';
import { fillOn } from '../scenes/histories.js';

/** One thing that a field may be. It is taken when one of the calls is: the others leave room for what is not shown. */
export interface FieldVariant {
  readonly what: string;
  readonly inputs: readonly AnyInput[];
  /** Further calls of which a refusal says nothing: they ask for more than the value. */
  readonly more?: readonly AnyInput[];
}

type Variants = (context: Context, valid: AnyInput) => Promise<readonly FieldVariant[]>;

const one = (what: string, input: AnyInput): FieldVariant => ({ what, inputs: [input] });

/** A call that sells what was opened: what an account may open has bounds that are not shown. */
async function closing(context: Context, input: AnyInput): Promise<AnyInput> {
  await cross(context, { side: 'BUY', open: 'OPEN' });
  return { ...input, side: 'SELL', open: 'CLOSE', price: await crossingPrice(context, 'SELL', context.contract) };
}

/** Values that need another order than the one that is always valid. */
const ORDER_VALUES: Readonly<Record<string, Variants>> = {
  async SELL(context, input) {
    const prices = [await sellingPrice(context, 150n), await crossingPrice(context, 'BUY', context.contract)];
    const opening = prices.map((price) => ({ ...input, side: 'SELL', price }));
    return [{ what: 'side SELL', inputs: [await closing(context, { ...input, side: 'SELL' })], more: opening }];
  },
  async CLOSE(context, input) {
    const order = await closing(context, input);
    return [{ what: 'open CLOSE', inputs: [order, { ...order, type: 'MARKET' }] }];
  },
  async MARKET(context, input) {
    await cross(context, { side: 'BUY', open: 'OPEN' });
    const value = await crossingPrice(context, 'BUY', context.contract);
    const selling = { ...input, type: 'MARKET', side: 'SELL', open: 'CLOSE' };
    const opening = { ...input, type: 'MARKET' };
    // In which unit the volume of a market order is counted is not shown.
    // A price may have to be near the last one, or none at all, although none is waited for.
    const near = [
      { ...selling, price: await crossingPrice(context, 'SELL', context.contract) },
      { ...opening, price: value },
      ...['0', await sellingPrice(context, 100n)].flatMap((price) =>
        [selling, opening].map((order) => ({ ...order, price })),
      ),
    ];
    const any = { what: 'type MARKET', inputs: [selling, opening], more: [...near, { ...opening, volume: value }] };
    // A market order closes what one at a limit would.
    const atLimit = { ...selling, type: 'LIMIT', price: await sellingPrice(context, context.order.sellHundredths) };
    const limited = await context.callWith('createOrder', atLimit);
    await cancelQuietly(context, limited, context.contract);
    if (limited.kind !== 'accepted') return [any];
    const prices = near.filter(({ open }) => open === 'CLOSE');
    return [
      any,
      { what: 'type MARKET and open CLOSE', inputs: [selling], more: [...prices, { ...selling, volume: value }] },
    ];
  },
  IOC: expiring,
  FOK: expiring,
};

/** A service may refuse an order that would expire at once, and one that is filled. */
async function expiring(context: Context, input: AnyInput): Promise<readonly FieldVariant[]> {
  const timeInForce = input.timeInForce;
  const prices = [await farPrice(context), await crossingPrice(context, 'BUY', context.contract)];
  return [{ what: `timeInForce ${String(timeInForce)}`, inputs: prices.map((price) => ({ ...input, price })) }];
}

/** Identifiers that the account has, as the list itself shows them. */
const startingIds = (outer: Context, operationId: OperationId): Promise<readonly string[]> =>
  outer.shared(`ids of ${operationId}`, async (context) => {
    // The first right call may have been answered before there was a record. Profits come from positions that were closed.
    const isLater = context.mode === 'sandbox';
    const isMade = isLater && operationId === 'getProfitHistory';
    if (isMade) await fillOn(context, context.contract);
    const read = async () => {
      const later = isLater ? await tryCall(context, operationId, {}) : undefined;
      return recordsOf(later?.kind === 'accepted' ? later : await valid(context, operationId));
    };
    const [first] = (isMade ? await lookUntil(context, read, (records) => records?.length !== 0) : await read()) ?? [];
    const ids = Object.entries(first ?? {}).flatMap(([name, value]) => {
      const text = /id$/i.test(name) ? textOf(value) : undefined;
      return text !== undefined && /^[1-9]\d{0,18}$/.test(text) ? [text] : [];
    });
    return ids.length > 0 ? ids : notApplicable(`the account has no record that ${operationId} could start with`);
  });

/** A page of all contracts that starts somewhere, where there is something to start with; on a throw-away target only. */
async function narrowed(context: Context, operation: Operation, input: AnyInput): Promise<readonly FieldVariant[]> {
  if (context.mode !== 'sandbox' || !declaredFields(operation).some(({ name }) => name === 'fromId')) return [];
  const ids = (await startingIds(context, operation.operationId).catch(asNone)) ?? [];
  const inputs = ids.flatMap((fromId) => LIMITS.map((limit) => ({ ...input, fromId, limit })));
  return inputs.length === 0 ? [] : [{ what: 'fromId, limit and no contractName', inputs }];
}

/** Sizes of a page: the smallest is not shown, and neither is in which steps they go. */
const LIMITS = ['5', '1', '10', '20', '50', '100'] as const;

/** The same order at prices nearer to the last one, where it rests as well. */
async function nearer(context: Context, input: AnyInput): Promise<readonly AnyInput[]> {
  if (input.price === undefined || context.mode !== 'sandbox') return [];
  const prices = await Promise.all([80n, 98n].map((hundredths) => sellingPrice(context, hundredths)));
  return prices.map((price) => ({ ...input, price }));
}

/** The variants to try for a field: left out if it is optional, and each declared value, or a few likely ones. */
export async function variantsOf(
  context: Context,
  operation: Operation,
  field: DeclaredField,
): Promise<readonly FieldVariant[]> {
  const { operationId } = operation;
  const { name, required, enum: values, maximum } = field;
  const base: AnyInput = await validInput(context, operationId);
  const absent = required ? [] : [one(`no ${name}`, without(base, name))];
  if (values !== undefined) {
    const each: FieldVariant[] = [];
    for (const value of values) {
      const input = { ...base, [name]: value };
      const special = operationId === 'createOrder' ? ORDER_VALUES[value] : undefined;
      each.push(
        ...((await special?.(context, input)) ?? [
          { ...one(`${name} ${value}`, input), more: await nearer(context, input) },
        ]),
      );
    }
    return [...absent, ...each];
  }
  if (name === 'contractName')
    return [
      ...absent,
      ...(await narrowed(context, operation, without(base, name))),
      one('a contractName', { ...base, contractName: context.contract }),
    ];
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
    const priceless: FieldVariant[] = [];
    for (const side of ['BUY', 'SELL']) {
      const market = { ...base, type: 'MARKET', side };
      // One that is taken with a price has to be taken without it.
      if ((await context.callWith(operationId, market)).kind === 'accepted')
        priceless.push(one(`type MARKET, side ${side} and no ${name}`, without(market, name)));
    }
    return [{ what: `no ${name}`, inputs: [bare, { ...bare, type: 'MARKET' }] }, ...priceless, one(`a ${name}`, base)];
  }
  // A target may take names of some forms only: the run goes without where it refuses those that it is known by.
  const isLeftOut = name === 'clientOrderId' && base.clientOrderId === undefined;
  const inputs = isLeftOut ? CLIENT_IDS.map((clientOrderId) => ({ ...base, clientOrderId })) : [base];
  return [...absent, { what: `a ${name}`, inputs }];
}

const CLIENT_IDS = ['1', 'a', 'abc123', '20261122000001', '4b3c1f0e-8a52-4d8e-9c61-0f2d5e7a9b10'];
