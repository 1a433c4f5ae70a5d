import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, answering, type Mutation } from './mutation.js';
import type { RunCall } from './own-calls.js';
import { ENDPOINTS, PAGE_SIZE, READS, rowsOf, STARTING_ID, SUCCESS, type Words } from './words.js';

type HistoryRecords = readonly object[];

const HISTORIES = [
  ['getOrderHistory', 'orders', 'order'],
  ['getProfitHistory', 'profits', 'profit'],
  ['getTradeHistory', 'trades', 'trade'],
] as const;

const RULE_4: Words = { heading: ENDPOINTS, quote: 'limit is the number of lines per page, default 100, maximum 1000' };
const TRADES_START: Words = { heading: ENDPOINTS, quote: 'fromId starts retrieval at the given trade identifier' };
const DEFAULT: Words = { heading: 'Limits', quote: '| limit default | Get Trade History, Get Order History | 100 |' };

const without = (input: Fields, name: keyof Fields): Fields => ({ ...input, [name]: undefined });

const asking = (operationId: OperationId, change: (input: Fields) => Fields): Patch =>
  acting(operationId, (call, run) => run({ ...call, input: change(call.input) }));

const paging = (
  operationId: OperationId,
  change: (records: HistoryRecords, call: SandboxCall) => HistoryRecords,
): Patch =>
  acting(operationId, (call, run) => {
    const reply = run(call);
    return reply.ok ? { ok: true, result: change(reply.result as HistoryRecords, call) } : reply;
  });

/** The page of one record more, with one record taken out. */
const leavingOut =
  (place: number) =>
  (call: SandboxCall, run: RunCall): Reply => {
    const { fromId, limit = '100' } = call.input;
    if (fromId === undefined) return run(call);
    const reply = run({ ...call, input: { ...call.input, limit: String(Number(limit) + 1) } });
    return reply.ok ? { ok: true, result: (reply.result as HistoryRecords).filter((_, at) => at !== place) } : reply;
  };

/** All contracts, where the operation can be asked for all of them; else the one that has most. */
const ofAll = (operationId: OperationId, input: Fields): Fields => ({
  ...input,
  contractName: operationId === 'getOrderHistory' ? 'E-BTC-USDT' : undefined,
});

const ON_EACH: readonly Mutation[] = HISTORIES.flatMap(([operationId, short, name]): readonly Mutation[] => [
  {
    id: `${name}-history-filter-dropped-with-from-id`,
    title: `${operationId} has the records of all contracts when fromId is given`,
    breaks: rowsOf([operationId]),
    killedBy: [`page/${short}/filtered-by-contract`],
    patch: asking(operationId, (input) => (input.fromId === undefined ? input : ofAll(operationId, input))),
  },
  {
    id: `${name}-history-filter-dropped-without-limit`,
    title: `${operationId} has the records of all contracts when no limit is given`,
    breaks: rowsOf([operationId]),
    killedBy: [`page/${short}/filtered-by-contract`],
    patch: asking(operationId, (input) => (input.limit === undefined ? ofAll(operationId, input) : input)),
  },
  {
    id: `${name}-history-leaves-out-the-second-from-id`,
    title: `${operationId} leaves out the second record from fromId on`,
    breaks: [operationId === 'getTradeHistory' ? TRADES_START : STARTING_ID],
    killedBy: [`page/${short}/from-id-starts-there`],
    patch: acting(operationId, leavingOut(1)),
  },
  {
    id: `${name}-history-from-id-needs-limit`,
    title: `${operationId} ignores fromId when no limit is given`,
    breaks: [operationId === 'getTradeHistory' ? TRADES_START : STARTING_ID],
    killedBy: [`page/${short}/from-id-starts-there`],
    patch: asking(operationId, (input) => (input.limit === undefined ? without(input, 'fromId') : input)),
  },
  {
    id: `${name}-history-shows-nothing-from-id`,
    title: `${operationId} is empty when fromId is given`,
    breaks: [operationId === 'getTradeHistory' ? TRADES_START : STARTING_ID],
    killedBy: [`page/${short}/from-id-starts-there`],
    patch: paging(operationId, (records, { input }) => (input.fromId === undefined ? records : [])),
  },
]);

const LIMIT_WITH_START: readonly Mutation[] = (['getOrderHistory', 'getProfitHistory'] as const).map(
  (operationId): Mutation => ({
    id: `${operationId === 'getOrderHistory' ? 'order' : 'profit'}-history-limit-ignored-with-from-id`,
    title: `${operationId} ignores limit when fromId is given`,
    breaks: [PAGE_SIZE],
    killedBy: [`page/${operationId === 'getOrderHistory' ? 'orders' : 'profits'}/steady`],
    patch: asking(operationId, (input) => (input.fromId === undefined ? input : without(input, 'limit'))),
  }),
);

