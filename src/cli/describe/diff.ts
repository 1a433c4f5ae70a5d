import type { DescriptionDocument } from './document.js';
import { type Fact, type FactMark, factsOf, operationNames } from './facts.js';
import { breaks, isEqual } from './breaks.js';

/** One fact that the two descriptions state differently. */
export interface DescriptionChange {
  readonly at: string;
  readonly what: string;
  /** Absent where that description does not have the fact. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly marks: { readonly before: FactMark; readonly after: FactMark };
  readonly callers: 'breaking' | 'compatible';
  readonly servers: 'breaking' | 'compatible';
}

/**
 * What changed between two descriptions. Plain JSON.
 *
 * Breaking for callers: a caller that keeps to the old description may break against a server of the new one. Breaking for
 * servers: a server that holds the old description may fail the new one. Only declared facts bind anyone.
 */
export interface DescriptionDiff {
  readonly version: 1;
  readonly callers: 'breaking' | 'compatible';
  readonly servers: 'breaking' | 'compatible';
  readonly changes: readonly DescriptionChange[];
}

export function diffDescriptions(older: DescriptionDocument, newer: DescriptionDocument): DescriptionDiff {
  const [before, after] = [byKey(factsOf(older)), byKey(factsOf(newer, renamedOperations(older, newer)))];
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (isSame(one, other) || isMarkOfOwner(one, other, before, after)) return [];
    if (one === undefined && isPartOf(other!, before)) return [];
    if (other === undefined && isPartOf(one!, after)) return [];
    const isRequired = (one === undefined ? after : before).get(keyOf((one ?? other)!.at, 'required'))?.value === true;
    return [changeOf(one, other, isRequired)];
  });
  const worst = (who: 'callers' | 'servers') =>
    changes.some((change) => change[who] === 'breaking') ? 'breaking' : 'compatible';
  return { version: 1, callers: worst('callers'), servers: worst('servers'), changes };
}

/** Old names by the new ones, of operations that kept their method and path. The name is not part of a call. */
function renamedOperations(older: DescriptionDocument, newer: DescriptionDocument): ReadonlyMap<string, string> {
  const [before, after] = [operationNames(older), operationNames(newer)];
  const [old, young] = [new Set(before.values()), new Set(after.values())];
  return new Map(
    [...after].flatMap(([call, name]) => {
      const was = before.get(call);
      return was === undefined || old.has(name) || young.has(was) ? [] : [[name, was] as const];
    }),
  );
}

type Facts = ReadonlyMap<string, Fact>;

/** Names of headers are the same in any letter case (RFC 9110, 5.1). */
const keyOf = (at: string, what: string): string =>
  `${at.replace(/^\S+ header \S+/, (header) => header.toLowerCase())}\n${what}`;
const byKey = (facts: readonly Fact[]): Facts => new Map(facts.map((fact) => [keyOf(fact.at, fact.what), fact]));

const isSame = (one: Fact | undefined, other: Fact | undefined): boolean =>
  one !== undefined && other !== undefined && one.mark === other.mark && isEqual(one.value, other.value);

/** Whether what a fact is a part of is missing as well: then that is the change. */
const isPartOf = ({ owner }: Fact, missingIn: Facts): boolean =>
  owner !== undefined && !missingIn.has(keyOf(owner, 'there'));

/** Whether nothing but the mark changed, in the same way as that of what it is a part of. */
function isMarkOfOwner(one: Fact | undefined, other: Fact | undefined, before: Facts, after: Facts): boolean {
  if (one?.owner === undefined || other === undefined || one.at !== other.at) return false;
  if (!isEqual(one.value, other.value)) return false;
  const owner = keyOf(one.owner, 'there');
  return before.get(owner)?.mark === one.mark && after.get(owner)?.mark === other.mark;
}

function changeOf(one: Fact | undefined, other: Fact | undefined, isRequired: boolean): DescriptionChange {
  const { at, what, side } = (one ?? other)!;
  const isBound = (fact: Fact | undefined): fact is Fact => fact?.mark === 'declared';
  const { callers, servers } = breaks(
    { what, side, isRequired },
    { before: isBound(one) ? one.value : undefined, after: isBound(other) ? other.value : undefined },
  );
  return {
    at,
    what,
    ...(one && { before: one.value }),
    ...(other && { after: other.value }),
    marks: { before: one?.mark ?? 'not specified', after: other?.mark ?? 'not specified' },
    callers: callers ? 'breaking' : 'compatible',
    servers: servers ? 'breaking' : 'compatible',
  };
}
