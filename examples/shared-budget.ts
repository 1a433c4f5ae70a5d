import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createFuturesClient, RateLimitError } from 'futures-trading-client';
import { createSharedRateLimiter } from 'futures-trading-client/limits/shared';
import { createSandbox } from 'futures-trading-client/sandbox';
import { Redis } from 'ioredis';

/** Ten calls in each process, and a budget of twelve for both. */
const CALLS = 10;
const limits = { total: { weight: 12, perSeconds: 60 } };

if (process.send === undefined) {
  const workers = [1, 2].map(() => fork(fileURLToPath(import.meta.url)));
  const counts = await Promise.all(workers.map(async (worker) => Number((await once(worker, 'message'))[0])));
  console.log('sent', counts[0]! + counts[1]!, 'of', 2 * CALLS);
} else {
  const redis = new Redis(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379', { enableOfflineQueue: false });
  await once(redis, 'ready');
  // Reads keep a tenth of the budget free for cancels; here all of it is for reads.
  const limiter = createSharedRateLimiter({ redis, prefix: 'example', limits, reserve: 0 });
  const { url: baseUrl, credentials, fetch } = createSandbox();
  const client = createFuturesClient({ baseUrl, credentials, fetch, limiter, timeoutMs: 500 });
  let sent = 0;
  for (let call = 0; call < CALLS; call++) {
    try {
      await client.getOpenOrders();
      sent++;
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
    }
  }
  process.send(sent, () => redis.disconnect());
}