const onceIn =
  (nth: number, operationId: OperationId, change: (input: Fields) => Fields): Patch =>
  (...given) => {
    let count = 0;
    return asking(operationId, (input) => (++count % nth === 0 ? change(input) : input))(...given);
  };

const AT_TIMES: readonly Mutation[] = [2, 3, 5].flatMap((nth): readonly Mutation[] => [
  {
    id: `trades-default-50-1-in-${nth}`,
    title: `Get Trade History has 50 lines without limit one time in ${nth}`,
    breaks: [RULE_4],
    killedBy: ['page/trades/default-100'],
    patch: onceIn(nth, 'getTradeHistory', (input) => ({ ...input, limit: input.limit ?? '50' })),
  },
  {
    id: `trades-from-id-ignored-1-in-${nth}`,
    title: `Get Trade History ignores fromId one time in ${nth}`,
    breaks: [TRADES_START],
    killedBy: ['page/trades/from-id-starts-there'],
    patch: onceIn(nth, 'getTradeHistory', (input) => without(input, 'fromId')),
  },
]);

/** The first page of each kind is told again and again. */
const frozen =
  (operationId: OperationId): Patch =>
  (...given) => {
    const known = new Map<string, Reply>();
    return acting(operationId, (call, run) => {
      const key = JSON.stringify(call.input);
      const reply = known.get(key) ?? run(call);
      known.set(key, reply);
      return reply;
    })(...given);
  };

const EMPTY_AT_TIMES: readonly Mutation[] = HISTORIES.map(([operationId, short, name]) => ({
  id: `${name}-history-empty-1-in-5`,
  title: `${operationId} is empty one time in five`,
  breaks: [operationId === 'getTradeHistory' ? RULE_4 : PAGE_SIZE],
  killedBy: [`page/${short}/steady`],
  patch: (...given) => {
    let count = 0;
    return paging(operationId, (records) => (++count % 5 === 0 ? [] : records))(...given);
  },
}));

/** A limit counts where it is small. */
const LARGE: readonly Mutation[] = HISTORIES.map(([operationId, short, name]) => ({
  id: `${name}-history-limit-above-20-ignored`,
  title: `${operationId} has 100 lines when limit is more than 20`,
  breaks: [operationId === 'getTradeHistory' ? RULE_4 : PAGE_SIZE],
  killedBy: [`page/${short}/steady`],
  patch: asking(operationId, (input) => (Number(input.limit ?? '0') > 20 ? without(input, 'limit') : input)),
}));

const CONTENTS: readonly Mutation[] = (
  [
    ['getTradeHistory', 'trade', 'shows-fills'],
    ['getOrderHistory', 'order', 'shows-orders'],
  ] as const
).flatMap(([operationId, name, claim]): readonly Mutation[] => {
  const killedBy = [`state/${operationId}/${claim}`];
  return [
    {
      id: `${name}-history-empty`,
      title: `${operationId} is always empty`,
      breaks: [READS],
      killedBy,
      patch: paging(operationId, () => []),
    },
    {
      id: `${name}-history-frozen`,
      title: `${operationId} tells each page as it was told first`,
      breaks: [READS],
      killedBy,
      patch: frozen(operationId),
    },
    {
      id: `${name}-history-first-record-only`,
      title: `${operationId} has its oldest record, and no other`,
      breaks: [READS],
      killedBy,
      patch: paging(operationId, (records) => records.slice(0, 1)),
    },
  ];
});

const OTHERS: readonly Mutation[] = [
  {
    id: 'order-history-fifty-at-most',
    title: 'Get Order History has 50 lines at most, with limit and without',
    breaks: [DEFAULT],
    killedBy: ['page/orders/default-100'],
    patch: asking('getOrderHistory', (input) => ({
      ...input,
      limit: String(Math.min(50, Number(input.limit ?? '100'))),
    })),
  },
  {
    id: 'profit-history-leaves-out-each-tenth',
    title: 'Get Profit History leaves out each tenth record of a page',
    breaks: [PAGE_SIZE],
    killedBy: ['page/profits/steady'],
    patch: paging('getProfitHistory', (records) => records.filter((_, at) => at % 10 !== 9)),
  },
  {
    id: 'status-201-with-limit',
    title: 'Trades that are asked for with limit have the status 201',
    breaks: [SUCCESS],
    killedBy: ['shape/every-success-has-status-200'],
    patch: (...given) => ({
      send(answer, request) {
        const changed = answering(['getTradeHistory'], (response) => ({ ...response, status: 201 }))(...given);
        return request.target.includes('limit=') ? changed.send!(answer, request) : answer;
      },
    }),
  },
];

export const HISTORY_CONTENTS: readonly Mutation[] = [
  ...ON_EACH,
  ...LIMIT_WITH_START,
  ...AT_TIMES,
  ...LARGE,
  ...EMPTY_AT_TIMES,
  ...CONTENTS,
  ...OTHERS,
];
