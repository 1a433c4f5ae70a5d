import { beforeEach, expect, it, vi } from 'vitest';
import { headerOf, startServer } from '../support/raw-server.js';
import { sidecarTo } from './listening.js';

const HOUR = 3_600_000;

/** A service that says the time, unless it is down, and writes down what X-CH-TS the calls had. */
async function timedService() {
  const seen = { timestamps: [] as number[], asked: 0, isDown: false };
  const { origin } = await startServer((response, request) => {
    if (request.target === '/fapi/v1/time') {
      seen.asked++;
      response.statusCode = seen.isDown ? 503 : 200;
      return void response.end(seen.isDown ? '' : JSON.stringify({ serverTime: Date.now(), timezone: 'UTC' }));
    }
    seen.timestamps.push(Number(headerOf(request, 'x-ch-ts')));
    response.end('[]');
  });
  return { seen, origin };
}

// Local and monotonic time stand still, except where a test moves them: it does not matter how long a call takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));

const offsetOf = (timestampMs: number | undefined): number => Math.abs(timestampMs! - Date.now());

it.each([-24 * HOUR, -HOUR, -700, 700, HOUR, 24 * HOUR])(
  "signs with the service's time from the start, and measures again after a step of the local clock by %d ms",
  async (stepMs) => {
    const { seen, origin } = await timedService();
    let skewMs = -HOUR;
    const sidecar = await sidecarTo(origin, { clock: 'service', now: () => Date.now() + skewMs });
    expect([seen.asked, sidecar.clock.source]).toEqual([1, 'time']);
    await fetch(`${sidecar.url}/fapi/v1/openOrders`);
    skewMs += stepMs;
    for (let call = 0; call < 3; call++) await fetch(`${sidecar.url}/fapi/v1/openOrders`);
    expect(seen.timestamps).toHaveLength(4);
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

it.each([
  [-20_000, -20_000],
  [-700, 0],
  [20_000, 0],
  [-366 * 24 * HOUR, 0],
])(
  'signs an order that its caller dated by %d ms for %d ms: late on its way, it gets no later time',
  async (givenMs, ms) => {
    const { seen, origin } = await timedService();
    const { url } = await sidecarTo(origin, { clock: 'local', allow: ['money'] });
    await fetch(`${url}/fapi/v1/order`, { method: 'POST', headers: { 'X-CH-TS': `${Date.now() + givenMs}` } });
    expect(seen.timestamps).toEqual([Date.now() + ms]);
  },
);

it('sends no order of a caller that left while the time was asked for', async () => {
  let skewMs = 0;
  let answerTime: (() => void) | undefined;
  const { origin, requests } = await startServer((response, { target }) => {
    const end = () => void response.end(JSON.stringify({ serverTime: Date.now(), orderId: '1' }));
    if (skewMs === 0 || target !== '/fapi/v1/time') end();
    else answerTime = end;
  });
  const { url, told } = await sidecarTo(origin, { clock: 'service', now: () => Date.now() + skewMs, allow: ['money'] });
  skewMs = HOUR;
  const caller = new AbortController();
  const call = fetch(`${url}/fapi/v1/order`, { method: 'POST', signal: caller.signal }).catch(() => {});
  await expect.poll(() => answerTime).toBeDefined();
  caller.abort();
  await call;
  expect(await told(1)).toMatchObject([{ failed: 'caller-left', outcome: 'not-sent' }]);
  answerTime!();
  await fetch(`${url}/fapi/v1/openOrders`);
  expect(requests.map(({ target }) => target)).not.toContain('/fapi/v1/order');
});
