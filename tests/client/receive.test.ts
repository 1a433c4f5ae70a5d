import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import { ApiError } from '../../src/core/errors.js';
import { startServer } from '../support/raw-server.js';
import { type Answer, serve } from '../support/scripted-service.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

/** A client of a service that says the same to everything. */
const clientOf = (answer: Answer, options?: Partial<ClientOptions>) => serve([answer], options).client;

const failedOrder = async (answer: Answer) => (await failureOf(clientOf(answer).createOrder(limitOrder))) as ApiError;
const failedRead = async (answer: Answer) => (await failureOf(clientOf(answer).getOpenOrders())) as ApiError;

type Row = [text: string, apiCode: string | undefined];

describe('an envelope', () => {
  it.each<Row>([
    ...['-1006.0', '-1.006e3', '-100600E-2', '" -1006"', '"-1006\\n"', '"-01006"'].map((code): Row => [
      `{"code":${code}}`,
      '-1006',
    ]),
    // Not rounded to 0, and no number of another notation.
    ...['1e-400', '0.5', '9007199254740993', '1e400'].map((code): Row => [`{"code":${code}}`, code]),
    ...['0x0', '0b0', '-', '.', '1e', '_0'].map((code): Row => [`{"code":"${code}"}`, code]),
    ...['{}', '[]', '[0]', '["0"]', '{"toString":1}', '{"__proto__":null}', 'true', 'false', '""', '" "'].map(
      (code): Row => [`{"code":${code}}`, undefined],
    ),
    ['{"code":200,"msg":"Success"}', '200'],
    ['{"code":200,"msg":"Success","data":{"orderId":5}}', '200'],
    ['{"code":-1121,"data":{"orderId":5}}', '-1121'],
    ['{"code":-1121,"data":[5]}', '-1121'],
    ['{"code":-1121,"data":{"orderId":5},"data":null}', '-1121'],
    ['{"succ":false}', undefined],
    ['{"success":false,"msg":"no"}', undefined],
    ['{"code":0,"succ":false}', '0'],
    ['{"code":"0","succ":"false","data":null}', '0'],
    // A code that no list has and a word may say success, and a receipt beside a code says that something was done.
    ['{"code":"9999","traceId":"5"}', '9999'],
    ['{"code":"+77","data":[]}', '+77'],
    ['{"code":"NO"}', 'NO'],
    ['{"code":"OK"}', 'OK'],
    ['{"code":"OK","orderId":"5"}', 'OK'],
    ['{"code":"SUCCESS","msg":"ok","data":null}', 'SUCCESS'],
    ['{"code":"9999","msg":"order accepted, processing","orderId":"5"}', '9999'],
    ['{"code":"-2010","msg":"x","data":null,"orderId":5}', '-2010'],
    ['{"success":false,"orderId":"5"}', undefined],
  ])('%s leaves the outcome unknown', async (text, apiCode) => {
    const error = await failedOrder({ text });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ outcome: 'unknown', apiCode, body: text });
    expect(error.message).toContain('may have acted');
    expect(error.message).not.toContain('refused');
  });

  it.each(['0.0', '-0', '0E-8', '"00"'])('with code %s and a receipt is a success', async (code) => {
    const text = `{"code":${code},"msg":{},"data":{"orderId":5}}`;
    expect(await clientOf({ text }).createOrder(limitOrder)).toEqual({ orderId: '5' });
  });

  it.each(['{"code":"-1121","data":null}', '{"code":-1121.0,"data":{}}', '{"code":"-2017","orderId":null}'])(
    '%s is a refusal',
    async (text) => {
      const error = await failedOrder({ text });
      expect(error).toMatchObject({ code: 'API', outcome: 'rejected' });
      expect(error.message).toContain('the service refused with code');
    },
  );

  it('that is a refusal is told with its code, its meaning, its words, and what follows', async () => {
    expect((await failedOrder({ text: '{"code":-1121,"msg":"无效的合约"}' })).message).toMatch(
      /^createOrder.* -1121 .*bad symbol or contract.*无效的合约.*Nothing was done/,
    );
  });

  it.each(['{"succ":false,"code":0,"msg":"no"}', '{"succ":false,"msg":"no"}'])(
    '%s is not said to carry a code that is not listed',
    async (text) => {
      expect((await failedOrder({ text })).message).not.toContain('list');
    },
  );

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('code %s has no meaning', async (code) => {
    const { message } = await failedOrder({ text: JSON.stringify({ code }) });
    expect(message).toContain('not in the list');
    expect(message).not.toMatch(/undefined|native/);
  });
});

