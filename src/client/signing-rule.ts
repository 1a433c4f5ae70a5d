import type { SigningInput } from '../core/signing.js';

/** Computes the value of X-CH-SIGN. */
export type Sign = (input: SigningInput) => string | Promise<string>;
