import type { Operation } from '../../generated/operations.js';
import { encodeInput, type EncodeOptions } from '../core/input.js';
import type { TransportResponse } from '../transport/transport.js';
import type { CallOptions, Settings } from './options.js';
import { decodeBody, receive } from './receive.js';
import { createSend } from './send.js';

/** The two ways to make a call: to its documented result, or to the answer as it came. */
export interface Invoke {
  /** Checks, signs, sends, decodes and unwraps. `omit` names a field whose omission is meant. */
  call(operation: Operation, input: unknown, options?: CallOptions, omit?: string): Promise<unknown>;
  /** Checks, signs and sends; the answer is left as it is, to be decoded on demand. */
  exchange(operation: Operation, input: unknown, options?: CallOptions): Promise<Exchanged>;
}

export interface Exchanged {
  readonly response: TransportResponse;
  /** @throws {ResponseShapeError} When the body is not JSON. */
  readonly decode: () => unknown;
}

export function createInvoke(settings: Settings): Invoke {
  const send = createSend(settings);
  const { dialect } = settings;
  const bodyAsQuery = dialect.getBody === 'query';
  const emptyBody = dialect.emptyPost === 'braces' ? '{}' : undefined;

  function encode(operation: Operation, input: unknown, omit?: string) {
    const options: EncodeOptions = {
      bodyAsQuery: operation.getBody && bodyAsQuery,
      emptyBody,
      ...(omit === undefined ? {} : { omit }),
    };
    return encodeInput(operation, input, options);
  }

  return {
    async call(operation, input, options = {}, omit) {
      return receive(operation, await send(operation, encode(operation, input, omit), options));
    },
    async exchange(operation, input, options = {}) {
      const sent = await send(operation, encode(operation, input), options);
      return { response: sent.response, decode: () => decodeBody(operation, sent) };
    },
  };
}
