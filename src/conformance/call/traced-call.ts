import type { Operation } from '../model/operations.js';
import type { Reading } from './answer.js';
import type { AnyInput } from './input.js';

/** One request and its response, sent or recorded: all that a judge sees. */
export interface TracedCall {
  readonly operation: Operation;
  /** The fields of body or query, every number as its digits; undefined where they cannot be read. */
  readonly input: AnyInput | undefined;
  readonly startMs: number;
  readonly endMs: number;
  /** The response; `none` where there is none. */
  readonly reading: Reading;
}