it('that a read found no order is not said to prove that there will be none', async () => {
  expect((await failedRead({ text: '{"code":-2013}' })).message).toMatch(
    /\. It only reads: nothing changed\. An order that was just sent can still arrive\.$/,
  );
});

const SERVICE = { clock: 'service', now: () => Date.now() } as const;

describe('a read that says itself that it is not the whole, or not of now, is no result', () => {
  it.each([202, 203, 206])('status %d', async (status) => {
    expect(await failedRead({ status, text: '[]' })).toMatchObject({ code: 'HTTP_STATUS', status });
  });

  it.each([
    ['[]', '30'],
    ['[]', '30, 0'],
    ['{"code":"-2013","data":null}', '30'],
  ])('a response from a cache: %s, Age: %s', async (text, age) => {
    const error = await failedRead({ text, headers: { age } });
    expect(error).toMatchObject({ code: 'RESPONSE_SHAPE', message: expect.stringContaining('it is 30 s old (Age)') });
  });

  it('a receipt, or a refusal, of an order that a cache kept', async () => {
    const headers = { age: '30' };
    const refused = '{"code":"-2017","data":null}';
    for (const answer of [{ text: '{"orderId":1}' }, { text: refused }, { text: refused, status: 400 }])
      expect(await failedOrder({ ...answer, headers })).toMatchObject({ outcome: 'unknown' });
  });

  it.each(['-1', 'old', '0'])('a refusal with Age: %s is one', async (age) => {
    expect(await failedRead({ text: '{"code":"-1003","data":null}', headers: { age } })).toMatchObject({ code: 'API' });
  });

  it('the time of a cache', async () => {
    const { clock } = clientOf({ text: `{"serverTime":${Date.now() - 60_000}}`, headers: { age: '60' } }, SERVICE);
    expect(await failureOf(clock.sync())).toMatchObject({ code: 'RESPONSE_SHAPE' });
    expect(clock.source).toBe('none');
  });

  it('but a time of a second ago, which is known as well', async () => {
    const hourAgo = () => ({ text: `{"serverTime":${Date.now() - 3_600_000}}`, headers: { age: '1' } });
    const { clock } = serve([hourAgo], SERVICE).client;
    await clock.sync();
    expect(clock.source).toBe('time');
    expect(Math.abs(clock.offsetMs + 3_600_000)).toBeLessThan(3000);
    expect(clock.uncertaintyMs).toBeGreaterThanOrEqual(1000);
  });
});

it.each([
  [
    failedOrder,
    { status: 403, text: '<html>\n"Blocked"' },
    String.raw`^createOrder (POST /fapi/v1/order): HTTP status 403: "<html>\n\"Blocked\"". Nothing was done (assumed).$`,
  ],
  [failedOrder, { status: 502, text: 'x'.repeat(500) }, `: HTTP status 502: "${'x'.repeat(80)}…". `],
  [
    failedRead,
    { status: 302, headers: { location: 'https://a.example/' } },
    '302 to https://a.example/, not followed: the body is empty.',
  ],
  [failedRead, { status: 302 }, '(GET /fapi/v1/openOrders): HTTP status 302 to nowhere, not followed'],
])('the message of an HttpStatusError names request, status, redirect and body: %#', async (failed, response, text) => {
  expect(`^${(await failed(response)).message}$`).toContain(text);
});

