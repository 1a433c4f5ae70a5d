import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Caller, type CallerWorld, judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { judgeLimits } from '../../../src/conformance/caller/judge-limits.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import type { CallerScene } from '../../../src/conformance/caller/scene.js';
import type { CallerCall, CallerTrace } from '../../../src/conformance/caller/trace.js';
import type { Intent } from '../../../src/conformance/caller/intent.js';
import { ask, OPEN_ORDERS } from './bot.js';

const call = (operationId: CallerCall['operationId'], atMs: number, status: number, overtakenBy = 0): CallerCall => ({
  ...{ operationId, atMs, overtakenBy, method: '', target: '', headers: {}, body: '', acted: false },
  ...{ isTroubled: false, response: { status, headers: {}, body: '' } },
});

test.each([
  ['a lookup in the same millisecond as the end of the pause', 1000, 0, []],
  ['a lookup that was on its way', 1, 1, []],
  ['a lookup at once', 0, 0, ['ignores-a-limit']],
  ['a lookup within 5 ms', 4, 0, ['ignores-a-limit']],
])('after 429, %s: %#', (_, atMs, overtakenBy, verdicts) => {
  const calls = [call('createOrder', 0, 429, overtakenBy), call('getOrder', atMs, 200)];
  expect(judgeLimits({} as CallerScene, { calls } as unknown as CallerTrace).map(({ verdict }) => verdict)).toEqual(
    verdicts,
  );
});

/** Sends one call, as a client that has not read what others read. */
const send = (world: CallerWorld, intent: Intent): Promise<unknown> => ask(world, intent, { respectsLimits: false });
const judged = async (name: string, caller: (...given: Parameters<Caller>) => Promise<unknown>) => {
  const scene = callerScenes().find((one) => one.name === name)!;
  const { problems } = await judgeCaller(scene, (...given) => caller(...given).then(() => ({ outcome: 'unknown' })));
  return problems.map(({ verdict }) => verdict);
};

test('a program that gave up waiting while the machine was late is not accused', async () => {
  const verdicts = await judged('rate-limit/429-retry-after', async (world, intent) => {
    const order = send(world, intent);
    // The limit is held for 20 ms, and nothing runs for 100. The next call comes some turns later.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    for (let turns = 0; turns < 10; turns++) await setImmediate();
    await send(world, OPEN_ORDERS);
    await order;
  });
  expect(verdicts).toEqual([]);
});

test.each([true, false])(
  'a program that gave up waiting for a limit and looked again is not accused of ignoring it: %s',
  async (stays) => {
    const verdicts = await judged('lost-response/lookup-429', async (world, intent) => {
      await send(world, intent);
      const leaving = new AbortController();
      const fetch: CallerWorld['fetch'] = (url, init) => world.fetch(url, { ...init, signal: leaving.signal });
      const left = send({ ...world, fetch }, OPEN_ORDERS);
      leaving.abort();
      await Promise.all(stays ? [left, send(world, OPEN_ORDERS)] : [send(world, OPEN_ORDERS)]);
      if (stays) await send(world, OPEN_ORDERS);
    });
    expect(verdicts).toEqual([]);
  },
);
