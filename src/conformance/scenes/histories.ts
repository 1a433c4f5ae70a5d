import { cannotTell, type Context, Found, needAccepted, notApplicable } from '../findings/check.js';
import { type Reading, type ResultRecord, textOf } from '../call/answer.js';
import { type AnyInput, without } from '../call/input.js';
import { lookInFull } from '../findings/patience.js';
import { judgeRefusal, rightly } from '../findings/right-call.js';
import { type HistoryOperation, type HistoryPage, readHistoryPage } from '../judges/history-page.js';
import { judgeHistory } from '../judges/histories.js';
import { BEYOND, MIN_TO_START, judgeStart } from '../judges/history-start.js';
import { otherContracts, tryPlace } from '../orders/orders.js';
import { rowOf } from '../model/clauses.js';
import { declaredFields, operations } from '../model/operations.js';
import { cross, ordersThere, tradesThere } from '../orders/trading.js';
import { valid } from '../orders/valid-inputs.js';

/** Asks for pages of a history. Its judge is told these and nothing else; one that is asked for `first` comes first. */
export class HistoryScene {
  readonly pages: HistoryPage[] = [];

  constructor(
    readonly context: Context,
    readonly history: HistoryOperation,
  ) {}

  /** A call about the contract under test. */
  send(input: AnyInput, { contract, callWith } = this.context): Promise<Reading> {
    const given = Object.entries({ contractName: contract, ...input }).filter(([, value]) => value !== undefined);
    return callWith(this.history, Object.fromEntries(given));
  }

  /** The page that a call was answered with; it has to be a list. */
  add(input: AnyInput, reading: Reading): HistoryPage {
    const { contract: contractName } = this.context;
    const page =
      readHistoryPage({ contractName, ...input }, needAccepted(reading, this.history)) ??
      cannotTell(`${this.history} is not a list of records`);
    this.pages.push(page);
    return page;
  }

  async ask(input: AnyInput = {}): Promise<HistoryPage> {
    return this.add(input, await this.send(input));
  }

  /** The same, as soon as nothing is wrong with it: a cache may hold a page for the time that a change may take. */
  async askAgain(input: AnyInput = {}): Promise<void> {
    const { pages, history, context } = this;
    const isRight = (reading: Reading): boolean => {
      const page = readHistoryPage({ contractName: context.contract, ...input }, reading);
      const found = page === undefined ? [] : judgeHistory(history, [...pages, page]);
      return !found.some(({ finding }) => finding.outcome === 'broken');
    };
    this.add(input, await lookInFull(context, () => this.send(input), isRight));
  }

  /** The same, once in a run. */
  async first(input: AnyInput): Promise<HistoryPage> {
    return this.add(input, await this.#sendOnce(input));
  }

  #sendOnce(input: AnyInput): Promise<Reading> {
    const { contract: contractName, shared } = this.context;
    const key = `${this.history} ${JSON.stringify({ contractName, ...input })}`;
    return shared(key, (inner) => this.send(input, inner));
  }

  /** A page that may be refused: which values are taken is not shown. */
  async attempt(input: AnyInput): Promise<HistoryPage | undefined> {
    return this.#unlessRefused(input, await this.send(input));
  }

  /** The same, once in a run. */
  async attemptOnce(input: AnyInput): Promise<HistoryPage | undefined> {
    return this.#unlessRefused(input, await this.#sendOnce(input));
  }

  /**
   * The same of a call that is right where its contract is traded: refused each time while the control is taken, it ends the scene. What
   * that cannot tell is left open.
   */
  async attemptForm(input: AnyInput, control: AnyInput): Promise<HistoryPage | undefined> {
    const { context, history } = this;
    const reading = await this.#sendOnce(input);
    if (reading.kind === 'refused' && (await this.#isTraded(textOf(input.contractName)))) {
      const what = `${history} with ${JSON.stringify({ contractName: context.contract, ...input })}`;
      const ask = () => this.send(input);
      const found = await judgeRefusal(context, reading, { what, ask, control: () => this.send(control) });
      if (found?.outcome === 'broken') throw new Found({ ...found, clause: rowOf(history) });
    }
    return this.#unlessRefused(input, reading);
  }

  async #isTraded(contractName: string | undefined): Promise<boolean> {
    const { context } = this;
    if (contractName === undefined || context.order.contracts.has(contractName)) return true;
    return (await tryPlace(context, contractName)).length > 0;
  }

