import { describe, expect, it } from 'vitest';
import { answered, type Call } from '../support/answered.js';
import { failureOf, limitOrder } from '../support/test-client.js';

/* The answers of docs/field-evidence.md 1, 4.1 and 5, by their sections, and what the client makes of them. */

const contractName = 'E-BTC-USDT';
const calls = {
  createOrder: (client) => client.createOrder(limitOrder),
  createConditionOrder: (client) =>
    client.createConditionOrder({ ...limitOrder, triggerType: '3', triggerPrice: '70000' }),
  cancelOrder: (client) => client.cancelOrder({ contractName, orderId: '256609229205684228' }),
  cancelAllOrders: (client) => client.cancelAllOrders(),
  getOrder: (client) => client.getOrder({ contractName, orderId: '2006628907041292645' }),
  getOpenOrders: (client) => client.getOpenOrders(),
  getOrderHistory: (client) => client.getOrderHistory({ contractName }),
  getProfitHistory: (client) => client.getProfitHistory(),
  getTradeHistory: (client) => client.getTradeHistory(),
  changePositionMode: (client) => client.changePositionMode({ contractName, positionModel: 1 }),
  changeMarginMode: (client) => client.changeMarginMode({ contractName, marginModel: 1 }),
  adjustPositionMargin: (client) => client.adjustPositionMargin({ positionId: 13603, amount: 1 }),
  changeLeverage: (client) => client.changeLeverage({ contractName, nowLevel: 5 }),
  getServerTime: (client) => client.getServerTime(),
  getContracts: (client) => client.getContracts(),
} satisfies Readonly<Record<string, Call>>;
type Name = keyof typeof calls;

const wrapped = (data: string, code = '"0"'): string => `{"code":${code},"msg":"success","data":${data}}`;

describe.each<Name>(['createOrder', 'cancelOrder'])('1.1, 1.3: a receipt of %s', (name) => {
  it.each(['256609229205684228', '3302507625176983697', '1141178565827068518'])('of the order %s', async (orderId) => {
    const call: Call = (client) =>
      name === 'createOrder' ? calls[name](client) : client.cancelOrder({ contractName, orderId });
    const bare = [`{"orderId":${orderId}}`, `{"orderId":"${orderId}"}`];
    for (const body of [...bare, ...bare.map((each) => wrapped(each)), ...bare.map((each) => wrapped(each, '0'))])
      expect(await answered(call, body)).toStrictEqual({ orderId });
    if (name === 'cancelOrder') await answered(call, wrapped('{"orderId":0}'));
  });
});

it.each([
  ['{"orderId":256609229205684228}', { orderId: '256609229205684228' }],
  [
    '{"code":"0","msg":"Success","data":{"triggerIds":["1322738336974712847"],"ids":[],"cancelIds":[]},"succ":true}',
    { triggerIds: ['1322738336974712847'], ids: [], cancelIds: [] },
  ],
  ['{"code":0,"data":{"triggerIds":[1322738336974712847]}}', { triggerIds: ['1322738336974712847'] }],
])('1.2: %s is a receipt of a condition order', async (body, receipt) => {
  expect(await answered(calls.createConditionOrder, body)).toStrictEqual(receipt);
});

it.each<Name>(['cancelAllOrders', 'changePositionMode', 'changeMarginMode', 'adjustPositionMargin', 'changeLeverage'])(
  '1.4, 1.10 to 1.13: code 0 acknowledges %s, whatever msg says',
  async (name) => {
    for (const msg of ['success', 'Success', '成功', 'suc']) {
      for (const code of ['"0"', '0']) {
        const body = `{"code":${code},"msg":"${msg}","data":null`;
        expect(await answered(calls[name], `${body}}`)).toStrictEqual({ code: '0', msg, data: null });
        expect(await answered(calls[name], `${body},"succ":true}`)).toMatchObject({ code: '0', succ: true });
      }
    }
  },
);

const order =
  '{"orderId":2006628907041292645,"contractName":"E-BTC-USDT","side":"BUY","action":"OPEN","type":"LIMIT",' +
  '"price":10000.0000000000000000,"origQty":1.0000000000000000,"executedQty":0,"avgPrice":0E-8,' +
  '"transactTime":"1607702400000","status":"NEW","timeInForce":"1","fills":[]}';

it.each([
  ['a list of one', `[${order}]`],
  ['an object', order],
  ['a list of one in an envelope', wrapped(`[${order}]`)],
  ['an object in an envelope', `{"code":0,"msg":"Success","data":${order},"succ":true}`],
  ['times as numbers', order.replace('"1607702400000"', '1607702400000')],
  ['a code of time in force as a number', order.replace('"timeInForce":"1"', '"timeInForce":1')],
])('1.5: %s is the order', async (_shape, body) => {
  expect(await answered(calls.getOrder, body)).toStrictEqual({
    ...{ orderId: '2006628907041292645', contractName, side: 'BUY', action: 'OPEN', type: 'LIMIT' },
    ...{ price: '10000.0000000000000000', origQty: '1.0000000000000000', executedQty: '0', avgPrice: '0E-8' },
    ...{ transactTime: 1607702400000, status: 'NEW', timeInForce: '1', fills: [] },
  });
});

