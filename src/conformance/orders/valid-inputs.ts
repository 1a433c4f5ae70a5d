import type { FieldName, UnknownId } from '../../../generated/description.js';
import { type OperationId, operations } from '../model/operations.js';
import { type Reading, recordsOf, textOf } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import { type AnyInput, exampleOf, type Input } from '../call/input.js';
import { asNone, type Context, Found, notApplicable, notRun, premiseOpen } from '../findings/check.js';
import { longRestMs, noteRest, rest } from '../findings/patience.js';
import { adviceToWait, lacksOperation } from '../findings/right-call.js';
import { sendOrder } from './order-terms.js';
import { assertName, assertTypes } from './other-types.js';
import {
  bait,
  cancelQuietly,
  clear,
  farPrice,
  notYetOpen,
  otherContracts,
  placedBy,
  restingOrder,
  scaled,
  second,
  sellingPrice,
  TRIED,
} from './orders.js';
import type { CodeValues } from '../model/report-model.js';

/** Fields of an example that narrow a read to what is not there. */
const NARROWING: readonly FieldName[] = ['limit', 'fromId', 'startTime', 'endTime'];

const CONTRACT: FieldName = 'contractName';

type Maker<Id extends OperationId> = (context: Context, example: Input<Id>) => Promise<Input<Id>>;

/** Makers of the input of operations that need a state of the account to succeed; the others take the example as it is. */
const MAKERS: { readonly [Id in OperationId]?: Maker<Id> } = {
  async createOrder(context, example): Promise<Input<'createOrder'>> {
    // A target may take no name, or one of its own form.
    const { clientOrderId: _, ...nameless } = example;
    return { ...nameless, ...(await restingOrder(context, context.contract)) };
  },
  async createConditionOrder(context, example): Promise<Input<'createConditionOrder'>> {
    const price = await farPrice(context);
    const { volume, positionType } = context.order;
    return { ...example, price, volume, positionType, ...(await farTrigger(context)) };
  },
  async cancelOrder(context, example): Promise<Input<'cancelOrder'>> {
    return { ...example, orderId: (await bait(context)).orderId };
  },
  async getOrder(context): Promise<Input<'getOrder'>> {
    const isGiven = context.existing.orderId !== undefined;
    if (!isGiven && (await byContractAlone(context)) !== undefined) return { contractName: context.contract };
    return { contractName: context.contract, orderId: await someOrderId(context) };
  },
  async changePositionMode(context): Promise<Input<'changePositionMode'>> {
    const positionModel = context.codes.positionModel?.[0] ?? '1';
    return { contractName: await emptyContract(context), positionModel };
  },
  async changeMarginMode(context): Promise<Input<'changeMarginMode'>> {
    const contractName = await emptyContract(context);
    // Orders may have to name the mode as their positionType.
    return { contractName, marginModel: context.codes.marginModel?.[0] ?? context.order.positionType };
  },
  async adjustPositionMargin(context): Promise<Input<'adjustPositionMargin'>> {
    const { codes, existing, optionName } = context;
    const { positionId } = existing;
    if (positionId === undefined)
      return notRun(
        `the service document names no operation that returns a positionId: name one with ${optionName('existing.positionId')}`,
      );
    return { positionId, amount: codes.amount ?? '1' };
  },
  async changeLeverage({ codes }, example): Promise<Input<'changeLeverage'>> {
    return { ...example, nowLevel: codes.nowLevel ?? example.nowLevel };
  },
};

const WORDS = ['STOP_LOSS', 'TAKE_PROFIT', 'LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE', 'UP', 'DOWN', '3UP', '4DOWN'];
const TRIGGERS = ['1', '2', '4', '0', ...WORDS, ...WORDS.map((word) => word.toLowerCase())];

/** Other values for what the service document leaves open, and the question that asks for them. */
const others = (
  question: UnknownId,
  code: keyof CodeValues & FieldName,
  values: readonly string[],
  ...more: readonly AnyInput[]
) => ({ question, code, changes: [...values.map((value): AnyInput => ({ [code]: value })), ...more] });

const ALTERNATIVES: { readonly [Id in OperationId]?: ReturnType<typeof others> } = {
  createConditionOrder: others('request.trigger-type', 'triggerType', TRIGGERS, { type: 'MARKET' }, { side: 'SELL' }),
  changePositionMode: others('codes.position-model', 'positionModel', ['1', '2', '0']),
  changeMarginMode: others('codes.margin-model', 'marginModel', ['1', '2', '0']),
  adjustPositionMargin: others('margin.amount-sign', 'amount', ['-1', '10', '0.1', '-0.1', '100']),
  changeLeverage: others('leverage.bounds', 'nowLevel', ['1', '2', '3', '5', '10', '20']),
};

