import type { Check, Context } from '../findings/check.js';
import { addTo } from '../model/groups.js';
import { type OperationId, operations } from '../model/operations.js';
import type { Mode } from '../model/report-model.js';

/*
 *   what touches orders, in turn ─► forged calls, public calls, reads of any form: one lane each operation ─► what looks at the whole run
 */

/** The checks of a run in their order: first those in turn, then lanes side by side, each of them in turn, and then the rest. */
export interface RunOrder {
  readonly inTurn: readonly Check[];
  readonly lanes: readonly (readonly Check[])[];
  readonly last: readonly Check[];
}

/** The order does not depend on how many lanes there are, so that verdicts do not. */
export function orderOf(checks: readonly Check[], mode: Mode): RunOrder {
  if (mode !== 'sandbox') return { inTurn: checks, lanes: [], last: [] };
  const lanes = new Map<string, Check[]>();
  const inTurn: Check[] = [];
  const last: Check[] = [];
  for (const check of checks) {
    const lane = laneOf(check);
    if (looksAtAll(check)) last.push(check);
    else if (lane === undefined) inTurn.push(check);
    else addTo(lanes, lane, check);
  }
  // The longest first: the others fill the gaps.
  return { inTurn, lanes: [...lanes.values()].toSorted((one, other) => other.length - one.length), last };
}

const looksAtAll = ({ id }: Check): boolean =>
  id === 'sign/no-response-shows-secret' || id === 'shape/every-success-has-status-200';

/** Orders of all forms are filled, which pages of histories would show. */
const FILLS = 'sign/createOrder/forged-signatures';

/** Wrong calls of these are refused, and right ones place and cancel no order. */
const HARMLESS: readonly OperationId[] = ['createConditionOrder', 'adjustPositionMargin', 'changeLeverage'];

/** The lane of a check that is wrong on purpose, public, or only reads; undefined for one that touches orders. */
function laneOf({ id, family, operations: ids }: Check): string | undefined {
  const [own] = ids;
  if (own === undefined || ids.length > 1) return undefined;
  const { security, effect } = operations[own];
  const isEachTime = id.endsWith('/every-time') || id.startsWith('request/');
  if (security === 'public') return family === 'SIGN' || isEachTime ? 'public' : undefined;
  if (security !== 'signed') return undefined;
  if (family === 'PAGE') return `pages of ${own}`;
  // A forged cancel of everything that is taken ends the order that a forged cancel names.
  if (family === 'SIGN') return id === FILLS ? undefined : effect === 'wipe' ? 'cancels' : own;
  if (family === 'ROBUST' && (effect === 'read' || HARMLESS.includes(own))) return `wrong ${own}`;
  return effect === 'read' && isEachTime ? own : undefined;
}

/** Distance of a timestamp that comes after a later one, milliseconds. */
const BACK_MS = 300;

/**
 * Tells if signed calls may arrive in any order: a target may take each timestamp once, or none that is earlier than the last one
 * (unknown `timestamp.window`). Two right calls show it, which bear one timestamp, earlier than those of the calls before.
 */
export async function takesAnyOrder(context: Context): Promise<boolean> {
  const timestamp = String(Math.round(context.now()) - BACK_MS);
  for (const but of [undefined, 'getOpenOrders'] as const)
    if ((await context.usual(but, { timestamp })).kind !== 'accepted') return false;
  return true;
}
