import { getEventListeners } from 'node:events';
import { createFuturesClient } from '../../../src/index.js';
import type { ClientOptions } from '../../../src/client/options.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { FAULT_KINDS } from '../../../src/sandbox/http/faults.js';
import { createUndiciTransport } from '../../../src/transport/undici.js';
import { closedPort } from '../../support/ports.js';
import { startBreakingProxy } from './breaking-proxy.js';
import { createChance, turns } from './chance.js';
import { Ledger } from './ledger.js';
import { Sightings } from './sightings.js';
import { createTraffic } from './traffic.js';

/** Calls that are under way at the same time. With more, deadlines on a busy machine would be most of the faults. */
const IN_FLIGHT = 24;
/** All kinds; reading three megabytes takes as long as a hundred other calls, so that one comes up less often. */
const KINDS = [
  ...Array.from({ length: 5 }, () => FAULT_KINDS.filter((kind) => kind !== 'large-after')).flat(),
  'large-after',
] as const;
/** Part of the requests that the sandbox spoils, and part of the chunks or requests that are lost on their way. */
const SPOILED = 0.8;
const LOST = 0.08;

export interface Round {
  readonly ledger: Ledger;
  /** Whatever went wrong, aborts included. */
  readonly faults: number;
  /** Kinds of the sandbox's faults that struck. */
  readonly kinds: ReadonlySet<string>;
  /** Orders that were seen on the wire, and those that the sandbox holds in the end. */
  readonly ordersSeen: number;
  readonly ordersHeld: number;
}

/** One sandbox, several clients, a proxy between them, and whatever can go wrong. */
export async function runRound(seed: number, calls: number): Promise<Round> {
  const chance = createChance(seed);
  const ledger = new Ledger();
  const sightings = new Sightings();
  const kinds = new Set<string>();
  let spoiled = 0;
  const sandbox = createSandbox({
    seed,
    accounts: [{ balance: '1000000000' }],
    onCall({ fault }) {
      if (fault === undefined) return;
      spoiled++;
      kinds.add(fault);
    },
  });
  sandbox.faults.random(SPOILED, KINDS);
  const listening = await sandbox.listen();
  const target = Number(new URL(listening.url).port);
  const proxy = await startBreakingProxy(target, LOST, createChance(seed + 1), sightings);
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  /** Retries that cost no time, and no pauses: a pause would keep the faults away. */
  const clientTo = (url: string, more: Pick<ClientOptions, 'transport' | 'fetch'> = {}) =>
    createFuturesClient({
      ...{ baseUrl: url, credentials: sandbox.credentials, ...more },
      retry: { baseDelayMs: 2, maxDelayMs: 5 },
      limiter: { tryAcquire: () => true, acquire: async () => {} },
    });
  const working = [
    ...Array.from({ length: 3 }, () => clientTo(baseUrl)),
    clientTo(baseUrl, { transport: createUndiciTransport() }),
    clientTo(baseUrl, { fetch: globalThis.fetch }),
  ];
  const nowhere = [`http://127.0.0.1:${await closedPort()}`, `https://127.0.0.1:${proxy.port}`];
  const clients = [...working, ...working, ...working, ...nowhere.map((url) => clientTo(url))];
  const traffic = createTraffic(clients, ledger, chance, `order-${seed}`);
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await traffic.next();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  // Bytes under way on the loopback, the end of a connection included, arrive within a few turns.
  await turns(100);
  if (proxy.stuck > 0) ledger.problem('sockets left', String(proxy.stuck));
  await proxy.close();
  await listening.close();
  const listeners = traffic.signals.reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0);
  if (listeners > 0) ledger.problem('listeners left', String(listeners));
  for (const id of sightings.repeated()) ledger.problem('sent twice', id);
  const ordersHeld = ledger.compare(sandbox.snapshot());
  const faults = spoiled + proxy.broke + traffic.aborted;
  return { ledger, faults, kinds, ordersSeen: sightings.size, ordersHeld };
}
