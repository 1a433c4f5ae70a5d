import { type Reading, recordsOf } from '../call/answer.js';
import {
  asNone,
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  holds,
  needAccepted,
  needCalls,
  premiseOpen,
  seen,
  seenEnd,
} from '../findings/check.js';
import { clauses, rowOf, unknown } from '../model/clauses.js';
import { lookUp, validInput } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { clear, otherContract, otherContracts, second, TRIED } from '../orders/orders.js';
import { cross, tradeIdOf } from '../orders/trading.js';
import { adviceToWait, type RightCall, rightly } from '../findings/right-call.js';
import { cancelEverything, cancelOne, wipeContract } from '../scenes/cancels.js';
import { layOutOnTwo, listAll, secondTraded } from '../scenes/open-orders.js';
import { asCheck } from './judged-orders.js';
import { CHANGES, FILLS } from '../findings/premises.js';

/** Sets a mode; a service may refuse to set the one that is set already. */
async function setMode(context: Context, contract: string, mode: string, other: string): Promise<void> {
  const set = (positionModel: string) => context.call('changePositionMode', { contractName: contract, positionModel });
  const reading = await set(mode);
  if (reading.kind === 'accepted') return;
  needAccepted(await set(other), `changePositionMode to ${other}`);
  const again = await set(mode);
  // The code that was tried may not exist.
  if (again.kind !== 'refused' || context.codes.positionModel === undefined)
    return void needAccepted(again, `changePositionMode to ${mode}`);
  await rightly(context, { what: `positionModel ${mode}`, ask: () => set(mode), control: () => set(other) });
}

/** Opens both ways, then tries to close both, and one of them again: what can be closed tells the two modes apart. */
async function closableIn(context: Context, contract: string): Promise<string> {
  for (const side of ['BUY', 'SELL'] as const) {
    needAccepted((await cross(context, { side, open: 'OPEN', contract })).reading, `an opening ${side}`);
  }
  const closed: string[] = [];
  for (const side of ['SELL', 'BUY', 'SELL'] as const) {
    const { reading } = await cross(context, { side, open: 'CLOSE', contract });
    if (reading.kind !== 'refused') needAccepted(reading, `a closing ${side}`);
    closed.push(`${side} ${reading.kind}`);
  }
  return closed.join(', ');
}

/** The codes of the two position modes: those that the caller names, or the first two that the target takes. */
const modeCodes = async (context: Context, contractName: string): Promise<readonly [string, string]> =>
  context.codes.positionModel ??
  (await takenCodes(context, 'position', (positionModel) =>
    context.call('changePositionMode', { contractName, positionModel }),
  ));

/** Two of the codes that are known; one of them may be refused because it is set already, so all are tried twice. */
async function takenCodes(
  context: Context,
  kind: 'position' | 'margin',
  send: (code: string) => Promise<Reading>,
): Promise<readonly [string, string]> {
  const question = `codes.${kind}-model` as const;
  const taken = new Set<string>();
  let refusal: Reading | undefined;
  for (const code of ['2', '1', '0', '2', '1']) {
    if (taken.size === 2 || taken.has(code)) continue;
    const reading = await send(code);
    if (reading.kind === 'accepted') taken.add(code);
    else refusal = reading;
  }
  const [one, two] = [...taken].sort();
  if (one === undefined || two === undefined) {
    const advice = refusal && adviceToWait(context, refusal);
    const names = advice ?? `name both with ${context.optionName(`codes.${kind}Model`)}`;
    const only = one === undefined ? 'none' : `only ${one}`;
    return premiseOpen(question, `of the codes 0, 1 and 2, ${only} was accepted here (${refusal?.summary}): ${names}`);
  }
  if (one === '0' && two === '1') context.goesBy(question, `the ${kind} modes are 0 and 1`);
  return [one, two];
}

async function tradeIds(context: Context, contract: string): Promise<ReadonlySet<string>> {
  const reading = await context.call('getTradeHistory', { contractName: contract, limit: '1000' });
  return new Set((recordsOf(reading) ?? []).flatMap((record) => tradeIdOf(record) ?? []));
}

/** A contract besides another one that takes both modes, as `set` ends with the first: one with a position or an order may keep its own. */
async function switchable(
  context: Context,
  other: string,
  set: (contract: string, code: 0 | 1) => Promise<Reading>,
): Promise<string | undefined> {
  const others = (await otherContracts(context)).filter((name) => name !== other);
  for (const contract of others.slice(0, TRIED)) {
    await clear(context, contract);
    if ((await set(contract, 1)).kind === 'accepted' && (await set(contract, 0)).kind === 'accepted') return contract;
  }
  return undefined;
}

/** The codes of the two margin modes, and last the one that may belong to the position type of this run: some take no other. */
const marginModes = ({ codes, order }: Context): readonly string[] =>
  (codes.marginModel ?? ['1', '2']).toSorted((code) => (code === order.positionType ? 1 : -1));

