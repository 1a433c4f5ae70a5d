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

type Sample = [code: AnyFuturesError['code'], Class: { readonly name: string }, base: unknown, error: AnyFuturesError];
const samples: readonly Sample[] = [
  ['ARGUMENT', ArgumentError, FuturesError, new ArgumentError('m', { ...call, field: 'price' })],
  ['UNSUPPORTED', UnsupportedError, FuturesError, new UnsupportedError('m', { ...call, option: 'getBody' })],
  ['RATE_LIMIT', RateLimitError, FuturesError, new RateLimitError('m', { ...call, waitMs: 7 })],
  ['JOURNAL', JournalError, FuturesError, new JournalError('m', { operationId: 'createOrder', cause })],
  ['NETWORK', NetworkError, TransportError, new NetworkError('m', call)],
  ['TIMEOUT', TimeoutError, TransportError, new TimeoutError('m', { ...call, timeoutMs: 5 })],
  ['ABORTED', AbortedError, TransportError, new AbortedError('m', call)],
  [
    'RESPONSE_TOO_LARGE',
    ResponseTooLargeError,
    TransportError,
    new ResponseTooLargeError('m', { ...call, maxBodyBytes: 9 }),
  ],
  ['HTTP_STATUS', HttpStatusError, ResponseError, new HttpStatusError('m', answer)],
  ['API', ApiError, ResponseError, new ApiError('m', { ...answer, apiCode: '-1021', apiMessage: '时间', data: null })],
  ['RESPONSE_SHAPE', ResponseShapeError, ResponseError, new ResponseShapeError('m', answer)],
  ['PAGING', PagingError, FuturesError, new PagingError('m', { operationId: 'createOrder' })],
];

describe.each(samples)('%s', (code, Class, base, error) => {
  it('is an instance of its class, of its bases and of no other base', () => {
    const wanted = [Error, FuturesError, base, Class];
    for (const each of wanted) expect(error).toBeInstanceOf(each);
    const others = [TransportError, ResponseError, ...samples.map(([, other]) => other)];
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

describe('toJSON', () => {
  it.each(samples)('of %s keeps what a structured clone of the error loses', (code, _Class, _base, error) => {
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
