import { getOrMake } from '../model/groups.js';
import type { Reading } from '../call/answer.js';
import type { TracedCall } from '../call/traced-call.js';
import { broken, decidedBy, holds } from '../findings/check.js';
import type { Clause, Finding } from '../model/report-model.js';
import type { TimeSpan } from './time-span.js';

/**
 * A judge's word on one check, from a trace alone: the same in a live run and in a recording. Of several on one check, one that is
 * broken stands.
 */
export interface ClaimFinding {
  readonly id: string;
  readonly finding: Finding;
  /** The responses that show it; the deciding one last. */
  readonly shows: readonly Reading[];
  /** When it happened, where a call that is not in the trace would explain it: a recording has to show it at two times. */
  readonly span?: TimeSpan;
}

/** The finding that stands for one check: the first one that is broken, or the last one. */
export function findingOf(all: readonly ClaimFinding[], id: string): Finding | undefined {
  const own = all.filter((one) => one.id === id);
  const standing = own.find(({ finding }) => finding.outcome === 'broken') ?? own.at(-1);
  return standing && decidedBy(standing.finding, standing.shows.at(-1)!);
}

/** Says of a check what is wrong, another finding, or that it holds; of `undefined`, nothing. */
export type Say = (
  id: string | undefined,
  found: string | Finding | undefined,
  calls: readonly TracedCall[],
  span?: TimeSpan,
  clause?: Clause,
) => void;

export function collect(judge: (say: Say) => void): readonly ClaimFinding[] {
  const all: ClaimFinding[] = [];
  const heldIn = new Map<string, Set<TracedCall>>();
  judge((id, found, calls, span, clause) => {
    if (id === undefined || (found === undefined && !isNews(heldIn, id, calls))) return;
    const finding = typeof found === 'string' ? broken(found, undefined, clause) : (found ?? holds());
    all.push({ id, finding, shows: calls.map(({ reading }) => reading), ...(span && { span }) });
  });
  return all;
}

/** False where a check holds again in calls of which each showed it before: a long recording would have a million such words. */
function isNews(heldIn: Map<string, Set<TracedCall>>, id: string, calls: readonly TracedCall[]): boolean {
  const known = getOrMake(heldIn, id, () => new Set());
  const count = known.size;
  for (const call of calls) known.add(call);
  return known.size > count || count === 0;
}
