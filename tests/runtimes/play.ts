import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { inTemporaryFolder } from '../../scripts/temporary-folder.js';
import { FAULTS } from './faults.js';
import { cameTooLate, judge, type Verdict } from './judge.js';
import type { Said } from './program.js';
import type { Record } from './server.js';

const root = resolve(import.meta.dirname, '../..');

/** The output of a runtime. */
export interface Printed {
  readonly said?: readonly (readonly Said[])[];
  readonly uncaught?: readonly string[];
  /** The events of one order that was watched. */
  readonly watched?: readonly string[];
  /** The transport was refused by name before anything was sent. */
  readonly refused?: string;
}

/** Plays the faults with these numbers against servers on these ports. */
export type Play = (numbers: readonly number[], ports: readonly number[]) => Promise<Printed>;

/** The result of every fault that could be played, with one transport on one runtime. */
export interface Result {
  readonly faults: number;
  readonly orders: number;
  readonly wrong: readonly string[];
  readonly weaker: readonly string[];
  /** Faults that the machine was too slow to play as they are meant. */
  readonly notPlayed: readonly string[];
  readonly refused?: string | undefined;
}

const WATCHED = 'started,opened,filled';

/** Faults that came too late are played again so often. */
const ROUNDS = 3;

/** A folder with the program and the package as it is installed, for as long as `use` takes. */
export const withProgram = <T>(use: (files: { program: string; server: string }) => Promise<T>): Promise<T> =>
  inTemporaryFolder(async (folder) => {
    const modules = join(folder, 'node_modules');
    // A copy: a build that runs meanwhile takes the files away for a moment.
    for (const part of ['package.json', 'dist/src', 'dist/shared'])
      await cp(join(root, part), join(modules, 'futures-trading-client', part), { recursive: true });
    for (const name of ['undici', 'openapi-fetch', '@noble'])
      await symlink(join(root, 'node_modules', name), join(modules, name));
    const dependencies = { 'futures-trading-client': '*', undici: '*' };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    await build({
      entryPoints: { program: join(import.meta.dirname, 'main.ts'), server: join(import.meta.dirname, 'server.ts') },
      outdir: folder,
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['futures-trading-client'],
    });
    return use({ program: join(folder, 'program.js'), server: join(folder, 'server.js') });
  });

/** Plays by a command line: `node program.js`, `deno run -A program.js` … */
export const byCommand =
  (command: readonly string[], program: string, transport: string): Play =>
  (numbers, ports) =>
    new Promise((done, reject) => {
      const [file = '', ...rest] = command;
      const given = [...rest, program, transport, JSON.stringify(numbers), JSON.stringify(ports)];
      const env = { ...process.env, NODE_OPTIONS: '', DENO_NO_UPDATE_CHECK: '1' };
      execFile(file, given, { timeout: 240_000, maxBuffer: 2 ** 26, env }, (error, stdout, stderr) => {
        const line = stdout.trim().split('\n').at(-1) ?? '';
        if (line.startsWith('{')) done(JSON.parse(line) as Printed);
        else reject(new Error(`${file} ended early: ${(error?.message ?? '').slice(0, 200)} ${stderr.slice(-800)}`));
      });
    });

/** Plays every fault, and judges it by what the servers saw. */
export async function playAll(play: Play, server: string): Promise<Result> {
  const verdicts = new Map<number, Verdict>();
  const uncaught: string[] = [];
  let left = FAULTS.map((_fault, index) => index);
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    const { printed, record } = await against(server, (ports) => play(left, ports));
    if (printed.refused !== undefined)
      return { faults: 0, orders: 0, wrong: [], weaker: [], notPlayed: [], refused: printed.refused };
    uncaught.push(...(printed.uncaught ?? []));
    if (printed.watched?.join() !== WATCHED) uncaught.push(`watchOrders: ${printed.watched?.join()}`);
    left = left.filter((number, place) => {
      const fault = FAULTS[number]!;
      const said = printed.said![place]!;
      if (cameTooLate(fault, record.lateMs[number]!, said)) return true;
      const arrived = record.arrived.filter((request) => request.fault === number);
      verdicts.set(number, judge(fault, said, arrived));
      return false;
    });
  }
  const told = (kind: keyof Verdict): string[] =>
    [...verdicts].flatMap(([number, verdict]) => verdict[kind].map((text) => `${FAULTS[number]!.name}: ${text}`));
  return {
    faults: verdicts.size,
    orders: [...verdicts.keys()].reduce((sum, number) => sum + FAULTS[number]!.orders, 0),
    wrong: [...told('wrong'), ...uncaught],
    weaker: told('weaker'),
    notPlayed: left.map((number) => FAULTS[number]!.name),
  };
}

async function against(
  server: string,
  play: (ports: readonly number[]) => Promise<Printed>,
): Promise<{ printed: Printed; record: Record }> {
  const child = fork(server, { execArgv: [] });
  try {
    const [ports] = (await once(child, 'message')) as [readonly number[]];
    const printed = await play(ports);
    child.send('record');
    const [record] = (await once(child, 'message')) as [Record];
    return { printed, record };
  } finally {
    child.disconnect();
  }
}
