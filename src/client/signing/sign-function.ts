import type { SigningInput } from '../../core/signing.js';

/** Computes the value of X-CH-SIGN. */
export type Sign = (input: SigningInput) => string | Promise<string>;

/** Signs. A secret that had to be asked for is added to `secrets`, so that it can be kept out of errors. */
export type HeldSign = (input: SigningInput, secrets: string[]) => string | Promise<string>;
