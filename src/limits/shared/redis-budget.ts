import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { CheckedLimits, Limit } from '../limits.js';

/** What is needed of a Redis or Valkey client: `eval` as ioredis has it. */
export interface RedisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/*
 * The counter of rate-limiter-flexible is one of fixed windows: twice the limit can go around the end of one, and what it
 * refuses it counts all the same. This script, which it runs in place of its own (customIncrTtlLuaScript), keeps the time
 * of each unit instead, so that no window, wherever it begins, holds more than the limit; and it takes nothing when it
 * refuses. The clock is that of Redis, the same for all. `spare` units are left for calls that matter more.
 *
 * ARGV: units, (seconds in whole), limit, seconds. Answer: more than the limit when refused, and the wait.
 */
const takeScript = (spare: number): string => `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local units, limit, window = tonumber(ARGV[1]), tonumber(ARGV[3]), ARGV[4] * 1000
local function log(count)
  for _ = 1, count do redis.call('lpush', KEYS[1], now) end
  redis.call('ltrim', KEYS[1], 0, limit - 1)
  redis.call('pexpire', KEYS[1], math.ceil(window) + 1)
end
local forgotten = redis.call('lindex', KEYS[1], math.max(limit - units - ${spare}, 0))
local wait = forgotten and forgotten + window + 1 - now or 0
if wait > window + 1 then
  log(limit) -- The clock was set back: everyone waits for one window, once.
  wait = window + 1
end
if wait > 0 then return {limit + 1, math.ceil(wait)} end
log(units)
return {units, 0}`;

/** Only ever prolongs the pause; 0 reads it. */
const PAUSE_SCRIPT = `
local left, wanted = math.max(redis.call('pttl', KEYS[1]), 0), tonumber(ARGV[1])
if wanted > left then
  redis.call('set', KEYS[1], '', 'PX', wanted)
  left = wanted
end
return {0, left}`;

/** The budget in Redis. Each function rejects when Redis does not answer. */
export interface RedisBudget {
  /** Takes one request of an operation with a limit of its own; returns 0, or how many milliseconds to wait. */
  takeRequest(operationId: string): Promise<number>;
  /** Takes weight of the total, as `takeRequest`. Reads leave a part of it to the others. */
  takeWeight(weight: number, isRead: boolean): Promise<number>;
  /** Pauses at least so long, and returns how long the pause is now. */
  pause(ms: number): Promise<number>;
}

export function createRedisBudget(
  client: RedisClient,
  prefix: string,
  { total, byOperation }: CheckedLimits,
  reserve: number,
): RedisBudget {
  const storeClient = withOwnScripts(client);
  const limiter = (points: number, duration: number, customIncrTtlLuaScript: string): RateLimiterRedis =>
    new RateLimiterRedis({
      storeClient,
      useRedisPackage: true,
      keyPrefix: prefix,
      points,
      duration,
      customIncrTtlLuaScript,
    });
  const counted = ({ units, perSeconds }: Limit, spare = 0): RateLimiterRedis =>
    limiter(units, perSeconds, takeScript(spare));
  const own = new Map([...byOperation].map(([id, limit]) => [id, counted(limit)]));
  const all = total && counted(total);
  const reads = total && counted(total, Math.floor(total.units * reserve));
  const pause = limiter(1, 1, PAUSE_SCRIPT);
  return {
    takeRequest: (operationId) => take(own.get(operationId), operationId, 1),
    takeWeight: (weight, isRead) => take(isRead ? reads : all, 'total', weight),
    pause: async (ms) => (await pause.penalty('pause', Math.ceil(ms))).msBeforeNext,
  };
}

async function take(limiter: RateLimiterRedis | undefined, key: string, units: number): Promise<number> {
  try {
    await limiter?.consume(key, units);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(refusal.msBeforeNext, 1);
    throw refusal;
  }
}

/**
 * The library defines its script as a command of the ioredis client, under one name: of two limiters with different
 * scripts on one client, and be the other one the program's own, both would run the script of the later. In its form
 * for the `redis` package it sends the script with each call, and this turns that form into ioredis's.
 */
function withOwnScripts(client: RedisClient) {
  return {
    eval: (script: string, { keys, arguments: rest }: { keys: string[]; arguments: string[] }) =>
      client.eval(script, keys.length, ...keys, ...rest),
  };
}