/** A valid call whose values were found by trying, once in a run; those that the caller names are not replaced. */
const settled = (context: Context, operationId: OperationId, input: AnyInput) =>
  context.shared(`values of ${operationId}`, async (inner): Promise<{ change: AnyInput; reading: Reading }> => {
    const { question, code, changes } = ALTERNATIVES[operationId]!;
    const first = await inner.callWith(operationId, input);
    const assertOwnName = () => assertName(inner, operationId, code, first, () => inner.callWith(operationId, input));
    const named = inner.codes[code];
    const isNamed = named !== undefined;
    if (first.kind === 'refused' && Array.isArray(named)) {
      // A mode that a contract has already may be refused.
      await inner.callWith(operationId, { ...input, [code]: named[1] });
      const again = await inner.callWith(operationId, input);
      if (again.kind === 'accepted') return { change: {}, reading: again };
    }
    if (first.kind === 'refused' && isNamed) await assertOwnName();
    if (first.kind !== 'refused' || isNamed) return { change: {}, reading: first };
    for (const change of changes) {
      const reading = await inner.callWith(operationId, { ...input, ...change });
      if (reading.kind !== 'accepted') continue;
      inner.goesBy(question, `${operationId} takes ${JSON.stringify(change)}`);
      return { change, reading };
    }
    // A contract that has a position may keep its modes.
    const modes = ['changePositionMode', 'changeMarginMode'].includes(operationId) ? await otherContracts(inner) : [];
    for (const contractName of modes.slice(1, TRIED))
      for (const change of changes) {
        if (!(await isCleared(inner, contractName))) break;
        const reading = await inner.callWith(operationId, { ...input, ...change, contractName });
        if (reading.kind === 'accepted') return { change: { ...change, contractName }, reading };
      }
    await assertTypes(inner, operationId, input, first);
    await assertOwnName();
    // Limits may have refused what is right.
    await rest(inner, longRestMs(inner));
    const later = await inner.callWith(operationId, input);
    noteRest(inner, later.kind !== 'accepted');
    if (later.kind === 'accepted') return { change: {}, reading: later };
    const advice = (await lacksOperation(inner, first))
      ? 'the server may not have it'
      : (adviceToWait(inner, first) ?? `name one that it takes with ${inner.optionName(`codes.${code}`)}`);
    return premiseOpen(
      question,
      `${operationId} was refused with every value that is known (${first.summary}): ${advice}`,
    );
  });

/** Input with which a call of the operation has to succeed now: the example, on this account's contract. */
export async function validInput<Id extends OperationId>(context: Context, operationId: Id): Promise<Input<Id>> {
  const input = await plainInput(context, operationId);
  if (!isSettled(context, operationId)) return input;
  return { ...input, ...(await settled(context, operationId, input)).change };
}

/** The same as far as it can be made without trying values out. */
export async function plainInput<Id extends OperationId>(context: Context, operationId: Id): Promise<Input<Id>> {
  const example = Object.entries(exampleOf(operationId))
    .filter(([name]) => !(NARROWING as readonly string[]).includes(name))
    .map(([name, value]) => [name, name === CONTRACT ? context.contract : (value as unknown)]);
  const made = Object.fromEntries(example) as Input<Id>;
  return (await MAKERS[operationId]?.(context, made)) ?? made;
}

/** True where alternatives may be tried: they change settings and place orders, so on a throw-away target only. */
const isSettled = ({ mode }: Context, operationId: OperationId): boolean =>
  mode === 'sandbox' && ALTERNATIVES[operationId] !== undefined;

/** Hosts refuse to change a contract that has open orders, or any while there are some. */
async function emptyContract(context: Context): Promise<string> {
  await second(context);
  const contracts = (await otherContracts(context)).slice(0, TRIED);
  await clear(context, context.contract);
  for (const contractName of contracts) if (await isCleared(context, contractName)) return contractName;
  const option = context.optionName('existing.otherContractName');
  return notApplicable(`none of ${contracts.join(', ')} is taken as a contract: name one that is with ${option}`);
}

/** False where the target does not take the contract: the public list may have another name for it. */
async function isCleared(context: Context, contractName: string): Promise<boolean> {
  try {
    await clear(context, contractName);
    return true;
  } catch (error) {
    if ((await context.call('getOpenOrders', { contractName })).kind !== 'refused') throw error;
    return false;
  }
}

/** A condition that the price has to rise far for; the values are observed (unknown `request.trigger-type`). */
async function farTrigger(
  context: Context,
): Promise<Pick<Input<'createConditionOrder'>, 'triggerType' | 'triggerPrice'>> {
  const { codes, farPrice: given } = context;
  // Farther away, a bound of prices may refuse it. There may be no listed price where one is given.
  const triggerPrice = await sellingPrice(context, 140n).catch((error: unknown) => {
    if (given === undefined) throw error;
    return scaled(given, 400n);
  });
  return { triggerType: codes.triggerType ?? '3', triggerPrice };
}

