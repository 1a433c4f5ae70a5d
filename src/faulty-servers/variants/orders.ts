import type { Reply } from '../../sandbox/exchange/exchange.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, rewriting, type RunCall } from '../mutations/mutation.js';
import { REFUSED, type Variant } from './variant.js';
import { withoutBook } from './limits.js';

/** Shows lists of open orders as they were a while ago: each one, or every nth. */
const lagging =
  (ms: number, nth = 1): Patch =>
  (_reference, _secretOf, time) => {
    const looks: { readonly atMs: number; readonly account: string; readonly ids: ReadonlySet<string> }[] = [];
    type Listed = readonly { readonly orderId: string }[];
    let reads = 0;
    const records = new Map<string, Listed[number]>();
    return {
      act(call, run) {
        const everything = run({ ...call, operationId: 'getOpenOrders', input: {} });
        const note = (): void => {
          const all = run({ ...call, operationId: 'getOpenOrders', input: {} });
          const listed = (all.ok ? all.result : []) as Listed;
          for (const one of listed) records.set(one.orderId, one);
          looks.push({
            atMs: time(),
            account: call.accountId,
            ids: new Set(listed.map((one) => one.orderId)),
          });
        };
        if (everything.ok && looks.length === 0) note();
        if (call.operationId !== 'getOpenOrders') {
          const reply = run(call);
          note();
          return reply;
        }
        if (++reads % nth !== 0) return run(call);
        const now = time();
        const then = looks.findLast(({ atMs, account }) => account === call.accountId && atMs <= now - ms) ?? looks[0];
        const all = [...(then?.ids ?? [])].map((id) => records.get(id)! as { contractName?: string });
        const { contractName } = call.input;
        return {
          ok: true,
          result: all.filter((one) => contractName === undefined || one.contractName === contractName),
        };
      },
    };
  };

/** Identifiers that follow one another, so that several share a double. */
const neighbours: Patch = (reference) => {
  const FIRST = 2006628908041292000n;
  const outer = new Map<string, string>();
  const inner = new Map<string, string>();
  const toOuter = (id: string): string => {
    let name = outer.get(id);
    if (name === undefined) {
      name = String(FIRST + BigInt(outer.size));
      outer.set(id, name);
      inner.set(name, id);
    }
    return name;
  };
  const toInner = (text: string): string => text.replace(/(?<!\d)\d{19}(?!\d)/g, (id) => inner.get(id) ?? id);
  return {
    readInput: (operation, request) =>
      reference.readInput(operation, { ...request, target: toInner(request.target), body: toInner(request.body) }),
    send(answer) {
      const body = answer.response.body.replace(/(?<![\d.])\d{18}(?![\d.])/g, toOuter);
      return { ...answer, response: { ...answer.response, body } };
    },
  };
};

/** Orders that are younger cannot be cancelled, and are not known yet unless they are listed. */
const known =
  (ms: number, areListed = false): Patch =>
  (_reference, _secretOf, time) => {
    const placedAt = new Map<string, number>();
    return {
      act(call, run) {
        const isYoung = (id: unknown): boolean => (placedAt.get(String(id)) ?? 0) > time() - ms;
        if (call.operationId === 'cancelOrder' && isYoung(call.input.orderId)) return REFUSED('The order is unknown.');
        const reply = run(call);
        if (!reply.ok) return reply;
        if (call.operationId === 'createOrder')
          placedAt.set(String((reply.result as { readonly orderId: unknown }).orderId), time());
        if (call.operationId !== 'getOpenOrders' || areListed) return reply;
        const orders = reply.result as readonly { readonly orderId: unknown }[];
        return { ok: true, result: orders.filter(({ orderId }) => !isYoung(orderId)) };
      },
    };
  };

