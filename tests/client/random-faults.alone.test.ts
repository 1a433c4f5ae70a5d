import { beforeAll, describe, expect, it } from 'vitest';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import { createChance, turns } from './random-faults/chance.js';
import { CLAIMS, Ledger } from './random-faults/ledger.js';
import { getEventListeners } from 'node:events';
import { createFuturesClient } from '../../src/index.js';
import type { ClientOptions } from '../../src/client/options.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createUndiciTransport } from '../../src/transport/undici.js';
import { closedPort } from '../support/ports.js';
import { startBreakingProxy } from './random-faults/breaking-proxy.js';
import { Sightings } from './random-faults/sightings.js';
import { createTraffic } from './random-faults/traffic.js';

/** `FAULT_SEED=…` makes other choices (`random`: new ones each time), `FAULT_RUNS=…` asks for another number of faults. */
const { FAULT_SEED = '20261121' } = process.env;
const SEED = FAULT_SEED === 'random' ? Math.floor(Math.random() * 1e9) : Number(FAULT_SEED);
const FAULTS = Number(process.env['FAULT_RUNS'] ?? 2500);
const CALLS_PER_ROUND = 1000;

/** The handles that keep a process alive: sockets, servers, timers. */
const alive = (): string[] => process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Pipe|Timeout/.test(name));

describe(`over ${FAULTS} random faults (repeat with FAULT_SEED=${SEED})`, () => {
  const rounds: Round[] = [];
  let before: string[];
  const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);

  beforeAll(async () => {
    before = alive();
    while (sum(({ faults }) => faults) < FAULTS) {
      const index = rounds.length;
      rounds.push(await runRound(SEED + 10 * index, CALLS_PER_ROUND));
    }
  }, 3_600_000);

  it.each(Object.entries(CLAIMS))('%s: %s', (problem) => {
    const found = rounds.flatMap(({ ledger }) => ledger.problems.filter(([kind]) => kind === problem));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('no timer and no socket is left when the services are gone', async () => {
    const deadlineMs = performance.now() + 5000;
    // Sockets whose other end is gone take a few turns to notice.
    while (alive().length > before.length && performance.now() < deadlineMs) await turns(10);
    expect(alive().length, alive().join()).toBeLessThanOrEqual(before.length);
  });

  it('every way of going wrong was among them, and every outcome was met many times', () => {
    expect(new Set(rounds.flatMap(({ kinds }) => [...kinds]))).toEqual(new Set(FAULT_KINDS));
    for (const report of ['accepted', 'not-sent', 'rejected', 'unknown'] as const) {
      expect(
        sum(({ ledger }) => ledger.reports.get(report) ?? 0),
        report,
      ).toBeGreaterThan(FAULTS / 100);
    }
    const classes = new Set(rounds.flatMap(({ ledger }) => [...ledger.classes.keys()]));
    for (const name of ['Network', 'Timeout', 'Aborted', 'HttpStatus', 'Api', 'Clock', 'ResponseShape']) {
      expect(classes).toContain(`${name}Error`);
    }
    expect(sum(({ ordersSeen }) => ordersSeen)).toBeGreaterThan(FAULTS / 4);
    expect(sum(({ ordersHeld }) => ordersHeld)).toBeGreaterThan(FAULTS / 10);
  });
});

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

interface Round {
  readonly ledger: Ledger;
  /** Whatever went wrong, aborts included. */
  readonly faults: number;
  /** Kinds of the sandbox's faults that struck. */
  readonly kinds: ReadonlySet<string>;
  /** Orders that were seen on the wire, and those that the sandbox holds in the end. */
  readonly ordersSeen: number;
  readonly ordersHeld: number;
}

/** The time that so many calls take now, over that on a quiet machine: deadlines are not to be most of the faults. */
async function paceOf(url: string): Promise<number> {
  const round = (): Promise<unknown> =>
    Promise.all(Array.from({ length: IN_FLIGHT }, async () => (await fetch(`${url}/fapi/v1/ping`)).text()));
  await round();
  const startedMs = performance.now();
  await round();
  return Math.min(20, Math.max(1, (performance.now() - startedMs) / 20));
}

/** One sandbox, several clients, a proxy between them, and whatever can go wrong. */
async function runRound(seed: number, calls: number): Promise<Round> {
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
  const listening = await sandbox.listen();
  const pace = await paceOf(listening.url);
  sandbox.faults.random(SPOILED, KINDS);
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
  const traffic = createTraffic(clients, ledger, chance, `order-${seed}`, pace);
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
