import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import type { AttemptEvent } from '../../src/client/logging/observe.js';

export const START = 'futures-trading-client:attempt.start';
export const END = 'futures-trading-client:attempt.end';

/** Listens to a channel until the test ends. */
export function listen(name: string, listener: (event: AttemptEvent) => void): void {
  const onMessage = (message: unknown): void => listener(message as AttemptEvent);
  subscribe(name, onMessage);
  onTestFinished(() => void unsubscribe(name, onMessage));
}
