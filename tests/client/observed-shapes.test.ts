import { describe, expect, it } from 'vitest';
import { answered, type Call } from '../support/answered.js';
import { failureOf, limitOrder } from '../support/test-client.js';

/* The answers of the signed operations as they stand in docs/field-evidence.md 1 and 5, and what the client makes of them. */

const contractName = 'E-BTC-USDT';
const createOrder: Call = (client) => client.createOrder(limitOrder);
const createCondition: Call = (client) =>
  client.createConditionOrder({ ...limitOrder, triggerType: '3', triggerPrice: '70000' });
const cancelOrder: Call = (client) => client.cancelOrder({ contractName, orderId: '256609229205684228' });
const getOrder: Call = (client) => client.getOrder({ contractName, orderId: '259396989397942275' });
const getOpenOrders: Call = (client) => client.getOpenOrders();
const getOrderHistory: Call = (client) => client.getOrderHistory({ contractName });
const getProfitHistory: Call = (client) => client.getProfitHistory();
const getTradeHistory: Call = (client) => client.getTradeHistory();
const acknowledged: readonly [string, Call][] = [
  ['1.4 cancelAllOrders', (client) => client.cancelAllOrders()],
  ['1.10 changePositionMode', (client) => client.changePositionMode({ contractName, positionModel: 1 })],
  ['1.11 changeMarginMode', (client) => client.changeMarginMode({ contractName, marginModel: 1 })],
  ['1.12 adjustPositionMargin', (client) => client.adjustPositionMargin({ positionId: 13603, amount: 1 })],
  ['1.13 changeLeverage', (client) => client.changeLeverage({ contractName, nowLevel: 5 })],
];

describe.each<[string, Call]>([
  ['1.1 createOrder', createOrder],
  ['1.3 cancelOrder', cancelOrder],
])('%s', (_section, call) => {
  it.each([
    ['{"orderId":256609229205684228}', '256609229205684228'],
    ['{"orderId":"256609229205684228"}', '256609229205684228'],
    ['{"orderId":"3302507625176983697"}', '3302507625176983697'],
    ['{"orderId":"1141178565827068518"}', '1141178565827068518'],
    ['{"code":"0","msg":"success","data":{"orderId":256609229205684228}}', '256609229205684228'],
    ['{"code":0,"msg":"suc","data":{"orderId":256609229205684228}}', '256609229205684228'],
  ])('%s is a receipt', async (body, orderId) => {
    expect(await answered(call, body)).toStrictEqual({ orderId });
  });
});

describe('1.2 createConditionOrder', () => {
  it.each([
    ['{"orderId":256609229205684228}', { orderId: '256609229205684228' }],
    [
      '{"code":"0","msg":"Success","data":{"triggerIds":["1322738336974712847"],"ids":[],"cancelIds":[]},"succ":true}',
      { triggerIds: ['1322738336974712847'], ids: [], cancelIds: [] },
    ],
    ['{"code":0,"data":{"triggerIds":[1322738336974712847]}}', { triggerIds: ['1322738336974712847'] }],
  ])('%s is a receipt', async (body, receipt) => {
    expect(await answered(createCondition, body)).toStrictEqual(receipt);
  });
});

describe.each(acknowledged)('%s', (_section, call) => {
  it.each(['success', 'Success', '成功', 'suc'])('code 0 with msg %s is an acknowledgement', async (msg) => {
    for (const code of ['"0"', '0']) {
      const body = `{"code":${code},"msg":"${msg}","data":null}`;
      expect(await answered(call, body)).toStrictEqual({ code: '0', msg, data: null });
    }
  });

  it('is the same with succ', async () => {
    const body = '{"code":"0","msg":"Success","data":null,"succ":true}';
    expect(await answered(call, body)).toStrictEqual({ code: '0', msg: 'Success', data: null, succ: true });
  });
});

const asDocumented =
  '{"orderId":259396989397942275,"contractName":"E-BTC-USDT","side":"BUY","action":"OPEN","type":"LIMIT",' +
  '"price":10000.0000000000000000,"origQty":1.0000000000000000,"executedQty":0,"avgPrice":0E-8,' +
  '"transactTime":"1607702400000","status":"NEW","timeInForce":"1","fills":[]}';