const expiring: Patch = acting('createOrder', (call, run) => {
  const reply = run(call);
  if (!reply.ok) return reply;
  const { orderId } = reply.result as { orderId: string };
  run({ ...call, operationId: 'cancelOrder', input: { contractName: call.input.contractName, orderId } });
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

const detailsByContract: Patch = (reference) => ({
  readInput(operation, request) {
    if (operation.operationId === 'getOrder' && /orderId/i.test(request.target + request.body))
      return refuse('-1101', 'Only contractName is known.');
    return reference.readInput(operation, request);
  },
});

const detailsFrom =
  (place: 'body' | 'query'): Patch =>
  (reference) => ({
    readInput(operation, request) {
      const found = request.body === '' ? 'query' : 'body';
      if (operation.operationId === 'getOrder' && found !== place)
        return refuse('-1102', `Fields belong in the ${place}.`);
      return reference.readInput(operation, request);
    },
  });

/** An order asks for its own id, as most hosts do. */
const detailsById: Patch = acting('getOrder', (call, run) =>
  call.input.orderId === undefined ? REFUSED('orderId is missing.') : run(call),
);

/** Refuses to cancel where there is nothing to cancel. */
function unlessNothingIsOpen(call: SandboxCall, run: RunCall): Reply {
  const open = run({ ...call, operationId: 'getOpenOrders' });
  const isNothing = open.ok && (open.result as readonly unknown[]).length === 0;
  return isNothing ? { ok: false, code: '-2011', message: 'There is no open order.' } : run(call);
}

export const ORDER_VARIANTS: readonly Variant[] = [
  {
    id: 'lists-lag',
    title: 'Open orders are listed as they were 60 ms ago',
    answers: ['response.acceptance', 'states.order'],
    patch: lagging(60),
  },
  {
    id: 'lists-lag-long',
    title: 'Open orders are listed as they were 700 ms ago',
    answers: ['response.acceptance'],
    patch: lagging(700),
    isSlow: true,
  },
  {
    id: 'lists-lag-at-times',
    title: 'Every other list of open orders is as it was 400 ms ago',
    answers: [],
    patch: lagging(400, 2),
    isSlow: true,
  },
  {
    id: 'neighbouring-ids',
    title: 'Identifiers follow one another',
    answers: ['response.number-forms'],
    patch: neighbours,
  },
  {
    id: 'cancels-of-listed-orders-only',
    title: 'An order is listed, and can be cancelled, 300 ms after it was placed',
    answers: [],
    patch: known(300),
    isSlow: true,
  },
  {
    id: 'orders-rest-before-cancels',
    title: 'An order can be cancelled 300 ms after it was placed, and is listed before',
    answers: [],
    patch: known(300, true),
    isSlow: true,
  },
  {
    id: 'market-orders-have-no-price',
    title: 'A market order has the price 0, and is refused with another one',
    answers: [],
    patch: acting('createOrder', (call, run) =>
      call.input.type === 'MARKET' && Number(call.input.price) !== 0 ? REFUSED('The price must be 0.') : run(call),
    ),
  },
  {
    id: 'listed-prices-thrice',
    title: 'The book is at a third of the prices of the public list',
    answers: [],
    patch: rewriting(['getContracts'], (body) =>
      body.replace(/"last_price":"(\d+)/g, (_, price: string) => `"last_price":"${Number(price) * 3}`),
    ),
  },
  { id: 'empty-book', title: 'The book is empty', answers: [], options: { contracts: withoutBook } },
  {
    id: 'orders-expire-at-once',
    title: 'An order is accepted, and over as soon as it was',
    answers: ['states.order'],
    patch: expiring,
  },
  {
    id: 'receipts-without-id',
    title: 'Receipts of orders are an empty object',
    answers: ['response.order-receipt'],
    patch: rewriting(['createOrder'], () => '{}'),
  },
  {
    id: 'receipts-say-id',
    title: 'Receipts of orders call the identifier id',
    answers: ['response.order-receipt'],
    patch: rewriting(['createOrder'], (body) => body.replaceAll('"orderId"', '"id"')),
  },
  {
    id: 'cancels-answer-nothing',
    title: 'Cancel Order returns an empty object',
    answers: ['response.cancel-receipt', 'cancel.wipe-reply'],
    patch: rewriting(['cancelOrder'], () => '{}'),
  },
  {
    id: 'acknowledgements-are-empty',
    title: 'Calls that change a setting return an empty object',
    answers: ['response.acknowledgement'],
    patch: rewriting(
      ['cancelAllOrders', 'changePositionMode', 'changeMarginMode', 'adjustPositionMargin', 'changeLeverage'],
      () => '{}',
    ),
  },
  { id: 'names-without-prefix', title: 'Contracts are named BTC-USDT', answers: ['contracts.names'], patch: newNames },
  {
    id: 'order-details-by-contract',
    title: 'Order details take contractName, and no other field',
    answers: ['request.order-selector'],
    patch: detailsByContract,
  },
  { id: 'order-details-by-id', title: 'Order details ask for an orderId', answers: [], patch: detailsById },
  {
    id: 'order-details-from-the-query',
    title: 'Order details take their fields in the query only',
    answers: ['request.order-by-query'],
    patch: detailsFrom('query'),
  },
  {
    id: 'order-details-from-the-body',
    title: 'Order details take their fields in the body only',
    answers: [],
    patch: detailsFrom('body'),
  },
  {
    id: 'cancel-all-takes-no-body',
    title: 'Cancel All Orders refuses a body',
    answers: ['request.empty-post'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        operation.operationId === 'cancelAllOrders' && request.body !== ''
          ? refuse('-1102', 'There is no body here.')
          : reference.readInput(operation, request),
    }),
  },
  {
    id: 'nothing-to-cancel-refused',
    title: 'Cancel All Orders is refused where no order is open',
    answers: [],
    patch: acting('cancelAllOrders', (call, run) => {
      const open = run({ ...call, operationId: 'getOpenOrders', input: {} });
      return open.ok && (open.result as readonly unknown[]).length === 0
        ? REFUSED('There is no open order.')
        : run(call);
    }),
  },
  {
    id: 'nothing-under-a-contract-refused',
    title: 'Cancel Order without orderId is refused where the contract has no open order',
    answers: [],
    patch: acting('cancelOrder', (call, run) =>
      call.input.orderId !== undefined && call.input.orderId !== '' ? run(call) : unlessNothingIsOpen(call, run),
    ),
  },
  {
    id: 'cancel-all-of-nothing-refused',
    title: 'Cancel All Orders is refused where no order is open',
    answers: ['cancel.all-with-nothing-open'],
    patch: acting('cancelAllOrders', unlessNothingIsOpen),
  },
  {
    id: 'condition-path-without-slash',
    title: 'A path that ends in a slash is another one',
    answers: ['request.trailing-slash'],
    patch: (reference) => ({
      route: (request) => (request.target.split('?')[0]!.endsWith('/') ? undefined : reference.route(request)),
    }),
  },
  {
    id: 'open-orders-newest-first',
    title: 'Open orders come the newest first',
    answers: ['open-orders.without-contract'],
    patch: acting('getOpenOrders', (call, run) => {
      const reply = run(call);
      return reply.ok ? { ok: true, result: (reply.result as readonly unknown[]).toReversed() } : reply;
    }),
  },
];
