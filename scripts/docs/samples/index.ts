import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { described, type Described } from '../../described.js';
import { type SampleCall, callOf } from './call.js';
import type { SampleExchange } from './exchange.js';
import { runSample } from './run-sample.js';
import { type Kit, kits, ToolMissing } from './kits.js';

export interface Program {
  /** Such as `createOrder.python`. */
  readonly key: string;
  readonly kit: Kit;
  readonly call: SampleCall;
  readonly code: string;
}

export const writePrograms = (
  { existing }: SampleExchange,
  examples: readonly Described[] = described,
  languages = kits,
): readonly Program[] =>
  examples.flatMap((example) => {
    const call = callOf(example, existing);
    return languages.map((kit) => ({
      key: `${call.operation.operationId}.${kit.language}`,
      kit,
      call,
      code: kit.write(call),
    }));
  });

/**
 * Runs each program against a sandbox that listens on loopback, two at a time, and returns what each printed. One without a text
 * did not run: its tools are missing, or the sandbox has no route for its operation.
 *
 * @throws {Error} Naming each program that failed, with what it said. Nothing is left behind.
 */
export async function runPrograms(
  exchange: SampleExchange,
  programs: readonly Program[],
): Promise<ReadonlyMap<string, string>> {
  const printed = new Map<string, string>();
  const failures: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'doc-samples-'));
  const runAll = async (kit: Kit): Promise<void> => {
    const own = programs.filter((program) => program.kit === kit);
    await kit.version();
    await mkdir(join(folder, kit.language));
    const startOf = await kit.build(join(folder, kit.language), new Map(own.map(({ key, code }) => [key, code])));
    const queue = own.values();
    const work = async (): Promise<void> => {
      for (const { key, call } of queue) {
        const answer = await runSample(startOf(key), call, exchange).catch((error: Error) => {
          failures.push(`${key}: ${error.message}`);
        });
        if (answer !== undefined) printed.set(key, answer);
      }
    };
    await Promise.all([work(), work()]);
  };
  try {
    for (const kit of new Set(programs.map((program) => program.kit))) {
      await runAll(kit).catch((error: Error) => {
        if (!(error instanceof ToolMissing)) failures.push(`${kit.label} does not build: ${error.message}`);
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return printed;
}