const order = {
  orderId: '259396989397942275',
  contractName: 'E-BTC-USDT',
  side: 'BUY',
  action: 'OPEN',
  type: 'LIMIT',
  price: '10000.0000000000000000',
  origQty: '1.0000000000000000',
  executedQty: '0',
  avgPrice: '0E-8',
  transactTime: 1607702400000,
  status: 'NEW',
  timeInForce: '1',
  fills: [],
};

describe('1.5 getOrder', () => {
  it.each([
    ['a list of one', `[${asDocumented}]`],
    ['an object', asDocumented],
    ['a list of one in an envelope', `{"code":"0","msg":"success","data":[${asDocumented}]}`],
    ['an object in an envelope', `{"code":0,"msg":"Success","data":${asDocumented},"succ":true}`],
    ['times as numbers', asDocumented.replace('"1607702400000"', '1607702400000')],
    ['a code of time in force as a number', asDocumented.replace('"timeInForce":"1"', '"timeInForce":1')],
  ])('%s is the order', async (_shape, body) => {
    expect(await answered(getOrder, body)).toStrictEqual(order);
  });

  it.each([
    ['"executedQty":0.5', { executedQty: '0.5' }],
    ['"executedQty":2189', { executedQty: '2189' }],
    ['"avgPrice":0', { avgPrice: '0' }],
    ['"avgPrice":0.09235000', { avgPrice: '0.09235000' }],
    ['"avgPrice":null', { avgPrice: null }],
    ['"timeInForce":"POST_ONLY"', { timeInForce: 'POST_ONLY' }],
    ['"timeInForce":""', { timeInForce: '' }],
    ['"tradeFee":0.01,"realizedAmount":-1.50', { tradeFee: '0.01', realizedAmount: '-1.50' }],
    ['"symbol":"BTC-USDT"', { symbol: 'BTC-USDT' }],
    ['"orderId":2006628907041292645', { orderId: '2006628907041292645' }],
  ])('%s keeps its digits', async (members, fields) => {
    expect(await answered(getOrder, `{${members}}`)).toStrictEqual(fields);
  });

  it('an unknown id is a refusal', async () => {
    const error = await failureOf(answered(getOrder, '{"code":"-2013","msg":"Order does not exist.","data":null}'));
    expect(error).toMatchObject({ code: 'API', apiCode: '-2013', outcome: 'rejected', data: null });
  });
});

describe('1.6 getOpenOrders', () => {
  const live = `{"orderId":2006628907041292645,"clientId":"0","positionId":107154,"mergeSplitMode":1,"timeInForce":"",
    "status":"PART_FILLED","positionType":1,"volume":2,"dealVolume":1,"ctimeMs":1632903411000,"ctime":"2021-09-29T16:16:51"}`;
  const row = {
    orderId: '2006628907041292645',
    clientId: '0',
    positionId: '107154',
    mergeSplitMode: 1,
    timeInForce: '',
    status: 'PART_FILLED',
    positionType: 1,
    volume: '2',
    dealVolume: '1',
    ctimeMs: 1632903411000,
    ctime: '2021-09-29T16:16:51',
  };

  it.each([
    ['bare', `[${live}]`],
    ['in an envelope', `{"code":"0","msg":"success","data":[${live}]}`],
    ['as {list}', `{"list":[${live}]}`],
    ['as data.orders', `{"code":0,"data":{"orders":[${live}]}}`],
    ['as data.list', `{"code":0,"data":{"list":[${live}],"count":1}}`],
  ])('a list %s is a list', async (_shape, body) => {
    expect(await answered(getOpenOrders, body)).toStrictEqual([row]);
  });
});

const list = (row: string): string[] => [
  `[${row}]`,
  `{"code":"0","msg":"success","data":[${row}]}`,
  `{"list":[${row}]}`,
];

