import type { Operation } from '../../generated/operations.js';
import type { Json } from './references.js';
import { refuse } from './refuse.js';

/** Evidence of a fact, in the words of the description. */
export type Mark = Operation['evidence'];

/** Evidence of a fact, and who says so where the service document does not. */
export interface Evidence {
  readonly mark: Mark;
  readonly note?: string;
  readonly count?: number;
}

export const DECLARED: Evidence = { mark: 'declared' };

/** The mark of a node that the service document may declare; what carries none has that of the node around it. */
export function evidenceOf(node: Json, around: Evidence): Evidence {
  return node['x-evidence'] === undefined ? around : markOf(node);
}

/**
 * The mark of a node that the service document cannot declare, because it has nothing of the kind: examples, say.
 *
 * @throws {Error} When the node has no mark and none stands around it.
 */
export function markedEvidenceOf(node: Json, where: string, around: Evidence = DECLARED): Evidence {
  if (node['x-evidence'] !== undefined) return markOf(node);
  if (around.mark !== 'declared') return around;
  return refuse(where, 'no x-evidence', 'The service document has nothing of the kind: mark it observed or assumed');
}

function markOf(node: Json): Evidence {
  const { 'x-evidence': mark, 'x-evidence-note': note, 'x-evidence-count': count } = node;
  return { mark, ...(note !== undefined && { note }), ...(count !== undefined && { count }) };
}

/** A statement that was seen beside what is declared of a node, with the sources of no other. */
export interface Seen {
  readonly text: string;
  readonly evidence: Evidence;
}

/** Values that were seen of a field, each with its meaning; or a sentence about them. */
export interface SeenValues {
  readonly values?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly evidence: Evidence;
}

export interface About {
  readonly text: string | undefined;
  readonly evidence: Evidence;
  readonly observed: readonly Seen[];
  readonly observedValues?: SeenValues;
}

export function aboutOf(node: Json, around: Evidence): About {
  const seen = node['x-observed-values'] as Json | undefined;
  return {
    text: node['description'],
    evidence: evidenceOf(node, around),
    observed: observedStatements(node).map((said) => ({
      text: said['text'],
      evidence: markedEvidenceOf(said, 'x-observed'),
    })),
    ...(seen && {
      observedValues: {
        ...(seen['values'] !== undefined && { values: seen['values'] }),
        ...(seen['text'] !== undefined && { text: seen['text'] }),
        evidence: markedEvidenceOf(seen, 'x-observed-values'),
      },
    }),
  };
}

export function observedStatements(node: Json): readonly Json[] {
  const first = node['x-observed'] as Json | undefined;
  return first === undefined ? [] : [first, ...((first['more'] ?? []) as readonly Json[])];
}
