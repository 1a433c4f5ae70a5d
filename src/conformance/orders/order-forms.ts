import { declaredFields, operations } from '../model/operations.js';
import type { AnyInput } from '../call/input.js';
import type { Context } from '../findings/check.js';
import { crossingPrice, nextClientOrderId, otherContract, otherSide, restingPrice, scaled } from './orders.js';
import { pairwise } from './pairwise.js';

/** One way to ask for an order, in the declared values. */
export interface OrderForm {
  readonly contractName: string;
  readonly type: string;
  readonly side: string;
  readonly open: string;
  readonly timeInForce: string | undefined;
  readonly isNamed: boolean;
}

const valuesOf = (name: keyof OrderForm): readonly string[] =>
  declaredFields(operations.createOrder).find((field) => field.name === name)?.enum ?? [];

export const CLOSE = 'CLOSE';

/** An order that waits for another one, and is not over at once. */
export const isResting = ({ type, timeInForce = 'POST_ONLY' }: OrderForm): boolean =>
  type === 'LIMIT' && timeInForce === 'POST_ONLY';

/** Values that only one kind of order has, and positions where they disturb nothing. */
function isAllowed(context: Context, { contractName, type, side, open, timeInForce }: OrderForm): boolean {
  const isHere = contractName === context.contract;
  if (type === 'MARKET' && (timeInForce === 'POST_ONLY' || !isHere)) return false;
  // A position that was bought is there to be closed. A setting may be refused while one is open on its contract.
  return open !== CLOSE || (side === 'SELL' && isHere);
}

/** The declared values that a form is made of, as far as this run may send them. */
async function dimensionsOf(context: Context) {
  const { contract, order } = context;
  const elsewhere = await otherContract(context);
  return {
    contractName: elsewhere === undefined ? [contract] : [contract, elsewhere],
    type: valuesOf('type'),
    side: otherSide(context) === 'SELL' ? valuesOf('side') : ['BUY'],
    open: valuesOf('open'),
    timeInForce: [undefined, ...valuesOf('timeInForce')],
    isNamed: order.clientOrderId === 'none' ? [false] : [true, false],
  };
}

/** Forms of an order, in pairs of values; `also` is one more dimension, which not each form need go with. */
export async function orderForms<More extends object = object>(
  context: Context,
  kind: 'any' | 'opening' | 'resting' | 'resting-opening',
  also?: { readonly [Name in keyof More]: readonly More[Name][] },
  goesWith: (form: OrderForm & More) => boolean = () => true,
): Promise<readonly (OrderForm & More)[]> {
  const dimensions = { ...(await dimensionsOf(context)), ...also } as Parameters<typeof pairwise<OrderForm & More>>[0];
  const rests = kind.startsWith('resting');
  const opens = kind.endsWith('opening');
  return pairwise<OrderForm & More>(
    dimensions,
    context.seed,
    (form) =>
      isAllowed(context, form) && goesWith(form) && (!rests || isResting(form)) && (!opens || form.open !== CLOSE),
  );
}

/**
 * The input for a form. An order that does not rest is at a price at which it is filled; on another contract, where a position
 * would be in the way of a setting, it ends. `step` sets resting orders apart.
 */
export async function inputOf(context: Context, form: OrderForm, step = 0n): Promise<AnyInput> {
  const { contractName, type, side, open, timeInForce, isNamed } = form;
  const { volume, positionType } = context.order;
  const taking = side === 'SELL' ? 'SELL' : 'BUY';
  const price =
    isResting(form) || contractName !== context.contract
      ? await restingPrice(context, contractName, taking, step)
      : await crossingPrice(context, taking, contractName);
  return {
    contractName,
    price,
    ...(isNamed && { clientOrderId: nextClientOrderId(context) }),
    type,
    side,
    open,
    positionType,
    // In which unit the volume of a market order is counted is not shown: it may be a value.
    volume: type === 'MARKET' && open !== CLOSE ? scaled(price, 2n) : volume,
    ...(timeInForce !== undefined && { timeInForce }),
  };
}

export function wordsOf({ contractName, type, side, open, timeInForce, isNamed }: OrderForm): string {
  const name = isNamed ? 'named' : 'without clientOrderId';
  return [type, side, open, timeInForce, name, 'on', contractName].filter(Boolean).join(' ');
}
