import { expect, test } from 'vitest';
import { judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { judgeLimits } from '../../../src/conformance/caller/judge-limits.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import type { CallerCall, CallerTrace } from '../../../src/conformance/caller/trace.js';
import type { Intent } from '../../../src/conformance/caller/intent.js';
import { createFuturesClient } from '../../../src/index.js';
import { build, OPEN_ORDERS } from './bot.js';

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
  expect(judgeLimits({ calls } as unknown as CallerTrace).map(({ verdict }) => verdict)).toEqual(verdicts);
});

test('a program that gave up waiting while the machine was late is not accused', async () => {
  const scene = callerScenes().find(({ name }) => name === 'rate-limit/429-retry-after')!;
  const { problems } = await judgeCaller(scene, async ({ baseUrl, credentials, fetch }, { input }) => {
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const leaving: typeof fetch = (url, init) => {
      queueMicrotask(leave);
      return fetch(url, init);
    };
    const order = createFuturesClient({ baseUrl, credentials, fetch: leaving }).createOrder(input as never);
    const ended = order.catch(() => undefined);
    await left;
    // The limit is held for 20 ms, and nothing runs for 100.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await new Promise((resolve) => setTimeout(resolve, 5));
    // Another client: one that had read the limit would wait.
    await createFuturesClient({ baseUrl, credentials, fetch }).getOpenOrders();
    await ended;
    return { outcome: 'unknown' };
  });
  expect(problems.map(({ verdict }) => verdict)).not.toContain('ignores-a-limit');
});

test.each([true, false])(
  'a program that gave up waiting for a limit and looked again is not accused of ignoring it: %s',
  async (stays) => {
    const scene = callerScenes().find(({ name }) => name === 'lost-response/lookup-429')!;
    const { problems } = await judgeCaller(scene, async (world, intent) => {
      const leaving = new AbortController();
      const send = (what: Intent, signal?: AbortSignal) => {
        const { target, body, ...request } = build(world, what, {});
        return world.fetch(world.baseUrl + target, {
          ...request,
          body: body === '' ? null : body,
          signal: signal ?? null,
        });
      };
      await send(intent).catch(() => undefined);
      const left = send(OPEN_ORDERS, leaving.signal);
      leaving.abort();
      await Promise.all(stays ? [left, send(OPEN_ORDERS)] : [send(OPEN_ORDERS)]);
      if (stays) await send(OPEN_ORDERS);
      return { outcome: 'unknown' };
    });
    expect(problems).toEqual([]);
  },
);
