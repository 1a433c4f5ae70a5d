import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Progress } from '../../conformance/model/report-model.js';
import type { SelftestReport } from '../../conformance/selftest/selftest.js';
import type { Selftest } from './surroundings.js';

/** More processes than this only heat the machine. */
const MOST = 4;

type Options = Parameters<Selftest>[0];

/** Judges the servers in this process where a part is asked for or there is one core, else each part in a child process. */
export const selftestOnAllCores: Selftest = async (options) => {
  const parts = Math.min(MOST, availableParallelism());
  const program = process.argv[1];
  if (options.shard !== undefined || parts === 1 || program === undefined) {
    const { loadSelftest } = await import('./selftest.js');
    // The program that started this one shows how far all parts are.
    const onProgress = process.send === undefined ? options.onProgress : process.send.bind(process);
    return (await loadSelftest())({ ...options, onProgress });
  }
  const began = performance.now();
  const { joinShards } = await import('../../conformance/selftest/selftest.js');
  const progress = Array.from({ length: parts }, (): Progress => ({ done: 0, total: 0, current: '' }));
  const reports = await Promise.all(
    progress.map((_, index) =>
      judgePart(program, `${index + 1}/${parts}`, options, (part) => {
        progress[index] = part;
        const sum = (count: (one: Progress) => number): number => progress.reduce((all, one) => all + count(one), 0);
        options.onProgress({ done: sum(({ done }) => done), total: sum(({ total }) => total), current: part.current });
      }),
    ),
  );
  return joinShards(reports, performance.now() - began);
};

/** Runs this program on one part. Ctrl-C reaches it as well, and it then reports what it has. */
async function judgePart(
  program: string,
  shard: string,
  { seed, signal }: Options,
  onProgress: (progress: Progress) => void,
): Promise<SelftestReport> {
  const seeded = seed === undefined ? [] : ['--seed', String(seed)];
  const args = ['conformance', '--mode', 'selftest', '--json', '--shard', shard, ...seeded];
  // Most of what a run makes is dropped at once; a nursery for it saves a tenth of the time.
  const options = [...process.execArgv, '--max-semi-space-size=64'];
  const child = spawn(process.execPath, [...options, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.on('message', (progress) => onProgress(progress as Progress));
  const onAbort = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', onAbort);
  try {
    const written = await text(child.stdout!);
    if (written !== '') return JSON.parse(written) as SelftestReport;
    throw new Error(`The self-test of part ${shard} ended without a report.`);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
