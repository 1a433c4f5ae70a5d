import { description } from '../../description.js';
import type { Unknown } from '../../generate/described-operation.js';

export type { Unknown };

export const unknowns = description.unknowns;

/** Questions that touch every call. */
export const generalUnknowns = new Set(description.generalUnknowns);
