import { vi } from 'vitest';
import type { Transport } from '../../../src/transport/transport.js';

/*
 *   Timers, Date and performance stand still. A request is answered by real sockets in a real event loop, which takes no
 *   time by this clock; when nothing but a timer can go on, the clock is moved to the next one. So the times in the
 *   document are exact, and the same on every machine.
 */
const FAKED = ['setTimeout', 'clearTimeout', 'Date', 'performance'] as const;
const START_MS = 1_760_000_000_000;

export function stopTheClock(): void {
  vi.useFakeTimers({ now: START_MS, toFake: [...FAKED] });
  // The longest of the random waits.
  vi.spyOn(Math, 'random').mockReturnValue(1);
}

export function restartTheClock(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
}

/** Knows when a call can only be waiting for a timer. */
export class Waiting {
  #underWay = 0;
  #stalled = false;

  /** The service has begun an answer and will never end it. */
  stall(): void {
    this.#stalled = true;
  }

  /** The same transport, watched. */
  watch(transport: Transport): Transport {
    return async (request) => {
      this.#underWay++;
      this.#stalled = false;
      try {
        return await transport(request);
      } finally {
        this.#underWay--;
      }
    };
  }

  /** Lets the call end; resolves to the milliseconds that it waited for an answer that never ended, and for anything else. */
  async until(call: Promise<unknown>): Promise<{ stalledMs: number; waitedMs: number }> {
    const state = { running: true };
    const ended = (): void => void (state.running = false);
    call.then(ended, ended);
    const spent = { stalledMs: 0, waitedMs: 0 };
    while (state.running) {
      await new Promise(setImmediate);
      if (!state.running || (this.#underWay > 0 && !this.#stalled)) continue;
      const kind = this.#underWay > 0 ? 'stalledMs' : 'waitedMs';
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      spent[kind] += Date.now() - before;
    }
    return spent;
  }
}
