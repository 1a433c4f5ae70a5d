import { readSignal } from '../client/call-options.js';
import { onAbort } from '../transport/abort.js';
import type { OrderEvent } from './order-event.js';

/** The events of a watch. It ends with `return` (leaving the loop), also while it waits for the next one. */
export type OrderWatchEvents = AsyncIterableIterator<OrderEvent, void, undefined>;

/** Opens a watch whose code is loaded, and whose first read is sent, when its first event is asked for. */
export function openWatch(
  start: (signal: AbortSignal) => Promise<AsyncGenerator<OrderEvent, void, undefined>>,
  given: AbortSignal | undefined,
): OrderWatchEvents {
  const controller = new AbortController();
  const signal = readSignal(given);
  const end = (): void => controller.abort(signal?.reason);
  const forget = signal && onAbort(signal, end);
  if (signal?.aborted === true) end();
  let events: Promise<AsyncGenerator<OrderEvent, void, undefined>> | undefined;
  return {
    async next() {
      if (events === undefined && controller.signal.aborted) return { done: true, value: undefined };
      try {
        return await (await (events ??= start(controller.signal))).next();
      } catch (error) {
        forget?.();
        throw error;
      }
    },
    async return() {
      forget?.();
      end();
      await (await events)?.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
