import { expect, test, vi } from 'vitest';
import * as client from 'futures-trading-client';
import * as sandbox from 'futures-trading-client/sandbox';
import { FIRST_ORDER } from '../../scripts/docs/pages/start.js';
import { documentOf, plain } from './site.js';

test('the sample of the first page runs as it stands there, and places its order', async () => {
  expect(plain(documentOf('index').html.querySelector('pre')!.textContent)).toBe(plain(FIRST_ORDER));
  expect(
    FIRST_ORDER.trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(10);
  const program = FIRST_ORDER.replaceAll(/^import \{ (\w+) \} from .*$/gm, '');
  const log = vi.fn();
  const AsyncFunction = (async () => {}).constructor as new (
    ...names: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const run = new AsyncFunction('createFuturesClient', 'createSandbox', 'console', program);
  await run(client.createFuturesClient, sandbox.createSandbox, { log });
  expect(log.mock.calls).toEqual([['accepted']]);
});
