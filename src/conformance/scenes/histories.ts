import { needAccepted, cannotTell, type Context } from '../findings/check.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { rightly } from '../findings/right-call.js';
import { type HistoryOperation, type HistoryPage, readHistoryPage } from '../judges/history-page.js';
import { FEWEST_TO_START, judgeStart } from '../judges/history-start.js';
import { otherContracts } from '../orders/orders.js';
import { cross, tradesThere } from '../orders/trading.js';
import { valid } from '../orders/valid-inputs.js';

/** What is asked of a history. Its judge is told the pages and nothing else: a page that is asked for `first` comes first. */
export interface HistoryScene {
  readonly context: Context;
  readonly history: HistoryOperation;
  readonly pages: readonly HistoryPage[];
  /** A page of the contract under test; it has to be a list. */
  ask(input?: AnyInput): Promise<HistoryPage>;
  /** The same, once in a run. */
  first(input: AnyInput): Promise<HistoryPage>;
  /** A page that may be refused: which values are taken is not shown. */
  attempt(input: AnyInput): Promise<HistoryPage | undefined>;
  /** A page that was asked for already. */
  add(input: AnyInput, reading: Reading): HistoryPage;
}

export function createHistoryScene(context: Context, history: HistoryOperation): HistoryScene {
  const pages: HistoryPage[] = [];
  const whole = (input: AnyInput): AnyInput =>
    Object.fromEntries(
      Object.entries({ contractName: context.contract, ...input }).filter(([, value]) => value !== undefined),
    );
  const add = (input: AnyInput, reading: Reading): HistoryPage => {
    const page =
      readHistoryPage(whole(input), needAccepted(reading, history)) ??
      cannotTell(`${history} is not a list of records`);
    pages.push(page);
    return page;
  };
  const send = (input: AnyInput, inner = context): Promise<Reading> => inner.callWith(history, whole(input));
  return {
    context,
    history,
    pages,
    add,
    ask: async (input = {}) => add(input, await send(input)),
    first: async (input) =>
      add(input, await context.shared(`${history} ${JSON.stringify(input)}`, (inner) => send(input, inner))),
    async attempt(input) {
      const reading = await send(input);
      return reading.kind === 'refused' ? undefined : add(input, reading);
    },
  };
}

/** Enough lines to start in the middle of. */
const LINES = 11;
const SOME = { limit: String(LINES) };
const DEFAULT = 100;
const MAXIMUM = { limit: '1000' };
/** A fault that strikes one call in so many, or more often, is seen; on a throw-away target only. */
const TIMES = 6;
/** Sizes of a page; a target may take some of them only. */
const SIZES = ['100', '1', '2', '7', '20', '50', '99'] as const;
/** Identifiers that a page is started from. */
const STARTS = 2;

/** There are trades, and orders behind them: on a throw-away target they are made. */
async function grow({ context }: HistoryScene): Promise<void> {
  if (context.mode === 'sandbox') await tradesThere(context);
}

export async function withoutLimit(scene: HistoryScene): Promise<void> {
  const { context, history, ask, add } = scene;
  const isSandbox = context.mode === 'sandbox';
  await grow(scene);
  const page = isSandbox ? await ask() : add({}, await valid(context, history));
  if (page.length < DEFAULT) {
    const isTrades = history === 'getTradeHistory';
    const longer = isTrades ? add(MAXIMUM, await tradesThere(context)) : await ask({ limit: '101' });
    if (isSandbox) await fromEnds(scene, page, {});
    if (isSandbox || longer.length > page.length) await ask();
  }
  for (let time = 1; isSandbox && history === 'getTradeHistory' && time < TIMES; time++) await ask();
}

/** Pages that start at the ends of another one show whether it is all there is. */
async function fromEnds({ history, attempt }: HistoryScene, { list }: HistoryPage, input: AnyInput): Promise<boolean> {
  const [name] = list.startFields(history);
  const keys = name === undefined ? [] : list.keys(name);
  for (const fromId of new Set([keys.at(-1), keys[0]])) if (fromId !== undefined) await attempt({ ...input, fromId });
  return keys.length > 0;
}

export async function longestPage(scene: HistoryScene): Promise<void> {
  const page = scene.add(MAXIMUM, await tradesThere(scene.context));
  if (page.length >= Number(MAXIMUM.limit)) await scene.attempt({ limit: '1001' });
  else if (await fromEnds(scene, page, MAXIMUM)) await scene.ask(MAXIMUM);
}

