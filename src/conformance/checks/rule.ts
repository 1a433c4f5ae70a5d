import type { UnknownId } from '../../../generated/description.js';
import { type Reading, recordsOf } from '../call/answer.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  Found,
  holds,
  needAccepted,
  notApplicable,
  premiseOpen,
  seen,
} from '../findings/check.js';
import { clauses, rowOf, unknown } from '../model/clauses.js';
import { lookUp } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { cancelOf } from '../orders/cancelling.js';
import {
  clear,
  maybeCondition,
  notYetOpen,
  openIds,
  otherContract,
  otherContracts,
  otherSide,
  place,
  stillOpen,
} from '../orders/orders.js';
import type { Placed } from '../findings/check.js';
import { cross, tradeIdOf } from '../orders/trading.js';
import { type RightCall, rightly } from '../findings/right-call.js';
import { lookUntil } from '../findings/patience.js';
import { placeForms, placeNamesakes } from '../orders/placed-forms.js';
import { AGE_MS } from './orders-held.js';
import { CHANGES, FILLS } from '../findings/premises.js';

const ids = (orders: readonly { readonly orderId: string }[]): string =>
  orders.map(({ orderId }) => orderId).join(', ');

const second = async (context: Context): Promise<string> =>
  (await otherContract(context)) ??
  notApplicable(`there is no second contract: name one with ${context.optionName('existing.otherContractName')}`);

/** Orders under one contract, of all forms where the target takes them, and others under other contracts; all seen as open. */
async function manyOrders(context: Context) {
  const elsewhere = await second(context);
  const side = otherSide(context);
  const forms = await placeForms(context);
  const third = forms.length === 0 ? undefined : await placeOnThird(context, elsewhere, side);
  // An accepted order may be over at once (unknown `states.order`), or end for another one.
  const formed = await split(context, [...forms, ...(third === undefined ? [] : [third])]);
  if (formed !== undefined) return formed;
  const plain = [await place(context), await place(context, context.contract, side), await place(context, elsewhere)];
  const more = await placeOnThird(context, elsewhere, side);
  if (more !== undefined) plain.push(more);
  return (await split(context, plain)) ?? cannotTell(`orders just placed are not among the open ones: ${ids(plain)}`);
}

/** Splits the open ones by contract; undefined where fewer than two are under the one, or none is under another. */
async function split(context: Context, orders: readonly Placed[]) {
  const missing = await notYetOpen(context, orders);
  const open = orders.filter((order) => !missing.includes(order));
  const [kept, gone, ...others] = open.filter(({ contract }) => contract === context.contract);
  const there = open.filter(({ contract }) => contract !== context.contract);
  return kept === undefined || gone === undefined || there.length === 0
    ? undefined
    : { here: [kept, gone, ...others] as const, there };
}

/** Number of further contracts to try: an account may have a position that keeps an order of this kind out. */
const TRIED = 3;

async function placeOnThird(context: Context, elsewhere: string, side: 'BUY' | 'SELL'): Promise<Placed | undefined> {
  const others = (await otherContracts(context)).filter((name) => name !== elsewhere);
  for (const contract of others.slice(0, TRIED)) {
    try {
      return await place(context, contract, side);
    } catch (error) {
      if (!(error instanceof Found)) throw error;
    }
  }
  return undefined;
}

/** Orders that the run placed before, and that are open under the contract. */
const olderOpen = (context: Context): Promise<readonly string[]> =>
  lookUntil(
    context,
    async () => [...(await openIds(context, context.contract))].filter((id) => context.ownIds.has(id)),
    (left) => left.length === 0,
  );

/** Orders under these contracts that are open, and that no call was to cancel: also those that were placed long before. */
async function ownOpen(context: Context, contracts: Iterable<string>): Promise<readonly Placed[]> {
  const own: Placed[] = [];
  for (const contract of contracts)
    for (const orderId of await openIds(context, contract))
      if (context.standing.has(orderId)) own.push({ contract, orderId, clientOrderId: '' });
  return own;
}

const contractsOf = (orders: readonly Placed[]): ReadonlySet<string> => new Set(orders.map(({ contract }) => contract));

