import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../src/core/errors.js';

/*
 * What only failures need is loaded by the first one. A deployment that replaced the files under a running program must
 * not turn a failure into something untyped, or make it look better than it is.
 */
const GONE = () => {
  throw new Error('chunk is gone');
};
const CHUNKS = [
  '../../generated/error-codes.js',
  '../../src/client/failures.js',
  '../../src/client/retry.js',
  '../../src/client/logging/observe.js',
];

afterEach(() => CHUNKS.forEach((chunk) => vi.doUnmock(chunk)));

async function failWithout(chunk: string, text: string, operation: 'createOrder' | 'getOpenOrders' = 'createOrder') {
  vi.resetModules();
  vi.doMock(chunk, GONE);
  const { createTestClient, failureOf, limitOrder } = await import('../support/test-client.js');
  const transport = async () => ({ status: 200, text, header: () => undefined });
  const logger = chunk.includes('observe') ? () => {} : undefined;
  const client = createTestClient('https://futures.example', { transport, logger });
  return (await failureOf(
    operation === 'createOrder' ? client.createOrder(limitOrder) : client.getOpenOrders(),
  )) as ApiError;
}

describe('without the table of codes', () => {
  it.each([
    ['-1121', 'rejected'],
    ['-1007', 'unknown'],
  ])('%s is reported as %s', async (code, outcome) => {
    const error = await failWithout('../../generated/error-codes.js', `{"code":${code},"msg":"m"}`);
    expect(error).toMatchObject({ code: 'API', apiCode: code, apiMessage: 'm', outcome });
    expect(error.message).toContain(`with code ${code}, message "m"`);
  });
});

it('without what describes failures, a refusal is a typed error of unknown outcome', async () => {
  const error = await failWithout('../../src/client/failures.js', '{"code":-1121}');
  expect(error).toMatchObject({ name: 'NetworkError', outcome: 'unknown', operationId: 'createOrder' });
});

it('without what tries again, a read fails as it failed first', async () => {
  const error = await failWithout('../../src/client/retry.js', '{"code":-1003}', 'getOpenOrders');
  expect(error).toMatchObject({ code: 'API', apiCode: '-1003' });
});

it('without what tells the logger, the call goes on', async () => {
  const error = await failWithout('../../src/client/logging/observe.js', '{"code":-1121}');
  expect(error).toMatchObject({ code: 'API', apiCode: '-1121', outcome: 'rejected' });
});
