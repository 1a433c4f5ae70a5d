import { describe, expect, it } from 'vitest';
import type { FuturesClient } from '../../src/futures-client.js';
import { anySuccess, type Scripted, startServer } from '../support/raw-server.js';
import { createTestClient, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

/** Makes one call to a server that answers `body`. */
async function answered(body: string, call: (client: FuturesClient) => Promise<unknown>, answer: Scripted = {}) {
  const server = await startServer({ ...answer, body });
  return call(createTestClient(server.origin));
}

const getOrder = (client: FuturesClient) => client.getSomeOrder({ contractName: 'E-BTC-USDT' });
const getOpenOrders = (client: FuturesClient) => client.getOpenOrders();

const asNumbers =
  '{"orderId":2006628907041292645,"price":67000.0000000000000000,"avgPrice":0E-8,"executedQty":1e2,"transactTime":1607702400000,"fills":[]}';
const asStrings =
  '{"orderId":"2006628907041292645","price":"67000.0000000000000000","avgPrice":"0E-8","executedQty":"1e2","transactTime":"1607702400000","fills":[]}';
const order = {
  orderId: '2006628907041292645',
  price: '67000.0000000000000000',
  avgPrice: '0E-8',
  executedQty: '1e2',
  transactTime: 1607702400000,
  fills: [],
};

const writings = [
  ['numbers', asNumbers],
  ['strings', asStrings],
] as const;

describe.each(writings)('values written as %s', (_writing, text) => {
  it.each([
    ['bare', text],
    ['in an array of one', `[${text}]`],
    ['in an envelope', `{"code":0,"msg":"Success","data":${text}}`],
    ['in an envelope with a string code', `{"code":"0","msg":"成功","data":${text}}`],
    ['in an envelope around an array of one', `{"code":"0","data":[${text}],"succ":true}`],
    ['with blanks and line ends', ` \r\n\t${text.replaceAll(',', ' ,\n ')}\n`],
  ])('are one and the same order %s', async (_form, body) => {
    expect(await answered(body, getOrder)).toEqual(order);
  });

  it.each([
    ['bare', `[${text},${text}]`],
    ['in an envelope', `{"code":"0","data":[${text},${text}]}`],
    ['as {list}', `{"list":[${text},${text}]}`],
    ['as {list} in an envelope', `{"code":0,"msg":"","data":{"count":2,"list":[${text},${text}]}}`],
  ])('are one and the same list %s', async (_form, body) => {
    expect(await answered(body, getOpenOrders)).toEqual([order, order]);
  });
});

describe('identifiers of 19 digits', () => {
  const id = '9223372036854775807';

  it.each<[operation: string, call: (client: FuturesClient) => Promise<unknown>]>([
    ['createOrder', (client) => client.createOrder(limitOrder)],
    ['cancelOrder', (client) => client.cancelOrder({ contractName: 'E-BTC-USDT', orderId: id })],
    ['cancelContractOrders', (client) => client.cancelContractOrders({ contractName: 'E-BTC-USDT' })],
    ['getOrder', getOrder],
  ])('are the same text from %s, as numbers and as strings', async (_operation, call) => {
    for (const written of [id, `"${id}"`]) {
      expect(await answered(`{"orderId":${written}}`, call)).toEqual({ orderId: id });
      expect(await answered(`{"code":"0","data":{"orderId":${written}}}`, call)).toEqual({ orderId: id });
    }
  });

  it.each(['triggerIds', 'ids'])('are the same text inside the list %s', async (name) => {
    const call = (client: FuturesClient) =>
      client.createConditionOrder({ ...limitOrder, triggerType: '3', triggerPrice: '1' });
    for (const written of [id, `"${id}"`]) {
      expect(await answered(`{"code":"0","data":{"${name}":[${written}]}}`, call)).toEqual({ [name]: [id] });
    }
  });

  it('go out digit for digit, from text and from bigints', async () => {
    const server = await startServer(anySuccess);
    const client = createTestClient(server.origin);
    await client.getOrder({ contractName: 'E', orderId: BigInt(id) });
    await client.getOrderHistory({ contractName: 'E', fromId: id });
    await client.getTradeHistory({ fromId: BigInt(id) });
    expect(server.requests.map(({ target, body }) => target + body.toString())).toEqual([
      `/fapi/v1/order{"contractName":"E","orderId":"${id}"}`,
      `/fapi/v1/orderHistorical{"contractName":"E","fromId":${id}}`,
      `/fapi/v1/myTrades?fromId=${id}`,
    ]);
  });
});

describe('nothing to list', () => {
  it.each(['[]', 'null', '{"code":"0","msg":"success","data":null}', '{"code":0,"data":[]}', '{"list":[]}'])(
    '%s is an empty list',
    async (body) => {
      expect(await answered(body, getOpenOrders)).toEqual([]);
      expect(await answered(body, (client) => client.getTradeHistory())).toEqual([]);
      expect(await answered(body, (client) => client.getProfitHistory())).toEqual([]);
    },
  );
});

describe('public answers', () => {
  it('the server time is a number, however it is written', async () => {
    for (const written of ['1607702400000', '"1607702400000"']) {
      const body = `{"timezone":"China Standard Time","serverTime":${written}}`;
      expect(await answered(body, (client) => client.getServerTime())).toEqual({
        timezone: 'China Standard Time',
        serverTime: 1607702400000,
      });
    }
  });

  it('contracts keep the text of their decimals and the numbers of their times', async () => {
    const row = '{"ticker_id":"BTC-USDT","last_price":19600.50,"open_interest":"0E-8","timestamp":"1607702400000"}';
    for (const body of [`{"code":"0","msg":"","data":{"contracts":[${row}]}}`, `{"contracts":[${row}]}`]) {
      expect(await answered(body, (client) => client.getContracts())).toEqual({
        contracts: [{ ticker_id: 'BTC-USDT', last_price: '19600.50', open_interest: '0E-8', timestamp: 1607702400000 }],
      });
    }
  });

  it('an empty object is the answer of ping', async () => {
    expect(await answered('{}', (client) => client.ping())).toEqual({});
  });
});

it('an acknowledgement is the envelope itself', async () => {
  const call = (client: FuturesClient) => client.changeLeverage({ contractName: 'E', nowLevel: 5 });
  expect(await answered('{"code":0,"msg":"Success","data":null}', call)).toEqual({
    code: '0',
    msg: 'Success',
    data: null,
  });
});

describe.each(transports)('over $name', ({ options }) => {
  it('an answer arrives the same in one piece and cut inside a character', async () => {
    const body = Buffer.from('{"code":"0","msg":"成功😀","data":null}');
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      // Two writes on an idle socket are two chunks; the cut is inside the first character of msg.
      response.write(body.subarray(0, 20), () => response.end(body.subarray(20)));
    });
    const result = await createTestClient(server.origin, options()).cancelAllOrders();
    expect(result).toEqual({ code: '0', msg: '成功😀', data: null });
  });

  it('a long answer arrives whole', async () => {
    const row = '{"orderId":3215386721681467793,"price":67000.10,"transactTime":1607702400000}';
    const server = await startServer({ body: `[${Array.from({ length: 20_000 }, () => row).join()}]` });
    const result = await createTestClient(server.origin, options()).getOpenOrders();
    expect(result).toHaveLength(20_000);
    expect(result.at(-1)).toEqual({
      orderId: '3215386721681467793',
      price: '67000.10',
      transactTime: 1607702400000,
    });
  });
});