/** Cancels a whole contract in one of the two ways, once in a run each. */
export const wipeContract = (context: Context, input: Readonly<Record<string, string>>) =>
  context.shared(`cancel the contract ${JSON.stringify(input)}`, async (inner) => {
    const { here, there } = await manyOrders(inner);
    if (inner.mode === 'sandbox') await inner.pause(AGE_MS);
    const whole = { contractName: inner.contract, ...input };
    const elsewhere = await ownOpen(inner, contractsOf(there));
    const reading = await rightly(
      inner,
      cancelOf(inner, here, 'cancelling all orders of a contract', 'cancelOrder', whole),
    );
    inner.bait.spend();
    const left = await stillOpen(inner, here, inner.contract);
    if (left.length > 0) return { reading, problem: `orders of the contract are still open: ${ids(left)}` };
    const older = await olderOpen(inner);
    if (older.length > 0) return { reading, problem: `orders of the contract are still open: ${older.join(', ')}` };
    const lost = await notYetOpen(inner, [...there, ...elsewhere]);
    if (lost.length > 0)
      return {
        reading,
        problem: `an order of ${lost[0]!.contract}, which was not named, was cancelled as well`,
      };
    return { reading, problem: inner.mode === 'sandbox' ? await wipeNext(inner, there, input) : undefined };
  });

/** The same on the next contract: what is right for the first one may be wrong for another. */
async function wipeNext(
  context: Context,
  orders: readonly Placed[],
  input: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const contract = orders[0]!.contract;
  const own = orders.filter((order) => order.contract === contract);
  await rightly(
    context,
    cancelOf(context, own, `cancelling all orders of ${contract}`, 'cancelOrder', { contractName: contract, ...input }),
  );
  const left = await stillOpen(context, own, contract);
  if (left.length > 0) return `orders of ${contract} are still open: ${ids(left)}`;
  const [lost] = await notYetOpen(
    context,
    orders.filter((order) => order.contract !== contract),
  );
  return lost && `all orders of ${contract} were cancelled, and one of ${lost.contract} as well`;
}

async function cancelsContract(context: Context, input: Readonly<Record<string, string>>): Promise<Finding> {
  const { problem } = await wipeContract(context, input);
  return problem === undefined ? holds() : broken(problem);
}

const lostOf = async (context: Context, orders: readonly Placed[]): Promise<Placed | undefined> =>
  (await notYetOpen(context, orders))[0];

/** Cancels one of two orders of the same clientOrderId. */
async function lostNamesake(context: Context, [one, other]: readonly Placed[]): Promise<Placed | undefined> {
  if (one === undefined || other === undefined) return undefined;
  const { contract: contractName, orderId } = one;
  needAccepted(await context.call('cancelOrder', { contractName, orderId }), 'cancelOrder');
  return lostOf(context, [other]);
}

async function cancelsOne(context: Context): Promise<Finding> {
  const { here, there } = await manyOrders(context);
  const namesakes = await placeNamesakes(context);
  const [kept, gone] = here;
  const before = await openIds(context);
  const elsewhere = await ownOpen(context, contractsOf(there));
  const named = { contractName: gone.contract, orderId: gone.orderId };
  await rightly(context, cancelOf(context, [gone], 'cancelling an open order', 'cancelOrder', named));
  if ((await stillOpen(context, [gone], gone.contract)).length > 0)
    return broken(`the order ${gone.orderId} is still open`);
  const lost =
    (await lostOf(context, [kept, ...namesakes, ...there, ...elsewhere])) ?? (await lostNamesake(context, namesakes));
  if (lost !== undefined)
    return broken(`the order ${lost.orderId} of ${lost.contract}, which was not named, was cancelled as well`);
  const added = [...(await openIds(context))].find(
    (id) => !before.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id),
  );
  if (added !== undefined) return broken(`after the cancel, ${added} is open, which this run did not place`);
  return context.mode === 'sandbox' ? cancelsNoOther(context, gone) : holds();
}

/** Checks that a cancel of an order that is not open cancels no other. The document does not show whether it is refused. */
async function cancelsNoOther(context: Context, { contract, orderId }: Placed): Promise<Finding> {
  const neverGiven = orderId.replaceAll(/./g, '9');
  for (const named of [orderId, neverGiven, '0']) {
    const open = await ownOpen(context, [contract]);
    if (open.some((order) => order.orderId === named)) continue;
    await context.call('cancelOrder', { contractName: contract, orderId: named });
    const lost = await lostOf(context, open);
    if (lost !== undefined)
      return broken(
        `a cancel with the orderId ${named}, which is of no open order, cancelled the order ${lost.orderId}`,
      );
  }
  return holds();
}

