import { inputOf, orderForms } from '../../orders/order-forms.js';
import { farPrice, otherContracts, tryPlace } from '../../orders/orders.js';
import { otherPositionType, placeOfOtherType } from '../../orders/placed-forms.js';
import { PAGE_FORMS } from '../../orders/page-forms.js';
import { pairwise } from '../../orders/pairwise.js';
import { cross } from '../../orders/trading.js';
import { textOf } from '../../call/answer.js';
import type { AnyInput } from '../../call/input.js';
import type { Context } from '../../findings/check.js';
import { declaredFields, type Operation, type OperationId } from '../../model/operations.js';
import { BIT_FLIPPED, inForms } from '../wrong-calls.js';
import type { Forgery } from './forgery.js';
import type { HistoryOperation } from '../../judges/history-page.js';

/** A form of a call, and what is wrong with it: what is checked in one form may not be in another. */
interface Forged {
  readonly change: AnyInput;
  readonly wrong: string;
}

const WRONG = { wrong: inForms.map(({ name }) => name) };

const split = ({ wrong, ...change }: AnyInput & { readonly wrong: string }): Forged => ({ change, wrong });

/** Each value of each field with each value of every other one; undefined leaves a field out. */
const combined = (
  { seed }: Context,
  fields: Readonly<Record<string, readonly (string | undefined)[]>>,
): readonly Forged[] => pairwise<AnyInput & { readonly wrong: string }>({ ...fields, ...WRONG }, seed).map(split);

const each = (...changes: readonly AnyInput[]): readonly Forged[] =>
  changes.flatMap((change) => WRONG.wrong.map((wrong) => ({ change, wrong })));

/** Each with the most telling way to be wrong, and with one of the others in turn. */
const byTurns = (...changes: readonly AnyInput[]): readonly Forged[] =>
  changes.flatMap((change, at) => {
    const [first, ...others] = WRONG.wrong;
    return [first!, others[at % others.length]!].map((wrong) => ({ change, wrong }));
  });

/** Orders of all forms, with a position for those that close one. */
async function orders(context: Context): Promise<readonly Forged[]> {
  await cross(context, { side: 'BUY', open: 'OPEN' });
  const forged: Forged[] = [];
  const contractName = (await placeOfOtherType(context))[0]?.contract;
  if (contractName !== undefined) {
    const price = await farPrice(context, contractName);
    forged.push({ change: { contractName, price, positionType: otherPositionType(context) }, wrong: BIT_FLIPPED });
  }
  for (const form of await orderForms<{ readonly wrong: string }>(context, 'any', WRONG)) {
    const { clientOrderId, timeInForce, ...input } = await inputOf(context, form);
    // Each call has a name of its own, unless it has none.
    const change = { ...input, timeInForce, ...(clientOrderId === undefined && { clientOrderId }) };
    forged.push({ change, wrong: form.wrong });
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

/** Stands for a price that is far from the last one of its contract. */
const FAR = 'far';

/** Inputs of a call besides the one that is always valid: signatures are tested with each. */
const OTHERS: {
  readonly [Id in OperationId]?: (context: Context) => readonly Forged[] | Promise<readonly Forged[]>;
} = {
  createOrder: orders,
  async createConditionOrder(context) {
    const kinds = { type: ['LIMIT', 'MARKET'], side: ['BUY', 'SELL'], open: ['OPEN', 'CLOSE'] };
    const contracts = [context.contract, ...(await otherContracts(context)).slice(0, 1)];
    const forms = combined(context, { ...kinds, contractName: contracts, price: [undefined, FAR] });
    const priced = async ({ change, wrong }: Forged): Promise<Forged> => ({
      change: { ...change, price: change.price && (await farPrice(context, textOf(change.contractName))) },
      wrong,
    });
    return Promise.all(forms.map(priced));
  },
  cancelOrder: () => each({ orderId: undefined }, { orderId: '' }),
  async getOpenOrders(context) {
    const contracts = [context.contract, ...(await otherContracts(context)).slice(0, 1)];
    return each(...[undefined, ...contracts].map((contractName) => ({ contractName })));
  },
  getOrderHistory: pages('getOrderHistory'),
  getProfitHistory: pages('getProfitHistory'),
  getTradeHistory: pages('getTradeHistory'),
  changeLeverage: () => byTurns(...['1', '2', '5', '50'].map((nowLevel) => ({ nowLevel }))),
  adjustPositionMargin: () => byTurns(...['-1', '-0.1', '10'].map((amount) => ({ amount }))),
};

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
  // A cancel names an order of its contract: no other form of it is tried there.
  const isWhole = operation.operationId === 'cancelOrder';
  return isWhole ? [...each(...inputs.slice(0, 1)), ...byTurns(...inputs.slice(1))] : byTurns(...inputs);
}

const formsOf = async (context: Context, operation: Operation): Promise<readonly Forged[]> => [
  ...((await OTHERS[operation.operationId]?.(context)) ?? []),
  ...(await elsewhere(context, operation)),
];

/** Forms of a call, each of them once; none that needs an order that is open. */
export async function changesOf(context: Context, operation: Operation): Promise<readonly AnyInput[]> {
  const forms = await context.shared(`forms of ${operation.operationId}`, (inner) => formsOf(inner, operation));
  const changes = forms.map(({ change }) => change).filter(({ orderId = '' }) => orderId === '');
  return [...new Map(changes.map((change) => [inWords(change), change])).values()];
}

export async function withOtherInput(context: Context, operation: Operation): Promise<readonly Forgery[]> {
  return (await formsOf(context, operation)).map(({ change, wrong }) => {
    const { what, alteration, clause } = inForms.find(({ name }) => name === wrong)!;
    return { alteration, clause, what: `${what}, where ${inWords(change)}`, change };
  });
}

/** Terms that follow from the others. */
const FOLLOWING = ['price', 'volume', 'positionType'];

export const inWords = (change: AnyInput): string =>
  Object.entries(change)
    .filter(([name], _at, { length }) => length === 1 || !FOLLOWING.includes(name))
    .map(([name, value]) =>
      value === undefined ? `${name} is left out` : `${name} is ${value === '' ? 'empty' : String(value)}`,
    )
    .join(' and ');
