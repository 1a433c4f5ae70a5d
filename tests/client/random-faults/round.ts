import { getEventListeners } from 'node:events';
import { createFuturesClient, type FuturesClient } from '../../../src/index.js';
import type { ClientOptions } from '../../../src/client/options.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { FAULT_KINDS } from '../../../src/sandbox/http/faults.js';
import { createUndiciTransport } from '../../../src/transport/undici.js';
import { closedPort } from '../../support/ports.js';
import { createBreakingFetch } from './breaking-fetch.js';
import { startBreakingProxy } from './breaking-proxy.js';
import { createChance, turns } from './chance.js';
import { Ledger } from './ledger.js';
import { Sightings } from './sightings.js';
import { createTraffic } from './traffic.js';

/** Calls that are under way at the same time. With more over HTTP, deadlines on a busy machine would be most of the faults. */
const IN_FLIGHT = { http: 24, 'in process': 64 } as const;
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

/** The layer between the clients and the sandbox. */
interface Between {
  readonly clients: readonly FuturesClient[];
  broke(): number;
  /** Connections that were left to themselves. */
  stuck(): number;
  /** Resolves when nothing is on its way any more. */
  end(): Promise<void>;
}

/** One sandbox, several clients, and whatever can go wrong. */
export async function runRound(seed: number, calls: number, way: 'http' | 'in process'): Promise<Round> {
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
  const between = await (way === 'http' ? overHttp : inProcess)(sandbox, seed, sightings);
  const traffic = createTraffic(between.clients, ledger, chance, `order-${seed}`, way);
  let left = calls;
  await Promise.all(
    Array.from({ length: IN_FLIGHT[way] }, async () => {
      while (left-- > 0) {
        await traffic.next();
        // In process, nothing else would let timers and aborts have their turn.
        await turns(1);
      }
    }),
  );
  await between.end();
  const listeners = traffic.signals.reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0);
  if (listeners > 0) ledger.problem('listeners left', `${listeners}, ${way}`);
  if (between.stuck() > 0) ledger.problem('sockets left', String(between.stuck()));
  for (const id of sightings.repeated()) ledger.problem('sent twice', id);
  const ordersHeld = ledger.compare(sandbox.snapshot());
  const faults = spoiled + between.broke() + traffic.aborted;
  return { ledger, faults, kinds, ordersSeen: sightings.size, ordersHeld };
}

/** Retries that cost no time, and no pauses: a pause would keep the faults away. */
function createClient({ credentials }: Sandbox, options: Pick<ClientOptions, 'baseUrl' | 'fetch' | 'transport'>) {
  return createFuturesClient({
    credentials,
    retry: { baseDelayMs: 2, maxDelayMs: 5 },
    limiter: { tryAcquire: () => true, acquire: async () => {} },
    ...options,
  });
}

async function overHttp(sandbox: Sandbox, seed: number, sightings: Sightings): Promise<Between> {
  const listening = await sandbox.listen();
  const target = Number(new URL(listening.url).port);
  const proxy = await startBreakingProxy(target, LOST, createChance(seed + 1), sightings);
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  const working = [
    ...Array.from({ length: 3 }, () => createClient(sandbox, { baseUrl })),
    createClient(sandbox, { baseUrl, transport: createUndiciTransport() }),
  ];
  let stuck = 0;
  const nowhere = [`http://127.0.0.1:${await closedPort()}`, `https://127.0.0.1:${proxy.port}`];
  return {
    clients: [...working, ...working, ...working, ...nowhere.map((url) => createClient(sandbox, { baseUrl: url }))],
    broke: () => proxy.broke,
    stuck: () => stuck,
    async end() {
      // Bytes under way on the loopback, the end of a connection included, arrive within a few turns.
      await turns(100);
      stuck = proxy.stuck;
      await proxy.close();
      await listening.close();
    },
  };
}

async function inProcess(sandbox: Sandbox, seed: number, sightings: Sightings): Promise<Between> {
  const breaking = createBreakingFetch(sandbox.fetch, LOST, createChance(seed + 1), sightings);
  const { fetch } = breaking;
  return {
    clients: Array.from({ length: 4 }, () => createClient(sandbox, { baseUrl: sandbox.url, fetch })),
    broke: () => breaking.broke,
    stuck: () => 0,
    end: () => breaking.settled(),
  };
}