async function cancelsEverything(context: Context): Promise<Finding> {
  const { here, there } = await manyOrders(context);
  if (context.mode === 'sandbox') await context.pause(AGE_MS);
  const before = await openIds(context);
  await rightly(context, cancelOf(context, [...here, ...there], 'cancelling everything', 'cancelAllOrders', {}));
  context.bait.spend();
  const left: Placed[] = [];
  for (const order of [...here, ...there]) left.push(...(await stillOpen(context, [order], order.contract)));
  if (left.length > 0) return broken(`orders are still open: ${ids(left)}`);
  const others = await othersOpen(context, before);
  return others.length === 0
    ? holds()
    : broken(`after it, orders are among the open ones that this run did not place: ${others.slice(0, 5).join(', ')}`);
}

/**
 * Open orders that are left when all are cancelled; what has come up since is another program's. Whether condition orders are
 * listed is not shown.
 */
async function othersOpen(context: Context, before: ReadonlySet<string>): Promise<readonly string[]> {
  return lookUntil(
    context,
    async () => [...(await openIds(context))].filter((id) => before.has(id) && !maybeCondition(context, id)),
    (others) => others.length === 0,
  );
}

async function filters(context: Context): Promise<Finding> {
  const { here, there } = await manyOrders(context);
  const open = await openIds(context, context.contract);
  const strange = there.find(({ orderId }) => open.has(orderId));
  if (strange !== undefined) return broken(`asked for ${context.contract}, got an order of ${strange.contract}`);
  const used = new Set([context.contract, ...there.map(({ contract }) => contract)]);
  // A list that would be empty is filtered as well.
  const unused = (await otherContracts(context)).find((name) => !used.has(name));
  const reading = unused === undefined ? undefined : await context.call('getOpenOrders', { contractName: unused });
  const ofUnused = reading === undefined ? [] : (recordsOf(reading) ?? []).map(({ orderId }) => orderId);
  const other = [...here, ...there].find(({ orderId }) => ofUnused.includes(orderId));
  if (other !== undefined) return broken(`asked for ${unused}, got an order of ${other.contract}`);
  const missing = await notYetOpen(context, here);
  return missing.length === 0 ? holds() : broken('orders of the contract are missing');
}

async function showsAll(context: Context): Promise<Finding> {
  const { here, there } = await manyOrders(context);
  await rightly(context, {
    what: 'a list of open orders without contractName',
    ask: () => context.call('getOpenOrders', {}),
    control: () => context.call('getOpenOrders', { contractName: context.contract }),
  });
  const placed = [...here, ...there];
  const all = new Map(
    [...placed, ...(await ownOpen(context, contractsOf(placed)))].map((order) => [order.orderId, order]),
  );
  const look = async (): Promise<readonly Placed[]> => {
    const open = await openIds(context);
    return [...all.values()].filter(({ orderId }) => !open.has(orderId));
  };
  const missing = await lookUntil(context, look, (left) => left.length === 0);
  return missing.length === 0 ? holds() : broken(`without contractName, open orders are missing: ${ids(missing)}`);
}

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
  const { volume } = context;
  for (const side of ['BUY', 'SELL'] as const) {
    needAccepted((await cross(context, { side, open: 'OPEN', contract, volume })).reading, `an opening ${side}`);
  }
  const closed: string[] = [];
  for (const side of ['SELL', 'BUY', 'SELL'] as const) {
    const { reading } = await cross(context, { side, open: 'CLOSE', contract, volume });
    closed.push(`${side} ${reading.kind}`);
  }
  return closed.join(', ');
}

/** The codes of the two position modes: those that the caller names, or the first two that the target takes. */
async function modeCodes(context: Context, contract: string): Promise<readonly [string, string]> {
  if (context.codes.positionModel !== undefined) return context.codes.positionModel;
  const codes = await takenCodes(context, 'codes.position-model', (positionModel) =>
    context.call('changePositionMode', { contractName: contract, positionModel }),
  );
  if (codes.join() === '0,1') context.goesBy('codes.position-model', 'the position modes are 0 and 1');
  return codes;
}

