import type { Sandbox } from 'futures-trading-client/sandbox';
import { type Operation, type OperationId, operations } from '../../generated/operations.js';

const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', open: 'OPEN', positionType: 2 };

export interface Step {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Results of the steps before, by operationId: the last result of each. */
export type Results = Readonly<Record<string, any>>;

/** A step whose input depends on the results before it, and what happens on the exchange in between. */
export interface StoryStep {
  readonly operationId: OperationId;
  readonly step: (results: Results) => Step;
  /** Printed before the step, when something happens besides calls. */
  readonly meanwhile?: { readonly text: string; readonly run: () => void };
}

/** The operations that have no step in a story; the tour skips them by name. */
export function untoldIn(story: readonly StoryStep[]): readonly Operation[] {
  const told = new Set(story.map(({ operationId }) => operationId));
  return Object.values(operations).filter(({ operationId }) => !told.has(operationId));
}

/** A day on the sandbox, in which every operation that the service document declares has its turn. */
export function tellStory(sandbox: Sandbox): StoryStep[] {
  const call = (operationId: OperationId, input: object | ((results: Results) => object) = {}): StoryStep => ({
    operationId,
    step: (results) => ({
      operation: operations[operationId],
      input: (typeof input === 'function' ? input(results) : input) as Step['input'],
    }),
  });
  return [
    call('ping'),
    call('getServerTime'),
    call('getContracts'),
    call('changePositionMode', { contractName, positionModel: 2 }),
    call('changeMarginMode', { contractName, marginModel: 2 }),
    call('changeLeverage', { contractName, nowLevel: 10 }),
    call('createOrder', { ...order, side: 'BUY', price: '65000.50', volume: 3, clientOrderId: 'tour-1' }),
    call('getOrder', ({ createOrder }) => ({ contractName, orderId: createOrder.orderId })),
    call('adjustPositionMargin', () => ({
      positionId: sandbox.state.accounts[0]!.positions[0]!.positionId,
      amount: '2.50',
    })),
    call('createConditionOrder', {
      ...order,
      side: 'SELL',
      open: 'CLOSE',
      triggerType: '2',
      triggerPrice: '66000.00',
      price: '65990.00',
      volume: 2,
    }),
    call('createOrder', { ...order, side: 'BUY', price: '60000.10', volume: 1, clientOrderId: 'tour-2' }),
    call('getOpenOrders', { contractName }),
    call('cancelOrder', ({ createOrder }) => ({ contractName, orderId: createOrder.orderId })),
    {
      ...call('getTradeHistory', { contractName, limit: 10 }),
      meanwhile: {
        text: 'the price moves to 66000.00: the condition order triggers and closes two contracts',
        run: () => sandbox.setPrice(contractName, '66000.00'),
      },
    },
    call('getProfitHistory', { contractName }),
    call('getOrderHistory', { contractName, limit: 2 }),
    call('cancelAllOrders'),
  ];
}
