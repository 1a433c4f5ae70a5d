import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onAbort } from '../../src/transport/abort.js';
import { within } from '../../src/transport/deadline.js';
import { sleep } from '../../src/transport/real-time.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

it.each(transports)(
  'one signal for 40 calls over $name is no leak and prints no warning; one abort ends them all',
  async ({ options }) => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const server = await startServer((response, { target }) => {
      if (target.endsWith('/ping')) response.end('{}');
    });
    const client = createTestClient(server.origin, options());
    const controller = new AbortController();
    const { signal } = controller;
    await Promise.all(Array.from({ length: 40 }, () => client.ping(undefined, { signal })));
    expect(listenersOf(signal)).toBe(0);
    const calls = Array.from({ length: 40 }, () => failureOf(client.createOrder(limitOrder, { signal })));
    await server.received(80);
    expect(listenersOf(signal)).toBe(1);
    controller.abort();
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'ABORTED', outcome: 'unknown' });
    expect(listenersOf(signal)).toBe(0);
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  },
);

it('a callback that was taken back is not called, also by another callback of the same abort', () => {
  const controller = new AbortController();
  const called: string[] = [];
  const takeBack = onAbort(controller.signal, () => called.push('first'));
  onAbort(controller.signal, () => (called.push('second'), takeThird()));
  const takeThird = onAbort(controller.signal, () => called.push('third'));
  takeBack();
  takeBack();
  controller.abort();
  expect(called).toEqual(['second']);
  expect(listenersOf(controller.signal)).toBe(0);
});

it('the same function may wait twice, and is taken back once', () => {
  const controller = new AbortController();
  const callback = vi.fn<() => void>();
  onAbort(controller.signal, callback);
  onAbort(controller.signal, callback)();
  controller.abort();
  expect(callback).toHaveBeenCalledOnce();
});

describe('waiting', () => {
  it('sleep ends with the reason of the signal, at once when that was aborted before', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const sleeping = failureOf(sleep(54_321, controller.signal));
    controller.abort(reason);
    expect(await sleeping).toBe(reason);
    expect(await failureOf(sleep(54_321, controller.signal))).toBe(reason);
    expect(await sleep(1)).toBeUndefined();
  });

  it('within gives up after its time, and passes on what the work ends with before', async () => {
    const { signal } = new AbortController();
    expect(await within(new Promise(() => {}), 1, signal)).toBeUndefined();
    expect(await within(Promise.resolve('done'), 54_321, signal)).toBe('done');
    expect(await failureOf(within(Promise.reject(new Error('no')), 54_321, signal))).toMatchObject({ message: 'no' });
    expect(listenersOf(signal)).toBe(0);
  });

  it('a time longer than a timer can take is not over within a day', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const controller = new AbortController();
    const sleeping = failureOf(sleep(Infinity, controller.signal));
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    controller.abort('end');
    expect(await sleeping).toBe('end');
  });
});
