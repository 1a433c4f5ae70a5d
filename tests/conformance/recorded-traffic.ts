import { createDecoder } from '../../src/core/json/decode.js';
import { OBSERVED_RULE, type SigningRule } from '../../src/core/signing-rule.js';
import { type Alteration, buildCall } from '../../src/conformance/call/build-call.js';
import type { AnyInput } from '../../src/conformance/call/input.js';
import { forgedSignatures, spellings } from '../../src/conformance/checks/forgery.js';
import { wrongs } from '../../src/conformance/checks/wrong-calls.js';
import { declaredOperations, type OperationId, operations } from '../../src/conformance/operations.js';
import type { Prepared } from '../../src/faulty-servers/index.js';
import type { HarExchange } from '../../src/recording/har-entry.js';
import { harText } from '../../src/recording/har-text.js';

const [BTC, ETH, SOL] = ['E-BTC-USDT', 'E-ETH-USDT', 'E-SOL-USDT'] as const;

/** Longer than a change may take to show. */
const SETTLED_MS = 6000;

export interface TrafficOptions {
  readonly rule?: Partial<SigningRule> | undefined;
  /** Path of the base URL. */
  readonly prefix?: string | undefined;
  /** The clock of the exchange; `advance` moves it. */
  readonly clock: { now(): number; advance(ms: number): void };
}

/** What two programs sent to one server, as a HAR file. */
export interface Traffic {
  readonly text: string;
  readonly calls: number;
}

/**
 * Calls a sandbox as two programs do: a bot that trades and reads, and the test suite of somebody who looks whether wrong calls are
 * refused. Neither knows what is wrong with the server.
 */