/** The sides that can be closed after each code of positionModel, measured once in a run. */
export const positionModes = (context: Context) =>
  context.shared('position modes', async (inner) => {
    const { contractName: taken } = await validInput(inner, 'changePositionMode');
    // One that has a position may keep its mode.
    const isUsual = taken === (await otherContract(inner));
    const contract = isUsual ? await secondTraded(inner) : String(taken);
    await clear(inner, contract);
    const codes = await modeCodes(inner, contract);
    const set = (contractName: string, code: 0 | 1) =>
      inner.call('changePositionMode', { contractName, positionModel: codes[code] });
    const third = await switchable(inner, contract, set);
    for (const contractName of [contract, third ?? contract])
      await inner.call('changeMarginMode', { contractName, marginModel: marginModes(inner)[1]! });
    const before = await tradeIds(inner, contract);
    await setMode(inner, contract, codes[0], codes[1]);
    const one = await closableIn(inner, contract);
    await setMode(inner, contract, codes[1], codes[0]);
    const two = await closableIn(inner, contract);
    const { kind: back } = await set(contract, 0);
    const filled = [...(await tradeIds(inner, contract))].some((id) => !before.has(id));
    // Set last: the mode of one contract may be that of the account.
    const isSet = third !== undefined && (await set(third, 1)).kind === 'accepted';
    const isLost = isSet && one !== two && (await closableIn(inner, third).catch(asNone)) === one;
    if (isSet) await set(third, 0);
    return { one, two, back, filled, lost: isLost ? third : undefined };
  });

/** Assumes that a position can be closed in the mode it was opened in. Tested before both modes are judged to be the same. */
async function assertPositionsStay(context: Context): Promise<void> {
  const contract = await secondTraded(context);
  await cross(context, { side: 'BUY', open: 'OPEN', contract });
  const { reading } = await cross(context, { side: 'SELL', open: 'CLOSE', contract });
  if (reading.kind !== 'accepted')
    premiseOpen('states.position', `what was opened cannot be closed: ${reading.summary}`);
}

/** The sides that can be closed after a code is set, and after it is set again and the margin mode to others; empty where it is refused. */
async function sameModeTwice(context: Context, margins: readonly string[] = []): Promise<readonly [string?, string?]> {
  const contractName = await secondTraded(context);
  await clear(context, contractName);
  const codes = await modeCodes(context, contractName);
  // A margin mode that sets the position mode of its code would not show beside the same one.
  const positionModel = codes.find((code) => code !== context.order.positionType) ?? codes[0];
  const set = () => context.call('changePositionMode', { contractName, positionModel });
  const setMargin = (marginModel: string) => context.call('changeMarginMode', { contractName, marginModel });
  if ((await set()).kind !== 'accepted') return [];
  const first = await closableIn(context, contractName);
  if ((await set()).kind !== 'accepted') return [];
  for (const code of margins) await setMargin(code);
  const again = await closableIn(context, contractName);
  return [first, again];
}

/** Problems of a mode that is set already, and of one beside which the other mode is set. */
async function unsteadyMode(context: Context): Promise<Finding | undefined> {
  const [first, again] = await sameModeTwice(context, marginModes(context));
  if (first === again) return undefined;
  const [one, two] = await sameModeTwice(context);
  if (one === undefined) return undefined;
  const what =
    one === two
      ? 'a change of the margin mode changes the position mode'
      : 'the same positionModel, set twice, is another mode';
  return broken(`${what} (closing: ${first}, and then ${again})`);
}

/** Tries both codes, which have to differ: the meaning of each is not shown (unknown `codes.position-model`). */
async function switchesPositionMode(context: Context): Promise<Finding> {
  const { one, two, back, filled, lost } = await positionModes(context);
  if (one !== two) {
    const unsteady = context.mode === 'sandbox' ? await unsteadyMode(context) : undefined;
    if (unsteady !== undefined || lost === undefined) return unsteady ?? holds({ one, two, back });
    return broken(`${lost} does not go by the mode that was set for it (closing: ${one})`);
  }
  // An order that closes nothing may be accepted and end at once, and an empty book opens nothing.
  if (!filled) return premiseOpen('states.position', 'no trade shows that a position was opened');
  if (!one.includes('refused')) return seen({ one, two, back });
  await assertPositionsStay(context);
  return broken(`positions opened both ways behave alike in both modes (closing: ${one})`);
}

