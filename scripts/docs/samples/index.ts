import { described } from '../../described.js';
import { inTemporaryFolder } from '../../temporary-folder.js';
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

export const writePrograms = ({ existing }: SampleExchange): readonly Program[] =>
  described.flatMap((example) => {
    const call = callOf(example, existing);
    const { operationId } = call.operation;
    return kits.map((kit) => ({ key: `${operationId}.${kit.language}`, kit, call, code: kit.write(call) }));
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
  const runAll = async (kit: Kit, folder: string): Promise<void> => {
    const own = programs.filter((program) => program.kit === kit);
    await kit.version();
    const startOf = await kit.build(folder, new Map(own.map(({ key, code }) => [key, code])));
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
  for (const kit of new Set(programs.map((program) => program.kit))) {
    await inTemporaryFolder((folder) => runAll(kit, folder)).catch((error: Error) => {
      if (!(error instanceof ToolMissing)) failures.push(`${kit.label} does not build: ${error.message}`);
    });
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return printed;
}
