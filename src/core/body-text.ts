/**
 * Member of a response of the sandbox's `fetch`, for other rooms of this package only: the whole body, where it is text that is
 * here already. Reading it leaves the stream of the response unmade, which costs more than the exchange needs for an order.
 */
export const BODY_TEXT: unique symbol = Symbol('body text');

export interface WithBodyText {
  readonly [BODY_TEXT]?: string | undefined;
}