async function someOrderId(context: Context): Promise<string> {
  if (context.existing.orderId !== undefined) return context.existing.orderId;
  if (context.mode !== 'read') return (await bait(context)).orderId;
  for (const operationId of ['getOpenOrders', 'getOrderHistory'] as const) {
    const input = operationId === 'getOpenOrders' ? {} : { contractName: context.contract };
    const list = await context.shared(`valid ${operationId}`, (inner) => inner.callWith(operationId, input));
    const found = textOf(recordsOf(list)?.[0]?.orderId);
    if (found !== undefined) return found;
  }
  return notApplicable(`the account has no order to look up: name one with ${context.optionName('existing.orderId')}`);
}

/** The correctly signed call that has to succeed, once in a run. */
export const valid = (context: Context, operationId: OperationId): Promise<Reading> =>
  context.shared(`valid ${operationId}`, async (inner) => {
    if (!isSettled(inner, operationId)) {
      const reading = await tryCall(inner, operationId);
      if (operationId !== 'cancelOrder' || reading.kind !== 'refused' || inner.mode === 'read') return reading;
      // An order that is new may not be found yet.
      await notYetOpen(inner, [await bait(inner)]).catch(asNone);
      return tryCall(inner, operationId);
    }
    await validInput(inner, operationId);
    return (await settled(inner, operationId, {})).reading;
  });

/** One call with input that is valid now, altered where asked. A cancel may have used up its order. */
export async function tryCall(context: Context, operationId: OperationId, alteration?: Alteration): Promise<Reading> {
  if (operationId === 'createOrder' && alteration === undefined) return tryOrder(context);
  const input = await validInput(context, operationId);
  const place = operationId === 'getOrder' ? await orderPlace(context) : undefined;
  if (place !== undefined && alteration === undefined) return lookUp(context, place);
  const reading = await context.call(operationId, input, { ...(place && { place }), ...alteration });
  if (reading.kind === 'accepted') await settle(context, operationId, input, reading);
  return reading;
}

/** Sends an order as it is taken here, and notes it for the clean-up. */
async function tryOrder(context: Context): Promise<Reading> {
  let input: AnyInput = {};
  let reading: Reading;
  try {
    reading = await sendOrder(context, async () => {
      input = await validInput(context, 'createOrder');
      return context.callWith('createOrder', input);
    });
  } catch (error) {
    const isRefused = error instanceof Found && 'cause' in error.finding && context.mode === 'sandbox';
    if (isRefused)
      await assertTypes(context, 'createOrder', input, undefined, (taken) =>
        cancelQuietly(context, taken, context.contract),
      );
    throw error;
  }
  if (reading.kind === 'accepted') await settle(context, 'createOrder', input, reading);
  return reading;
}

async function settle(
  context: Context,
  operationId: OperationId,
  { clientOrderId, contractName }: AnyInput,
  reading: Reading,
): Promise<void> {
  if (operations[operationId].effect === 'wipe') context.bait.spend();
  if (operationId !== 'createOrder') return;
  // Noted for the clean-up, without its id where that is not shown: what the call showed does not depend on it.
  await placedBy(context, reading, String(contractName), textOf(clientOrderId) ?? '').catch(asNone);
}

/** Where this target reads the fields of a GET with a body: as declared, or in the query (unknown `request.order-by-query`). */
export async function orderPlace(context: Context): Promise<'body' | 'query'> {
  const alone = context.existing.orderId === undefined ? await byContractAlone(context) : undefined;
  if (alone !== undefined) return alone;
  const byBody = await lookUp(context, 'body');
  if (byBody.kind === 'accepted') return 'body';
  return (await lookUp(context, 'query')).kind === 'accepted' ? 'query' : 'body';
}

/** Where getOrder takes the only field that is declared, by itself; undefined where it asks for more. */
const byContractAlone = (context: Context): Promise<'body' | 'query' | undefined> =>
  context.shared('look up by contract', async (inner) => {
    for (const place of ['body', 'query'] as const) {
      const { kind } = await inner.call('getOrder', { contractName: inner.contract }, { place });
      if (kind !== 'accepted') continue;
      inner.goesBy('request.order-selector', `getOrder takes contractName alone, in the ${place}`);
      return place;
    }
    return undefined;
  });

/** Get Order Details with its fields in one place, once in a run: asked for once more where an order that is new may not be found yet. */
export const lookUp = (context: Context, place: 'body' | 'query'): Promise<Reading> =>
  context.shared(`look up by ${place}`, async (inner) => {
    const ask = async (): Promise<Reading> => inner.call('getOrder', await validInput(inner, 'getOrder'), { place });
    const reading = await ask();
    if (reading.kind !== 'refused' || inner.mode === 'read') return reading;
    await inner.pause(inner.patienceMs);
    return ask();
  });