it.each([
  ['"avgPrice":0.09235000', { avgPrice: '0.09235000' }],
  ['"avgPrice":null', { avgPrice: null }],
  ['"timeInForce":""', { timeInForce: '' }],
  ['"tradeFee":0.01,"realizedAmount":-1.50', { tradeFee: '0.01', realizedAmount: '-1.50' }],
  ['"symbol":"BTC-USDT"', { symbol: 'BTC-USDT' }],
])('1.5: %s keeps its digits', async (members, fields) => {
  expect(await answered(calls.getOrder, `{${members}}`)).toStrictEqual(fields);
});

const flags = '"isBuyer":true,"isMaker":false,"time":1499865549590';
const trade = { isBuyer: true, isMaker: false, time: 1499865549590 };

/** Numbers for small integers and times, text for the rest. */
const records: readonly (readonly [section: string, name: Name, row: string, record: object])[] = [
  [
    ...(['1.6, and the declared time', 'getOpenOrders'] as const),
    `{"orderId":2006628907041292645,"clientId":"0","positionId":107154,"mergeSplitMode":1,"timeInForce":"",
    "status":"PART_FILLED","positionType":1,"volume":2,"dealVolume":1,"ctimeMs":1632903411000,"ctime":"2021-09-29T16:16:51","transactTime":"1632903411000"}`,
    {
      ...{ orderId: '2006628907041292645', clientId: '0', positionId: '107154', mergeSplitMode: 1, timeInForce: '' },
      ...{ status: 'PART_FILLED', positionType: 1, volume: '2', dealVolume: '1', ctimeMs: 1632903411000 },
      ...{ ctime: '2021-09-29T16:16:51', transactTime: 1632903411000 },
    },
  ],
  [
    ...(['1.7', 'getOrderHistory'] as const),
    `{"orderId":777293886968070157,"clientId":"0","ctimeMs":1632903411000,"ctime":"2021-09-29T16:16:51",
    "positionType":2,"side":"BUY","openOrClose":"OPEN","leverageLevel":26,"type":4,"status":4,"volume":2,"dealVolume":1,
    "price":41000,"avgPrice":null,"dealMoney":4.1,"openTakerFeeRate":0.00065,"openMakerFeeRate":0.00025,
    "contractId":1,"contractName":"E-BTC-USDT"}`,
    {
      ...{ orderId: '777293886968070157', clientId: '0', ctimeMs: 1632903411000, ctime: '2021-09-29T16:16:51' },
      ...{ positionType: 2, side: 'BUY', openOrClose: 'OPEN', leverageLevel: 26, type: '4', status: '4' },
      ...{ volume: '2', dealVolume: '1', price: '41000', avgPrice: null, dealMoney: '4.1' },
      ...{ openTakerFeeRate: '0.00065', openMakerFeeRate: '0.00025', contractId: '1', contractName },
    },
  ],
  [
    ...(['1.8', 'getProfitHistory'] as const),
    `{"id":8764,"side":"SELL","positionType":2,"leverageLevel":26,"contractId":1,"volume":900,"openPrice":44500,
    "openEndPrice":44500,"tradeFee":-5.23575,"realizedAmount":0,"shareAmount":0,"closeProfit":-45,
    "historyRealizedAmount":-50.23575,"capitalFee":0,"ctime":1632882691000,"mtime":1632882691000}`,
    {
      ...{ id: '8764', side: 'SELL', positionType: 2, leverageLevel: 26, contractId: '1', volume: '900' },
      ...{ openPrice: '44500', openEndPrice: '44500', tradeFee: '-5.23575', realizedAmount: '0', shareAmount: '0' },
      ...{ closeProfit: '-45', historyRealizedAmount: '-50.23575', capitalFee: '0' },
      ...{ ctime: 1632882691000, mtime: 1632882691000 },
    },
  ],
  [
    ...(['1.9, VD, CL and LY', 'getTradeHistory'] as const),
    `{"symbol":"ETHBTC","id":28457,"bidId":150695552109032492,"askId":150695552109032493,"price":"4.00000100","qty":"12","fee":"0.001",${flags}}`,
    {
      ...{ symbol: 'ETHBTC', id: '28457', bidId: '150695552109032492', askId: '150695552109032493' },
      ...{ price: '4.00000100', qty: '12', fee: '0.001', ...trade },
    },
  ],
  [
    ...(['1.9, SL and FX', 'getTradeHistory'] as const),
    `{"contractName":"E-BTC-USDT","tradeId":12,"bidId":1874564572563538130,"askId":1954072405852309104,"bidUserId":10034,"askUserId":10044,"price":10.0,"qty":3,"amount":0.3,"fee":0.001,"side":"BUY",${flags}}`,
    {
      ...{ contractName, tradeId: '12', bidId: '1874564572563538130', askId: '1954072405852309104' },
      ...{ bidUserId: '10034', askUserId: '10044', price: '10.0', qty: '3', amount: '0.3', fee: '0.001' },
      ...{ side: 'BUY', ...trade },
    },
  ],
  [
    ...(['1.9, KB', 'getTradeHistory'] as const),
    `{"symbol":"BTC-USDT","contractName":"E-BTC-USDT","id":100211,"fee":"0.001","price":10.0,${flags}}`,
    { symbol: 'BTC-USDT', contractName, id: '100211', fee: '0.001', price: '10.0', ...trade },
  ],
];

