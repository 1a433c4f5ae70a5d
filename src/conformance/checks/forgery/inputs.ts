import { flipLastBit } from '../../../core/signature-encoding.js';
import { inputOf, orderForms } from '../../orders/order-forms.js';
import { farPrice, otherContracts, place } from '../../orders/orders.js';
import { PAGE_FORMS } from '../../orders/page-forms.js';
import { pairwise } from '../../orders/pairwise.js';
import { cross } from '../../orders/trading.js';
import type { AnyInput } from '../../call/input.js';
import { type Context, Found } from '../../findings/check.js';
import { declaredFields, type Operation, type OperationId } from '../../model/operations.js';
import type { Forgery } from './forgery.js';
import type { HistoryOperation } from '../../judges/history-page.js';

/** All combinations of one value of each field; undefined leaves a field out. */
const combined = (fields: Readonly<Record<string, readonly (string | undefined)[]>>): readonly AnyInput[] =>
  Object.entries(fields).reduce<readonly AnyInput[]>(
    (inputs, [name, values]) => inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value }))),
    [{}],
  );

/** Orders of all forms, with positions for those that close one. */
async function orders(context: Context): Promise<readonly AnyInput[]> {
  const { contract, volume } = context;
  for (const side of ['BUY', 'SELL'] as const) await cross(context, { side, open: 'OPEN', contract, volume });
  const forms = await orderForms(context, 'any');
  const inputs: AnyInput[] = [];
  for (const form of forms) inputs.push(await inputOf(context, form));
  return [
    // Each call has a name of its own, unless it has none.
    ...inputs.map(({ clientOrderId, timeInForce, ...input }): AnyInput => ({
      ...input,
      timeInForce,
      ...(clientOrderId === undefined && { clientOrderId }),
    })),
    { positionType: '2' },
  ];
}

/** Pages of all forms, of these contracts. */
const pages =
  (operationId: HistoryOperation, contracts: (context: Context) => Promise<readonly (string | undefined)[]>) =>
  async (context: Context): Promise<readonly AnyInput[]> =>
    pairwise({ ...PAGE_FORMS[operationId]!, contractName: await contracts(context) }, context.seed);

const some = async (context: Context): Promise<readonly string[]> => [
  context.contract,
  ...(await otherContracts(context)).slice(0, 1),
];
const someOrNone = async (context: Context): Promise<readonly (string | undefined)[]> => [
  undefined,
  ...(await some(context)),
];

const WITHOUT_CONTRACT: AnyInput = { contractName: undefined };

/** Inputs of a call besides the one that is always valid: signatures are tested with each. */
const OTHERS: {
  readonly [Id in OperationId]?: (context: Context) => readonly AnyInput[] | Promise<readonly AnyInput[]>;
} = {
  createOrder: orders,
  createConditionOrder: () =>
    combined({ type: ['LIMIT', 'MARKET'], side: ['BUY', 'SELL'], open: ['OPEN', 'CLOSE'] }).flatMap((kind) => [
      kind,
      { ...kind, price: undefined },
    ]),
  cancelOrder: () => [{ orderId: undefined }, { orderId: '' }],
  getOpenOrders: ({ contract }) => [WITHOUT_CONTRACT, { contractName: contract }],
  getOrderHistory: pages('getOrderHistory', some),
  getProfitHistory: pages('getProfitHistory', someOrNone),
  getTradeHistory: pages('getTradeHistory', someOrNone),
  changeLeverage: () => ['1', '2', '5'].map((nowLevel) => ({ nowLevel })),
  adjustPositionMargin: () => ['-1', '-0.1', '10'].map((amount) => ({ amount })),
};

/** The same on the other contracts that are known. */
async function elsewhere(context: Context, operation: Operation): Promise<readonly AnyInput[]> {
  if (!declaredFields(operation).some(({ name }) => name === 'contractName')) return [];
  const isOrder = operation.effect === 'money';
  const inputs: AnyInput[] = [];
  for (const contractName of (await otherContracts(context)).slice(0, 2))
    inputs.push({
      contractName,
      ...(isOrder && { price: await farPrice(context, contractName) }),
      ...(operation.operationId === 'cancelOrder' && { orderId: await orderOn(context, contractName) }),
    });
  return inputs;
}

/** An order to cancel; none where the contract takes none. */
async function orderOn(context: Context, contract: string): Promise<string | undefined> {
  try {
    return (await place(context, contract)).orderId;
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return undefined;
  }
}

export async function withOtherInput(context: Context, operation: Operation): Promise<readonly Forgery[]> {
  const changes = [
    ...((await OTHERS[operation.operationId]?.(context)) ?? []),
    ...(await elsewhere(context, operation)),
  ];
  return changes.map((change) => ({
    what: `a signature with one bit flipped, where ${inWords(change)}`,
    alteration: { signature: flipLastBit },
    change,
  }));
}

/** Terms that follow from the others. */
const FOLLOWING = ['price', 'volume', 'positionType'];

const inWords = (change: AnyInput): string =>
  Object.entries(change)
    .filter(([name], _at, { length }) => length === 1 || !FOLLOWING.includes(name))
    .map(([name, value]) => (value === undefined ? `${name} is left out` : `${name} is ${String(value)}`))
    .join(' and ');