export async function recordTraffic({ sandbox, positionId }: Prepared, parts: readonly ('bot' | 'mistakes')[], options: TrafficOptions): Promise<Traffic> {
  const { clock, prefix = '' } = options;
  const rule = { ...OBSERVED_RULE, ...options.rule };
  const { credentials } = sandbox;
  const exchanges: HarExchange[] = [];
  const decode = createDecoder();

  async function call(operationId: OperationId, input: AnyInput = {}, alteration?: Alteration): Promise<string> {
    clock.advance(20);
    const raw = buildCall(operations[operationId], input, { credentials, rule, prefix }, clock.now(), alteration);
    const url = sandbox.url + prefix + raw.target;
    const begun = { startedAt: new Date(clock.now()).toISOString(), durationMs: 8 };
    clock.advance(8);
    const request = { method: raw.method, url, headers: raw.headers, body: raw.body };
    try {
      const response = await sandbox.fetch(url, { method: raw.method, headers: raw.headers, ...(raw.body !== undefined && { body: raw.body }) });
      const body = await response.text();
      exchanges.push({ ...begun, request, response: { status: response.status, headers: [...response.headers], body } });
      return body;
    } catch (error) {
      const failure = String((error as Error).cause ?? error);
      exchanges.push({ ...begun, request, response: undefined, failure });
      return '';
    }
  }
  const times = async (count: number, operationId: OperationId, input?: AnyInput): Promise<void> => {
    for (let time = 0; time < count; time++) await call(operationId, input);
  };
  const settle = (): void => clock.advance(SETTLED_MS);
  const listed = async (contracts: readonly (string | undefined)[] = [BTC, undefined]): Promise<void> => {
    for (const contractName of contracts) await call('getOpenOrders', contractName === undefined ? {} : { contractName });
  };
  let names = 0;
  const order = (contractName: string, side: 'BUY' | 'SELL', price: string): AnyInput => ({
    contractName, side, price, type: 'LIMIT', open: 'OPEN', positionType: '1', volume: '1', clientOrderId: `bot-${(names++).toString(36)}`,
  });
  /** Far from the market: these rest. */
  const far = [
    [BTC, 'BUY', '30000'], [ETH, 'SELL', '9000'], [BTC, 'SELL', '98000'], [SOL, 'BUY', '75'], [ETH, 'BUY', '1500'], [BTC, 'BUY', '30100'],
  ] as const;
  const place = async (which: readonly (readonly [string, 'BUY' | 'SELL', string])[]): Promise<readonly { contractName: string; orderId: string }[]> => {
    const placed: { contractName: string; orderId: string }[] = [];
    for (const [contractName, side, price] of which) {
      const orderId = /"(?:orderId|id)":\s*"?(\d+)/.exec(await call('createOrder', order(contractName, side, price)))?.[1];
      if (orderId !== undefined) placed.push({ contractName, orderId });
    }
    return placed;
  };
  const records = (body: string): readonly Readonly<Record<string, unknown>>[] => {
    try {
      const value = decode(body);
      return Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : [];
    } catch {
      return [];
    }
  };

  async function trade(): Promise<void> {
    await times(11, 'ping');
    await times(11, 'getServerTime');
    await times(6, 'getContracts');
    await listed();
    await times(6, 'changeLeverage', { contractName: BTC, nowLevel: '10' });
    await times(4, 'changePositionMode', { contractName: ETH, positionModel: '2' });
    await times(6, 'changeMarginMode', { contractName: ETH, marginModel: '1' });
    await times(11, 'adjustPositionMargin', { positionId, amount: '1' });
    const orders = await place(far);
    settle();
    await listed([BTC, ETH, SOL, undefined, SOL, ETH, BTC]);
    for (const one of orders.slice(0, 3)) await times(4, 'getOrder', one);
    for (const one of orders.slice(0, 3)) {
      await call('cancelOrder', one);
      settle();
      await listed();
      clock.advance(2000);
    }
    await listed();
    await place(far);
    settle();
    await listed();
    await call('cancelAllOrders');
    settle();
    for (const blank of [{}, {}, { orderId: '' }, { orderId: '' }, {}]) {
      await place(far);
      settle();
      await listed();
      await call('cancelOrder', { contractName: BTC, ...blank });
      settle();
      await listed();
      await call('cancelAllOrders');
      settle();
      await listed();
    }
    for (const clientOrderId of [false, true, false, true]) {
      const { clientOrderId: name, ...rest } = order(BTC, 'BUY', '30200');
      await call('createOrder', clientOrderId ? { ...rest, clientOrderId: name } : rest);
    }
    for (const side of ['BUY', 'SELL'] as const) {
      const crossing = { ...order(BTC, side, side === 'BUY' ? '66000' : '64000'), open: side === 'BUY' ? 'OPEN' : 'CLOSE', timeInForce: 'IOC' };
      await call('createOrder', crossing);
    }
    await call('cancelAllOrders');
  }

  async function readHistories(): Promise<void> {
    await call('getTradeHistory', { contractName: BTC, limit: '1001' });
    for (const history of ['getTradeHistory', 'getOrderHistory', 'getProfitHistory'] as const) {
      for (const limit of ['60', '11', '3', '11', '3', '11', '3', '11', '3']) await call(history, { contractName: BTC, limit });
      await call(history, { contractName: ETH, limit: '11' });
      if (history !== 'getProfitHistory') await times(2, history, { contractName: BTC });
      const page = records(await call(history, { contractName: BTC, limit: '11' }));
      const middle = page[5] ?? {};
      const fromId = middle['tradeId'] ?? middle['id'] ?? middle['orderId'];
      for (let time = 0; time < 2 && fromId !== undefined; time++) {
        await call(history, { contractName: BTC, limit: '11', fromId });
        if (history !== 'getProfitHistory') await call(history, { contractName: BTC, fromId });
      }
      if (history !== 'getOrderHistory') await times(2, history, { limit: '3' });
    }
    await times(2, 'getOrderHistory', { contractName: BTC, limit: '100' });
    await times(2, 'getProfitHistory', { contractName: ETH });
  }

  async function makeMistakes(): Promise<void> {
    const right: { readonly [Id in OperationId]?: AnyInput } = {
      createConditionOrder: { ...order(BTC, 'BUY', '70010'), clientOrderId: undefined, triggerType: '3', triggerPrice: '70000' },
      getOpenOrders: { contractName: BTC }, getOrderHistory: { contractName: BTC }, getProfitHistory: { contractName: BTC, limit: '3' }, getTradeHistory: { contractName: BTC, limit: '3' },
      adjustPositionMargin: { positionId, amount: '1' }, changeLeverage: { contractName: BTC, nowLevel: '10' }, cancelAllOrders: {},
      changePositionMode: { contractName: ETH, positionModel: '2' }, changeMarginMode: { contractName: ETH, marginModel: '1' },
    };
    const inputOf = (operationId: OperationId): AnyInput => {
      if (operationId === 'createOrder') return order(BTC, 'BUY', '30000');
      if (operationId === 'createConditionOrder') {
        const { clientOrderId: _, ...rest } = right.createConditionOrder! as Record<string, unknown>;
        return rest as AnyInput;
      }
      return right[operationId] ?? {};
    };
    const kept = await place([[BTC, 'BUY', '30000'], [ETH, 'SELL', '9000'], [BTC, 'BUY', '30100']]);
    const open = (): AnyInput => kept[0] ?? {};
    settle();
    for (const { operationId, security } of declaredOperations) {
      if (security !== 'signed' || operationId === 'createConditionOrder') continue;
      const input = (): AnyInput => (operationId === 'cancelOrder' ? open() : inputOf(operationId));
      const isSample = ['getOpenOrders', 'createOrder', 'cancelOrder'].includes(operationId);
      const isWrite = ['createOrder', 'cancelOrder', 'cancelAllOrders'].includes(operationId);
      if (operationId !== 'cancelOrder' && operationId !== 'cancelAllOrders') await call(operationId, input());
      if (isWrite) await listed();
      for (const { alteration } of wrongs) await call(operationId, input(), alteration);
      for (let time = 0; time < (isSample ? 3 : 1); time++) {
        for (const drop of ['apiKey', 'timestamp', 'signature'] as const) if (isSample) await call(operationId, input(), { drop });
        await call(operationId, input(), { unsigned: true });
      }
      for (const apiKey of ['', 'a-key-that-does-not-exist']) await call(operationId, input(), { credentials: { apiKey } });
      if (isSample) {
        for (const { alteration } of forgedSignatures(credentials)) await call(operationId, input(), alteration);
        for (const { alteration } of spellings(credentials)) await call(operationId, input(), alteration);
      }
      await call(operationId, input(), { signs: { body: '{}' } });
      const query = operationId === 'getOpenOrders' ? `?contractName=${BTC}` : '';
      await call(operationId, input(), { signs: { target: `/fapi/v1/myTrades${query}` } });
      await call(operationId, input(), { signs: { method: operations[operationId].method === 'GET' ? 'POST' : 'GET' } });
      await call(operationId, input(), { signs: { timestampMs: String(clock.now() + 13) } });
      settle();
      if (isWrite) await listed();
    }
    await call('getOpenOrders', { contractName: BTC }, { signs: { target: '/fapi/v1/openOrders?contractName=E-ETH-USDT' } });
    for (let time = 0; time < 2; time++) await call('getOpenOrders', {}, { headerNames: (name) => name.toLowerCase() });
    await call('cancelAllOrders');
    settle();
    await listed();
    const { price: _, ...incomplete } = order(BTC, 'BUY', '30000') as Record<string, unknown>;
    await call('createOrder', incomplete);
    await call('createOrder', { ...order(BTC, 'BUY', '30000'), side: 'XHOLDX' });
    await call('createOrder', { ...order(BTC, 'BUY', '30000'), contractName: [BTC] });
    settle();
    await listed();
    await call('getOrderHistory', {});
    await call('getOrderHistory', { contractName: { value: BTC } });
    await call('changeLeverage', { contractName: BTC });
    await call('changeLeverage', { contractName: [BTC], nowLevel: '10' });
    await call('cancelAllOrders');
    await times(5, 'createConditionOrder', inputOf('createConditionOrder'));
    for (const { alteration } of wrongs) await call('createConditionOrder', inputOf('createConditionOrder'), alteration);
    await call('createConditionOrder', inputOf('createConditionOrder'), { signs: { body: '{}' } });
    await times(2, 'getServerTime');
  }

  if (parts.includes('bot')) {
    await trade();
    await readHistories();
  }
  if (parts.includes('mistakes')) await makeMistakes();
  return { text: harText({ name: 'test', version: '1' }, exchanges), calls: exchanges.length };
}
