import { getOrMake } from '../../conformance/model/groups.js';
import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { type Name, named, textOfName } from '../../core/named.js';
import {
  acting,
  actingEvery,
  answering,
  asking,
  breaking,
  every,
  type Mutation,
  OFTEN,
  type RunCall,
} from './mutation.js';
import { resulting } from './own-calls.js';
import { clauses, rowOf } from '../../conformance/model/clauses.js';

type HistoryRecords = readonly object[];

const MAXIMUM = 1000;

const without =
  (name: 'limit' | 'fromId') =>
  (input: Fields): Fields => ({ ...input, [name]: undefined });

/** Changes the input of calls that are such. */
const askingWhere = (
  operationId: OperationId,
  isSuch: (input: Fields) => boolean,
  change: (input: Fields) => Fields,
): Patch => asking(operationId, (input) => (isSuch(input) ? change(input) : input));

const defaulting =
  (limit: string) =>
  (input: Fields): Fields => ({ ...input, limit: input.limit ?? limit });

const always = (): boolean => true;
const withStart = ({ fromId }: Fields): boolean => fromId !== undefined;
const withLimit = ({ limit }: Fields): boolean => limit !== undefined;
const withoutLimit = ({ limit }: Fields): boolean => limit === undefined;
const withoutContract = ({ contractName }: Fields): boolean => contractName === undefined;

const isElsewhere = ({ contractName }: Fields): boolean => contractName === 'E-ETH-USDT';

/** Changes the records of a page. */
const paging = (operationId: OperationId, change: (records: HistoryRecords, input: Fields) => HistoryRecords): Patch =>
  resulting<HistoryRecords>(operationId, (records, { input }) => change(records, input));

const isBought = (record: object): boolean => (record as { side?: unknown }).side !== 'SELL';

/** The page of one record more, with the second one taken out. */
function leavingOut(call: SandboxCall, run: RunCall): Reply {
  const { fromId, limit = '100' } = call.input;
  if (fromId === undefined) return run(call);
  const reply = run({ ...call, input: { ...call.input, limit: String(Number(limit) + 1) } });
  return reply.ok ? { ok: true, result: (reply.result as HistoryRecords).filter((_, at) => at !== 1) } : reply;
}

/** Shows other records on a short page than on a long one. */
function disagreeing(call: SandboxCall, run: RunCall): Reply {
  const limit = Number(call.input.limit ?? 100);
  if (limit > 5) return run(call);
  const reply = run({ ...call, input: { ...call.input, limit: '100' } });
  return reply.ok ? { ok: true, result: (reply.result as HistoryRecords).slice(20, 20 + limit) } : reply;
}

