import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  type AnyFuturesError,
  ApiError,
  ArgumentError,
  FuturesError,
  HttpStatusError,
  JournalError,
  NetworkError,
  PagingError,
  RateLimitError,
  ResponseError,
  ResponseShapeError,
  ResponseTooLargeError,
  TimeoutError,
  TransportError,
  UnsupportedError,
} from '../../src/core/errors.js';

const cause = new Error('the reason');
const call = { outcome: 'unknown', operationId: 'createOrder', cause } as const;
const answer = { ...call, status: 503, body: 'busy' } as const;

const samples = [
  { code: 'ARGUMENT', Class: ArgumentError, bases: [], error: new ArgumentError('m', { ...call, field: 'price' }) },
  {
    code: 'UNSUPPORTED',
    Class: UnsupportedError,
    bases: [],
    error: new UnsupportedError('m', { ...call, option: 'getBody' }),
  },
  { code: 'RATE_LIMIT', Class: RateLimitError, bases: [], error: new RateLimitError('m', { ...call, waitMs: 7 }) },
  {
    code: 'JOURNAL',
    Class: JournalError,
    bases: [],
    error: new JournalError('m', { operationId: 'createOrder', cause }),
  },
  { code: 'NETWORK', Class: NetworkError, bases: [TransportError], error: new NetworkError('m', call) },
  {
    code: 'TIMEOUT',
    Class: TimeoutError,
    bases: [TransportError],
    error: new TimeoutError('m', { ...call, timeoutMs: 5 }),
  },
  { code: 'ABORTED', Class: AbortedError, bases: [TransportError], error: new AbortedError('m', call) },
  {
    code: 'RESPONSE_TOO_LARGE',
    Class: ResponseTooLargeError,
    bases: [TransportError],
    error: new ResponseTooLargeError('m', { ...call, maxBodyBytes: 9 }),
  },
  { code: 'HTTP_STATUS', Class: HttpStatusError, bases: [ResponseError], error: new HttpStatusError('m', answer) },
  {
    code: 'API',
    Class: ApiError,
    bases: [ResponseError],
    error: new ApiError('m', { ...answer, apiCode: '-1021', apiMessage: '时间', data: null }),
  },
  {
    code: 'RESPONSE_SHAPE',
    Class: ResponseShapeError,
    bases: [ResponseError],
    error: new ResponseShapeError('m', answer),
  },
  { code: 'PAGING', Class: PagingError, bases: [], error: new PagingError('m', { operationId: 'createOrder' }) },
] satisfies readonly { code: AnyFuturesError['code']; Class: unknown; bases: unknown[]; error: AnyFuturesError }[];

/** Reads a member that only one class has in each branch: this function compiles only while `code` narrows. */
function detail(error: AnyFuturesError): unknown {
  switch (error.code) {
    case 'ARGUMENT':
      return error.field;
    case 'UNSUPPORTED':
      return error.option;
    case 'RATE_LIMIT':
      return error.waitMs;
    case 'TIMEOUT':
      return error.timeoutMs;
    case 'RESPONSE_TOO_LARGE':
      return error.maxBodyBytes;
    case 'API':
      return [error.apiCode, error.apiMessage, error.data];
    case 'HTTP_STATUS':
    case 'RESPONSE_SHAPE':
      return [error.status, error.body];
    case 'NETWORK':
    case 'JOURNAL':
    case 'ABORTED':
      return error.cause;
    case 'PAGING':
      return error.operationId;
    default:
      return error satisfies never;
  }
}

describe.each(samples)('$code', ({ code, Class, bases, error }) => {
  it('is an instance of its class, of its bases and of no other base', () => {
    const wanted = [Error, FuturesError, ...bases, Class];
    for (const base of wanted) expect(error).toBeInstanceOf(base);
    const others = [TransportError, ResponseError, ...samples.map((sample) => sample.Class)];
    for (const other of others.filter((each) => !wanted.includes(each))) expect(error).not.toBeInstanceOf(other);
  });

  it('carries its code, the name of its class, message, operationId and cause', () => {
    expect(error).toMatchObject({ code, name: Class.name, message: 'm', operationId: 'createOrder' });
    if (code !== 'PAGING') expect(error.cause).toBe(cause);
    expect(String(error)).toBe(`${Class.name}: m`);
    expect(error.stack).toContain('errors.test.ts');
  });

  it('is known to have sent nothing when it is thrown before sending, and keeps its outcome otherwise', () => {
    expect(error.outcome).toBe(
      ['ARGUMENT', 'UNSUPPORTED', 'RATE_LIMIT', 'JOURNAL'].includes(code) ? 'not-sent' : 'unknown',
    );
  });
});

it('a switch over the code reaches what each class carries', () => {
  expect(samples.map(({ error }) => detail(error))).toStrictEqual([
    'price',
    'getBody',
    7,
    cause,
    cause,
    5,
    cause,
    9,
    [503, 'busy'],
    ['-1021', '时间', null],
    [503, 'busy'],
    'createOrder',
  ]);
});

it('codes are all different', () => {
  expect(new Set(samples.map(({ error }) => error.code)).size).toBe(samples.length);
});

describe('what does not apply', () => {
  const error = new ArgumentError('m', { field: 'apiSecret', cause: undefined });

  it.each(['operationId', 'cause', 'status'])('is absent rather than undefined: %s', (member) => {
    expect(member in error).toBe(false);
    expect(inspect(error)).not.toContain(member);
  });
});

describe('toJSON', () => {
  it.each(samples)('of $code keeps what a structured clone of the error loses', ({ code, error }) => {
    const { name, message, outcome } = error;
    expect(structuredClone(error)).not.toHaveProperty('outcome');
    for (const copy of [structuredClone(error.toJSON()), JSON.parse(JSON.stringify(error))])
      expect(copy).toMatchObject({ code, name, message, outcome });
  });

  it('is bounded and flat, whatever the service sent', () => {
    const long = 'x'.repeat(1e6);
    let deep: unknown = 0;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    const error = new ApiError(long, {
      ...answer,
      body: long,
      apiCode: '-1',
      apiMessage: long,
      data: deep,
      retryAfterMs: 5,
    });
    const { length } = JSON.stringify(error);
    expect(length).toBeLessThan(7000);
    expect(error.toJSON()).toMatchObject({
      apiCode: '-1',
      status: 503,
      retryAfterMs: 5,
      body: expect.stringMatching(/^x{1999}…$/),
    });
    expect(error.toJSON()).not.toHaveProperty('data');
    expect(error.toJSON()).not.toHaveProperty('cause');
  });
});
