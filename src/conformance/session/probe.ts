import { lacksPath, orderIdOf, type Reading } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import type { AnyInput } from '../call/input.js';
import { farPrice, placedBy, restingOrder } from '../orders/orders.js';
import { asNone, type Context } from '../findings/check.js';
import type { ConformanceOptions } from '../model/report-model.js';
import type { UsualCall, Session } from './session.js';

/*
 * A server may be built operation by operation: what shows how it signs is the first of these that it has.
 */

/** A right call, or the same one altered. */
export type Probe = (alteration?: Alteration) => Promise<Reading>;

const READS = ['getOpenOrders', 'getTradeHistory', 'getProfitHistory', 'getOrderHistory'] as const;
type ProbeRead = (typeof READS)[number];

/** The least input with which a read is right. */
const inputOf = ({ contract }: Context, operationId: ProbeRead): AnyInput =>
  operationId === 'getOrderHistory' ? { contractName: contract } : {};

type Probed = { readonly first: Reading } & ({ readonly probe: Probe } | { readonly why: string });

/** Lists come first. An order is placed only where there is none of them. */
export async function firstProbe(context: Context, { operations }: ConformanceOptions): Promise<Probed> {
  const reads = READS.map(
    (id): Probe =>
      (alteration) =>
        context.callWith(id, inputOf(context, id), alteration),
  );
  const missing: Reading[] = [];
  const find = async (probes: readonly Probe[]): Promise<Probed | undefined> => {
    for (const probe of probes) {
      const first = await probe();
      if (!lacksPath(first)) return { first, probe };
      missing.push(first);
    }
    return undefined;
  };
  const orders = await orderProbe(context);
  const found = (await find(reads)) ?? (await find(orders));
  if (found !== undefined) return found;
  const tried = [...READS, ...(orders.length > 0 ? ['createOrder'] : [])].join(', ');
  const lacks = `the server may have none of ${tried}, one of which has to show how calls are signed`;
  const mayOrder = context.mode === 'sandbox' && operations?.includes('createOrder') !== false;
  const price = `. An order shows it as well, and needs a price: give one with ${context.optionName('orders.price')}`;
  return { first: missing[0]!, why: mayOrder && orders.length === 0 ? `${lacks}${price}` : lacks };
}

/** An order that rests: where it harms no one, and a price for it is known. */
export async function orderProbe(context: Context): Promise<readonly Probe[]> {
  const { contract, mode } = context;
  if (mode !== 'sandbox') return [];
  if ((await farPrice(context).catch(asNone)) === undefined) return [];
  return [async (alteration) => context.callWith('createOrder', await restingOrder(context, contract), alteration)];
}

/** From now on, what is refused is compared with the call that was taken. */
export async function establishUsual(taken: Reading, context: Context, session: Session): Promise<void> {
  const { operationId } = taken.sent.call;
  const read = READS.find((id) => id === operationId);
  if (read !== undefined) session.compareWith({ operationId: read, input: inputOf(context, read) });
  else await lookUpFromNowOn(taken, context, session);
}

/** Looks up the order that was placed, where the target can do that. */
async function lookUpFromNowOn(taken: Reading, context: Context, session: Session): Promise<void> {
  const { contract } = context;
  const orderId = orderIdOf(taken);
  if (orderId === undefined) return;
  await placedBy(context, taken, contract, '');
  for (const place of ['body', 'query'] as const) {
    const usual: UsualCall = {
      operationId: 'getOrder',
      input: { contractName: contract, orderId },
      alteration: { place },
    };
    const { kind } = await context.callWith(usual.operationId, usual.input, usual.alteration);
    if (kind === 'accepted') return session.compareWith(usual);
  }
}
