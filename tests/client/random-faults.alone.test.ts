import { beforeAll, describe, expect, it } from 'vitest';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import { turns } from './random-faults/chance.js';
import { type Problem, PROBLEMS } from './random-faults/ledger.js';
import { type Round, runRound } from './random-faults/round.js';

/** `FAULT_SEED=…` makes other choices (`random`: new ones each time), `FAULT_RUNS=…` asks for another number of faults. */
const { FAULT_SEED = '20261121' } = process.env;
const SEED = FAULT_SEED === 'random' ? Math.floor(Math.random() * 1e9) : Number(FAULT_SEED);
const FAULTS = Number(process.env['FAULT_RUNS'] ?? 2500);
const CALLS_PER_ROUND = 1000;

const CLAIMS: Readonly<Record<Problem, string>> = {
  'sent twice': 'no order is sent twice',
  untyped: 'no error is untyped',
  unsettled: 'no promise is unsettled after its deadline',
  'listeners left': 'no listener is left on a signal',
  'sockets left': 'no connection is left with a request that nobody waits for',
  'held, and not reported so': 'every order that the sandbox holds was reported as accepted or unknown',
  'reported accepted, and not held': 'every order that was reported as accepted is there',
};

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

  it.each(PROBLEMS.map((problem) => [CLAIMS[problem], problem] as const))('%s', (_claim, problem) => {
    const found = rounds.flatMap(({ ledger }) => ledger.problems.filter(([kind]) => kind === problem));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('no timer and no socket is left when the services are gone', async () => {
    const deadlineMs = performance.now() + 5000;
    // Sockets whose other end is gone take a few turns to notice.
    while (alive().length > before.length && performance.now() < deadlineMs) await turns(10);
    expect(alive().toSorted()).toEqual(before.toSorted());
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