/** Two of the codes that are known; one of them may be refused because it is set already, so all are tried twice. */
async function takenCodes(
  context: Context,
  question: UnknownId,
  send: (code: string) => Promise<Reading>,
): Promise<readonly [string, string]> {
  const taken = new Set<string>();
  for (const code of ['2', '1', '0', '2', '1']) {
    if (taken.size === 2 || taken.has(code)) continue;
    if ((await send(code)).kind === 'accepted') taken.add(code);
  }
  const [one, two] = [...taken].sort();
  if (one === undefined || two === undefined) {
    const option = question === 'codes.position-model' ? 'codes.positionModel' : 'codes.marginModel';
    return premiseOpen(
      question,
      `fewer than two codes of 0, 1 and 2 were accepted: name both with ${context.optionName(option)}`,
    );
  }
  return [one, two];
}

/** Ids of the newest trades of a contract, to see whether an order was filled. */
async function tradeIds(context: Context, contract: string): Promise<ReadonlySet<string>> {
  const reading = await context.call('getTradeHistory', { contractName: contract, limit: '1000' });
  return new Set((recordsOf(reading) ?? []).flatMap((record) => tradeIdOf(record) ?? []));
}

/** The sides that can be closed after each code of positionModel, measured once in a run. */
export const positionModes = (context: Context) =>
  context.shared('position modes', async (inner) => {
    const contract = await second(inner);
    await clear(inner, contract);
    const codes = await modeCodes(inner, contract);
    const before = await tradeIds(inner, contract);
    await setMode(inner, contract, codes[0], codes[1]);
    const one = await closableIn(inner, contract);
    await setMode(inner, contract, codes[1], codes[0]);
    const two = await closableIn(inner, contract);
    const back = await inner.call('changePositionMode', { contractName: contract, positionModel: codes[0] });
    const filled = [...(await tradeIds(inner, contract))].some((id) => !before.has(id));
    return { one, two, back: back.kind, filled };
  });

/** Assumes that a position can be closed in the mode it was opened in. Tested before both modes are judged to be the same. */
async function assertPositionsStay(context: Context): Promise<void> {
  const contract = await second(context);
  const { volume } = context;
  await cross(context, { side: 'BUY', open: 'OPEN', contract, volume });
  const { reading } = await cross(context, { side: 'SELL', open: 'CLOSE', contract, volume });
  if (reading.kind !== 'accepted')
    premiseOpen('states.position', `what was opened cannot be closed: ${reading.summary}`);
}

/** The sides that can be closed after a code is set, and after it is set again; empty where setting it is refused. */
async function sameModeTwice(context: Context): Promise<readonly [string?, string?]> {
  const contract = await second(context);
  await clear(context, contract);
  const [positionModel] = await modeCodes(context, contract);
  const set = () => context.call('changePositionMode', { contractName: contract, positionModel });
  if ((await set()).kind !== 'accepted') return [];
  const first = await closableIn(context, contract);
  return (await set()).kind === 'accepted' ? [first, await closableIn(context, contract)] : [];
}

/** Tries both codes, which have to differ: the meaning of each is not shown (unknown `codes.position-model`). */
async function switchesPositionMode(context: Context): Promise<Finding> {
  const { one, two, back, filled } = await positionModes(context);
  if (one !== two && context.mode === 'sandbox') {
    const [first, again] = await sameModeTwice(context);
    return first === again
      ? holds({ one, two, back })
      : broken(`the same positionModel, set twice, is another mode (closing: ${first}, and then ${again})`);
  }
  if (one !== two) return holds({ one, two, back });
  // An order that closes nothing may be accepted and end at once, and an empty book opens nothing.
  if (!filled) return premiseOpen('states.position', 'no trade shows that a position was opened');
  if (!one.includes('refused')) return seen({ one, two, back });
  await assertPositionsStay(context);
  return broken(`positions opened both ways behave alike in both modes (closing: ${one})`);
}

async function switchesMarginMode(context: Context): Promise<Finding> {
  const first = await second(context);
  await clear(context, context.contract);
  const { marginModel: given } = context.codes;
  if (given === undefined) {
    await clear(context, first);
    const codes = await takenCodes(context, 'codes.margin-model', (marginModel) =>
      context.call('changeMarginMode', { contractName: first, marginModel }),
    );
    if (codes.join() === '0,1') context.goesBy('codes.margin-model', 'the margin modes are 0 and 1');
    return holds('nothing that can be read shows the margin mode: both codes are accepted');
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
    if (missing === undefined) return holds('nothing that can be read shows the margin mode: both codes are accepted');
    const other = given.find((code) => code !== missing)!;
    open = { what: `marginModel ${missing}`, ask: () => set(missing), control: () => set(other) };
  }
  if (open !== undefined) await rightly(context, open);
  return holds('nothing that can be read shows the margin mode: both codes are accepted');
}

