import type { Operation } from '../../../generated/operations.js';
import { DEFAULT_CONTRACTS } from '../../sandbox/exchange/markets/contracts.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { asking } from '../mutations/mutation.js';
import { declining, letIn, REFUSED, repricing, type Variant, variant } from './variant.js';

/** Prices that a sandbox begins with. */
const LAST: Readonly<Record<string, number>> = { 'E-BTC-USDT': 65_000, 'E-ETH-USDT': 3000, 'E-ORCA-USDT': 2 };

export const lastOf = ({ input }: SandboxCall): number => LAST[input.contractName ?? ''] ?? 0;
const priceOf = ({ input }: SandboxCall): number => Number(input.price);

const orders = (problem: (call: SandboxCall) => string | undefined): Patch =>
  declining('createOrder', (_, call) => problem(call));

/** Refuses a right signed call, with the status of any other refusal. */
const calls = (start: (now: () => number) => (operation: Operation) => boolean, code = '-1015'): Patch =>
  letIn((now) => {
    const isOver = start(now);
    return (operation) => isOver(operation) && refuse(code, 'Later, please.');
  });

/** Allows `count` calls in `ms` milliseconds, of all operations or of these. */
const atMost = (count: number, ms: number, ids?: readonly string[], code?: string): Patch =>
  calls((now) => {
    let times: number[] = [];
    return ({ operationId }) => {
      if (ids?.includes(operationId) === false) return false;
      times = times.filter((atMs) => atMs > now() - ms);
      if (times.length >= count) return true;
      times.push(now());
      return false;
    };
  }, code);

/** Refuses a request that repeats an earlier one within `ms` milliseconds. */
const once = (operationId: SandboxCall['operationId'], keyOf: (call: SandboxCall) => string, ms: number): Patch => {
  return (_reference, _secretOf, now) => {
    const known = new Map<string, number>();
    return {
      act(call, run) {
        if (call.operationId !== operationId) return run(call);
        const key = keyOf(call);
        if (now() - (known.get(key) ?? -ms) < ms) return REFUSED('That was asked for before.');
        const reply = run(call);
        if (reply.ok) known.set(key, now());
        return reply;
      },
    };
  };
};

export const withoutBook = DEFAULT_CONTRACTS.map((rules) => ({ ...rules, depth: { ...rules.depth, levels: 0 } }));

