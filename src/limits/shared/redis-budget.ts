import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitedCall } from '../limiter.js';
import type { CheckedLimits, Limit } from '../limits.js';
import { MAX_ON_ITS_WAY_MS } from '../window.js';

/** The method of a Redis or Valkey client that is used: `eval` as ioredis has it. */
export interface RedisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/*
 * The counter of rate-limiter-flexible is one of fixed windows: twice the limit can go around the end of one, and what it
 * refuses it counts all the same. This script, which it runs in place of its own (customIncrTtlLuaScript), keeps the time
 * of each unit instead, so that no window, wherever it begins, holds more than the limit; and it takes nothing when it
 * refuses. The clock is that of Redis, the same for all. `spare` units are left for calls that matter more.
 *
 * The service counts a unit when it arrives, somewhere between leaving and the response. So a unit on its way is kept with
 * the latest time at which it can arrive, which ARRIVED_SCRIPT moves back to the time of the response. Each unit is a member
 * `<microseconds when it was taken>:<number>` of a sorted set; its score is the millisecond from which it counts.
 *
 * ARGV: units, (seconds in whole), limit, seconds. Reply: more than the limit when refused, and the wait; or the units,
 * and when they were taken.
 */
const takeScript = (spare: number, onItsWayMs: number): string => `
local clock = redis.call('time')
local taken = clock[1] * 1000000 + clock[2]
local now = math.floor(taken / 1000)
local units, limit, window = tonumber(ARGV[1]), tonumber(ARGV[3]), ARGV[4] * 1000
local function counts(rank) return tonumber(redis.call('zrevrange', KEYS[1], rank, rank, 'withscores')[2]) end
local function add(count, time, from)
  for unit = 1, count do redis.call('zadd', KEYS[1], from, string.format('%.0f:%d', time, unit)) end
  redis.call('zremrangebyrank', KEYS[1], 0, -limit - 1)
  redis.call('pexpire', KEYS[1], math.ceil(window) + ${MAX_ON_ITS_WAY_MS} + 1)
end
if (counts(0) or now) > now + ${MAX_ON_ITS_WAY_MS} then -- The clock was set back: everyone waits for one window, once.
  redis.call('del', KEYS[1])
  add(limit, taken, now)
end
local forgotten = counts(math.max(limit - units - ${spare}, 0))
local wait = forgotten and math.min(forgotten, now) + window + 1 - now or 0
if wait > 0 then return {limit + 1, math.ceil(wait)} end
while redis.call('zscore', KEYS[1], string.format('%.0f:1', taken)) do taken = taken + 1 end
add(units, taken, now + ${onItsWayMs})
return {units, taken}`;

/** ARGV: when the units were taken, and how many they are. They have arrived by now. */
const ARRIVED_SCRIPT = `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for unit = 1, ARGV[2] do
  local member = ARGV[1] .. ':' .. unit
  if tonumber(redis.call('zscore', KEYS[1], member) or now) > now then redis.call('zadd', KEYS[1], now, member) end
end`;

/** ARGV: the same. They never left. */
const GIVE_BACK_SCRIPT = `
for unit = 1, ARGV[2] do redis.call('zrem', KEYS[1], ARGV[1] .. ':' .. unit) end`;

/** Only ever prolongs the pause; 0 reads it. */
const PAUSE_SCRIPT = `
local left, wanted = math.max(redis.call('pttl', KEYS[1]), 0), tonumber(ARGV[1])
if wanted > left then
  redis.call('set', KEYS[1], '', 'PX', wanted)
  left = wanted
end
return {0, left}`;

/** The units taken of one limit. */
interface Units {
  readonly key: string;
  /** By the clock of Redis, in microseconds. */
  readonly takenAt: number;
  readonly units: number;
}

/** The budget in Redis. What returns a promise rejects when Redis does not answer. */
export function createRedisBudget(
  client: RedisClient,
  prefix: string,
  { total, byOperation }: CheckedLimits,
  reserve: number,
) {
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
  const counter = ({ units, perSeconds }: Limit, spare = 0) => {
    const atOnce = limiter(units, perSeconds, takeScript(spare, 0));
    const onItsWay = limiter(units, perSeconds, takeScript(spare, MAX_ON_ITS_WAY_MS));
    return ({ tellsEnd }: LimitedCall) => (tellsEnd === true ? onItsWay : atOnce);
  };
  const own = new Map([...byOperation].map(([id, limit]) => [id, counter(limit)]));
  const all = total && counter(total);
  const reads = total && counter(total, Math.floor(total.units * reserve));
  const pause = limiter(1, 1, PAUSE_SCRIPT);
  const taken = new WeakMap<LimitedCall, Units[]>();

  function change(call: LimitedCall, script: string): void {
    for (const { key, takenAt, units } of taken.get(call) ?? []) {
      // Units that Redis is not told about count for as long as they can be on their way.
      client.eval(script, 1, `${prefix}:${key}`, String(takenAt), String(units)).catch(() => {});
    }
    taken.delete(call);
  }

  /** Returns how many milliseconds to wait. */
  async function consume(
    call: LimitedCall,
    counterOf: ReturnType<typeof counter> | undefined,
    key: string,
    units: number,
  ): Promise<number> {
    if (counterOf === undefined) return 0;
    try {
      const { msBeforeNext: takenAt } = await counterOf(call).consume(key, units);
      taken.set(call, [...(taken.get(call) ?? []), { key, takenAt, units }]);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(refusal.msBeforeNext, 1);
      throw refusal;
    }
  }

  return {
    /** Takes what the call costs; returns 0, or how many milliseconds to wait. Reads leave a part of the total to the others. */
    async take(call: LimitedCall): Promise<number> {
      const { operationId, weight, effect } = call;
      // The smaller limit first: what it refuses takes nothing of the larger one.
      const ownMs = await consume(call, own.get(operationId), operationId, 1);
      if (ownMs > 0) return ownMs;
      const totalMs = await consume(call, effect === 'read' ? reads : all, 'total', weight);
      if (totalMs > 0) change(call, GIVE_BACK_SCRIPT);
      return totalMs;
    },
    /** The call has arrived at the service by now, if it left. */
    arrived: (call: LimitedCall) => change(call, ARRIVED_SCRIPT),
    /** The units of the call are free again: it did not leave. */
    giveBack: (call: LimitedCall) => change(call, GIVE_BACK_SCRIPT),
    /** Pauses at least this long, and returns how long the pause is now. */
    pause: async (ms: number): Promise<number> => (await pause.penalty('pause', Math.ceil(ms))).msBeforeNext,
  };
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
