import type { Fields } from '../../sandbox/exchange/command.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, type RunCall } from '../mutations/mutation.js';
import { as, cancel, type Listed, openOrders, ORDER } from '../mutations/own-calls.js';
import { expiring } from './orders.js';
import { repricing, type Variant, variant } from './variant.js';

/** Does something else on the account at every nth signed call. */
const meanwhile =
  (nth: number, act: (call: SandboxCall, run: RunCall, time: number) => void): Patch =>
  () => {
    let count = 0;
    return {
      act(call, run) {
        if (call.accountId !== '' && ++count % nth === 0) act(call, run, count / nth);
        return run(call);
      },
    };
  };

/** Ends open orders before a call is done: `isOver` knows their age and how long nothing was asked, milliseconds. */
const ending =
  (isOver: (order: Listed, ageMs: number, idleMs: number) => boolean): Patch =>
  (_reference, _secretOf, now) => {
    const seenAt = new Map<string, number>();
    let lastMs = now();
    return {
      act(call, run) {
        if (call.accountId === '') return run(call);
        const nowMs = now();
        for (const order of openOrders(call, run)) {
          const id = String(order.orderId);
          if (!seenAt.has(id)) seenAt.set(id, nowMs);
          if (isOver(order, nowMs - seenAt.get(id)!, nowMs - lastMs)) cancel(call, run, order);
        }
        lastMs = nowMs;
        return run(call);
      },
    };
  };

const BUY: Fields = { ...ORDER, price: '41000', volume: '3' };

/** An order as the kit would place it. */
const ALIKE: Fields = { ...ORDER, price: '32500' };

function jumpingPrices(): Patch {
  const factors = [1, 1.9, 0.45, 1.2, 0.6];
  let lists = 0;
  return repricing(() => factors[lists++ % factors.length]!);
}

const placing = (input: Fields, name?: string) => (call: SandboxCall, run: RunCall, time: number) =>
  void run(as(call, 'createOrder', name === undefined ? input : { ...input, clientOrderId: `${name}-${time}` }));

/** Accounts on which more happens than what one program asks for: no sentence says that it is alone, or how long an order rests. */
export const UNREST_VARIANTS: readonly Variant[] = [
  variant`another-program-orders: Another program places orders on the account`(meanwhile(5, placing(BUY, 'other'))),
  variant`another-program-orders-the-same: Another program places orders with the same terms`(
    meanwhile(6, placing(ALIKE)),
  ),
  variant`another-program-follows: Another program places an order on another contract after each order`(
    acting('createOrder', (call, run) => {
      const reply = run(call);
      if (reply.ok && call.input.contractName === 'E-BTC-USDT')
        run(as(call, 'createOrder', { ...ALIKE, contractName: 'E-ETH-USDT', price: '1400' }));
      return reply;
    }),
  ),
  variant`another-program-cancels: Another program cancels an order now and then`(
    meanwhile(9, (call, run) => {
      const last = openOrders(call, run).at(-1);
      if (last !== undefined) cancel(call, run, last);
    }),
  ),
  variant`another-program-cancels-everything: Another program cancels all open orders now and then`(
    meanwhile(40, (call, run) => void run(as(call, 'cancelAllOrders', {}))),
  ),
  variant`orders-end-after-a-while: An open order ends after 700 ms`(ending((_order, ageMs) => ageMs > 700)),
  variant`orders-end-after-a-moment: An open order ends after 100 ms`(ending((_order, ageMs) => ageMs > 100)),
  variant`sells-end-after-a-while: An open order to sell ends after half a second`(
    ending(({ side }, ageMs) => side === 'SELL' && ageMs > 500),
  ),
  variant`orders-end-when-nothing-is-asked: Open orders end when no call came for 400 ms`(
    ending((_order, _ageMs, idleMs) => idleMs > 400),
  ),
  variant`four-open-orders-at-most: The oldest open order ends when there are more than four`(
    acting('createOrder', (call, run) => {
      const reply = run(call);
      const open = openOrders(call, run);
      if (open.length > 4) cancel(call, run, open[0]!);
      return reply;
    }),
  ),
  variant`every-other-order-ends-at-once: Every other order is over as soon as it was accepted, and is shown as such`(
    expiring(2),
  ),
  variant`listed-prices-jump: The last price in the list of contracts is another one each time`(jumpingPrices()),
];
