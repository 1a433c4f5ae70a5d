import { once } from 'node:events';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.js';
import type { Limiter } from '../../src/limits/limiter.js';
import { createRateLimiter } from '../../src/limits/index.js';
import { createSharedRateLimiter, type SharedRateLimiterOptions } from '../../src/limits/shared/index.js';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { callOf, never, slowDown429 } from './calls.js';

const HOUR = 3600;

/** Time enough for an answer of Redis, on whatever machine, and far too little for a window of an hour. */
const PATIENCE_MS = 5000;

/** True when the call may go without waiting for a window. */
const goes = (limiter: Limiter, id: OperationId, weight = 1): Promise<boolean> =>
  limiter.acquire(callOf(id, PATIENCE_MS, weight), never).then(
    () => true,
    (error: { code?: string; cause?: unknown }) => {
      expect(error).toMatchObject({ code: 'RATE_LIMIT' });
      expect(error.cause).toBeUndefined();
      return false;
    },
  );

async function countOf(limiter: Limiter, id: OperationId): Promise<number> {
  let count = 0;
  while (count < 100 && (await goes(limiter, id))) count++;
  return count;
}

describe.skipIf(!hasRedis)('a budget in a real Redis', () => {
  let server: RedisServer;
  const clients: Redis[] = [];

  function connect(): Redis {
    const client = new Redis({ path: server.path, retryStrategy: () => 20 });
    client.on('error', () => {});
    clients.push(client);
    return client;
  }
  const shared = (options: Partial<SharedRateLimiterOptions>): Limiter =>
    createSharedRateLimiter({ redis: connect(), answerWithinMs: PATIENCE_MS, ...options });

  beforeAll(async () => void (server = await startRedis()));
  beforeEach(async () => {
    await connect().flushall();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });
  afterAll(() => server.stop());

  test('is one for all that have its prefix, and another for others', async () => {
    const limits = { total: { weight: 5, perSeconds: HOUR } };
    const [one, two] = [shared({ limits }), shared({ limits })];
    expect([await goes(one, 'createOrder', 2), await goes(two, 'createOrder', 3)]).toEqual([true, true]);
    expect([await goes(one, 'createOrder'), await goes(two, 'createOrder')]).toEqual([false, false]);
    expect(await goes(shared({ limits, prefix: 'other' }), 'createOrder')).toBe(true);
  });

  test('is exact for as many as come at once', async () => {
    const limits = { total: { weight: 37, perSeconds: HOUR } };
    const limiters = [shared({ limits }), shared({ limits }), shared({ limits })];
    const results = await Promise.all(Array.from({ length: 120 }, (_, i) => goes(limiters[i % 3]!, 'createOrder')));
    expect(results.filter(Boolean)).toHaveLength(37);
  });

  test('leaves a tenth to all but the reads, however often those ask', async () => {
    const limiter = shared({ limits: { total: { weight: 20, perSeconds: HOUR } } });
    expect(await countOf(limiter, 'getOrder')).toBe(18);
    for (let i = 0; i < 10; i++) expect(await goes(limiter, 'getOrder')).toBe(false);
    expect([await goes(limiter, 'cancelAllOrders'), await goes(limiter, 'createOrder')]).toEqual([true, true]);
    expect(await goes(limiter, 'cancelAllOrders')).toBe(false);
  });

  test('counts operations with a limit of their own apart, and takes nothing of the total when that refuses', async () => {
    const limits = {
      total: { weight: 4, perSeconds: HOUR },
      operations: { cancelOrder: { requests: 2, perSeconds: HOUR } },
    };
    const limiter = shared({ limits, reserve: 0 });
    expect(await countOf(limiter, 'cancelOrder')).toBe(2);
    expect(await goes(limiter, 'cancelOrder')).toBe(false);
    expect(await countOf(limiter, 'getOrder')).toBe(2);
  });

  test('says how long it is until the unit that is in the way is a window old', async () => {
    const limiter = shared({ limits: { total: { weight: 2, perSeconds: 60 } } });
    expect(await countOf(limiter, 'createOrder')).toBe(2);
    await expect(limiter.acquire(callOf('createOrder', 59_000), never)).rejects.toMatchObject({
      waitMs: expect.closeTo(60_000, -3.3),
      message: expect.stringMatching(/^createOrder: the shared limit/),
    });
  });

  test('waits one window, and no longer, when the clock of Redis was set back', async () => {
    const redis = connect();
    const tomorrow = String(Date.now() + 86_400_000);
    await redis.zadd('futures-rate:total', tomorrow, 'a', tomorrow, 'b', tomorrow, 'c');
    const limiter = shared({ limits: { total: { weight: 3, perSeconds: 60 } } });
    const refusal = limiter.acquire(callOf('createOrder', PATIENCE_MS), never);
    await expect(refusal).rejects.toMatchObject({ waitMs: 60_001 });
    expect(await redis.zcard('futures-rate:total')).toBe(3);
    const again = limiter.acquire(callOf('createOrder', PATIENCE_MS), never);
    await expect(again).rejects.toMatchObject({ waitMs: expect.closeTo(60_000, -3.3) });
  });

  test('keeps no more than the limit, and nothing for ever', async () => {
    const redis = connect();
    const limits = {
      total: { weight: 5, perSeconds: 1 },
      operations: { cancelOrder: { requests: 2, perSeconds: 1.5 } },
    };
    const limiter = shared({ limits });
    await Promise.all(Array.from({ length: 6 }, () => limiter.acquire(callOf('createOrder'), never)));
    await limiter.acquire(callOf('cancelOrder'), never);
    limiter.slowDown?.(slowDown429);
    await expect.poll(() => redis.keys('*')).toHaveLength(3);
    expect(await redis.zcard('futures-rate:total')).toBeLessThanOrEqual(5);
    for (const key of await redis.keys('*')) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });

  test('pauses everyone when one is asked to, and only ever for longer', async () => {
    const limits = { total: { weight: 5, perSeconds: HOUR } };
    const [one, two] = [shared({ limits }), shared({ limits })];
    one.slowDown?.({ ...slowDown429, retryAfterMs: 90_000 });
    const probe = connect();
    await expect.poll(() => probe.pttl('futures-rate:pause')).toBeGreaterThan(0);
    two.slowDown?.(slowDown429);
    await expect(shared({ limits }).acquire(callOf('cancelOrder'), never)).rejects.toMatchObject({
      waitMs: expect.closeTo(90_000, -3.7),
      message: expect.stringContaining('rate-limited by the service'),
    });
  });

  test('runs its own scripts beside limiters of the program on the same client', async () => {
    const redis = connect();
    const before = new RateLimiterRedis({ storeClient: redis, points: 3, duration: HOUR, keyPrefix: 'web' });
    const limiter = shared({ redis, limits: { total: { weight: 2, perSeconds: HOUR } } });
    const after = new RateLimiterRedis({ storeClient: redis, points: 3, duration: HOUR, keyPrefix: 'mail' });
    expect(await countOf(limiter, 'createOrder')).toBe(2);
    await before.consume('visitor');
    await after.consume('visitor');
    expect([await redis.get('web:visitor'), await redis.get('mail:visitor')]).toEqual(['1', '1']);
  });

  describe('that stops answering', () => {
    let mortal: RedisServer;
    beforeEach(async () => void (mortal = await startRedis()));
    afterEach(() => mortal.stop());

    async function connected(): Promise<Redis> {
      const redis = new Redis({ path: mortal.path, retryStrategy: () => 20, enableOfflineQueue: false });
      redis.on('error', () => {});
      clients.push(redis);
      await once(redis, 'ready');
      return redis;
    }

    test.each(['frozen', 'gone'])(
      '(%s) refuses what costs and lets cancels go; others choose otherwise',
      async (how) => {
        const redis = await connected();
        const limits = { total: { weight: 1, perSeconds: HOUR } };
        const options = { redis, limits, answerWithinMs: 50 };
        const fallback = createRateLimiter({ limits: { total: { weight: 1, perSeconds: HOUR } } });
        const [refusing, allowing, counting] = [
          createSharedRateLimiter(options),
          createSharedRateLimiter({ ...options, whenUnavailable: 'allow' }),
          createSharedRateLimiter({ ...options, whenUnavailable: fallback }),
        ];
        if (how === 'frozen') mortal.freeze();
        else {
          await mortal.stop();
          await expect.poll(() => redis.status).not.toBe('ready');
        }
        await expect(refusing.acquire(callOf('createOrder'), never)).rejects.toMatchObject({
          ...{ code: 'RATE_LIMIT', outcome: 'not-sent', waitMs: 50 },
          message: expect.stringContaining('set whenUnavailable'),
        });
        await refusing.acquire(callOf('cancelOrder'), never);
        await allowing.acquire(callOf('createOrder'), never);
        await counting.acquire(callOf('createOrder'), never);
        await expect(counting.acquire(callOf('createOrder', PATIENCE_MS), never)).rejects.toThrow(
          '1 weight per 3600 s are spent',
        );
      },
    );

    test('counts again when it answers again', async () => {
      const redis = await connected();
      const limiter = createSharedRateLimiter({
        redis,
        limits: { total: { weight: 3, perSeconds: HOUR } },
        answerWithinMs: 500,
      });
      await limiter.acquire(callOf('createOrder'), never);
      mortal.freeze();
      await expect(limiter.acquire(callOf('createOrder'), never)).rejects.toThrow(
        'no response from Redis within 500 ms',
      );
      mortal.thaw();
      // Requests made while it was frozen were taken late: fewer calls go than might, never more.
      await expect.poll(() => redis.zcard('futures-rate:total')).toBe(2);
      await limiter.acquire(callOf('createOrder'), never);
      await expect(limiter.acquire(callOf('createOrder'), never)).rejects.toThrow('is reached');
    });
  });

  test('never lets more arrive in a window than the limit, however long connections take to open', async () => {
    const limits = { total: { weight: 20, perSeconds: 1 } };
    const limiters = [shared({ limits }), shared({ limits })];
    const arrivals: number[] = [];
    let opened = 0;
    /** The first calls open a connection each, and arrive later than they were let go; the next ones travel on those. */
    const call = async (number: number): Promise<void> => {
      const [limiter, cost] = [limiters[number % 2]!, { ...callOf('createOrder'), tellsEnd: true }];
      await limiter.acquire(cost, never);
      if (opened++ < 20) await new Promise((resolve) => setTimeout(resolve, 300));
      arrivals.push(performance.now());
      limiter.ended?.(cost);
    };
    await Promise.all(Array.from({ length: 45 }, (_, number) => call(number)));
    // The twentieth call before each is at least a window older, but for what two clocks of this machine can differ.
    for (const [index, at] of arrivals.entries()) {
      if (index >= 20) expect(at - arrivals[index - 20]!).toBeGreaterThan(990);
    }
  });

  test('counts what hangs for two seconds and the window, and takes nothing for calls that were refused', async () => {
    const redis = connect();
    const limits = {
      total: { weight: 2, perSeconds: 60 },
      operations: { createOrder: { requests: 5, perSeconds: 60 } },
    };
    const limiter = shared({ limits });
    const [hanging, done] = [0, 1].map(() => ({ ...callOf('createOrder', PATIENCE_MS), tellsEnd: true }));
    await limiter.acquire(hanging!, never);
    await limiter.acquire(done!, never);
    limiter.ended?.(done!);
    for (let i = 0; i < 3; i++) expect(await goes(limiter, 'createOrder')).toBe(false);
    const scores = async (key: string) =>
      (await redis.zrange(`futures-rate:${key}`, '0', '-1', 'WITHSCORES')).filter((_, i) => i % 2 === 1).map(Number);
    for (const key of ['total', 'createOrder']) {
      await expect.poll(() => redis.zcard(`futures-rate:${key}`)).toBe(2);
      const [first = 0, second = 0] = await scores(key);
      expect(second - first).toBeGreaterThan(100);
      expect(second - first).toBeLessThanOrEqual(2000);
    }
  });
});
