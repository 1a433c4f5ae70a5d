import { counted } from '../model/counted.js';
import { countRecords } from '../call/answer.js';
import { type CheckRow, type Context, needCalls, notApplicable, seen } from '../findings/check.js';
import { judgeHistory } from '../judges/histories.js';
import { HISTORIES, HISTORY_OPERATIONS, type HistoryOperation } from '../judges/history-page.js';
import { findingOf } from '../judges/claim-finding.js';
import { clauses, rowOf, unknown } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import { QUESTIONS } from './observed/answers.js';
import * as scenes from '../scenes/histories.js';

export { fillFirst } from '../scenes/histories.js';

/** One claim about the pages of histories; `{}` in its title is the history. */
interface PageClaim {
  /** The last part of its address. */
  readonly name: string;
  readonly title: string;
  readonly clause: (history: HistoryOperation) => Clause;
  readonly of: readonly HistoryOperation[];
  /** Asks for the pages that show it. */
  readonly play: (scene: scenes.HistoryScene) => Promise<void>;
  /** The records that the account has to have for that. */
  readonly needs: string;
  /** The calls that no other check makes, of a claim that comes last where calls are few. */
  readonly lateCalls?: number;
}

const ofLimit = (history: HistoryOperation): Clause =>
  history === 'getTradeHistory' ? clauses.tradeLimit : clauses.pageSize;

const CLAIMS: readonly PageClaim[] = [
  {
    name: 'default-100',
    title: 'a page of {} has 100 lines when no limit is given',
    clause: (history) => (history === 'getTradeHistory' ? clauses.tradeLimit : clauses.historyLimit),
    of: ['getTradeHistory', 'getOrderHistory'],
    play: scenes.withoutLimit,
    needs: '101',
  },
  {
    name: 'maximum-1000',
    title: 'a page of {} has at most 1000 lines',
    clause: ofLimit,
    of: ['getTradeHistory'],
    play: scenes.longestPage,
    needs: '1001',
  },
  {
    name: 'limit-honoured',
    title: 'a page of {} has as many lines as limit says',
    clause: ofLimit,
    of: HISTORY_OPERATIONS,
    play: scenes.withLimit,
    needs: '3',
  },
  {
    name: 'from-id-starts-there',
    title: 'a page of {} starts at fromId',
    clause: (history) => (history === 'getTradeHistory' ? clauses.tradeLimit : clauses.startingId),
    of: HISTORY_OPERATIONS,
    play: scenes.fromTheMiddle,
    needs: '5 with a number to start from',
    lateCalls: 2,
  },
  {
    name: 'filtered-by-contract',
    title: '{} of a contract holds no record of another one',
    clause: rowOf,
    of: HISTORY_OPERATIONS,
    play: scenes.otherPages,
    needs: '2 with an identifier',
    lateCalls: 3,
  },
  {
    name: 'steady',
    title: 'a page of {} has each record once, as many as limit says each time, and the same ones',
    clause: ofLimit,
    of: HISTORY_OPERATIONS,
    play: scenes.manySizes,
    needs: '4',
    lateCalls: 3,
  },
];

/** The claim as a check: its scene asks for pages, once in a run, and the judge of histories decides from them. */
function asCheck({ name, title, clause, play, needs, lateCalls }: PageClaim, history: HistoryOperation): CheckRow {
  const id = `page/${HISTORIES[history]}/${name}`;
  const judged = async (context: Context): Promise<Finding> => {
    const scene = new scenes.HistoryScene(context, history);
    await play(scene);
    const longest = Math.max(0, ...scene.pages.map(({ length }) => length));
    return (
      findingOf(judgeHistory(history, scene.pages), id) ??
      notApplicable(`no page of this history has more than ${counted(longest, 'record')}, and ${needs} are needed`)
    );
  };
  return {
    id,
    title: title.replace('{}', history),
    clause: clause(history),
    operations: [history],
    late: lateCalls !== undefined,
    control: `shape/${history}/success`,
    assumes: [QUESTIONS[history], 'history.without-contract', 'history.order-of-records', 'history.from-id'],
    run(context) {
      needCalls(context, lateCalls ?? 0);
      return context.shared(id, judged);
    },
  };
}

const maximumOfOrders: CheckRow = {
  ...asCheck(CLAIMS[1]!, 'getOrderHistory'),
  id: 'page/orders/maximum',
  title: 'what a limit above 1000 does to the order history',
  clause: unknown('history.limit-maximum'),
  async run(context) {
    const reading = await context.call('getOrderHistory', { contractName: context.contract, limit: '1001' });
    return seen({ kind: reading.kind, records: countRecords(reading) ?? null });
  },
};

export const pageChecks: readonly CheckRow[] = [
  ...CLAIMS.flatMap((claim) => claim.of.map((history) => asCheck(claim, history))),
  maximumOfOrders,
];

export const tradesFromTheMiddle = pageChecks.find(({ id }) => id === 'page/trades/from-id-starts-there')!;
