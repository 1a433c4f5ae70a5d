import type { Lookup } from './evidence.js';
import type { FoundOrder } from './match.js';

interface SubmittedBase {
  /** The caller's, or the one that was made for it. */
  readonly clientOrderId: string;
  /** The lookups, in order; empty when the response itself said it. */
  readonly evidence: readonly Lookup[];
  /**
   * The failure of createOrder, when the response did not say what happened to the order. Of `recover` and of a repeat: why an
   * order is still `unknown`, where lookups failed (a wrong secret, say), the journal is damaged, or another process works on it.
   */
  readonly cause?: unknown;
  /** The journal knew this order, so this call sent nothing: the rest is what became of the order before. */
  readonly isRepeat?: true;
  /** Why the journal could not take the result. The intent is still in it, and `recover` will look the order up again. */
  readonly journalError?: unknown;
}

/**
 * The end of an order:
 *
 * - `accepted`: the service has taken it, by its response or with proof; its `status` may be any, rejected and cancelled included;
 * - `absent`: there is no such order and never will be; it may be sent again;
 * - `unknown`: neither is proven. Not to be sent again: look with `recover`, or by hand under `clientOrderId`.
 */
export type Submitted =
  | (SubmittedBase & {
      readonly outcome: 'accepted';
      /**
       * Missing where a lookup proved the order by a record without an id, and in a repeat of such an order. `clientOrderId` still
       * names it.
       */
      readonly orderId?: string;
      /** The order as it was found; undefined when the response itself said it. */
      readonly order?: FoundOrder;
    })
  | (SubmittedBase & { readonly outcome: 'absent' | 'unknown' });

/** The members that have a value: an optional member is absent here, and never undefined. */
export function omitUndefined<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
