import type { UnknownId } from '../../../generated/description.js';
import { countRecords } from '../call/answer.js';
import { type Check, type Context, needCalls, notApplicable, seen } from '../findings/check.js';
import { judgeHistory } from '../judges/histories.js';
import { HISTORIES, type HistoryOperation } from '../judges/history-page.js';
import { findingOf } from '../judges/verdict.js';
import { clauses, rowOf, unknown } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import {
  createHistoryScene,
  fromTheMiddle,
  type HistoryScene,
  longestPage,
  manySizes,
  otherPages,
  withLimit,
  withoutLimit,
} from '../scenes/histories.js';

const RECORDS: Readonly<Record<HistoryOperation, UnknownId>> = {
  getOrderHistory: 'response.order-history',
  getProfitHistory: 'response.profit-history',
  getTradeHistory: 'response.trade-history',
};

/** One claim about the pages of a history. */
interface PageClaim {
  readonly title: string;
  readonly clause: Clause;
  /** What is asked so that it shows. */
  readonly play: (scene: HistoryScene) => Promise<void>;
  /** Records that the account needs. */
  readonly records: number;
  /** Of a claim that comes last where calls are few: so many that no other check makes. */
  readonly lateCalls?: number;
}

/** The claim as a check: what the judge of histories says of the pages that its scene has asked for, once in a run. */
function onPages(history: HistoryOperation, name: string, about: PageClaim): Check {
  const { title, clause, play, records, lateCalls } = about;
  const id = `page/${HISTORIES[history]}/${name}`;
  const judge = async (context: Context): Promise<Finding> => {
    const scene = createHistoryScene(context, history);
    await play(scene);
    const longest = Math.max(0, ...scene.pages.map(({ length }) => length));
    return (
      findingOf(judgeHistory(history, scene.pages), id) ??
      notApplicable(`${history} has ${longest} records of this contract, and ${records} are needed`)
    );
  };
  return {
    id,
    family: 'PAGE',
    title,
    clause,
    effect: 'read',
    operations: [history],
    signed: true,
    ...(lateCalls !== undefined && { late: true }),
    control: `shape/${history}/success`,
    assumes: [
      RECORDS[history],
      'history.order-of-records',
      'history.from-id',
      ...(lateCalls === undefined ? (['history.without-contract'] as const) : (['contracts.names'] as const)),
    ],
    run(context) {
      needCalls(context, lateCalls ?? 0);
      return context.shared(id, judge);
    },
  };
}

const limitHonoured = (history: HistoryOperation, clause: Clause): Check =>
  onPages(history, 'limit-honoured', {
    title: `a page of ${history} has as many lines as limit says`,
    clause,
    play: withLimit,
    records: 3,
  });

export const tradesFromTheMiddle = onPages('getTradeHistory', 'from-id-starts-there', {
  title: 'a page of trades starts at fromId',
  clause: clauses.tradeLimit,
  play: fromTheMiddle,
  records: 5,
});

export const pageChecks: readonly Check[] = [
  onPages('getTradeHistory', 'default-100', {
    title: 'a page of trades has 100 lines when no limit is given',
    clause: clauses.tradeLimit,
    play: withoutLimit,
    records: 101,
  }),
  onPages('getTradeHistory', 'maximum-1000', {
    title: 'a page of trades has at most 1000 lines',
    clause: clauses.tradeLimit,
    play: longestPage,
    records: 1001,
  }),
  limitHonoured('getTradeHistory', clauses.tradeLimit),
  tradesFromTheMiddle,
  onPages('getOrderHistory', 'default-100', {
    title: 'a page of orders has 100 lines when no limit is given',
    clause: clauses.historyLimit,
    play: withoutLimit,
    records: 101,
  }),
  limitHonoured('getOrderHistory', clauses.pageSize),
  limitHonoured('getProfitHistory', clauses.pageSize),
  {
    ...limitHonoured('getOrderHistory', unknown('history.limit-maximum')),
    id: 'page/orders/maximum',
    title: 'what a limit above 1000 does to the order history',
    async run(context) {
      const reading = await context.call('getOrderHistory', { contractName: context.contract, limit: '1001' });
      return seen({ kind: reading.kind, records: countRecords(reading) ?? null });
    },
  },
  ...(Object.keys(HISTORIES) as HistoryOperation[]).flatMap((history) => [
    onPages(history, 'filtered-by-contract', {
      title: `${history} of a contract holds no record of another one`,
      clause: rowOf(history),
      play: otherPages,
      records: 1,
      lateCalls: 3,
    }),
    onPages(history, 'steady', {
      title: `a page of ${history} has each record once, as many as limit says each time, and the same ones`,
      clause: history === 'getTradeHistory' ? clauses.tradeLimit : clauses.pageSize,
      play: manySizes,
      records: 4,
      lateCalls: 3,
    }),
  ]),
  ...(['getOrderHistory', 'getProfitHistory'] as const).map((history) =>
    onPages(history, 'from-id-starts-there', {
      title: `a page of ${history} depends on fromId`,
      clause: clauses.startingId,
      play: fromTheMiddle,
      records: 5,
      lateCalls: 2,
    }),
  ),
];
