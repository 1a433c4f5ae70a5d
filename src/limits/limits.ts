import { type OperationId, operations, rateLimits } from '../../generated/operations.js';
import { refuse } from '../core/argument.js';
import { noOperation } from '../core/no-operation.js';
import { assertKnown } from '../core/options.js';

/** The calls that may go in any window of time. A limit that is left out is not counted. */
export interface RateLimits {
  /** Over all calls, by weight: declared for two operations, 1 for the others. */
  readonly total?: { readonly weight: number; readonly perSeconds: number } | undefined;
  /** For single operations: each call counts 1 here, besides its weight in the total. */
  readonly operations?:
    | { readonly [Id in OperationId]?: { readonly requests: number; readonly perSeconds: number } }
    | undefined;
}

/** One limit of either kind. */
export interface Limit {
  readonly units: number;
  readonly perSeconds: number;
  /** For messages: `20 requests of cancelOrder per 2 s`. */
  readonly name: string;
}

/** {@link RateLimits}, checked. */
export interface CheckedLimits {
  readonly total: Limit | undefined;
  readonly byOperation: ReadonlyMap<string, Limit>;
}

/**
 * The limits by public sources, which the service document does not show: weight 12,000 per minute by address,
 * and 20 requests per 2 seconds for cancelOrder, getOpenOrders and getTradeHistory. Deployments and revisions differ.
 *
 * @see unknowns `limits.rates`, `limits.open-orders-speed`, `limits.counted-by`, `limits.weights`
 */
export const observedLimits: RateLimits = Object.freeze({
  total: { weight: rateLimits.ip.weight, perSeconds: rateLimits.ip.perSeconds },
  operations: Object.freeze(
    Object.fromEntries(
      Object.values(operations).flatMap(({ operationId, rateLimit }) =>
        rateLimit ? [[operationId, { requests: rateLimit.requests, perSeconds: rateLimit.perSeconds }]] : [],
      ),
    ),
  ),
});

/** A window remembers every unit in it. */
const MAX_UNITS = 1_000_000;

/** @throws {ArgumentError} Naming the limit that is wrong. */
export function readLimits(limits: RateLimits): CheckedLimits {
  if (typeof limits !== 'object' || limits === null) refuse('limits', 'must be an object such as observedLimits');
  assertKnown(limits, ['total', 'operations'], 'a member', { within: 'limits.' });
  const byOperation = new Map<string, Limit>();
  for (const [id, limit] of Object.entries(limits.operations ?? {})) {
    const wrong = noOperation(id);
    if (wrong !== undefined) refuse(`limits.operations.${id}`, wrong);
    if (limit === undefined) continue;
    byOperation.set(id, readLimit(`limits.operations.${id}`, limit, 'requests', `requests of ${id}`));
  }
  const { total } = limits;
  return { total: total && readLimit('limits.total', total, 'weight', 'weight'), byOperation };
}

type LimitOf<Unit extends string> = { readonly [Member in Unit | 'perSeconds']: number };

function readLimit<Unit extends string>(field: string, limit: LimitOf<Unit>, unit: Unit, what: string): Limit {
  assertKnown(limit, [unit, 'perSeconds'], 'a member', { within: `${field}.` });
  const { [unit]: units, perSeconds } = limit;
  if (!Number.isSafeInteger(units) || units < 1 || units > MAX_UNITS)
    refuse(`${field}.${unit}`, `must be a whole number from 1 to ${MAX_UNITS}, got ${JSON.stringify(units)}`);
  if (typeof perSeconds !== 'number' || !(perSeconds > 0 && perSeconds <= 86_400))
    refuse(field, `must have perSeconds above 0, at most 86400, got ${JSON.stringify(perSeconds)}`);
  return { units, perSeconds, name: `${units} ${what} per ${perSeconds} s` };
}
