import { describe, expect, test } from 'vitest';
import { fork, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ownIdentity } from '../../src/journal/process-identity.js';
import { bundleProgram } from '../support/bundle-program.js';
import { folderOfTest } from '../support/folder.js';

const RACES = Number(process.env['JOURNAL_RACES'] ?? 12);

const KINDS: readonly Before[] = ['nothing', 'a live lock', 'a dead lock', 'a dead lock and a dead takeover'];

describe.each(['processes', 'threads'] as const)('of four %s that go for one lock', (kind) => {
  test('one gets it, and none while another process lives that has it', async () => {
    await withRacers(4, kind, async (racers, folder) => {
      for (const before of KINDS) {
        expect([before, await race(racers, folder, before, RACES)]).toEqual([
          before,
          { races: RACES, doubles: 0, wrong: 0 },
        ]);
      }
      const { held, doubles } = await relay(racers, folder, RACES * 4);
      expect(doubles).toBe(0);
      expect(held).toBeGreaterThan(0);
    });
  });
});

/** The file at the lock's place when the race starts. */
type Before = 'nothing' | 'a live lock' | 'a dead lock' | 'a dead lock and a dead takeover';

interface Races {
  readonly races: number;
  /** Races that more than one racer won. */
  readonly doubles: number;
  /** Races without a winner, though one should have won; or that one won against a live lock. */
  readonly wrong: number;
}

interface Racer {
  send(message: object): void;
  reply(): Promise<Record<string, unknown>>;
  stop(): void;
}

function startProcess(program: string): Racer {
  const child = fork(program, { execArgv: [] });
  const replies = queue<Record<string, unknown>>((take) => child.on('message', take));
  return { send: (message) => void child.send(message), reply: replies, stop: () => void child.kill('SIGKILL') };
}

function startThread(program: string): Racer {
  const worker = new Worker(program);
  const replies = queue<Record<string, unknown>>((take) => worker.on('message', take));
  return { send: (message) => worker.postMessage(message, []), reply: replies, stop: () => void worker.terminate() };
}

function queue<T>(listen: (take: (message: T) => void) => void): () => Promise<T> {
  const waiting: ((message: T) => void)[] = [];
  const arrived: T[] = [];
  listen((message) => {
    const next = waiting.shift();
    if (next === undefined) arrived.push(message);
    else next(message);
  });
  return () => new Promise((resolve) => (arrived.length > 0 ? resolve(arrived.shift()!) : waiting.push(resolve)));
}

/** Starts racers, runs the work and stops them. */
async function withRacers<T>(
  count: number,
  kind: 'processes' | 'threads',
  work: (racers: readonly Racer[], folder: string) => Promise<T>,
): Promise<T> {
  const folder = folderOfTest();
  const program = await bundleProgram(fileURLToPath(import.meta.resolve('./lock-racer.ts')));
  const start = kind === 'processes' ? startProcess : startThread;
  const racers = Array.from({ length: count }, () => start(program));
  try {
    await Promise.all(racers.map((racer) => racer.reply()));
    return await work(racers, folder);
  } finally {
    for (const racer of racers) racer.stop();
  }
}

/** Lets all racers go for the same lock at the same time, again and again, each time another one. */
async function race(racers: readonly Racer[], folder: string, before: Before, races: number): Promise<Races> {
  let [doubles, wrong] = [0, 0];
  const { pid: dead } = spawnSync('true');
  for (let i = 0; i < races; i++) {
    const file = join(folder, `${randomUUID()}.jsonl`);
    writeFileSync(file, '');
    place(file, before, dead);
    for (const racer of racers) racer.send({ round: file, spinUs: Math.random() * 400 });
    const replies = await Promise.all(racers.map((racer) => racer.reply()));
    const held = replies.filter((reply) => reply['held'] === true).length;
    if (held > 1) doubles++;
    if (held !== (before === 'a live lock' ? 0 : 1)) wrong++;
  }
  return { races, doubles, wrong };
}

function place(file: string, before: Before, dead: number): void {
  if (before === 'nothing') return;
  const token = (pid: number): string =>
    JSON.stringify({ ...ownIdentity(import.meta.filename), start: undefined, pid, id: randomUUID() });
  const lock = token(before === 'a live lock' ? process.pid : dead);
  writeFileSync(`${file}.lock`, lock);
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 32);
  if (before === 'a dead lock and a dead takeover') writeFileSync(`${file}.lock.${digest}`, token(dead));
}

/** Lets all racers lock and unlock one file as fast as they can: `held` times in sum, `doubles` of them not alone. */
async function relay(racers: readonly Racer[], folder: string, count: number) {
  const file = join(folder, 'relay.jsonl');
  writeFileSync(file, '');
  for (const racer of racers) racer.send({ relay: file, count });
  const replies = await Promise.all(racers.map((racer) => racer.reply()));
  const sum = (name: string): number => replies.reduce((total, reply) => total + Number(reply[name]), 0);
  return { held: sum('held'), doubles: sum('doubles') };
}
