import { inputOf, orderForms } from '../../orders/order-forms.js';
import { farPrice, otherContracts, tryPlace } from '../../orders/orders.js';
import { PAGE_FORMS } from '../../orders/page-forms.js';
import { pairwise } from '../../orders/pairwise.js';
import { cross } from '../../orders/trading.js';
import { validInput } from '../../orders/valid-inputs.js';
import { textOf } from '../../call/answer.js';
import type { AnyInput } from '../../call/input.js';
import type { Context } from '../../findings/check.js';
import { declaredFields, type Operation, type OperationId } from '../../model/operations.js';
import { BIT_FLIPPED, WITHOUT_SIGNATURE, wrongCall } from '../wrong-calls.js';
import type { Forgery } from './forgery.js';
import type { HistoryOperation } from '../../judges/history-page.js';

/** A form of a call, and how its signature is wrong: what is checked in one form may not be in another. */
interface Forged {
  readonly change: AnyInput;
  readonly isMissing: boolean;
}

/** The wrong signatures, as one more thing in which forms differ. */
const SIGNATURES = { isMissing: [false, true] } as const;

const split = ({ isMissing, ...change }: AnyInput & { readonly isMissing: boolean }): Forged => ({ change, isMissing });

/** Each value of each field with each value of every other one; undefined leaves a field out. */
const combined = (
  { seed }: Context,
  fields: Readonly<Record<string, readonly (string | undefined)[]>>,
): readonly Forged[] =>
  pairwise<AnyInput & { readonly isMissing: boolean }>({ ...fields, ...SIGNATURES }, seed).map(split);

/** Each of few forms with each wrong signature. */
const each = (...changes: readonly AnyInput[]): readonly Forged[] =>
  changes.flatMap((change) => SIGNATURES.isMissing.map((isMissing) => ({ change, isMissing })));

const byTurns = (...changes: readonly AnyInput[]): readonly Forged[] =>
  changes.map((change, at) => ({ change, isMissing: at % 2 === 1 }));

/** Orders of all forms, with positions for those that close one. */
async function orders(context: Context): Promise<readonly Forged[]> {
  const { contract, volume } = context;
  for (const side of ['BUY', 'SELL'] as const) await cross(context, { side, open: 'OPEN', contract, volume });
  const forged: Forged[] = [{ change: { positionType: '2' }, isMissing: false }];
  for (const form of await orderForms<{ readonly isMissing: boolean }>(context, 'any', SIGNATURES)) {
    const { clientOrderId, timeInForce, ...input } = await inputOf(context, form);
    // Each call has a name of its own, unless it has none.
    const change = { ...input, timeInForce, ...(clientOrderId === undefined && { clientOrderId }) };
    forged.push({ change, isMissing: form.isMissing });
  }
  return forged;
}

/** Pages of all forms, of some contracts and, where that may be left out, of none. */
const pages = (operationId: HistoryOperation) => async (context: Context) => {
  const some = [context.contract, ...(await otherContracts(context)).slice(0, 1)];
  const of = (...none: readonly undefined[]) =>
    combined(context, { ...PAGE_FORMS[operationId]!, contractName: [...none, ...some] });
  return operationId === 'getOrderHistory' ? of() : [...each(NARROWED_BY_NOTHING), ...of(undefined)];
};

const NARROWED_BY_NOTHING = { contractName: undefined, limit: undefined, fromId: undefined };

/** Inputs of a call besides the one that is always valid: signatures are tested with each. */
const OTHERS: {
  readonly [Id in OperationId]?: (context: Context) => readonly Forged[] | Promise<readonly Forged[]>;
} = {
  createOrder: orders,
  async createConditionOrder(context) {
    const { price } = await validInput(context, 'createConditionOrder');
    const kinds = { type: ['LIMIT', 'MARKET'], side: ['BUY', 'SELL'], open: ['OPEN', 'CLOSE'] };
    return combined(context, { ...kinds, price: [undefined, textOf(price)] });
  },
  cancelOrder: () => each({ orderId: undefined }, { orderId: '' }),
  getOpenOrders: ({ contract }) => each({ contractName: undefined }, { contractName: contract }),
  getOrderHistory: pages('getOrderHistory'),
  getProfitHistory: pages('getProfitHistory'),
  getTradeHistory: pages('getTradeHistory'),
  changeLeverage: () => byTurns(...['1', '2', '5'].map((nowLevel) => ({ nowLevel }))),
  adjustPositionMargin: () => byTurns(...['-1', '-0.1', '10'].map((amount) => ({ amount }))),
};

/** The same on the other contracts that are known. */
async function elsewhere(context: Context, operation: Operation): Promise<readonly Forged[]> {
  if (!declaredFields(operation).some(({ name }) => name === 'contractName')) return [];
  const isOrder = operation.effect === 'money';
  const inputs: AnyInput[] = [];
  for (const contractName of (await otherContracts(context)).slice(0, 3))
    inputs.push({
      contractName,
      ...(isOrder && { price: await farPrice(context, contractName) }),
      // None where the contract takes none.
      ...(operation.operationId === 'cancelOrder' && { orderId: (await tryPlace(context, contractName))[0]?.orderId }),
    });
  return byTurns(...inputs);
}

export async function withOtherInput(context: Context, operation: Operation): Promise<readonly Forgery[]> {
  const changes = [
    ...((await OTHERS[operation.operationId]?.(context)) ?? []),
    ...(await elsewhere(context, operation)),
  ];
  return changes.map(({ change, isMissing }) => {
    const { what, ...wrong } = wrongCall(isMissing ? WITHOUT_SIGNATURE : BIT_FLIPPED);
    return { ...wrong, what: `${what}, where ${inWords(change)}`, change };
  });
}

/** Terms that follow from the others. */
const FOLLOWING = ['price', 'volume', 'positionType'];

const inWords = (change: AnyInput): string =>
  Object.entries(change)
    .filter(([name], _at, { length }) => length === 1 || !FOLLOWING.includes(name))
    .map(([name, value]) => (value === undefined ? `${name} is left out` : `${name} is ${String(value)}`))
    .join(' and ');
