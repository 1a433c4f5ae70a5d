import { getOrMake } from '../../conformance/model/groups.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, actingEvery, rewriting, type RunCall } from '../mutations/mutation.js';
import {
  cancel,
  givenAgain,
  isBlank,
  type Listed,
  openOrders,
  relisting,
  remembering,
  resulting,
} from '../mutations/own-calls.js';
import { countOpen, declining, demanding, REFUSED, repricing, type Variant, variant } from './variant.js';
import { withoutBook } from './limits.js';

/** Shows lists of open orders as they were a while ago: each one, or every nth. */
const lagging =
  (ms: number, nth = 1): Patch =>
  (_reference, _secretOf, time) => {
    const looks: { readonly atMs: number; readonly account: string; readonly orders: readonly Listed[] }[] = [];
    let reads = 0;
    return {
      act(call, run) {
        const note = (): void =>
          void looks.push({ atMs: time(), account: call.accountId, orders: openOrders(call, run) });
        if (looks.length === 0 && call.accountId !== '') note();
        if (call.operationId !== 'getOpenOrders') {
          const reply = run(call);
          note();
          return reply;
        }
        if (++reads % nth !== 0) return run(call);
        const now = time();
        const then = looks.findLast(({ atMs, account }) => account === call.accountId && atMs <= now - ms) ?? looks[0];
        const { contractName } = call.input;
        const all = then?.orders ?? [];
        return {
          ok: true,
          result: all.filter((one) => contractName === undefined || one.contractName === contractName),
        };
      },
    };
  };

/** Identifiers that follow one another, so that several share a double. */
const neighbours: Patch = () => {
  const FIRST = 2006628908041292000n;
  const outer = new Map<string, string>();
  const inner = new Map<string, string>();
  const toOuter = (id: string): string => {
    const name = getOrMake(outer, id, () => String(FIRST + BigInt(outer.size)));
    inner.set(name, id);
    return name;
  };
  return {
    act(call, run) {
      const named = Object.entries(call.input).map(([name, value]) => [name, inner.get(String(value)) ?? value]);
      return run({ ...call, input: Object.fromEntries(named) });
    },
    send(answer) {
      const body = answer.response.body.replace(/(?<![\d.])\d{19}(?![\d.])/g, toOuter);
      return { ...answer, response: { ...answer.response, body } };
    },
  };
};

/** Orders that are younger cannot be cancelled, and are not known yet unless they are listed. */
const known = (ms: number, areListed = false): Patch =>
  remembering((call, run, asked, nowMs) => {
    const isYoung = (orderId: string | undefined): boolean => (asked(orderId)?.atMs ?? 0) > nowMs - ms;
    if (call.operationId === 'cancelOrder' && isYoung(call.input.orderId)) return REFUSED('The order is unknown.');
    const reply = run(call);
    if (!reply.ok || call.operationId !== 'getOpenOrders' || areListed) return reply;
    return { ok: true, result: (reply.result as readonly Listed[]).filter(({ orderId }) => !isYoung(orderId)) };
  });

/** Every nth order is over as soon as it was accepted. */
export const expiring = (nth: number): Patch =>
  actingEvery(nth, 'createOrder', (call, run) => {
    const reply = run(call);
    if (reply.ok) cancel(call, run, { ...(reply.result as Listed), contractName: call.input.contractName ?? '' });
    return reply;
  });

