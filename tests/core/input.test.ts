import { describe, expect, it } from 'vitest';
import { type Operation, operations } from '../../generated/operations.js';
import { encodeInput } from '../../src/core/encode-input.js';
import { inputs } from './inputs.js';

const { createOrder, createConditionOrder, cancelOrder, cancelAllOrders, getOrder, getOpenOrders } = operations;
const { getOrderHistory, getProfitHistory, getTradeHistory, ping } = operations;

const bodyOf = (...call: Parameters<typeof encodeInput>) => encodeInput(...call).body;

describe('a body', () => {
  it("has its fields in the table's order, whatever the order of the input", () => {
    const reversed = Object.fromEntries(Object.entries(inputs.createOrder).toReversed());
    const body =
      '{"volume":1,"price":65000.10,"contractName":"E-BTC-USDT","type":"LIMIT","side":"BUY","open":"OPEN","positionType":1}';
    expect(encodeInput(createOrder, inputs.createOrder)).toStrictEqual({ query: '', body });
    expect(bodyOf(createOrder, reversed)).toBe(body);
  });

  it.each([
    ['65000.10', '65000.10'],
    [65000.1, '65000.1'],
    [-0, '0'],
    [12n, '12'],
    [10n ** 30n, `1${'0'.repeat(30)}`],
  ])('carries the decimal %s as the number token %s', (price, token) => {
    const body = bodyOf(createOrder, { ...inputs.createOrder, price });
    expect(body).toContain(`"price":${token},`);
    expect(() => JSON.parse(body!)).not.toThrow();
  });

  it.each([
    ['100.50', '"100.50"'],
    [100.5, '"100.5"'],
    [100n, '"100"'],
    ['0E-8', '"0E-8"'],
  ])('carries the decimal %s, declared as a string, as %s', (triggerPrice, token) => {
    expect(bodyOf(createConditionOrder, { ...inputs.createConditionOrder, triggerPrice })).toContain(
      `"triggerPrice":${token},`,
    );
  });

  it.each<[what: string, operation: Operation, input: object, body: string]>([
    ...[100, '100', 100n].map((limit): [string, Operation, object, string] => [
      'a count that is declared as a string',
      getOrderHistory,
      { ...inputs.getOrderHistory, limit },
      '{"contractName":"E-BTC-USDT","limit":"100"}',
    ]),
    ...['256609229205684228', 256609229205684228n, 'a-007'].map((orderId): [string, Operation, object, string] => [
      'an id that is declared as a string',
      cancelOrder,
      { contractName: 'E-BTC-USDT', orderId },
      `{"contractName":"E-BTC-USDT","orderId":"${orderId}"}`,
    ]),
    [
      'times as number tokens',
      getProfitHistory,
      { startTime: 1607702400000, endTime: '1607702400001' },
      '{"startTime":1607702400000,"endTime":1607702400001}',
    ],
    ['nothing that is undefined', getProfitHistory, { limit: 1, fromId: undefined }, '{"limit":"1"}'],
  ])('carries %s (%#)', (_what, operation, input, body) => {
    expect(bodyOf(operation, input)).toBe(body);
  });

  it('is {} when every field is left out', () => {
    expect(encodeInput(getProfitHistory, undefined)).toStrictEqual({ query: '', body: '{}' });
  });
});

describe('a query', () => {
  it('has the fields in order, without a question mark and without a body', () => {
    const input = { fromId: 256609229205684228n, limit: 1000, contractName: 'E-BTC-USDT' };
    expect(encodeInput(getTradeHistory, input)).toStrictEqual({
      query: 'contractName=E-BTC-USDT&limit=1000&fromId=256609229205684228',
      body: undefined,
    });
  });

  it.each([undefined, {}])('is empty for %j', (input) => {
    expect(encodeInput(getOpenOrders, input)).toStrictEqual({ query: '', body: undefined });
  });

  it('takes the fields of a body where the dialect says so', () => {
    const input = { contractName: 'E-BTC-USDT', orderId: 256609229205684228n };
    expect(encodeInput(getOrder, input, { bodyAsQuery: true })).toStrictEqual({
      query: 'contractName=E-BTC-USDT&orderId=256609229205684228',
      body: undefined,
    });
    expect(bodyOf(getOrder, input)).toBe('{"contractName":"E-BTC-USDT","orderId":"256609229205684228"}');
  });
});

describe('an operation without input', () => {
  it.each([undefined, {}])('sends nothing for %j', (input) => {
    expect(encodeInput(ping, input)).toStrictEqual({ query: '', body: undefined });
    expect(encodeInput(cancelAllOrders, input)).toStrictEqual({ query: '', body: undefined });
  });

  it('sends the body that the dialect asks for, as a POST only', () => {
    expect(bodyOf(cancelAllOrders, {}, { emptyBody: '{}' })).toBe('{}');
    expect(bodyOf(ping, {}, { emptyBody: '{}' })).toBeUndefined();
  });
});

it('a field that a method leaves out on purpose is not missed', () => {
  expect(bodyOf(cancelOrder, { contractName: 'E-BTC-USDT' }, { withoutSelectors: true })).toBe(
    '{"contractName":"E-BTC-USDT"}',
  );
});

it('of every operation, the required fields and a selector are enough, and all that is sent', () => {
  for (const operation of Object.values(operations)) {
    const { query, body } = encodeInput(operation, inputs[operation.operationId]);
    const sent = Object.keys(body === undefined ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(body));
    expect(sent, operation.operationId).toStrictEqual(Object.keys(inputs[operation.operationId]));
  }
});