/** Returns as many records as are asked for, page after page. */
function honour(call: SandboxCall, run: RunCall): Reply {
  const limit = Number(call.input.limit);
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

/** The first page of each kind is told again and again. */
const frozen =
  (operationId: OperationId): Patch =>
  (...given) => {
    const known = new Map<string, Reply>();
    return acting(operationId, (call, run) => getOrMake(known, JSON.stringify(call.input), () => run(call)))(...given);
  };

/** Each history goes wrong in each of these ways. */
const ON_EACH: readonly Mutation[] = (
  [
    ['getOrderHistory', 'orders', 'order'],
    ['getProfitHistory', 'profits', 'profit'],
    ['getTradeHistory', 'trades', 'trade'],
  ] as const
).flatMap(([operationId, short, name]) => {
  const isTrades = operationId === 'getTradeHistory';
  const titled =
    (make: ReturnType<typeof breaking>) =>
    (...text: Name) => {
      const { id, title } = named(textOfName(...text));
      return make`${name}-history-${id}: ${operationId} ${title}`;
    };
  const limiting = isTrades ? clauses.tradeLimit : clauses.pageSize;
  const aPage = titled(breaking(limiting, `page/${short}/steady`));
  const emptyPage = titled(breaking(clauses.reads, `page/${short}/steady`));
  const filtered = titled(breaking(rowOf(operationId), `page/${short}/filtered-by-contract`));
  const starting = titled(
    breaking(isTrades ? clauses.tradeLimit : clauses.startingId, `page/${short}/from-id-starts-there`),
  );
  const showing = operationId === 'getOrderHistory' ? 'getOrderHistory/shows-orders' : 'getTradeHistory/shows-fills';
  const shows = titled(breaking(clauses.reads, `state/${showing}`));
  const limitedShows = titled(breaking(clauses.pageSize, `state/${showing}`));
  const limited = titled(breaking(limiting, `page/${short}/limit-honoured`));
  /** All contracts, where the operation can be asked for all of them; else the one that has most. */
  const ofAll = (input: Fields): Fields => ({
    ...input,
    contractName: operationId === 'getOrderHistory' ? 'E-BTC-USDT' : undefined,
  });
  return [
    filtered`filter-ignored: has the records of all contracts, whichever is named`(
      askingWhere(
        operationId,
        (input) => !withoutContract(input),
        (input) => ({ ...input, contractName: 'E-BTC-USDT' }),
      ),
    ),
    filtered`filter-dropped-with-from-id: has the records of all contracts when fromId is given`(
      askingWhere(operationId, withStart, ofAll),
    ),
    filtered`filter-dropped-without-limit: has the records of all contracts when no limit is given`(
      askingWhere(operationId, withoutLimit, ofAll),
    ),
    ...(operationId === 'getOrderHistory'
      ? []
      : [
          aPage`one-line-of-each-contract: has a line of each contract for limit 1 when no contractName is given`(
            acting(operationId, (call, run) => {
              const { contractName, limit } = call.input;
              if (contractName !== undefined || limit !== '1') return run(call);
              const replies = ['E-BTC-USDT', 'E-ETH-USDT'].map((each) =>
                run({ ...call, input: { ...call.input, contractName: each } }),
              );
              const result = replies.flatMap((reply) => (reply.ok ? (reply.result as HistoryRecords) : []));
              return { ok: true, result };
            }),
          ),
        ]),
    starting`leaves-out-the-second-from-id: leaves out the second record from fromId on`(
      acting(operationId, leavingOut),
    ),
    starting`from-id-needs-limit: ignores fromId when no limit is given`(
      askingWhere(operationId, withoutLimit, without('fromId')),
    ),
    starting`shows-nothing-from-id: is empty when fromId is given`(
      paging(operationId, (records, input) => (withStart(input) ? [] : records)),
    ),
    aPage`repeats-a-record: has a record twice on a page`(
      paging(operationId, (records) => [...records.slice(0, -1), ...records.slice(0, 1)].slice(0, records.length)),
    ),
    aPage`limit-ignored-at-times: forgets limit one time in three`(
      actingEvery(3, operationId, (call, run) => run({ ...call, input: without('limit')(call.input) })),
    ),
    aPage`short-by-one: has one record fewer than limit says`(
      paging(operationId, (records, input) => (withLimit(input) ? records.slice(0, -1) : records)),
    ),
    aPage`pages-disagree: shows other records on a short page than on a long one`(acting(operationId, disagreeing)),
    aPage`limit-above-20-ignored: has 100 lines when limit is more than 20`(
      askingWhere(operationId, ({ limit }) => Number(limit ?? '0') > 20, without('limit')),
    ),
    emptyPage`empty-1-in-5: is empty one time in five`(
      every(5, (strikes) => paging(operationId, (records) => (strikes() ? [] : records))),
    ),
    aPage`limit-ignored-with-from-id: ignores limit when fromId is given`(
      askingWhere(operationId, withStart, without('limit')),
    ),
    starting`from-id-ignored: starts at the beginning for any fromId`(asking(operationId, without('fromId'))),
    limited`limit-ignored: has 100 lines per page for any limit`(asking(operationId, without('limit'))),
    ...(operationId === 'getOrderHistory'
      ? [
          limitedShows`empty-above-its-length: is empty where limit is larger than the number of records`(
            paging(operationId, (records, { limit }) => (Number(limit ?? '0') > records.length ? [] : records)),
          ),
        ]
      : []),
    shows`empty: is always empty`(paging(operationId, () => [])),
    shows`frozen: tells each page as it was told first`(frozen(operationId)),
    ...(operationId === 'getProfitHistory'
      ? []
      : [
          shows`first-record-only: has its oldest record, and no other`(
            paging(operationId, (records) => records.slice(0, 1)),
          ),
          shows`without-sells: has nothing that was sold`(paging(operationId, (all) => all.filter(isBought))),
        ]),
  ];
});

const defaultOfTrades = breaking(clauses.tradeLimit, 'page/trades/default-100');
const startOfTrades = breaking(clauses.tradeLimit, 'page/trades/from-id-starts-there');
const defaultOfOrders = breaking(clauses.historyLimit, 'page/orders/default-100');
const maximum = breaking(clauses.tradeLimit, 'page/trades/maximum-1000');
const limitOfTrades = breaking(clauses.tradeLimit, 'page/trades/limit-honoured');

const limitOfProfits = breaking(clauses.pageSize, 'page/profits/limit-honoured');
const ordersSteady = breaking(clauses.pageSize, 'page/orders/steady');
const tradesSteady = breaking(clauses.tradeLimit, 'page/trades/steady');
const profitsSteady = breaking(clauses.pageSize, 'page/profits/steady');
const successes = breaking(clauses.success, 'shape/every-success-has-status-200');

/** Calls for which a page has 50 lines without limit. */
const SHORTER = [
  ['', '', always],
  ['-without-contract', ' when no contract is named', withoutContract],
  ['-with-from-id', ' when fromId is given', withStart],
] as const;

export const PAGES: readonly Mutation[] = [
  ...ON_EACH,
  limitOfTrades`trades-limit-ignored-without-contract: Get Trade History has 100 lines per page for any limit when no contract is named`(
    askingWhere('getTradeHistory', withoutContract, without('limit')),
  ),
  limitOfProfits`profit-history-limit-ignored-without-contract: Get Profit History has 100 lines per page for any limit when no contract is named`(
    askingWhere('getProfitHistory', withoutContract, without('limit')),
  ),
  ...SHORTER.map(([id, when, isSuch]) =>
    defaultOfTrades`trades-default-50${id}: Get Trade History has 50 lines per page without limit${when}`(
      askingWhere('getTradeHistory', isSuch, defaulting('50')),
    ),
  ),
  ...SHORTER.filter(([id]) => id !== '-without-contract').map(([id, when, isSuch]) =>
    defaultOfOrders`order-history-default-50${id}: Get Order History has 50 lines per page without limit${when}`(
      askingWhere('getOrderHistory', isSuch, defaulting('50')),
    ),
  ),
  defaultOfOrders`order-history-default-1-of-another-contract: getOrderHistory has one line per page without limit on E-ETH-USDT`(
    askingWhere('getOrderHistory', isElsewhere, defaulting('1')),
  ),
  defaultOfTrades`trades-default-1-of-another-contract: getTradeHistory has one line per page without limit on E-ETH-USDT`(
    askingWhere('getTradeHistory', isElsewhere, defaulting('1')),
  ),
  ordersSteady`order-history-99-for-100: Get Order History has 99 lines where limit is 100`(
    askingWhere(
      'getOrderHistory',
      ({ limit }) => limit === '100',
      (input) => ({ ...input, limit: '99' }),
    ),
  ),
  defaultOfOrders`order-history-fifty-at-most: Get Order History has 50 lines at most, with limit and without`(
    asking('getOrderHistory', (input) => ({ ...input, limit: String(Math.min(50, Number(input.limit ?? '100'))) })),
  ),
  defaultOfTrades`trades-default-500: Get Trade History has 500 lines per page without limit`(
    asking('getTradeHistory', defaulting('500')),
  ),
  limitOfTrades`trades-from-id-hundred-at-most: Get Trade History has 100 lines at most where fromId is given`(
    askingWhere(
      'getTradeHistory',
      ({ fromId, limit }) => fromId !== undefined && Number(limit) > 100,
      without('limit'),
    ),
  ),
  maximum`trades-above-maximum-honoured: Get Trade History gives more than 1000 lines when asked for more`(
    acting('getTradeHistory', honour),
  ),
  maximum`trades-above-maximum-without-contract: Get Trade History gives more than 1000 lines when asked for more and no contract is named`(
    acting('getTradeHistory', (call, run) => (withoutContract(call.input) ? honour(call, run) : run(call))),
  ),
  maximum`trades-far-above-maximum-honoured: Get Trade History gives more than 1000 lines when asked for 10000 or more`(
    acting('getTradeHistory', (call, run) => (Number(call.input.limit) < 10_000 ? run(call) : honour(call, run))),
  ),
  startOfTrades`trades-from-id-ignored-without-contract: Get Trade History starts at the beginning for any fromId when no contract is named`(
    askingWhere('getTradeHistory', withoutContract, without('fromId')),
  ),
  startOfTrades`trades-from-beyond-start-over: Get Trade History begins again where fromId is behind the last trade`(
    resulting<readonly unknown[]>('getTradeHistory', (trades, call, run) => {
      const { fromId, ...input } = call.input;
      const reply = fromId !== undefined && trades.length === 0 ? run({ ...call, input }) : undefined;
      return reply?.ok ? (reply.result as typeof trades) : trades;
    }),
  ),
  startOfTrades`trades-from-id-is-of-an-order: Get Trade History looks for fromId among the orders of its trades`(
    resulting<readonly Readonly<Record<string, unknown>>[]>('getTradeHistory', (trades, call, run) => {
      const { fromId, limit = '100', ...more } = call.input;
      if (fromId === undefined) return trades;
      const reply = run({ ...call, input: { ...more, limit: String(MAXIMUM) } });
      const all = reply.ok ? (reply.result as typeof trades) : [];
      const start = all.findIndex(({ bidId, askId }) => [bidId, askId].map(String).includes(fromId));
      return start < 0 ? [] : all.slice(start, start + Number(limit));
    }),
  ),
  ...OFTEN.flatMap((nth) => [
    defaultOfTrades`trades-default-50-1-in-${nth}: Get Trade History has 50 lines without limit one time in ${nth}`(
      actingEvery(nth, 'getTradeHistory', (call, run) => run({ ...call, input: defaulting('50')(call.input) })),
    ),
    startOfTrades`trades-from-id-ignored-1-in-${nth}: Get Trade History ignores fromId one time in ${nth}`(
      actingEvery(nth, 'getTradeHistory', (call, run) => run({ ...call, input: without('fromId')(call.input) })),
    ),
  ]),
  tradesSteady`trades-page-of-1000-repeats-500: A page of 1000 trades has 500 of them twice`(
    paging('getTradeHistory', (records, { limit }) => {
      const half = records.slice(0, records.length / 2);
      return limit === String(MAXIMUM) ? [...half, ...half] : records;
    }),
  ),
  profitsSteady`profit-history-leaves-out-each-tenth: Get Profit History leaves out each tenth record of a page`(
    paging('getProfitHistory', (records) => records.filter((_, at) => at % 10 !== 9)),
  ),
  successes`status-201-with-limit: Trades that are asked for with limit have the status 201`(
    answering(['getTradeHistory'], (_, { target }) => (target.includes('limit=') ? { status: 201 } : undefined)),
  ),
];
