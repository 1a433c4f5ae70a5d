import type { Operation } from '../../generated/operations.js';
import type { EncodedInput } from '../core/encode-input.js';
import type { CallSettings } from './settings.js';

/** What each attempt of one call has in common. */
export interface Attempt {
  readonly operation: Operation;
  readonly encoded: EncodedInput;
  readonly call: CallSettings;
}
