import type { Operation } from '../../../generated/operations.js';
import { encodeInput } from '../../../src/core/encode-input.js';
import type { Described } from '../../described.js';

/** The call that a sample makes: the described example as it goes over the wire. */
export interface SampleCall {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** Path and query as sent, and as signed. */
  readonly target: string;
  /** JSON text as sent, and as signed; empty when there is none. */
  readonly body: string;
  /** True when it carries the three headers: all but what is public does. */
  readonly isSigned: boolean;
}

/**
 * Writes the described example of an operation down as a call.
 *
 * `existing` has values by field name, for fields that have to name something that exists (`orderId`): they stand in
 * place of those of the example.
 */
export function callOf(
  { operation, input: example }: Described,
  existing: Readonly<Record<string, string>> = {},
): SampleCall {
  const input = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Object.hasOwn(existing, name) ? existing[name] : value]),
  );
  const { query, body = '' } = encodeInput(operation, input);
  const target = query === '' ? operation.path : `${operation.path}?${query}`;
  return { operation, input, target, body, isSigned: operation.security !== 'public' };
}
