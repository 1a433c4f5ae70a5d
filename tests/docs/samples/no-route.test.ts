import { expect, test, vi } from 'vitest';
import { described } from '../../../scripts/described.js';
import { curl } from '../../../scripts/docs/samples/curl.js';
import { runSamples } from '../../../scripts/docs/samples/index.js';
import { NoRoute } from '../../../src/sandbox/exchange/refusal.js';

/** An exchange that does not know `ping`, as it would not know what the description gains. */
vi.mock('../../../src/sandbox/exchange/exchange.js', async (importOriginal) => {
  const { step } = await importOriginal<typeof import('../../../src/sandbox/exchange/exchange.js')>();
  return {
    step(...[state, command, ...rest]: Parameters<typeof step>) {
      if (command.type === 'call' && command.operationId === 'ping') throw new NoRoute('no route');
      return step(state, command, ...rest);
    },
  };
});

test('an operation that the sandbox has no route for has no sample, and the reason is given', async () => {
  const examples = described.filter(({ operation }) => operation.security === 'public');
  const { samples, leftOut } = await runSamples({ kits: [curl], examples });
  expect([...samples].map(([id, list]) => [id, list.length])).toEqual([
    ['ping', 0],
    ['getServerTime', 1],
    ['getContracts', 1],
  ]);
  expect(leftOut).toEqual([{ language: 'curl', operationId: 'ping', reason: 'the sandbox has no route for ping yet' }]);
});
