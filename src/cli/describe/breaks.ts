import { isJson } from './document.js';
import type { Fact } from './facts.js';

/** A value before and after; undefined where it is not declared. */
interface ChangedValue {
  readonly before: unknown;
  readonly after: unknown;
}

/** What kind of fact it is. */
interface FactKind extends Pick<Fact, 'what' | 'side'> {
  /** Whether it has to be there, where it is there. */
  readonly isRequired: boolean;
}

/** Who breaks by a change. */
interface BrokenSides {
  readonly callers: boolean;
  readonly servers: boolean;
}

/** How the set of what is allowed changed. */
type Move = 'same' | 'wider' | 'narrower' | 'other';

/**
 * A request that may be more is more work for servers; one that may be less is refused to callers. For a response it is the
 * other way round: a server that says more surprises callers, one that must say less has to change.
 */
export function breaks({ what, side, isRequired }: FactKind, values: ChangedValue): BrokenSides {
  const move = what === 'there' ? presence(side, values, isRequired) : moveOf(what, values);
  if (move === 'same' || side === 'neither') return { callers: false, servers: false };
  if (move === 'other') return { callers: true, servers: true };
  const [asksMore, asksLess] = side === 'response' ? ['callers', 'servers'] : ['servers', 'callers'];
  const who = move === 'wider' ? asksMore : asksLess;
  return { callers: who === 'callers', servers: who === 'servers' };
}

function moveOf(what: string, { before, after }: ChangedValue): Move {
  if (isEqual(before, after)) return 'same';
  switch (what) {
    case 'required':
      return requirement(before === true, after === true);
    case 'type':
      return sets(typesOf(before), typesOf(after));
    case 'enum':
      return sets(listOf(before), listOf(after));
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return bounds(before, after, 1);
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return bounds(before, after, -1);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return after === false ? 'narrower' : 'wider';
    case 'nullable':
      return after === true ? 'wider' : 'narrower';
    case 'uniqueItems':
      return after === true ? 'narrower' : 'wider';
    case 'const':
    case 'format':
    case 'pattern':
    case 'multipleOf':
      return before === undefined ? 'narrower' : after === undefined ? 'wider' : 'other';
    default:
      return 'other';
  }
}

/** The same value; the order of members, and of a list of types, values or schemes, says nothing. */
export const isEqual = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(sorted).toSorted().join()}]`
    : isJson(value)
      ? `{${Object.keys(value)
          .toSorted()
          .map((name) => `${name}:${sorted(value[name])}`)
          .join()}}`
      : (JSON.stringify(value) ?? '');

/**
 * Something new that can be sent is more for servers, and for callers too where it must be sent. A new member of a response
 * breaks no caller; servers have to change where it must come. What is gone breaks callers.
 */
function presence(side: Fact['side'], { before, after }: ChangedValue, isRequired: boolean): Move {
  if (before === after) return 'same';
  const isThere = after === true;
  if (side === 'response') return isThere ? (isRequired ? 'narrower' : 'same') : 'wider';
  if (side === 'request' && isRequired && isThere) return 'other';
  return isThere ? 'wider' : 'narrower';
}

/** What must be sent narrows a request; what need no longer come widens a response. */
function requirement(before: boolean, after: boolean): Move {
  if (before === after) return 'same';
  return after ? 'narrower' : 'wider';
}

/** Undefined allows all. */
function sets(before: readonly unknown[] | undefined, after: readonly unknown[] | undefined): Move {
  if (before === undefined || after === undefined) return before === undefined ? 'narrower' : 'wider';
  const isIn = (one: readonly unknown[], other: readonly unknown[]): boolean =>
    one.every((value) => other.includes(value) || (value === 'integer' && other.includes('number')));
  if (isIn(before, after)) return isIn(after, before) ? 'same' : 'wider';
  return isIn(after, before) ? 'narrower' : 'other';
}

/** A bound that is gone, or moved outwards, allows more. */
function bounds(before: unknown, after: unknown, outwards: 1 | -1): Move {
  if (typeof after !== 'number') return 'wider';
  if (typeof before !== 'number') return 'narrower';
  return (after - before) * outwards > 0 ? 'wider' : 'narrower';
}

const typesOf = (value: unknown): readonly unknown[] | undefined =>
  typeof value === 'string' ? [value] : listOf(value);
const listOf = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);