  #unlessRefused(input: AnyInput, reading: Reading): HistoryPage | undefined {
    return reading.kind === 'refused' ? undefined : this.add(input, reading);
  }
}

/** Enough lines to start in the middle of, and a size that most services have. */
const LINES = 10;
const SOME = { limit: String(LINES) };
const DEFAULT = 100;
const MAXIMUM = { limit: '1000' };
/** With the other calls of a scene, enough to see a fault that strikes one call in six; on a throw-away target only. */
const ALIKE = 3;
/** Sizes of a page; a target may take some of them only. */
const SIZES = ['100', '1', '2', '7', '20', '50', '99'] as const;

/** There are trades, and orders behind them: on a throw-away target they are made. */
async function grow({ context, history }: HistoryScene): Promise<void> {
  if (context.mode === 'sandbox') await (history === 'getTradeHistory' ? tradesThere : ordersThere)(context);
}

/** All that these scenes fill orders for: pages of one history are compared while those of another are read. */
export async function fillFirst(context: Context): Promise<void> {
  if (context.mode !== 'sandbox') return;
  await ordersThere(context);
  for (const contract of [context.contract, ...(await otherContracts(context)).slice(0, 2)])
    await fillOn(context, contract);
}

/** The first page, which has to have so many records: on a throw-away target it may have been asked for before there were any. */
async function firstOf(scene: HistoryScene, fewest: number): Promise<HistoryPage | undefined> {
  await grow(scene);
  let page = await scene.first(SOME);
  if (page.length < fewest && scene.context.mode === 'sandbox') {
    // A longer page shows what a short one leaves out.
    await scene.attemptOnce({ limit: '100' });
    page = await scene.ask(SOME);
  }
  return page.length < fewest ? undefined : page;
}

/**
 * Pages of both contracts and without contractName, with and without fromId and limit, once in a run: a rule may hold in some forms of
 * a call only. Where a default is declared, a large page of the same start comes first and shows how many records there are, and
 * its ends are the starts: from one of them on, there are many.
 */
async function inForms(scene: HistoryScene, known?: Start): Promise<void> {
  const { context, history } = scene;
  if (context.mode !== 'sandbox') return;
  const { name, fromId } = known ?? (await findStart(scene, (input) => scene.attemptOnce(input))) ?? {};
  const large = { getTradeHistory: MAXIMUM, getOrderHistory: { limit: '100' }, getProfitHistory: undefined }[history];
  const ask = async (about: AnyInput): Promise<HistoryPage | undefined> => {
    const long = large && (await scene.attemptForm({ ...about, ...large }, large));
    const usual = await scene.attemptForm(about, {});
    // A page that is shorter than a later one may have been asked for before there were more.
    if (long !== undefined && usual !== undefined && usual.length > long.length)
      await scene.attempt({ ...about, ...large });
    return scene.attemptForm({ ...about, ...SOME }, SOME);
  };
  const longest = large && (await scene.attemptOnce(large));
  for (const place of new Set([fromId, ...(longest === undefined ? [] : endsOf(longest, name))]))
    if (place !== undefined) await ask({ fromId: place });
  const [contractName] = await otherContracts(context);
  if (contractName !== undefined) await fillOn(context, contractName);
  const elsewhere = [
    ...(contractName === undefined ? [] : [{ contractName }]),
    ...(isContractRequired(history) ? [] : [{ contractName: undefined }]),
  ];
  for (const about of elsewhere) {
    const page = await ask(about);
    const middle = page && middleOf(page, name);
    if (middle !== undefined) await ask({ ...about, fromId: middle });
  }
}

