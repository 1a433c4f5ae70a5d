import type { Node } from '../../description.js';

/** How sure a fact is, in the words of the description. */
export interface Evidence {
  readonly mark: 'declared' | 'observed' | 'assumed';
  /** Who says so, where the service document does not. */
  readonly note?: string;
}

export const DECLARED: Evidence = { mark: 'declared' };

/** The mark of a node; what carries none has that of the node around it. */
export function evidenceOf(node: Node, around: Evidence = DECLARED): Evidence {
  const mark = node['x-evidence'] as Evidence['mark'] | undefined;
  const note = node['x-evidence-note'] as string | undefined;
  if (mark === undefined) return around;
  return note === undefined ? { mark } : { mark, note };
}
