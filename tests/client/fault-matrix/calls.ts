import { type Effect, type MethodWithout, operations, type OperationId } from '../../../generated/operations.js';
import { createFuturesClient } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { SandboxCredentials } from '../../../src/sandbox/sandbox.js';
import { limitBuy } from '../../support/orders.js';

/** One method of the client with an input that succeeds, and changes something unless it only reads. */
export interface Call {
  readonly method: OperationId | MethodWithout;
  readonly operationId: OperationId;
  readonly effect: Effect;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The start of each cell: an exchange on which every call has something to act on. */
export interface Start {
  readonly snapshot: unknown;
  readonly credentials: SandboxCredentials;
  readonly calls: readonly Call[];
}

const contractName = 'E-BTC-USDT';
const untouched = 'E-ORCA-USDT';
const order = { ...limitBuy, volume: 1 };

/**
 * An account with an open order, an isolated position and a contract whose modes can still be changed.
 * An operation that the sandbox has no route for has no input here.
 */
export async function createStart(): Promise<Start> {
  const sandbox = createSandbox();
  const { url: baseUrl, credentials, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch });
  const { orderId } = await client.createOrder({ ...order, price: '60000' });
  await client.createOrder({ ...order, contractName: 'E-ETH-USDT', positionType: 2, price: '3001' });
  const { positionId } = sandbox.state.accounts[0]!.positions[0]!;
  const condition = { triggerType: '3', triggerPrice: '68000.5', price: '68001', positionType: 1 };
  const inputs: Readonly<Partial<Record<Call['method'], Call['input']>>> = {
    createOrder: { ...order, price: '60000', clientOrderId: 'mine-1' },
    getOrder: { contractName, orderId },
    getSomeOrder: { contractName },
    createConditionOrder: { ...order, ...condition },
    cancelOrder: { contractName, orderId },
    cancelContractOrders: { contractName },
    cancelAllOrders: {},
    getOpenOrders: { contractName },
    getOrderHistory: { contractName },
    getProfitHistory: { contractName },
    getTradeHistory: { contractName },
    changePositionMode: { contractName: untouched, positionModel: 2 },
    changeMarginMode: { contractName: untouched, marginModel: 2 },
    adjustPositionMargin: { positionId, amount: '10.5' },
    changeLeverage: { contractName: untouched, nowLevel: 10 },
    ping: {},
    getServerTime: {},
    getContracts: {},
  };
  return { snapshot: sandbox.snapshot(), credentials, calls: Object.entries(inputs).map(toCall) };
}

function toCall([name, input]: [name: string, input: Call['input']]): Call {
  const method = name as Call['method'];
  const { operationId, effect } = Object.values(operations).find(
    (operation) => operation.operationId === method || operation.selectors?.methodWithout === method,
  )!;
  return { method, operationId, effect, input };
}
