import type { Envelope } from '../core/envelope.js';

/** Why an answer is not the documented result. */
export type Problem =
  | { readonly kind: 'refused' | 'status'; readonly envelope: Envelope }
  | { readonly kind: 'not JSON' | 'shape'; readonly cause: unknown };
