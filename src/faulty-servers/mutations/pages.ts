import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxCall, Patch } from '../../sandbox/stages.js';
import { acting, type Mutation } from './mutation.js';
import { ENDPOINTS, PAGE_SIZE } from './words.js';

const RULE_4 = 'limit is the number of lines per page, default 100, maximum 1000';
const MAXIMUM = 1000;

const asking = (operationId: OperationId, change: (input: Fields) => Fields): Patch =>
  acting(operationId, (call, run) => run({ ...call, input: change(call.input) }));

const defaulting = (operationId: OperationId, limit: string): Patch =>
  asking(operationId, (input) => ({ ...input, limit: input['limit'] ?? limit }));

function without(input: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));
}

/** Returns as many records as are asked for, page after page. */
function honour(call: SandboxCall, run: (call: SandboxCall) => Reply): Reply {
  const limit = Number(call.input['limit']);
  const first = run(call);
  if (!first.ok || !(limit > MAXIMUM)) return first;
  const found = new Map((first.result as readonly { tradeId: string }[]).map((record) => [record.tradeId, record]));
  let before = 0;
  while (found.size > before && found.size < limit) {
    before = found.size;
    const fromId = [...found.keys()].at(-1);
    const next = run({ ...call, input: { ...call.input, limit: String(MAXIMUM), fromId } });
    if (!next.ok) return next;
    for (const record of next.result as readonly { tradeId: string }[]) found.set(record.tradeId, record);
  }
  return { ok: true, result: [...found.values()].slice(0, limit) };
}

/** A page in which the first half of its lines comes twice. */
function repeatHalf(call: SandboxCall, run: (call: SandboxCall) => Reply): Reply {
  const reply = run(call);
  if (!reply.ok || call.input['limit'] !== String(MAXIMUM)) return reply;
  const records = reply.result as readonly object[];
  const half = records.slice(0, records.length / 2);
  return { ok: true, result: [...half, ...half] };
}

const ofTrades = { breaks: [{ heading: ENDPOINTS, quote: RULE_4 }] } as const;

export const PAGES: readonly Mutation[] = [
  {
    ...ofTrades,
    id: 'trades-limit-ignored',
    title: 'Get Trade History has 100 lines per page for any limit',
    killedBy: ['page/trades/limit-honoured'],
    patch: asking('getTradeHistory', (input) => without(input, 'limit')),
  },
  {
    ...ofTrades,
    id: 'trades-default-50',
    title: 'Get Trade History has 50 lines per page without limit',
    killedBy: ['page/trades/default-100'],
    patch: defaulting('getTradeHistory', '50'),
  },
  {
    ...ofTrades,
    id: 'trades-default-500',
    title: 'Get Trade History has 500 lines per page without limit',
    killedBy: ['page/trades/default-100'],
    patch: defaulting('getTradeHistory', '500'),
  },
  {
    ...ofTrades,
    id: 'trades-above-maximum-honoured',
    title: 'Get Trade History gives more than 1000 lines when asked for more',
    killedBy: ['page/trades/maximum-1000'],
    patch: acting('getTradeHistory', honour),
  },
  {
    ...ofTrades,
    id: 'trades-far-above-maximum-honoured',
    title: 'Get Trade History gives more than 1000 lines when asked for 10000 or more',
    killedBy: ['page/trades/maximum-1000'],
    patch: acting('getTradeHistory', (call, run) =>
      Number(call.input.limit) < 10_000 ? run(call) : honour(call, run),
    ),
  },
  {
    id: 'trades-from-id-ignored',
    title: 'Get Trade History starts at the beginning for any fromId',
    breaks: [{ heading: ENDPOINTS, quote: 'fromId starts retrieval at the given trade identifier' }],
    killedBy: ['page/trades/from-id-starts-there'],
    patch: asking('getTradeHistory', (input) => without(input, 'fromId')),
  },
  {
    id: 'trades-from-id-ignored-without-contract',
    title: 'Get Trade History starts at the beginning for any fromId when no contract is named',
    breaks: [{ heading: ENDPOINTS, quote: 'fromId starts retrieval at the given trade identifier' }],
    killedBy: ['page/trades/from-id-starts-there'],
    patch: asking('getTradeHistory', (input) => (input.contractName === undefined ? without(input, 'fromId') : input)),
  },
  {
    id: 'order-history-default-50',
    title: 'Get Order History has 50 lines per page without limit',
    breaks: [{ heading: 'Limits', quote: '| limit default | Get Trade History, Get Order History | 100 |' }],
    killedBy: ['page/orders/default-100'],
    patch: defaulting('getOrderHistory', '50'),
  },
  ...(['getOrderHistory', 'getProfitHistory'] as const).map((operationId) => ({
    id: operationId === 'getOrderHistory' ? 'order-history-limit-ignored' : 'profit-history-limit-ignored',
    title: `${operationId} has 100 lines per page for any limit`,
    breaks: [PAGE_SIZE],
    killedBy: [`page/${operationId === 'getOrderHistory' ? 'orders' : 'profits'}/limit-honoured`],
    patch: asking(operationId, (input) => without(input, 'limit')),
  })),
  ...(
    [
      ['without-contract', 'no contract is named', ({ contractName }: Fields) => contractName === undefined],
      ['with-from-id', 'fromId is given', ({ fromId }: Fields) => fromId !== undefined],
    ] as const
  ).map(([short, when, isSo]): Mutation => ({
    ...ofTrades,
    id: `trades-default-50-${short}`,
    title: `Get Trade History has 50 lines per page without limit when ${when}`,
    killedBy: ['page/trades/default-100'],
    patch: asking('getTradeHistory', (input) => (isSo(input) ? { ...input, limit: input.limit ?? '50' } : input)),
  })),
  {
    id: 'order-history-default-50-with-from-id',
    title: 'Get Order History has 50 lines per page without limit when fromId is given',
    breaks: [{ heading: 'Limits', quote: '| limit default | Get Trade History, Get Order History | 100 |' }],
    killedBy: ['page/orders/default-100'],
    patch: asking('getOrderHistory', (input) =>
      input.fromId === undefined ? input : { ...input, limit: input.limit ?? '50' },
    ),
  },
  ...(['getProfitHistory', 'getTradeHistory'] as const).map((operationId): Mutation => {
    const [name, short] = operationId === 'getTradeHistory' ? ['trades', 'trades'] : ['profit-history', 'profits'];
    return {
      id: `${name}-limit-ignored-without-contract`,
      title: `${operationId} has 100 lines per page for any limit when no contract is named`,
      breaks: operationId === 'getTradeHistory' ? ofTrades.breaks : [PAGE_SIZE],
      killedBy: [`page/${short}/limit-honoured`],
      patch: asking(operationId, (input) => (input.contractName === undefined ? without(input, 'limit') : input)),
    };
  }),
  {
    ...ofTrades,
    id: 'trades-page-of-1000-repeats-500',
    title: 'A page of 1000 trades has 500 of them twice',
    killedBy: ['page/trades/steady'],
    patch: acting('getTradeHistory', repeatHalf),
  },
];