it('an echoed key is blanked out of the target, should the caller have sent it there', async () => {
  const apiKey = 'k+ey/+=7f3A';
  const client = clientOf({ status: 500 }, { credentials: { apiKey, apiSecret: 'secret-of-test' } });
  const { message } = (await failureOf(client.getOpenOrders({ contractName: apiKey }))) as Error;
  expect(message).toContain('contractName=[redacted])');
});

it('a byte order mark before the JSON is no fault', async () => {
  const server = await startServer({ body: '\ufeff{"orderId":"1"}' });
  expect(await createTestClient(server.origin).createOrder(limitOrder)).toEqual({ orderId: '1' });
});

it('an answer that switches protocols ends the call at once', async () => {
  const server = await startServer({ status: 101, headers: { connection: 'upgrade', upgrade: 'x' } });
  const error = await failureOf(createTestClient(server.origin).createOrder(limitOrder));
  expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
});

describe('a success in which nothing described stands', () => {
  const contractName = 'E-BTC-USDT';
  const condition = { ...limitOrder, triggerType: '3', triggerPrice: '1' } as const;
  const nothing = '{} {"foo":1} [] [{}] {"orderId":null} {"orderId":""} {"orderId":0} {"orderId":{}}'.split(' ');
  const wrapped = ['null', '{}', '{"foo":1}', '[]', '{"orderId":null}'].map(
    (data) => `{"code":"0","msg":"success","data":${data}}`,
  );
  const resolvesTo = async (text: string, call: (client: ReturnType<typeof clientOf>) => Promise<unknown>) =>
    expect(await call(clientOf({ text })));

  it.each([...nothing, ...wrapped, '{"code":"0"}', '{"code":0,"clientOrderId":"5"}'])(
    '%s is no receipt of an order: its outcome is unknown',
    async (text) => {
      for (const call of [
        clientOf({ text }).createOrder(limitOrder),
        clientOf({ text }).createConditionOrder(condition),
      ]) {
        expect(await failureOf(call)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown', body: text });
      }
    },
  );

  it.each(['{"triggerIds":[]}', '{"triggerIds":[null],"ids":[],"cancelIds":["5"]}', '{"triggerIds":"5"}'])(
    '%s is no receipt of a condition order',
    async (data) => {
      const call = clientOf({ text: `{"code":"0","data":${data},"succ":true}` }).createConditionOrder(condition);
      expect(await failureOf(call)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
    },
  );

  it.each(nothing)('%s is no receipt of a cancel', async (text) => {
    for (const call of [
      clientOf({ text }).cancelOrder({ contractName, orderId: '5' }),
      clientOf({ text }).cancelContractOrders({ contractName }),
    ])
      expect(await failureOf(call)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
  });

  it('code 0 alone accepts a cancel, which makes nothing that could be named', async () => {
    for (const text of ['{"code":"0","msg":"success","data":null}', '{"code":0}'])
      (await resolvesTo(text, (client) => client.cancelOrder({ contractName, orderId: '5' }))).toEqual({});
  });

  it('an identifier beside code 0 is a receipt', async () => {
    (await resolvesTo('{"code":"0","orderId":5}', (client) => client.createOrder(limitOrder))).toMatchObject({
      orderId: '5',
    });
  });

  it.each(['{}', '{"foo":1}', '[{}]', '{"code":"0","data":{"foo":1}}', '{"orderId":null}'])(
    '%s is no order',
    async (text) => {
      const error = await failureOf(clientOf({ text }).getOrder({ contractName, orderId: '5' }));
      expect(error).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
    },
  );

  it.each(['[{}]', '[{"orderId":"1"},{"foo":1}]', '[1]', '[null]', '{"list":[{"foo":1}]}'])(
    '%s is no list of orders',
    async (text) => {
      expect(await failedRead({ text })).toMatchObject({ code: 'RESPONSE_SHAPE' });
    },
  );

  it.each(['{"code":"0","list":[{"orderId":"1"}]}', '{"code":"0","data":null,"rows":[{"orderId":"1"}]}'])(
    'the list beside the code is not overlooked: %s',
    async (text) => {
      (await resolvesTo(text, (client) => client.getOpenOrders())).toEqual([{ orderId: '1' }]);
    },
  );
});

const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const objects = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;

it.each([
  nested,
  objects,
  `{"code":"0","data":${nested}}`,
  `{"code":"-1121","data":${objects}}`,
  `{"orderId":5,"more":${nested}}`,
])(
  'JSON that is nested deeper than any call stack (%#) is an error like any other, with the outcome unknown',
  async (text) => {
    expect(await failedOrder({ text })).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
    const client = clientOf({ text });
    expect(await client.submitOrder(limitOrder, { resolveWithinMs: 50 })).toMatchObject({ outcome: 'unknown' });
  },
);

type Asked = Record<'orderId' | 'clientOrderId', string>;

it.each<
  [way: string, method: 'getOrder' | 'createOrder' | 'cancelOrder', asked: Partial<Asked>, shown: object, isOurs?: true]
>([
  ['another id', 'getOrder', { orderId: '7' }, { orderId: '8' }],
  ['another name', 'getOrder', { clientOrderId: 'job-17' }, { orderId: '8', clientOrderId: 'not-yours' }],
  ['a neighbour', 'getOrder', { orderId: '2006628908041292008' }, { orderId: '2006628908041292009' }],
  ['another step', 'getOrder', { clientOrderId: 'entry-17' }, { orderId: '8', clientOrderId: 'entry-17-tp' }],
  ['another contract', 'getOrder', { clientOrderId: 'a' }, { orderId: '8', contractName: 'E-ETH-USDT' }],
  ['a neighbour', 'createOrder', { clientOrderId: '20261128083103000017' }, { clientId: '20261128083103000018' }],
  ['another name', 'createOrder', { clientOrderId: 'job-17' }, { orderId: '8', clientId: 'not-yours' }],
  ['another id', 'cancelOrder', { orderId: '7' }, { orderId: '8' }],
  ['its rounded id', 'cancelOrder', { orderId: '2006628908041292008' }, { orderId: '2006628908041292000' }, true],
  ['the contract otherwise', 'getOrder', { clientOrderId: 'a' }, { status: 'NEW', contractName: 'BTC-PERP' }, true],
  ['a broker', 'createOrder', { clientOrderId: 'job-17' }, { orderId: '8', clientId: 'x-Brk1-job-17' }, true],
  ['a customer', 'getOrder', { clientOrderId: 'a' }, { orderId: '8', clientId: '5', clientOrderId: 'a' }, true],
  ['no name', 'getOrder', { clientOrderId: 'a' }, { orderId: '8', clientId: '0' }, true],
  ['our name', 'getOrder', { clientOrderId: 'a' }, { clientId: 'a', contractName: 'E-ETH-USDT' }, true],
  ['the name of nothing', 'getOrder', { clientOrderId: 'a' }, { orderId: '8', clientOrderId: 'null' }, true],
  ['zeros before it', 'getOrder', { orderId: '7' }, { orderId: '007' }, true],
])('an order that shows %s, to %s of %j, as %j is the one that was asked for: %s', async (...row) => {
  const [, method, asked, shown, isOurs] = row;
  const server = await startServer({ body: JSON.stringify({ orderId: '8', ...shown }) });
  const client = createTestClient(server.origin, { retry: false });
  const base = method === 'createOrder' ? limitOrder : { contractName: limitOrder.contractName };
  const call = client[method]({ ...base, ...asked } as never);
  if (isOurs) return expect(await call).toMatchObject(shown);
  const message = expect.stringContaining('it is another order');
  expect(await failureOf(call)).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown', message });
});
