import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { operationExamples } from '../support/operation-examples.js';
import { RawDesk } from './raw-desk.js';

const changing = operationExamples.filter(({ operation }) => operation.effect !== 'read');

describe.each(changing.map((example) => [example.title, example] as const))('%s', (_, { operation, input }) => {
  const { path: target, operationId } = operation;
  const body = operation.input === 'none' ? '' : JSON.stringify(input);
  const end = async (method: string, mutation?: string): Promise<string> =>
    (await new RawDesk(mutation === undefined ? {} : { mutation }).send({ method, target, body })).end;

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('by %s acts as by POST on the mutant alone', async (method) => {
    // GET on this path is declared: it reads an order.
    if (operationId === 'createOrder' && method === 'GET') return expect(operations.getOrder.path).toBe(target);
    expect(await end(method)).toBe('-1002');
    expect(await end(method, method === 'GET' ? 'any-method-acts' : 'mutation-by-get')).toBe('-1002');
    expect(await end(method, method === 'GET' ? 'mutation-by-get' : 'any-method-acts')).toBe(await end('POST'));
  });
});

test('by GET, a query stands for the body that is not sent', async () => {
  const target = '/fapi/v1/edit_lever?contractName=E-BTC-USDT&nowLevel=7';
  expect((await new RawDesk({}).send({ target })).end).toBe('-1002');
  expect((await new RawDesk({ mutation: 'mutation-by-get' }).send({ target })).end).toBe('ok');
});