async function switchesMarginMode(context: Context): Promise<void> {
  const first = await second(context);
  await clear(context, context.contract);
  const { marginModel: given } = context.codes;
  if (given === undefined) {
    await clear(context, first);
    const { contractName } = await validInput(context, 'changeMarginMode');
    let last = '';
    const set = async (marginModel: string): Promise<Reading> => {
      const reading = await context.call('changeMarginMode', { contractName, marginModel });
      if (reading.kind === 'accepted') last = marginModel;
      return reading;
    };
    await takenCodes(context, 'margin', set);
    // Orders may have to name the mode as their positionType.
    if (last !== context.order.positionType) await set(context.order.positionType);
    return;
  }
  let open: RightCall | undefined;
  // A position may be open under one of them, which keeps its mode.
  for (const contractName of (await otherContracts(context)).slice(0, TRIED)) {
    await clear(context, contractName);
    const set = (marginModel: string): Promise<Reading> =>
      context.call('changeMarginMode', { contractName, marginModel });
    const taken: string[] = [];
    for (const code of [...given, ...given]) if ((await set(code)).kind === 'accepted') taken.push(code);
    const missing = given.find((code) => !taken.includes(code));
    if (missing === undefined) return;
    const other = given.find((code) => code !== missing)!;
    open = { what: `marginModel ${missing}`, ask: () => set(missing), control: () => set(other) };
  }
  if (open !== undefined) await rightly(context, open);
}

const lookingUp = (where: 'body' | 'query'): CheckRow => ({
  id: `request/get-order/by-${where}`,
  title: `getOrder takes its fields in the ${where}`,
  clause: unknown('request.order-by-query'),
  operations: ['getOrder'],
  run: async (context) => seenEnd(await lookUp(context, where)),
});

/** The one call that the row declares. The account has an order then, so that there is something to answer with. */
async function byContractAlone(context: Context): Promise<Finding> {
  needCalls(context, 4);
  await validInput(context, 'getOrder');
  const { kind, summary } = await context.call('getOrder', { contractName: context.contract }, { place: 'body' });
  if (kind === 'accepted') return seen('taken');
  return kind === 'refused' ? seen(`refused: ${summary}`) : cannotTell(summary);
}

export const ruleChecks: readonly CheckRow[] = [
  asCheck({
    id: 'rule/cancel/order-id-cancels-that-order-only',
    title: 'a cancel with orderId cancels that order and no other',
    clause: clauses.cancelOne,
    control: 'shape/cancelOrder/success',
    play: cancelOne,
  }),
  ...(
    [
      ['omitted', 'without orderId', {}],
      ['empty', 'with an empty orderId', { orderId: '' }],
    ] as const
  ).map(([how, what, input]) =>
    asCheck({
      id: `rule/cancel/${how}-order-id-cancels-contract`,
      title: `a cancel ${what} cancels all orders of its contract and of no other`,
      clause: clauses.cancelMany,
      assumes: [...CHANGES, 'cancel.wipe-reply'],
      control: 'shape/cancelOrder/success',
      play: (context) => wipeContract(context, input),
    }),
  ),
  asCheck({
    id: 'rule/cancel-all/cancels-every-contract',
    title: 'cancel_all cancels the open orders of every contract',
    clause: clauses.cancelAll,
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder', 'cancelAllOrders'],
    control: 'shape/cancelAllOrders/success',
    play: cancelEverything,
  }),
  asCheck({
    id: 'rule/open-orders/filtered-by-contract',
    title: 'open orders of a contract hold no order of another one',
    clause: rowOf('getOpenOrders'),
    control: 'shape/getOpenOrders/success',
    play: layOutOnTwo,
  }),
  asCheck({
    id: 'rule/open-orders/all-contracts-without-filter',
    title: 'open orders without contractName hold those of all contracts',
    clause: clauses.openOrdersAll,
    control: 'shape/getOpenOrders/success',
    assumes: [...CHANGES, 'open-orders.without-contract'],
    play: listAll,
  }),
  {
    id: 'rule/position-mode/switches',
    title: 'Change Position Mode changes what an order opens and closes',
    clause: clauses.positionMode,
    operations: ['changePositionMode', 'createOrder', 'getTradeHistory'],
    throwAway: true,
    control: 'shape/changePositionMode/success',
    assumes: FILLS,
    run: switchesPositionMode,
  },
  {
    id: 'rule/margin-mode/switches',
    title: 'Change Margin Mode takes both modes',
    clause: clauses.positionMode,
    operations: ['changeMarginMode'],
    throwAway: true,
    control: 'shape/changeMarginMode/success',
    async run(context) {
      await switchesMarginMode(context);
      return holds('nothing that can be read shows the margin mode: both codes are accepted');
    },
  },
  lookingUp('body'),
  lookingUp('query'),
  {
    id: 'request/getOrder/contract-alone',
    title: 'whether getOrder takes a JSON body with contractName alone',
    // The row declares that body, and a rule says that further selection parameters are not shown.
    clause: unknown('request.order-selector'),
    operations: ['getOrder'],
    late: true,
    control: 'shape/getOrder/success',
    run: byContractAlone,
  },
  {
    id: 'request/empty-post/braces',
    title: 'cancelAllOrders takes {} as its body',
    clause: unknown('request.empty-post'),
    operations: ['cancelAllOrders'],
    run: async (context) => {
      const reading = await context.call('cancelAllOrders', {}, { body: '{}' });
      context.bait.spend();
      return seenEnd(reading);
    },
  },
];