export async function withLimit(scene: HistoryScene): Promise<void> {
  await grow(scene);
  const { length } = await scene.first(SOME);
  if (length > 2 && length < LINES) await scene.ask({ limit: '2' });
}

/** Pages of all sizes, and short ones between long ones, several times: a fault may come and go. */
export async function manySizes(scene: HistoryScene): Promise<void> {
  const { context, ask, attempt } = scene;
  await grow(scene);
  const isSandbox = context.mode === 'sandbox';
  const first = await scene.first(SOME);
  const long = first.length < 4 && isSandbox ? await ask(SOME) : first;
  if (long.length < 4) return;
  for (const limit of isSandbox ? SIZES : []) await attempt({ limit });
  for (const fromId of isSandbox ? startsIn(scene, long) : []) await attempt({ limit: '2', fromId });
  for (let time = 0; time < (isSandbox ? TIMES : 1); time++) await ask({ limit: '3' });
  await ask(SOME);
}

const startsIn = ({ history }: HistoryScene, { list, length }: HistoryPage): readonly string[] =>
  length < FEWEST_TO_START
    ? []
    : list
        .startFields(history)
        .slice(0, STARTS)
        .map((name) => list.keys(name)[3]!);

/** Two other contracts. */
export async function otherPages(scene: HistoryScene): Promise<void> {
  const { context, ask, attempt } = scene;
  const isSandbox = context.mode === 'sandbox';
  const own = isSandbox ? await ask(SOME) : await scene.first(SOME);
  for (const contractName of (await otherContracts(context)).slice(0, 2)) {
    if (isSandbox) await fillOn(context, contractName);
    await ask({ contractName, ...SOME });
    if (!isSandbox) continue;
    await ask({ contractName });
    // What a starting identifier of another contract comes to is not shown.
    for (const fromId of startsIn(scene, own))
      for (const input of [{}, SOME]) await attempt({ contractName, fromId, ...input });
  }
}

/** A position opened and closed, so that there is something to tell from the other contract's. Whether it is filled is no matter. */
async function fillOn(context: Context, contract: string): Promise<void> {
  await context.shared(`filled on ${contract}`, async (inner) => {
    const { volume } = inner;
    const { reading } = await cross(inner, { side: 'BUY', open: 'OPEN', contract, volume });
    // Or a position would be closed that is not of this run.
    if (reading.kind !== 'accepted') return;
    await cross(inner, { side: 'SELL', open: 'CLOSE', contract, volume });
  });
}

/** From the middle on, by each field that may be the identifier, until one explains the page. */
export async function fromTheMiddle(scene: HistoryScene): Promise<void> {
  const { context, history, pages } = scene;
  await grow(scene);
  const { list, length } = await scene.first(SOME);
  if (length < FEWEST_TO_START) return;
  const middle = Math.floor(length / 2);
  for (const name of list.startFields(history)) {
    const keys = list.keys(name);
    const fromId = keys[middle];
    await start(scene, { ...SOME, fromId });
    if (judgeStart(history, pages)[0]?.finding.outcome !== 'holds') continue;
    if (history === 'getTradeHistory' && name !== 'tradeId' && name !== 'id')
      context.goesBy('response.trade-history', `trades are known by ${name}`);
    if (context.mode !== 'sandbox') return;
    // Without limit, the page is longer, and begins at the same record.
    for (const input of [{ fromId }, { ...SOME, fromId: keys[1] }, { ...SOME, fromId: keys.at(-2) }])
      await start(scene, input);
    for (let time = 4; time < TIMES; time++) await start(scene, { ...SOME, fromId });
    if (history !== 'getOrderHistory') await withoutContract(scene, name);
    return;
  }
}

/** A right call of trades that is refused is judged; what the identifier of another history is, is open. */
async function start({ context, history, ask, add }: HistoryScene, input: AnyInput): Promise<HistoryPage> {
  if (history !== 'getTradeHistory') return ask(input);
  const { fromId: _fromId, ...bare } = input;
  const send = (given: AnyInput) => (): Promise<Reading> =>
    context.callWith(history, { contractName: context.contract, ...given });
  return add(input, await rightly(context, { what: 'fromId', ask: send(input), control: send(bare) }));
}

async function withoutContract({ attempt }: HistoryScene, name: string): Promise<void> {
  const page = await attempt({ contractName: undefined, ...SOME });
  if (page === undefined || page.length < FEWEST_TO_START) return;
  const fromId = page.list.keys(name as keyof object)[Math.floor(page.length / 2)];
  await attempt({ contractName: undefined, ...SOME, fromId });
}
