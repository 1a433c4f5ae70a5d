import { expect, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { DEFAULT_DIALECT } from '../../src/sandbox/dialect.js';
import { step } from '../../src/sandbox/exchange/exchange.js';
import { NoRoute } from '../../src/sandbox/exchange/refusal.js';
import { createState } from '../../src/sandbox/exchange/state.js';
import { callExample, operationExamples } from '../support/operation-examples.js';

test('an operation that the description gained is no refusal: it has no route yet (501)', () => {
  const state = createState([], [], 1);
  const command = { type: 'call', operationId: 'transferMargin' as never, accountId: '', input: {} } as const;
  expect(() => step(state, command, 1, DEFAULT_DIALECT)).toThrow(NoRoute);
});

const declared = operationExamples.filter(({ operation }) => operation.evidence === 'declared');

test.each(declared)('$title has a route: the service document declares it', async (example) => {
  const { url: baseUrl, credentials, fetch } = createSandbox();
  let status: number | undefined;
  const client = createFuturesClient({
    baseUrl,
    credentials,
    retry: false,
    fetch: async (target, init) => {
      const response = await fetch(target, init);
      status = response.status;
      return response;
    },
  });
  // A refusal is a route as well.
  await callExample(client, example).catch(() => undefined);
  const advice = `src/sandbox/exchange/exchange.ts: add a case for ${example.operation.operationId}`;
  expect(status, advice).toBe(200);
});