const newNames: Patch = (reference) => ({
  readInput(operation, request) {
    const input = reference.readInput(operation, request);
    const { contractName } = input;
    if (contractName === undefined) return input;
    if (contractName.startsWith('E-')) return refuse('-1121', 'Invalid symbol.');
    return { ...input, contractName: `E-${contractName}` };
  },
  send(answer) {
    const body = answer.response.body.replace(/"contractName":"E-/g, '"contractName":"');
    return { ...answer, response: { ...answer.response, body } };
  },
});

const detailsFrom = (place: 'body' | 'query'): Patch =>
  demanding('-1102', ({ operationId }, { body }) =>
    operationId === 'getOrder' && (body === '' ? 'query' : 'body') !== place
      ? `Fields belong in the ${place}.`
      : undefined,
  );

/** Refuses to cancel where there is nothing to cancel. */
const unlessNothingIsOpen = (call: SandboxCall, run: RunCall): Reply =>
  countOpen(call, run, call.input) === 0 ? { ok: false, code: '-2011', message: 'There is no open order.' } : run(call);

export const ORDER_VARIANTS: readonly Variant[] = [
  variant`lists-lag: Open orders are listed as they were 60 ms ago`(lagging(60), 'response.acceptance', 'states.order'),
  variant`lists-lag-long: Open orders are listed as they were 700 ms ago`(
    { patch: lagging(700), isSlow: true },
    'response.acceptance',
  ),
  variant`lists-lag-at-times: Every other list of open orders is as it was 400 ms ago`({
    patch: lagging(400, 2),
    isSlow: true,
  }),
  variant`order-details-lag: Order details are as they were up to 150 ms ago`(
    givenAgain((operationId) => operationId === 'getOrder', 150),
    'states.order',
  ),
  variant`neighbouring-ids: Identifiers follow one another`(neighbours, 'response.number-forms'),
  variant`cancels-of-listed-orders-only: An order is listed, and can be cancelled, 300 ms after it was placed`({
    patch: known(300),
    isSlow: true,
  }),
  variant`orders-rest-before-cancels: An order can be cancelled 300 ms after it was placed, and is listed before`({
    patch: known(300, true),
    isSlow: true,
  }),
  variant`market-orders-have-no-price: A market order has the price 0, and is refused with another one`(
    declining('createOrder', ({ type, price }) =>
      type === 'MARKET' && Number(price) !== 0 ? 'The price must be 0.' : undefined,
    ),
  ),
  variant`listed-prices-thrice: The book is at a third of the prices of the public list`(repricing(() => 3)),
  variant`empty-book: The book is empty`({ options: { contracts: withoutBook } }),
  variant`orders-expire-at-once: An order is accepted, and over as soon as it was`(expiring(1), 'states.order'),
  variant`closing-orders-open: An order that is to close a position opens one where there is none`(
    acting('createOrder', (call, run) => {
      const reply = run(call);
      return reply.ok || call.input.open !== 'CLOSE' ? reply : run({ ...call, input: { ...call.input, open: 'OPEN' } });
    }),
    'order.close-beyond-position',
  ),
  variant`receipts-without-id: Receipts of orders are an empty object`(
    rewriting(['createOrder'], () => '{}'),
    'response.order-receipt',
  ),
  variant`receipts-number-requests: Receipts of orders have the number of the request as orderId`(
    resulting<Listed>('createOrder', ({ orderId }) => ({ orderId: String(BigInt(orderId) + 1n) })),
    'response.order-receipt',
  ),
  variant`receipts-say-id: Receipts of orders call the identifier id`(
    rewriting(['createOrder'], (body) => body.replaceAll('"orderId"', '"id"')),
    'response.order-receipt',
  ),
  ...['id', 'orderNo', 'orderSn', 'sn'].map((name) =>
    variant`orders-by-${name}: Orders have their identifier under ${name}`(
      rewriting(['createOrder', 'cancelOrder', 'getOrder', 'getOpenOrders', 'getOrderHistory'], (body) =>
        body.replaceAll('"orderId"', `"${name}"`),
      ),
    ),
  ),
  variant`orders-found-late: Order Details find an order 200 ms after it was placed`(
    remembering((call, run, asked, nowMs) =>
      call.operationId === 'getOrder' && (asked(call.input.orderId)?.atMs ?? 0) > nowMs - 200
        ? { ok: false, code: '-2013', message: 'Order does not exist.' }
        : run(call),
    ),
  ),
  variant`cancels-answer-nothing: Cancel Order returns an empty object`(
    rewriting(['cancelOrder'], () => '{}'),
    'response.cancel-receipt',
    'cancel.wipe-reply',
  ),
  variant`acknowledgements-are-empty: Calls that change a setting return an empty object`(
    rewriting(
      ['cancelAllOrders', 'changePositionMode', 'changeMarginMode', 'adjustPositionMargin', 'changeLeverage'],
      () => '{}',
    ),
    'response.acknowledgement',
  ),
  variant`names-without-prefix: Contracts are named BTC-USDT`(newNames, 'contracts.names'),
  variant`order-details-by-contract: Order details take contractName, and no other field`(
    demanding('-1101', ({ operationId }, { target, body }) =>
      operationId === 'getOrder' && /orderId/i.test(target + body) ? 'Only contractName is known.' : undefined,
    ),
    'request.order-selector',
  ),
  variant`order-details-by-id: Order details ask for an orderId`(
    declining('getOrder', ({ orderId }) => (orderId === undefined ? 'orderId is missing.' : undefined)),
  ),
  variant`order-details-from-the-query: Order details take their fields in the query only`(
    detailsFrom('query'),
    'request.order-by-query',
  ),
  variant`order-details-from-the-body: Order details take their fields in the body only`(detailsFrom('body')),
  variant`cancel-all-takes-no-body: Cancel All Orders refuses a body`(
    demanding('-1102', ({ operationId }, { body }) =>
      operationId === 'cancelAllOrders' && body !== '' ? 'There is no body here.' : undefined,
    ),
    'request.empty-post',
  ),
  variant`nothing-under-a-contract-refused: Cancel Order without orderId is refused where the contract has no open order`(
    acting('cancelOrder', (call, run) => (isBlank(call) ? unlessNothingIsOpen(call, run) : run(call))),
  ),
  variant`cancel-all-of-nothing-refused: Cancel All Orders is refused where no order is open`(
    acting('cancelAllOrders', unlessNothingIsOpen),
    'cancel.all-with-nothing-open',
  ),
  variant`condition-path-without-slash: A path that ends in a slash is another one`(
    (reference) => ({
      route: (request) => (request.target.split('?')[0]!.endsWith('/') ? undefined : reference.route(request)),
    }),
    'request.trailing-slash',
  ),
  variant`open-orders-newest-first: Open orders come the newest first`(
    relisting((orders) => orders.toReversed()),
    'open-orders.without-contract',
  ),
];
