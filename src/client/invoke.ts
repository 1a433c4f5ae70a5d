import type { Operation } from '../../generated/operations.js';
import { type EncodedInput, encodeInput } from '../core/encode-input.js';
import { NetworkError } from '../core/errors.js';
import { loadOnce } from '../core/load-once.js';
import type { Attempt } from './attempt.js';
import type { Calls } from './calls.js';
import type { Sent } from './send.js';
import type { CallOptions } from './options.js';
import { readCallOptions, type Settings } from './settings.js';

/** The two ways to make a call: to its documented result, or to the answer as it came. */
export interface Invoke {
  /** Checks, signs, sends, decodes and unwraps; tries reads again. `omit` names a field whose omission is meant. */
  call(operation: Operation, input: unknown, options?: CallOptions, omit?: string): Promise<unknown>;
  /** Checks, signs and sends, once; the answer is left as it is, to be decoded on demand. */
  exchange(operation: Operation, input: unknown, options?: CallOptions): Promise<Sent>;
  /** Writes the input of a call as it would go out. */
  encode(operation: Operation, input: unknown, omit?: string): EncodedInput;
  readonly settings: Settings;
  /** What makes the calls, if it is loaded. */
  loaded(): Calls | undefined;
  load(): Promise<Calls>;
}

/*
 *   input ─► checked and written at once ─► what signs, sends and reads (loaded by the first call)
 */
export function createInvoke(settings: Settings): Invoke {
  const { dialect } = settings;
  const bodyAsQuery = dialect.getBody === 'query';
  const emptyBody = dialect.emptyPost === 'braces' ? '{}' : undefined;
  let calls: Calls | undefined;

  function encode(operation: Operation, input: unknown, omit?: string): EncodedInput {
    return encodeInput(operation, input, {
      bodyAsQuery: operation.getBody && bodyAsQuery,
      emptyBody,
      ...(omit === undefined ? {} : { omit }),
    });
  }

  /** The input is written before anything is waited for: what the caller does with the object later changes nothing. */
  function toAttempt(operation: Operation, input: unknown, options?: CallOptions, omit?: string): Attempt {
    return { operation, encoded: encode(operation, input, omit), call: readCallOptions(options, settings) };
  }

  const load = loadOnce(() =>
    import('./calls.js').then(
      ({ createCalls }) => (calls = createCalls(settings)),
      (cause: unknown) => {
        const message = 'The part of this package that makes calls could not be loaded (see cause). Nothing was sent.';
        throw new NetworkError(message, { outcome: 'not-sent', cause });
      },
    ),
  );

  return {
    async call(operation, input, options, omit) {
      const given = toAttempt(operation, input, options, omit);
      return (calls ?? (await load())).call(given);
    },
    async exchange(operation, input, options) {
      const given = toAttempt(operation, input, options);
      return (calls ?? (await load())).exchange(given);
    },
    encode,
    settings,
    loaded: () => calls,
    load,
  };
}
