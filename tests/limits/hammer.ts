import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Redis } from 'ioredis';
import { createSharedRateLimiter } from '../../src/limits/shared/index.js';
import { callOf, never } from './calls.js';

/*
 * A process of its own that calls as fast as the shared budget lets it: node hammer <socket> <url> <milliseconds>.
 * It begins slowly, so that a window is nearly unused when the rush comes: counters of fixed windows give way then.
 */
const [path = '', url = '', lasting = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const redis = new Redis({ path });
const limiter = createSharedRateLimiter({
  redis,
  limits: { total: { weight: 50, perSeconds: 1 } },
  answerWithinMs: 5000,
});

async function callOnce(): Promise<void> {
  await limiter.acquire(callOf('createOrder'), never);
  const [response] = await once(request(url, { agent }).end(), 'response');
  await once(response.resume(), 'end');
}

await once(redis, 'ready');
process.send?.('ready');
await once(process, 'message');
const began = performance.now();
while (performance.now() - began < 700) {
  await callOnce();
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const worker = async (): Promise<void> => {
  while (performance.now() - began < Number(lasting)) await callOnce();
};
await Promise.all(Array.from({ length: 8 }, worker));
agent.destroy();
redis.disconnect();
process.disconnect();
