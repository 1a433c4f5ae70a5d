import { describe, expect, it } from 'vitest';
import {
  ApiError,
  FuturesError,
  HttpStatusError,
  type Outcome,
  ResponseError,
  ResponseShapeError,
} from '../../src/core/errors.js';
import { type Scripted, startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const HTML = '<html><body>502 Bad Gateway</body></html>';

type ErrorClass = typeof ApiError | typeof HttpStatusError | typeof ResponseShapeError;
type Row = [answer: string, status: number, body: string, error: ErrorClass, outcome: Outcome, apiCode?: string];

/** The responses of a server to a createOrder, and the outcome of each. More codes and bodies: receive.test.ts. */
const answers: readonly Row[] = [
  ['an empty status 500', 500, '', HttpStatusError, 'unknown'],
  ['an empty status 429', 429, '', HttpStatusError, 'rejected'],
  ['status 400 whose envelope says success', 400, '{"code":0}', HttpStatusError, 'unknown'],
  ['status 409 without a code', 409, '', HttpStatusError, 'unknown'],
  ['status 400 that says success without a code', 400, '{"success":true}', HttpStatusError, 'unknown'],
  ['status 400 with an order id deep in it', 400, '{"result":[{"orderId":"123"}]}', HttpStatusError, 'unknown'],
  ['status 404 with another id', 404, '{"error":{"requestId":"123"}}', HttpStatusError, 'rejected'],
  ['a listed code beside success', 200, '{"code":"-1121","success":true}', ApiError, 'unknown', '-1121'],
  ['a listed code around an order id', 400, '{"code":-1121,"x":{"orderId":7}}', ApiError, 'unknown', '-1121'],
  ['status 500 whose envelope says success', 500, '{"code":"0"}', HttpStatusError, 'unknown'],
  ['a listed code', 200, '{"code":-1121,"msg":"x"}', ApiError, 'rejected', '-1121'],
  ['a listed code with status 500', 500, '{"code":"-1121"}', ApiError, 'unknown', '-1121'],
  ['HTML with status 200', 200, HTML, ResponseShapeError, 'unknown'],
  ['an empty body', 200, '', ResponseShapeError, 'unknown'],
  ['half an object', 200, '{"orderId":1', ResponseShapeError, 'unknown'],
  ['status 201 with HTML', 201, HTML, ResponseShapeError, 'unknown'],
  ['status 204', 204, '', ResponseShapeError, 'unknown'],
];

describe.each(transports)('over $name, createOrder after', ({ options }) => {
  it.each(answers)('%s says what is known', async (_answer, status, body, errorClass, outcome, apiCode) => {
    const server = await startServer({ status, body });
    const error = await failureOf(createTestClient(server.origin, options()).createOrder(limitOrder));
    expect(error).toBeInstanceOf(errorClass);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ outcome, status, operationId: 'createOrder', body });
    expect((error as ApiError).apiCode).toBe(apiCode);
    // A refusal or a lost answer is never an invitation to send again.
    expect(server.requests).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])('status %i leaves the other server alone', async (status) => {
    const other = await startServer({ body: '{"orderId":"1"}' });
    const server = await startServer({ status, headers: { location: `${other.origin}/fapi/v1/order` } });
    const error = await failureOf(createTestClient(server.origin, options()).createOrder(limitOrder));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ outcome: 'unknown', status });
    expect(String(error)).toContain(other.origin);
    expect(other.requests).toEqual([]);
    expect(other.connections).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

it.each<[refusal: string, scripted: Scripted, outcome: Outcome]>([
  ['a 4xx without a code', { status: 403, body: HTML }, 'unknown'],
  ['a listed code', { body: '{"code":"-1121"}' }, 'rejected'],
])('with dialect.refusalWithoutCode unknown: %s', async (_refusal, scripted, outcome) => {
  const server = await startServer(scripted);
  const order = (refusalWithoutCode: 'rejected' | 'unknown') =>
    failureOf(createTestClient(server.origin, { dialect: { refusalWithoutCode } }).createOrder(limitOrder));
  expect(await order('unknown')).toMatchObject({ outcome });
  expect(await order('rejected')).toMatchObject({ outcome: 'rejected' });
});

describe('status 421, which a standard fetch answers by sending once more,', () => {
  it.each(transports)(
    'over $name: an outcome that holds for every request that was sent',
    async ({ name, options }) => {
      for (const body of ['', '{"code":"-2017","msg":"no"}']) {
        const server = await startServer({ status: 421, body });
        const error = await failureOf(createTestClient(server.origin, options()).createOrder(limitOrder));
        const sends = name === 'fetch' ? 2 : 1;
        expect(server.requests).toHaveLength(sends);
        expect(error).toMatchObject({ status: 421, outcome: sends === 1 ? 'rejected' : 'unknown' });
        expect(String(error).includes('fetch itself may have sent it twice')).toBe(sends === 2);
      }
    },
  );

  it('is a refusal of a read: sending it twice does no harm', async () => {
    const client = createTestClient((await startServer({ status: 421 })).origin, { fetch: globalThis.fetch });
    expect(await failureOf(client.getOpenOrders())).toMatchObject({ status: 421, outcome: 'rejected' });
  });
});

it('a standard fetch sends once whatever other status says to come back', async () => {
  for (const status of [401, 407, 408, 425, 429, 503]) {
    const headers = { 'retry-after': '0', 'www-authenticate': 'Basic', 'proxy-authenticate': 'Basic' };
    const server = await startServer({ status, headers });
    const client = createTestClient(server.origin, { fetch: globalThis.fetch });
    const error = await failureOf(client.createOrder(limitOrder));
    expect([status, server.requests.length]).toEqual([status, 1]);
    expect(error).toBeInstanceOf(FuturesError);
  }
});

it('a custom transport may answer with an object that needs its this', async () => {
  class Answer {
    readonly status = 302;
    readonly text = '';
    readonly #location = 'https://elsewhere.example/';
    header(name: string): string | undefined {
      return name === 'location' ? this.#location : undefined;
    }
  }
  const client = createTestClient('http://127.0.0.1:1', { transport: async () => new Answer() });
  const error = await failureOf(client.createOrder(limitOrder));
  expect(error).toBeInstanceOf(FuturesError);
  expect(String(error)).toContain('elsewhere.example');
});

it.each(transports)('over $name, a long answer arrives whole', async ({ options }) => {
  const row = '{"orderId":3215386721681467793,"price":67000.10,"transactTime":1607702400000}';
  const server = await startServer({ body: `[${Array.from({ length: 20_000 }, () => row).join()}]` });
  const result = await createTestClient(server.origin, options()).getOpenOrders();
  expect(result).toHaveLength(20_000);
  expect(result.at(-1)).toEqual({ orderId: '3215386721681467793', price: '67000.10', transactTime: 1607702400000 });
});
