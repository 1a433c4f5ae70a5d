import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxCall } from '../../sandbox/stages.js';
import { acting, type Mutation } from './mutation.js';
import type { RunCall } from './own-calls.js';
import { ENDPOINTS, PAGE_SIZE, rowsOf, STARTING_ID, type Words } from './words.js';

const HISTORIES = [
  ['getOrderHistory', 'orders', 'order'],
  ['getProfitHistory', 'profits', 'profit'],
  ['getTradeHistory', 'trades', 'trade'],
] as const;

const RULE_4: Words = { heading: ENDPOINTS, quote: 'limit is the number of lines per page, default 100, maximum 1000' };

type ListedRecords = readonly unknown[];

const without = (input: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

/** Changes the page that a call is answered with. */
const paging =
  (change: (records: ListedRecords, call: SandboxCall, run: RunCall) => ListedRecords) =>
  (call: SandboxCall, run: RunCall): Reply => {
    const reply = run(call);
    return reply.ok ? { ok: true, result: change(reply.result as ListedRecords, call, run) } : reply;
  };

const recordsOf = (reply: Reply): ListedRecords => (reply.ok ? (reply.result as ListedRecords) : []);

export const LIST_MUTATIONS: readonly Mutation[] = HISTORIES.flatMap(([operationId, short, name]): Mutation[] => {
  const size = operationId === 'getTradeHistory' ? RULE_4 : PAGE_SIZE;
  const aPage = (id: string, title: string, patch: Mutation['patch']): Mutation => ({
    id: `${name}-history-${id}`,
    title: `${operationId} ${title}`,
    breaks: [size],
    killedBy: [`page/${short}/steady`],
    patch,
  });
  return [
    {
      id: `${name}-history-filter-ignored`,
      title: `${operationId} has the records of all contracts, whichever is named`,
      breaks: rowsOf([operationId]),
      killedBy: [`page/${short}/filtered-by-contract`],
      patch: acting(operationId, (call, run) =>
        run({ ...call, input: { ...call.input, ...(call.input['contractName'] && { contractName: 'E-BTC-USDT' }) } }),
      ),
    },
    aPage(
      'repeats-a-record',
      'has a record twice on a page',
      acting(
        operationId,
        paging((records) => [...records.slice(0, -1), ...records.slice(0, 1)].slice(0, records.length)),
      ),
    ),
    aPage('limit-ignored-at-times', 'forgets limit one time in three', (...given) => {
      let count = 0;
      return acting(operationId, (call, run) =>
        ++count % 3 === 0 ? run({ ...call, input: without(call.input, 'limit') }) : run(call),
      )(...given);
    }),
    aPage(
      'short-by-one',
      'has one record fewer than limit says',
      acting(
        operationId,
        paging((records, call) => (call.input['limit'] === undefined ? records : records.slice(0, -1))),
      ),
    ),
    aPage(
      'pages-disagree',
      'shows other records on a short page than on a long one',
      acting(operationId, (call, run) => {
        const limit = Number(call.input['limit'] ?? 100);
        if (limit > 5) return run(call);
        const many = recordsOf(run({ ...call, input: { ...call.input, limit: '100' } }));
        return { ok: true, result: many.slice(20, 20 + limit) };
      }),
    ),
    ...(operationId === 'getTradeHistory'
      ? []
      : [
          {
            id: `${name}-history-from-id-ignored`,
            title: `${operationId} starts at the beginning for any fromId`,
            breaks: [STARTING_ID],
            killedBy: [`page/${short}/from-id-starts-there`],
            patch: acting(operationId, (call, run) => run({ ...call, input: without(call.input, 'fromId') })),
          },
        ]),
  ];
});