it.each(records)('%s: %s gives a list of records, in every form of a list', async (_section, name, row, record) => {
  const forms = [`[${row}]`, wrapped(`[${row}]`), `{"list":[${row}]}`, `{"code":0,"data":{"orders":[${row}]}}`];
  for (const body of [...forms, `{"code":0,"data":{"list":[${row}],"count":1}}`])
    expect(await answered(calls[name], body)).toStrictEqual([record]);
});

describe('1.15 getServerTime', () => {
  it.each(['China Standard Time', 'GMT+08:00', '格林尼治标准时间'])('has the zone %s', async (timezone) => {
    const result = { serverTime: 1607702400000, timezone };
    for (const each of [result, { timezone, serverTime: 1607702400000 }])
      expect(await answered(calls.getServerTime, JSON.stringify(each))).toStrictEqual(result);
  });
});

it('1.16: getContracts keeps 25 digits of a decimal, and times as numbers; a bare list is of another path', async () => {
  const row =
    '{"ticker_id":"ORCA-PERPUSDT","base_currency":"ORCA","last_price":"1.959","open_interest_usd":"3723.541192799999493826176",' +
    '"product_type":"Perpetual","creation_timestamp":0,"next_funding_rate_timestamp":1751299200000,"timestamp":1751281672227}';
  expect(await answered(calls.getContracts, wrapped(`{"contracts":[${row}]}`))).toStrictEqual({
    contracts: [
      {
        ...{ ticker_id: 'ORCA-PERPUSDT', base_currency: 'ORCA', last_price: '1.959' },
        ...{ open_interest_usd: '3723.541192799999493826176', product_type: 'Perpetual' },
        ...{ creation_timestamp: 0, next_funding_rate_timestamp: 1751299200000, timestamp: 1751281672227 },
      },
    ],
  });
  expect(await failureOf(answered(calls.getContracts, `[${row}]`))).toMatchObject({ code: 'RESPONSE_SHAPE' });
});

describe.each<Name>(['createOrder', 'getOrder', 'getTradeHistory', 'cancelAllOrders', 'getContracts'])(
  '4.1: the failure of %s',
  (name) => {
    const failure = (body: string, status?: number): Promise<unknown> => failureOf(answered(calls[name], body, status));

    it.each([
      ['a', '{"code":-1121,"msg":"Invalid symbol."}', '-1121', 'Invalid symbol.', undefined],
      ['b', '{"code":"-1121","msg":"无效的合约","data":null}', '-1121', '无效的合约', null],
      [
        ...(['c', '{"code":"-1002","data":null,"msg":"UNAUTHORIZED","msgData":null,"succ":false}'] as const),
        ...(['-1002', 'UNAUTHORIZED', null] as const),
      ],
      ['e', '{"code":"110047","msg":"价格或金额小于最小值","data":null}', '110047', '价格或金额小于最小值', null],
    ])('of shape %s, %s, is a refusal under HTTP 200 and 400', async (_letter, body, apiCode, apiMessage, data) => {
      for (const status of [200, 400]) {
        const wanted = { code: 'API', outcome: 'rejected', status, apiCode, apiMessage, data };
        expect(await failure(body, status)).toMatchObject(wanted);
      }
    });

    it('of shapes d and g, and with code 200, proves nothing: they are for anything', async () => {
      const body = '{"code":"1","msg":"fail","data":null,"message":null,"succ":false}';
      expect(await failure(body)).toMatchObject({ code: 'API', outcome: 'unknown', apiCode: '1', apiMessage: 'fail' });
      for (const other of ['{"success":false,"msg":"no"}', '{"code":200,"data":null}', '{"code":"200","data":null}'])
        expect(await failure(other)).toMatchObject({ code: 'API', outcome: 'unknown' });
    });

    it('of shape f is that of its status, and no record with status 200', async () => {
      const body =
        '{"timestamp":1607702400000,"status":404,"error":"Not Found","message":"No message","path":"/fapi/v1/x"}';
      expect(await failure(body, 404)).toMatchObject({ code: 'HTTP_STATUS', status: 404, outcome: 'rejected', body });
      expect(await failure(body, 500)).toMatchObject({ code: 'HTTP_STATUS', status: 500, outcome: 'unknown' });
      expect(await failureOf(answered(calls.getOrder, body))).toMatchObject({ code: 'RESPONSE_SHAPE' });
    });

    it.each(['<html><title>Request unsuccessful</title></html>', 'upstream connect error', ''])(
      'of shape h, %j, is no answer of the service',
      async (body) => {
        expect(await failure(body)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
        expect(await failure(body, 503)).toMatchObject({ code: 'HTTP_STATUS', outcome: 'unknown' });
      },
    );
  },
);