/** Bounds of orders, accounts and calls, none of which the service document shows. */
export const LIMIT_VARIANTS: readonly Variant[] = [
  variant`same-order-once-a-minute: An order like one of the last minute is refused`(
    once(
      'createOrder',
      ({ input: { price, volume, side, contractName, open, type, timeInForce } }) =>
        [price, volume, side, contractName, open, type, timeInForce].join(),
      60_000,
    ),
  ),
  variant`same-condition-order-once: A condition order is refused where one with its trigger is there`(
    once(
      'createConditionOrder',
      ({ input: { triggerType, triggerPrice, side } }) => [triggerType, triggerPrice, side].join(),
      1e12,
    ),
  ),
  variant`orders-worth-so-much-at-most: An order is worth six tenths of a contract at most`(
    orders((call) => (priceOf(call) * Number(call.input.volume) > 0.6 * lastOf(call) ? 'Too large.' : undefined)),
  ),
  variant`triggers-within-a-half: A condition is at most half as far from the last price as that price`(
    declining('createConditionOrder', ({ triggerPrice }, call) =>
      Math.abs(Number(triggerPrice) / lastOf(call) - 1) > 0.5 ? 'Too far.' : undefined,
    ),
  ),
  variant`post-only-for-a-while: Orders that do not only wait are refused`(
    orders(({ input }) => (input.timeInForce === 'POST_ONLY' ? undefined : 'Post only.')),
  ),
  variant`post-only-closes-nothing: An order that closes is refused with POST_ONLY`(
    orders(({ input }) => (input.open === 'CLOSE' && input.timeInForce === 'POST_ONLY' ? 'Not to close.' : undefined)),
  ),
  variant`closes-without-time-in-force: An order that closes is refused with any timeInForce`(
    orders(({ input }) => (input.open === 'CLOSE' && input.timeInForce !== undefined ? 'Not to close.' : undefined)),
  ),
  variant`market-orders-without-time-in-force: A market order takes no timeInForce`(
    orders(({ input }) =>
      input.type === 'MARKET' && input.timeInForce !== undefined ? 'Limit orders only.' : undefined,
    ),
  ),
  variant`listed-prices-lag-behind-bounds: Orders cross the market by 6 % at most, 3 % above the listed price`(
    (...all) => ({
      ...repricing(() => 0.97)(...all),
      ...orders((call) => {
        const over = (priceOf(call) / lastOf(call) - 1) * (call.input.side === 'BUY' ? 1 : -1);
        return over > 0.06 ? 'The price is too far from the market.' : undefined;
      })(...all),
    }),
  ),
  variant`limit-orders-only-on-one-contract: A contract takes limit orders only`(
    orders(({ input }) =>
      input.type === 'MARKET' && input.contractName === 'E-BTC-USDT' ? 'Limit orders only.' : undefined,
    ),
  ),
  variant`closing-in-two-way-mode-only: A contract takes no order to close`(
    orders(({ input }) =>
      input.open === 'CLOSE' && input.contractName === 'E-BTC-USDT' ? 'Only in two-way mode.' : undefined,
    ),
  ),
  variant`post-only-near-the-price: POST_ONLY has to be near the last price`(
    orders((call) =>
      call.input.timeInForce === 'POST_ONLY' && priceOf(call) < 0.7 * lastOf(call) ? 'Too far.' : undefined,
    ),
  ),
  variant`nothing-to-trade-with: The book is empty, and what would expire is refused`({
    patch: orders(({ input: { timeInForce, type } }) =>
      timeInForce === 'IOC' || timeInForce === 'FOK' || type === 'MARKET'
        ? 'There is nothing to trade with.'
        : undefined,
    ),
    options: { contracts: withoutBook },
  }),
  variant`prices-are-rounded: Prices are rounded to steps of 5`(
    asking('createOrder', (input) =>
      input.contractName === 'E-BTC-USDT'
        ? { ...input, price: String(Math.floor(Number(input.price ?? '') / 5) * 5) }
        : input,
    ),
  ),
  variant`prices-in-steps-of-125: Prices are rounded to steps of 125, up where an order sells`(
    asking('createOrder', (input) =>
      input.contractName === 'E-BTC-USDT'
        ? {
            ...input,
            price: String(Math[input.side === 'SELL' ? 'ceil' : 'floor'](Number(input.price ?? '') / 125) * 125),
          }
        : input,
    ),
  ),
  variant`twenty-calls-a-second: Twenty calls a second are taken`(atMost(20, 1000)),
  variant`limit-by-its-code: Fifty calls a minute are taken, and further ones get HTTP 200 and the code -1003`(
    atMost(50, 60_000, undefined, '-1003'),
  ),
  variant`two-cancels-a-second: Two cancels a second are taken`(atMost(2, 1000, ['cancelOrder', 'cancelAllOrders'])),
  variant`two-histories-a-second: Two reads of a history a second are taken`(
    atMost(2, 1000, ['getOrderHistory', 'getProfitHistory', 'getTradeHistory']),
  ),
  variant`one-wipe-in-ten-seconds: All orders are cancelled once in ten seconds`(
    atMost(1, 10_000, ['cancelAllOrders']),
  ),
  ...[11, 29].map((nth) =>
    variant`one-call-in-${nth}-refused: One signed call in ${nth} comes too soon`(
      calls(() => {
        let count = 0;
        return () => ++count % nth === 0;
      }),
    ),
  ),
  variant`first-call-of-an-operation-refused: The first call of each operation comes too soon`(
    calls(() => {
      const known = new Set<string>();
      return ({ operationId }) => known.size < known.add(operationId).size;
    }),
  ),
  variant`refused-after-a-wrong-signature: The two calls after a wrong signature are refused`((reference) => {
    let left = 0;
    return {
      authorize(operation, ...rest) {
        if (operation.security === 'public') return reference.authorize(operation, ...rest);
        try {
          reference.authorize(operation, ...rest);
        } catch (error) {
          left = 2;
          throw error;
        }
        return left-- > 0 ? refuse('-1015', 'Later, please.') : reference.authorize(operation, ...rest);
      },
    };
  }),
  variant`one-contract-keeps-its-modes: A contract keeps its modes`(() => ({
    act: (call, run) =>
      ['changePositionMode', 'changeMarginMode'].includes(call.operationId) && call.input.contractName === 'E-ETH-USDT'
        ? REFUSED('There may be a position.')
        : run(call),
  })),
  variant`other-contracts-suspended: All contracts but the first one are suspended`(
    orders(({ input }) => (input.contractName === 'E-BTC-USDT' ? undefined : 'The contract is suspended.')),
  ),
  variant`key-that-may-not-read-trades: The key may not read trades, and the refusal says so`(
    letIn(
      () =>
        ({ operationId }) =>
          operationId === 'getTradeHistory' && refuse('-2019', 'The key has no permission.'),
    ),
  ),
];
