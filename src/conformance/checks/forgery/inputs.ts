import { flipLastBit } from '../../../core/signature-encoding.js';
import { crossingPrice, farPrice, otherContracts, sellingPrice } from '../../orders/orders.js';
import { cross } from '../../orders/trading.js';
import type { AnyInput } from '../../call/input.js';
import type { Context } from '../../findings/check.js';
import { declaredFields, type Operation, type OperationId, operations } from '../../model/operations.js';
import type { Forgery } from './forgery.js';

/** All combinations of one value of each field; undefined leaves a field out. */
const combined = (fields: Readonly<Record<string, readonly (string | undefined)[]>>): readonly AnyInput[] =>
  Object.entries(fields).reduce<readonly AnyInput[]>(
    (inputs, [name, values]) => inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value }))),
    [{}],
  );

const valuesOf = (operationId: OperationId, name: string): readonly string[] =>
  declaredFields(operations[operationId]).find((field) => field.name === name)?.enum ?? [];

/** Each declared kind of order, at a price at which it would be taken, with a position for it to close. */
async function orders(context: Context): Promise<readonly AnyInput[]> {
  const { contract, volume } = context;
  for (const side of ['BUY', 'SELL'] as const) await cross(context, { side, open: 'OPEN', contract, volume });
  const prices: Readonly<Record<string, { readonly resting: string; readonly crossing: string }>> = {
    BUY: { resting: await farPrice(context), crossing: await crossingPrice(context, 'BUY', contract) },
    SELL: {
      resting: await sellingPrice(context, 150n),
      crossing: await crossingPrice(context, 'SELL', contract),
    },
  };
  const kinds = combined({
    type: valuesOf('createOrder', 'type'),
    side: valuesOf('createOrder', 'side'),
    open: valuesOf('createOrder', 'open'),
    timeInForce: [undefined, ...valuesOf('createOrder', 'timeInForce')],
  });
  return [
    ...kinds.map((kind): AnyInput => {
      const { resting, crossing } = prices[String(kind.side)]!;
      const isPatient = kind.type === 'LIMIT' && (kind.timeInForce ?? 'POST_ONLY') === 'POST_ONLY';
      // In which unit the volume of a market order is counted is not shown.
      const bought = kind.type === 'MARKET' && kind.open === 'OPEN' ? { volume: crossing } : {};
      return { ...kind, ...bought, price: isPatient ? resting : crossing };
    }),
    { clientOrderId: undefined },
    { positionType: '2' },
  ];
}

const PAGES = {
  limit: [undefined, '5'],
  fromId: [undefined, '1'],
} as const;

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
  getOrderHistory: () => combined(PAGES),
  getProfitHistory: ({ contract }) => combined({ ...PAGES, contractName: [undefined, contract] }),
  getTradeHistory: ({ contract }) => combined({ ...PAGES, contractName: [undefined, contract] }),
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
      // No order of another contract is known.
      ...(operation.operationId === 'cancelOrder' && { orderId: undefined }),
    });
  return inputs;
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

const inWords = (change: AnyInput): string =>
  Object.entries(change)
    .map(([name, value]) => (value === undefined ? `${name} is left out` : `${name} is ${String(value)}`))
    .join(' and ');
