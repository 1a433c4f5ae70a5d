import { unknowns } from '../../../generated/description.js';
import type { ConformanceOptions, Progress, Report } from '../model/report-model.js';
import { sideBySide } from '../model/side-by-side.js';
import type { InProcessFetch } from '../call/in-process-sender.js';
import type { Timing } from '../call/timing.js';
import { conformanceChecks, differingChecks, runConformance, runIn } from '../run/run.js';
import { judgeServer, type ServerUnderTest, type ServerVerdict } from './selftest-verdict.js';

/** A server that runs; `close` ends it. */
export interface Started extends Pick<
  ConformanceOptions,
  'baseUrl' | 'credentials' | 'existing' | 'codes' | 'patienceMs'
> {
  /** Where nothing is wrong with how responses are transferred, calls need no socket, and no waiting takes real time. */
  readonly inProcess?: {
    readonly fetch: InProcessFetch;
    /** Its clock: milliseconds since the epoch. */
    readonly now: () => number;
    /** Moves its clock forward, at once. */
    readonly wait: (ms: number) => void;
  };
  close(): Promise<void>;
}

export type Start = () => Promise<Started>;

interface Named {
  readonly id: string;
  readonly title: string;
  readonly start: Start;
}

export interface SelftestOptions {
  readonly reference: Start;
  /** Servers that are wrong in one way each, with the checks that have to say so: all of them, and no other is tried. */
  readonly mutants: readonly (Named & Pick<ServerUnderTest, 'breaks'> & { readonly killedBy: readonly string[] })[];
  /** Servers that are right in another way: nothing may fail. `checks` are those that may see the difference; default all. */
  readonly twins?: readonly (Named & Pick<ServerUnderTest, 'answers'> & { readonly checks?: readonly string[] })[];
  /** Things that are no such service: no check of SIGN may pass, and the run may not be ok. */
  readonly controls?: readonly Named[];
  /** Judges only one part of the servers, so that several processes can share them: `{ index: 0, of: 2 }` is the first of two. */
  readonly shard?: Shard | undefined;
  /** Servers at a time; the order of the matrix does not depend on it. Default 8: most of them wait for a change to show. */
  readonly atOnce?: number;
  readonly seed?: number | undefined;
  /** Ends the calls under way and starts no other server; the matrix says of the rest that it was not judged. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

/** One of `of` parts, counted from 0. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The kill matrix. Plain JSON. */
export interface SelftestReport {
  /** True when every server was judged, and as it should be, and every declared check has caught a mutant. */
  readonly ok: boolean;
  readonly interrupted: boolean;
  readonly durationMs: number;
  /** The reference, then controls, mutants and twins as they were given. */
  readonly servers: readonly ServerVerdict[];
  /** Declared checks that caught no mutant: nothing shows that they can fail. Empty after an interruption, and in a part. */
  readonly withoutKill: readonly string[];
  readonly numbers: SelftestNumbers;
}

/** The quality of the kit, in three numbers. */
export interface SelftestNumbers {
  /** Servers that are wrong: how many there are, how many are caught, by the right check, and with the right row or sentence. */
  readonly faults: Readonly<Record<'servers' | 'caught' | 'byRightCheck' | 'byRightWords', number>>;
  readonly compliant: Readonly<Record<'servers' | 'accused', number>>;
  /** Questions that the service document leaves open, and those that a compliant server answers in its own way. */
  readonly questions: Readonly<Record<'open' | 'covered', number>>;
}

/** All of these servers are fast, but for those that say otherwise. */
const PATIENCE_MS = 250;

/** One control never responds. The others, and the reference, must not be taken for it on a machine that is busy. */
const TIMEOUTS: Partial<Readonly<Record<ServerVerdict['kind'], number>>> = { control: 2000, reference: 60_000 };

/**
 * Runs the checks against servers that are known to be right, wrong and something else, and says which saw it. A server that
 * cannot be started is wrong, and the others are judged all the same.
 *
 * @example
 * const { ok, servers } = await runSelftest({ reference, mutants });
 * for (const { id, problems } of servers) for (const problem of problems) console.log(`${id}: ${problem}`);
 * @see docs/conformance.md
 */
export async function runSelftest(options: SelftestOptions): Promise<SelftestReport> {
  const { mutants, twins = [], controls = [], atOnce = 8, seed, signal, onProgress } = options;
  const { shard } = options;
  const began = performance.now();
  const all: readonly (ServerUnderTest & { readonly start: Start; readonly checks?: readonly string[] })[] = [
    { id: 'reference', title: 'Right as it is', kind: 'reference', expected: [], start: options.reference },
    // The slowest first, because most of their time is spent waiting.
    ...controls.map((named) => ({ ...named, kind: 'control' as const, expected: [] })),
    ...mutants.map(({ killedBy, ...named }) => ({ ...named, kind: 'mutant' as const, expected: killedBy })),
    ...twins.map((named) => ({ ...named, kind: 'twin' as const, expected: [] })),
  ];

  const servers = all.filter((_, place) => shard === undefined || place % shard.of === shard.index);

  async function run({ kind, expected, start, checks = [] }: (typeof servers)[number]): Promise<Report | undefined> {
    if (signal?.aborted === true) return undefined;
    const { close, inProcess, ...target } = await start();
    try {
      const given: ConformanceOptions = {
        patienceMs: PATIENCE_MS,
        ...target,
        // A server that is called without a socket belongs to this run alone.
        ...(inProcess && { permission: { hosts: [new URL(target.baseUrl).host], account: 'selftest', wipe: [] } }),
        mode: 'sandbox',
        timeoutMs: TIMEOUTS[kind],
        checks: worthwhile(kind, expected, checks),
        seed,
        signal,
      };
      if (inProcess === undefined) return await runConformance(given);
      return await runIn(given, timeOf(inProcess), inProcess.fetch);
    } finally {
      await close();
    }
  }

  let done = 0;
  const verdicts = await sideBySide(servers, atOnce, async (server): Promise<ServerVerdict> => {
    onProgress?.({ done, total: servers.length, current: server.id });
    const outcome = await run(server).catch(asError);
    done++;
    return judgeServer(server, outcome, signal?.aborted === true);
  });
  onProgress?.({ done, total: servers.length, current: '' });

  return conclude(verdicts, { interrupted: signal?.aborted === true, shard, durationMs: performance.now() - began });
}

const timeOf = ({ now, wait }: NonNullable<Started['inProcess']>): Timing => ({
  now,
  async pause(ms, signal) {
    if (signal?.aborted !== true) wait(ms);
  },
});

/** The checks to run: for a mutant those named for it, for a twin those that can accuse it, which an observation never does. */
function worthwhile(
  kind: ServerUnderTest['kind'],
  expected: readonly string[],
  checks: readonly string[],
): readonly string[] {
  if (kind === 'mutant') return expected;
  if (kind !== 'twin') return differingChecks;
  const wanted = checks.length > 0 ? checks : differingChecks;
  return conformanceChecks
    .filter(({ id, clause }) => clause.kind === 'declared' && wanted.some((start) => id.startsWith(start)))
    .map(({ id }) => id);
}

/** The matrix of all servers, from the parts that several processes have judged, in the order of the parts. */
export function joinShards(parts: readonly SelftestReport[], durationMs: number): SelftestReport {
  const most = Math.max(...parts.map(({ servers }) => servers.length));
  const servers = Array.from({ length: most }, (_, place) => parts.flatMap((part) => part.servers[place] ?? [])).flat();
  return conclude(servers, { interrupted: parts.some(({ interrupted }) => interrupted), durationMs });
}

type Ending = Pick<SelftestReport, 'interrupted' | 'durationMs'> & Pick<SelftestOptions, 'shard'>;

function conclude(servers: readonly ServerVerdict[], { interrupted, shard, durationMs }: Ending): SelftestReport {
  const killing = new Set(servers.flatMap(({ kind, caughtBy }) => (kind === 'mutant' ? caughtBy : [])));
  const idle = conformanceChecks.filter(({ id, clause }) => clause.kind === 'declared' && !killing.has(id));
  // A part has not all the servers that a check could catch.
  const withoutKill = interrupted || shard !== undefined ? [] : idle.map(({ id }) => id);
  return {
    ok: !interrupted && servers.every(({ outcome }) => outcome === 'ok') && withoutKill.length === 0,
    interrupted,
    durationMs: Math.round(durationMs),
    servers,
    withoutKill,
    numbers: countNumbers(servers),
  };
}

function countNumbers(verdicts: readonly ServerVerdict[]): SelftestNumbers {
  const mutants = verdicts.filter(({ kind }) => kind === 'mutant');
  const compliant = verdicts.filter(({ kind }) => kind === 'twin' || kind === 'reference');
  const isAccused = ({ caughtBy }: ServerVerdict): boolean => caughtBy.length > 0;
  const covered = new Set(compliant.filter((one) => !isAccused(one)).flatMap(({ answers = [] }) => answers));
  return {
    faults: {
      servers: mutants.length,
      caught: mutants.filter(isAccused).length,
      byRightCheck: mutants.filter(({ caughtBy, expected }) => expected.some((id) => caughtBy.includes(id))).length,
      byRightWords: mutants.filter(({ isCited }) => isCited).length,
    },
    compliant: { servers: compliant.length, accused: compliant.filter(isAccused).length },
    questions: { open: unknowns.length, covered: covered.size },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