const ORDERS = ['createOrder', 'getOpenOrders', 'cancelOrder'] as const;
const rule = (rest: Omit<Check, 'family' | 'signed'>): Check => ({ family: 'RULE', signed: true, ...rest });
const canceling = {
  effect: 'wipe',
  operations: ORDERS,
  control: 'shape/cancelOrder/success',
  assumes: CHANGES,
} as const;
const listing = {
  effect: 'wipe',
  operations: ORDERS,
  control: 'shape/getOpenOrders/success',
  assumes: CHANGES,
} as const;

const lookingUp = (where: 'body' | 'query'): Check =>
  rule({
    id: `request/get-order/by-${where}`,
    title: `getOrder takes its fields in the ${where}`,
    clause: unknown('request.order-by-query'),
    effect: 'read',
    operations: ['getOrder'],
    run: async (context) => {
      const { kind, status, code } = await lookUp(context, where);
      return seen({ kind, status, code });
    },
  });

export const ruleChecks: readonly Check[] = [
  rule({
    ...canceling,
    id: 'rule/cancel/order-id-cancels-that-order-only',
    title: 'a cancel with orderId cancels that order and no other',
    clause: clauses.cancelOne,
    run: cancelsOne,
  }),
  rule({
    ...canceling,
    id: 'rule/cancel/omitted-order-id-cancels-contract',
    title: 'a cancel without orderId cancels all orders of its contract and of no other',
    clause: clauses.cancelMany,
    assumes: [...CHANGES, 'cancel.wipe-reply'],
    run: (context) => cancelsContract(context, {}),
  }),
  rule({
    ...canceling,
    id: 'rule/cancel/empty-order-id-cancels-contract',
    title: 'a cancel with an empty orderId cancels all orders of its contract and of no other',
    clause: clauses.cancelMany,
    assumes: [...CHANGES, 'cancel.wipe-reply'],
    run: (context) => cancelsContract(context, { orderId: '' }),
  }),
  rule({
    id: 'rule/cancel-all/cancels-every-contract',
    title: 'cancel_all cancels the open orders of every contract',
    clause: clauses.cancelAll,
    effect: 'wipe',
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder', 'cancelAllOrders'],
    control: 'shape/cancelAllOrders/success',
    assumes: CHANGES,
    run: cancelsEverything,
  }),
  rule({
    ...listing,
    id: 'rule/open-orders/filtered-by-contract',
    title: 'open orders of a contract hold no order of another one',
    clause: rowOf('getOpenOrders'),
    run: filters,
  }),
  rule({
    ...listing,
    id: 'rule/open-orders/all-contracts-without-filter',
    title: 'open orders without contractName hold those of all contracts',
    clause: clauses.openOrdersAll,
    assumes: [...CHANGES, 'open-orders.without-contract'],
    run: showsAll,
  }),
  rule({
    id: 'rule/position-mode/switches',
    title: 'Change Position Mode changes what an order opens and closes',
    clause: clauses.positionMode,
    effect: 'money',
    operations: ['changePositionMode', 'createOrder', 'getTradeHistory'],
    throwAway: true,
    control: 'shape/changePositionMode/success',
    assumes: FILLS,
    run: switchesPositionMode,
  }),
  rule({
    id: 'rule/margin-mode/switches',
    title: 'Change Margin Mode takes both modes',
    clause: clauses.positionMode,
    effect: 'reversible',
    operations: ['changeMarginMode'],
    throwAway: true,
    control: 'shape/changeMarginMode/success',
    run: switchesMarginMode,
  }),
  lookingUp('body'),
  lookingUp('query'),
  rule({
    id: 'request/empty-post/braces',
    title: 'cancelAllOrders takes {} as its body',
    clause: unknown('request.empty-post'),
    effect: 'wipe',
    operations: ['cancelAllOrders'],
    run: async (context) => {
      const { kind, status, code } = await context.call('cancelAllOrders', {}, { body: '{}' });
      context.bait.spend();
      return seen({ kind, status, code });
    },
  }),
];
