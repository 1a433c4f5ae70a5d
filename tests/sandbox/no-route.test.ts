import { expect, test } from 'vitest';
import { DEFAULT_DIALECT } from '../../src/sandbox/index.js';
import { step } from '../../src/sandbox/exchange/exchange.js';
import { NoRoute } from '../../src/sandbox/exchange/refusal.js';
import { createState } from '../../src/sandbox/exchange/state.js';

test('an operation that the description gained is no refusal: it has no route yet (501)', () => {
  const state = createState([], [], 1);
  const command = { type: 'call', operationId: 'transferMargin' as never, accountId: '', input: {} } as const;
  expect(() => step(state, command, 1, DEFAULT_DIALECT)).toThrow(NoRoute);
});