it('1.7 a record of getOrderHistory has numbers for small integers and times, and text for the rest', async () => {
  const row = `{"orderId":777293886968070157,"clientId":"0","ctimeMs":1632903411000,"ctime":"2021-09-29T16:16:51",
    "positionType":2,"side":"BUY","openOrClose":"OPEN","leverageLevel":26,"type":4,"status":4,"volume":2,"dealVolume":1,
    "price":41000,"avgPrice":null,"dealMoney":4.1,"openTakerFeeRate":0.00065,"openMakerFeeRate":0.00025,
    "contractId":1,"contractName":"E-BTC-USDT"}`;
  for (const body of list(row)) {
    expect(await answered(getOrderHistory, body)).toStrictEqual([
      {
        ...{ orderId: '777293886968070157', clientId: '0', ctimeMs: 1632903411000, ctime: '2021-09-29T16:16:51' },
        ...{ positionType: 2, side: 'BUY', openOrClose: 'OPEN', leverageLevel: 26, type: '4', status: '4' },
        ...{ volume: '2', dealVolume: '1', price: '41000', avgPrice: null, dealMoney: '4.1' },
        ...{ openTakerFeeRate: '0.00065', openMakerFeeRate: '0.00025', contractId: '1', contractName: 'E-BTC-USDT' },
      },
    ]);
  }
});

it('1.8 a record of getProfitHistory has numbers for small integers and times, and text for the rest', async () => {
  const row = `{"id":8764,"side":"SELL","positionType":2,"leverageLevel":26,"contractId":1,"volume":900,"openPrice":44500,
    "openEndPrice":44500,"tradeFee":-5.23575,"realizedAmount":0,"shareAmount":0,"closeProfit":-45,
    "historyRealizedAmount":-50.23575,"capitalFee":0,"ctime":1632882691000,"mtime":1632882691000}`;
  for (const body of list(row)) {
    expect(await answered(getProfitHistory, body)).toStrictEqual([
      {
        ...{ id: '8764', side: 'SELL', positionType: 2, leverageLevel: 26, contractId: '1', volume: '900' },
        ...{ openPrice: '44500', openEndPrice: '44500', tradeFee: '-5.23575', realizedAmount: '0', shareAmount: '0' },
        ...{ closeProfit: '-45', historyRealizedAmount: '-50.23575', capitalFee: '0' },
        ...{ ctime: 1632882691000, mtime: 1632882691000 },
      },
    ]);
  }
});

describe('1.9 getTradeHistory', () => {
  const time = 1499865549590;
  const flags = `"isBuyer":true,"isMaker":false,"time":${time}`;

  it.each([
    [
      'of VD, CL and LY',
      `{"symbol":"ETHBTC","id":28457,"bidId":150695552109032492,"askId":150695552109032493,"price":"4.00000100","qty":"12","fee":"0.001",${flags}}`,
      {
        ...{ symbol: 'ETHBTC', id: '28457', bidId: '150695552109032492', askId: '150695552109032493' },
        ...{ price: '4.00000100', qty: '12', fee: '0.001', isBuyer: true, isMaker: false, time },
      },
    ],
    [
      'of SL and FX',
      `{"contractName":"E-BTC-USDT","tradeId":12,"bidId":1874564572563538130,"askId":1954072405852309104,"bidUserId":10034,"askUserId":10044,"price":10.0,"qty":3,"amount":0.3,"fee":0.001,"side":"BUY",${flags}}`,
      {
        ...{ contractName, tradeId: '12', bidId: '1874564572563538130', askId: '1954072405852309104' },
        ...{ bidUserId: '10034', askUserId: '10044', price: '10.0', qty: '3', amount: '0.3', fee: '0.001' },
        ...{ side: 'BUY', isBuyer: true, isMaker: false, time },
      },
    ],
    [
      'of KB',
      `{"symbol":"BTC-USDT","contractName":"E-BTC-USDT","id":100211,"fee":"0.001","price":10.0,${flags}}`,
      {
        ...{ symbol: 'BTC-USDT', contractName, id: '100211', fee: '0.001', price: '10.0' },
        ...{ isBuyer: true, isMaker: false, time },
      },
    ],
  ])('the record %s is a trade', async (_source, row, trade) => {
    for (const body of list(row)) expect(await answered(getTradeHistory, body)).toStrictEqual([trade]);
  });
});