const isContractRequired = (history: HistoryOperation): boolean =>
  declaredFields(operations[history]).some(({ name, required }) => name === 'contractName' && required);

/** The value of a record in the middle of a page; undefined where there is none to start from. */
const middleOf = ({ list, length }: HistoryPage, name: keyof ResultRecord | undefined): string | undefined =>
  length < MIN_TO_START || name === undefined ? undefined : list.keys(name)[Math.floor(length / 2)];

const endsOf = ({ list }: HistoryPage, name: keyof ResultRecord | undefined): readonly string[] => {
  const keys = name === undefined ? [] : list.keys(name);
  return [...new Set([keys.at(-1), keys[0]])].filter((key) => key !== undefined);
};

export async function withoutLimit(scene: HistoryScene): Promise<void> {
  const { context, history } = scene;
  const isSandbox = context.mode === 'sandbox';
  const isTrades = history === 'getTradeHistory';
  await grow(scene);
  await inForms(scene);
  const page = isSandbox ? await scene.ask() : scene.add({}, await valid(context, history));
  if (page.length < DEFAULT) {
    const longer = isTrades ? scene.add(MAXIMUM, await tradesThere(context)) : await scene.ask({ limit: '101' });
    const isCut = isSandbox && (await fromEnds(scene, page, {}));
    if (isCut || longer.length > page.length) await scene.askAgain();
  }
  const more = isSandbox && isTrades ? ALIKE - 1 : 0;
  for (let time = 0; time < more; time++) await scene.ask();
}

/** Pages that start at the ends of another one show whether it is all there is. */
async function fromEnds(scene: HistoryScene, page: HistoryPage, input: AnyInput): Promise<boolean> {
  const ends = endsOf(page, page.list.startFields(scene.history)[0]);
  for (const fromId of ends) await scene.attempt({ ...input, fromId });
  return ends.length > 0;
}

export async function longestPage(scene: HistoryScene): Promise<void> {
  const { context, history } = scene;
  const page = scene.add(MAXIMUM, await tradesThere(context));
  if (page.length < Number(MAXIMUM.limit)) {
    if (await fromEnds(scene, page, MAXIMUM)) await scene.askAgain(MAXIMUM);
    return;
  }
  // From an end of that page on, there are more than it has.
  if (context.mode === 'sandbox') await fillOn(context, context.contract);
  const ends = endsOf(page, page.list.startFields(history)[0]).map((fromId) => ({ fromId }));
  for (const about of [{}, { contractName: undefined }, ...ends])
    for (const limit of ['1001', '100000']) await scene.attempt({ ...about, limit });
}

export async function withLimit(scene: HistoryScene): Promise<void> {
  const page = await firstOf(scene, 3);
  await inForms(scene);
  if (page !== undefined && page.length < LINES) await scene.ask({ limit: '2' });
}

/** Pages of all sizes, and short ones between long ones, several times: a fault may come and go. */
export async function manySizes(scene: HistoryScene): Promise<void> {
  const isSandbox = scene.context.mode === 'sandbox';
  if (scene.history === 'getTradeHistory') scene.add(MAXIMUM, await tradesThere(scene.context));
  const page = await firstOf(scene, 4);
  if (page === undefined) return;
  await inForms(scene);
  for (const limit of isSandbox ? [undefined, ...SIZES] : []) await scene.attempt({ limit });
  // A page of all contracts may have so many lines of each.
  if (isSandbox && !isContractRequired(scene.history)) await scene.attempt({ contractName: undefined, limit: '1' });
  for (const fromId of isSandbox ? startsIn(scene, page) : []) await scene.attempt({ limit: '2', fromId });
  for (let time = 0; time < (isSandbox ? ALIKE : 1); time++) await scene.ask({ limit: '3' });
  await scene.ask(SOME);
}

