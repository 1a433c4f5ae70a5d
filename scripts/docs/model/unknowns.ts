import { description } from '../../description.js';

/** A question that the service document leaves open. */
export interface Unknown {
  readonly id: string;
  readonly question: string;
  readonly heading: string;
  readonly documented: string;
  readonly observed: string | null;
  readonly client: string;
  readonly option: string | null;
  /** Conformance checks that measure it, or why none can. */
  readonly check: readonly string[] | string;
}

export const unknowns = description['x-unknowns'] as readonly Unknown[];

/** Those that touch every call. */
export const generalUnknowns = new Set(description['x-unknowns-general'] as readonly string[]);
