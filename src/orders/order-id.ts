/** No service gives longer ones: 64 bits have 20 digits, a UUID has 36 characters. */
const MAX_LENGTH = 128;

/** Digits and letters, and what joins them. */
const WORD = /^[\w:.-]+$/;

/** A number in any spelling, of which only a whole one without sign and exponent can be an id. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Whether a value of a response is the id of an order. Services write null, false, an empty text, zero or the name of
 * nothing (`"null"`, `"undefined"`) where there is no order; none of these proves that an order was accepted.
 */
export function isOrderId(orderId: unknown): orderId is string {
  if (typeof orderId !== 'string' || orderId.length > MAX_LENGTH || !WORD.test(orderId)) return false;
  // A word without a digit is a name of nothing; a number of zeros is none.
  if (!/[1-9]/.test(orderId)) return false;
  return NUMBER.test(orderId) ? /^\d+$/.test(orderId) : true;
}
