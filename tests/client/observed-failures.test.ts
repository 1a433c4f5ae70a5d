import { describe, expect, it } from 'vitest';
import { answered, type Call } from '../support/answered.js';
import { failureOf, limitOrder } from '../support/test-client.js';

/* The failures of docs/field-evidence.md 1.1 and 4.1, by their letters: each is one error, whatever was called. */

const calls: readonly [string, Call][] = [
  ['createOrder', (client) => client.createOrder(limitOrder)],
  ['getOrder', (client) => client.getSomeOrder({ contractName: 'E-BTC-USDT' })],
  ['getTradeHistory', (client) => client.getTradeHistory()],
  ['cancelAllOrders', (client) => client.cancelAllOrders()],
  ['getContracts', (client) => client.getContracts()],
];

describe.each(calls)('%s', (_name, call) => {
  const failure = (body: string, status?: number): Promise<unknown> => failureOf(answered(call, body, status));

  it.each([
    ['a', '{"code":-1121,"msg":"Invalid symbol."}', '-1121', 'Invalid symbol.', undefined],
    ['b', '{"code":"-1121","msg":"无效的合约","data":null}', '-1121', '无效的合约', null],
    ['b', '{"code":"-1121","msg":"BAD_SYMBOL","data":null}', '-1121', 'BAD_SYMBOL', null],
    [
      ...(['c', '{"code":"-1002","data":null,"msg":"UNAUTHORIZED","msgData":null,"succ":false}'] as const),
      ...(['-1002', 'UNAUTHORIZED', null] as const),
    ],
    ['e', '{"code":"110047","msg":"价格或金额小于最小值","data":null}', '110047', '价格或金额小于最小值', null],
    [
      ...([
        '1.1',
        '{"code":"-1102","msg":"Forced parameter {0} not sent, empty or incorrect format","data":null}',
      ] as const),
      ...(['-1102', 'Forced parameter {0} not sent, empty or incorrect format', null] as const),
    ],
  ])('shape %s, %s, is a refusal under HTTP 200 and 400', async (_letter, body, apiCode, apiMessage, data) => {
    for (const status of [200, 400]) {
      const wanted = { code: 'API', outcome: 'rejected', status, apiCode, apiMessage, data };
      expect(await failure(body, status)).toMatchObject(wanted);
    }
  });

  it('shape d is a failure that proves nothing: code 1 is for anything', async () => {
    const body = '{"code":"1","msg":"fail","data":null,"message":null,"succ":false}';
    expect(await failure(body)).toMatchObject({ code: 'API', outcome: 'unknown', apiCode: '1', apiMessage: 'fail' });
  });

  it('shape f is the failure of its status', async () => {
    const body =
      '{"timestamp":1607702400000,"status":404,"error":"Not Found","message":"No message","path":"/fapi/v1/x"}';
    expect(await failure(body, 404)).toMatchObject({ code: 'HTTP_STATUS', status: 404, outcome: 'rejected', body });
    expect(await failure(body, 500)).toMatchObject({ code: 'HTTP_STATUS', status: 500, outcome: 'unknown' });
  });

  it('shape g is a failure that proves nothing', async () => {
    expect(await failure('{"success":false,"msg":"no"}')).toMatchObject({ code: 'API', outcome: 'unknown' });
  });

  it.each(['<html><title>Request unsuccessful</title></html>', 'upstream connect error', ''])(
    'shape h, %j, is no answer of the service',
    async (body) => {
      expect(await failure(body)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
      expect(await failure(body, 503)).toMatchObject({ code: 'HTTP_STATUS', outcome: 'unknown' });
    },
  );

  it('code 200, a success elsewhere on the platform, proves nothing', async () => {
    for (const code of ['200', '"200"']) {
      expect(await failure(`{"code":${code},"msg":"suc","data":null}`)).toMatchObject({
        code: 'API',
        outcome: 'unknown',
      });
    }
  });
});

describe('what is no record is not taken for one', () => {
  it('a single order is not a list, and least of all an empty one', async () => {
    const body = '{"code":"0","data":{"orderId":1,"fills":[]}}';
    expect(await failureOf(answered((client) => client.getOpenOrders(), body))).toMatchObject({
      code: 'RESPONSE_SHAPE',
    });
  });

  it('an error page of the framework is a failure, with status 200 too', async () => {
    const body = '{"timestamp":1700000000000,"status":404,"error":"Not Found","message":"","path":"/fapi/v1/order"}';
    const call: Call = (client) => client.getOrder({ contractName: 'E-BTC-USDT', orderId: '1' });
    expect(await failureOf(answered(call, body))).toMatchObject({ code: 'RESPONSE_SHAPE' });
  });
});