/** Identifiers of the fourth record that a page may be started from: two at most. */
const startsIn = ({ history }: HistoryScene, { list, length }: HistoryPage): readonly string[] =>
  length < MIN_TO_START
    ? []
    : list
        .startFields(history)
        .slice(0, 2)
        .map((name) => list.keys(name)[3]!);

export async function otherPages(scene: HistoryScene): Promise<void> {
  const { context } = scene;
  const own = await scene.first(SOME);
  const others = await otherContracts(context);
  if (others.length === 0)
    notApplicable(`there is no second contract: name one with ${context.optionName('existing.otherContractName')}`);
  if (context.mode === 'sandbox') await scene.attempt({ limit: '100' });
  for (const contractName of others.slice(0, 2)) {
    if (context.mode === 'sandbox') await fillOn(context, contractName);
    await scene.ask({ contractName, ...SOME });
    if (context.mode !== 'sandbox') continue;
    for (const limit of [{}, { limit: '100' }]) await scene.attempt({ contractName, ...limit });
    // The meaning of a starting identifier of another contract is not shown.
    for (const fromId of startsIn(scene, own))
      for (const input of [{}, SOME]) await scene.attempt({ contractName, fromId, ...input });
  }
}

/** A position opened and closed, so that there is something to tell from the other contract's. It need not be filled. */
export const fillOn = (context: Context, contract: string): Promise<void> =>
  context.shared(`filled on ${contract}`, async (inner) => {
    const { reading } = await cross(inner, { side: 'BUY', open: 'OPEN', contract });
    // Or a position would be closed that is not of this run.
    if (reading.kind === 'accepted') await cross(inner, { side: 'SELL', open: 'CLOSE', contract });
  });

/** The field by which pages start, and its value in the middle of one. */
interface Start {
  readonly name: keyof ResultRecord;
  readonly keys: readonly string[];
  readonly fromId: string | undefined;
}

/** Asks from the middle on by each field that may be the identifier, until one explains the page. */
async function findStart(scene: HistoryScene, ask: (input: AnyInput) => Promise<unknown>): Promise<Start | undefined> {
  const { history, pages } = scene;
  const page = await firstOf(scene, MIN_TO_START);
  for (const name of page?.list.startFields(history) ?? []) {
    const fromId = middleOf(page!, name);
    await ask({ ...SOME, fromId });
    if (judgeStart(history, pages)[0]?.finding.outcome === 'holds')
      return { name, keys: page!.list.keys(name), fromId };
  }
  return undefined;
}

export async function fromTheMiddle(scene: HistoryScene): Promise<void> {
  const { context, history } = scene;
  const isTrades = history === 'getTradeHistory';
  const found = await findStart(scene, (input) => start(scene, input));
  if (found === undefined) return;
  const { name, keys } = found;
  if (isTrades && name !== 'tradeId' && name !== 'id')
    context.goesBy('response.trade-history', `trades are known by ${name}`);
  if (context.mode !== 'sandbox') return;
  await inForms(scene, found);
  for (const place of [1, -2]) await start(scene, { ...SOME, fromId: keys.at(place) });
  // More records follow than a page of two has.
  if (isTrades) for (const input of [SOME, { limit: '2', fromId: keys.at(1) }]) await scene.attempt(input);
  // A program that goes on until nothing is new ends there.
  const numbers = keys.flatMap((key) => (/^\d{1,30}$/.test(key) ? BigInt(key) : []));
  const newest = numbers.reduce((most, one) => (one > most ? one : most), 0n);
  for (const limit of isTrades && newest > 0n ? [SOME, {}] : [])
    await scene.attempt({ ...limit, fromId: String(newest + BEYOND) });
}

/** A right call of trades that is refused is judged; what the identifier of another history is, is open. */
async function start(scene: HistoryScene, input: AnyInput): Promise<void> {
  if (scene.history !== 'getTradeHistory') return void (await scene.ask(input));
  const [ask, control] = [() => scene.send(input), () => scene.send(without(input, 'fromId'))];
  scene.add(input, await rightly(scene.context, { what: 'fromId', ask, control }));
}
