import type { Json } from './references.js';

/** How sure a fact is, in the words of the description. */
export type Mark = 'declared' | 'observed' | 'assumed';

/** How sure a fact is, and who says so where the service document does not. */
export interface Evidence {
  readonly mark: Mark;
  readonly note?: string;
}

export const DECLARED: Evidence = { mark: 'declared' };

/** The mark of a node; what carries none has that of the node around it. */
export function evidenceOf(node: Json, around: Evidence = DECLARED): Evidence {
  const mark = node['x-evidence'] as Mark | undefined;
  const note = node['x-evidence-note'] as string | undefined;
  if (mark === undefined) return around;
  return note === undefined ? { mark } : { mark, note };
}

/** Something that was seen beside what is declared of a node. */
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

/** What the description says about a node in words. */
export interface About {
  readonly text: string | undefined;
  readonly evidence: Evidence;
  readonly observed?: Seen;
  readonly observedValues?: SeenValues;
}

export function aboutOf(node: Json, around: Evidence = DECLARED): About {
  const observed = node['x-observed'] as Json | undefined;
  const seen = node['x-observed-values'] as Json | undefined;
  return {
    text: node['description'],
    evidence: evidenceOf(node, around),
    ...(observed && { observed: { text: observed['text'], evidence: evidenceOf(observed) } }),
    ...(seen && {
      observedValues: {
        ...(seen['values'] !== undefined && { values: seen['values'] }),
        ...(seen['text'] !== undefined && { text: seen['text'] }),
        evidence: evidenceOf(seen),
      },
    }),
  };
}
