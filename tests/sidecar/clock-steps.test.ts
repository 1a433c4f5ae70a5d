import { createServer } from 'node:http';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { sidecarTo } from './listening.js';

const HOUR = 3_600_000;

/** A service that says the time, unless it is down, and writes down what X-CH-TS the calls had. */
async function timedService() {
  const seen = { timestamps: [] as number[], asked: 0, isDown: false };
  const server = createServer((request, response) => {
    if (request.url === '/fapi/v1/time') {
      seen.asked++;
      response.statusCode = seen.isDown ? 503 : 200;
      return response.end(seen.isDown ? '' : JSON.stringify({ serverTime: Date.now(), timezone: 'UTC' }));
    }
    seen.timestamps.push(Number(request.headers['x-ch-ts']));
    return response.end('[]');
  });
  const port = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  return { seen, origin: `http://127.0.0.1:${port}` };
}

// Local and monotonic time stand still, except where a test moves them: it does not matter how long a call takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));

const offsetOf = (timestampMs: number | undefined): number => Math.abs(timestampMs! - Date.now());

it.each([-24 * HOUR, -HOUR, -700, 700, HOUR, 24 * HOUR])(
  'measures again after a step of the local clock by %d ms',
  async (stepMs) => {
    const { seen, origin } = await timedService();
    let skewMs = 0;
    const sidecar = await sidecarTo(origin, { clock: 'service', now: () => Date.now() + skewMs });
    expect(seen.asked).toBe(1);
    skewMs = stepMs;
    for (let call = 0; call < 3; call++) await fetch(`${sidecar.url}/fapi/v1/openOrders`);
    expect(seen.timestamps).toHaveLength(3);
    for (const timestampMs of seen.timestamps) expect(offsetOf(timestampMs)).toBeLessThanOrEqual(1);
    expect(seen.asked).toBe(2);
  },
);

it('passes calls on by the local clock while getServerTime fails, and does not ask for each of them', async () => {
  const { seen, origin } = await timedService();
  seen.isDown = true;
  const sidecar = await sidecarTo(origin, { clock: 'service' });
  for (let call = 0; call < 5; call++) await fetch(`${sidecar.url}/fapi/v1/openOrders`);
  expect(seen.timestamps).toHaveLength(5);
  expect(seen.asked).toBeLessThanOrEqual(2);
});

it('asks for nothing with the local clock', async () => {
  const { seen, origin } = await timedService();
  const sidecar = await sidecarTo(origin, { clock: 'local' });
  await fetch(`${sidecar.url}/fapi/v1/openOrders`);
  expect(seen.asked).toBe(0);
});
