/**
 * Member of the options of a call, for other rooms of this package only: called at each signature, when X-CH-TS has been
 * read. What it throws ends the call; nothing was sent. A check made earlier could be outdated by any wait: for the rate budget, for a secret,
 * or because the process was stopped.
 */
export const SIGNING_GUARD: unique symbol = Symbol('signing guard');

export interface SigningGuard {
  readonly [SIGNING_GUARD]?: (() => void) | undefined;
}
