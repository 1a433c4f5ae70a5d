import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '../finding.js';
import type { Load, Opened, Peer, Setup } from '../peer.js';
import { type Behaviour, type ProbeServer, startServer } from '../server.js';

/** Asks one question of one peer, and answers one column or several. */
export type Probe = (peer: Peer, load: Load) => Promise<Findings>;

/** For the timeout option of the peers that have one. */
export const TIMEOUT_MS = 500;
/** How long a probe waits for a call to end: three timeouts with a peer's own waits between them fit in. */
const BOUND_MS = 6_000;

/** How a call ended, or that it did not. */
export interface Ended {
  readonly how: 'result' | 'error' | 'waiting';
  readonly result?: unknown;
  readonly error?: unknown;
  readonly afterMs: number;
}

export const KEYS: Pick<Setup, 'key' | 'secret'> = { key: 'made-up-key-4711', secret: 'made-up-secret-0815' };

/** Opens the peer on a server that behaves like this, and closes the server afterwards. */
export async function onServer<T>(
  [peer, load]: Parameters<Probe>,
  behave: Behaviour,
  use: (opened: Opened, server: ProbeServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(behave);
  try {
    return await use(await peer.open(load, { url: server.url, timeoutMs: TIMEOUT_MS, ...KEYS }), server);
  } finally {
    server.close();
  }
}

/** Calls, and waits no longer than the probe's bound. */
export async function attempt(call: () => Promise<unknown>): Promise<Ended> {
  const started = performance.now();
  const afterMs = (): number => Math.round(performance.now() - started);
  const waited = new AbortController();
  try {
    return await Promise.race([
      // A peer may throw before it returns a promise.
      Promise.resolve()
        .then(call)
        .then(
          (result): Ended => ({ how: 'result', result, afterMs: afterMs() }),
          (error: unknown): Ended => ({ how: 'error', error, afterMs: afterMs() }),
        ),
      sleep(BOUND_MS, undefined, waited).then((): Ended => ({ how: 'waiting', afterMs: afterMs() })),
    ]);
  } finally {
    waited.abort();
  }
}

export function told({ how, error, afterMs }: Ended): string {
  const seconds = `${(afterMs / 1000).toFixed(1)} s`;
  if (how === 'waiting') return `still waiting after ${seconds}`;
  return how === 'result' ? `a result after ${seconds}` : `${nameOf(error)} after ${seconds}`;
}

/** Class and code; messages differ from run to run. */
export function nameOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `a bare ${typeof error}`;
  const { name } = error.constructor;
  const code = 'code' in error && /^(?:string|number)$/.test(typeof error.code) ? ` ${String(error.code)}` : '';
  return (error instanceof Error ? name : 'a plain object') + code;
}
