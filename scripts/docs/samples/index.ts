import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { described, type Described } from '../../described.js';
import { type SampleCall, callOf } from './call.js';
import type { SampleExchange } from './exchange.js';
import { runSample } from './run-sample.js';
import { type Kit, kits, ToolMissing } from './kits.js';

/** The sample of one operation in one language. */
export interface Program {
  /** Such as `createOrder.python`. */
  readonly key: string;
  readonly kit: Kit;
  readonly call: SampleCall;
  readonly code: string;
}

/** The outcome of a program. */
export interface SampleVerdict {
  /** Digest of the program's text. A changed program has another, and needs another verdict. */
  readonly digest: string;
  /** Such as `Python 3.11.7`. */
  readonly ranWith: string;
  /** Its output. */
  readonly answer: string;
  /** Fields whose described value names nothing on the sandbox, in words; the program has one that does. */
  readonly replaced: string;
}

export const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex').slice(0, 32);

/** Writes the sample of each operation in each language. */
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
 * Runs each program against a sandbox that listens on loopback, two at a time. A program without a verdict did not run:
 * its tools are missing, or the sandbox has no route for its operation.
 *
 * @throws {Error} Naming each program that failed, with what it said. Nothing is left behind.
 */
export async function runPrograms(
  exchange: SampleExchange,
  programs: readonly Program[],
  tell: (line: string) => void = () => {},
): Promise<ReadonlyMap<string, SampleVerdict>> {
  const verdicts = new Map<string, SampleVerdict>();
  const failures: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'doc-samples-'));
  const runAll = async (kit: Kit): Promise<void> => {
    const own = programs.filter((program) => program.kit === kit);
    const ranWith = await kit.version();
    await mkdir(join(folder, kit.language));
    const startOf = await kit.build(join(folder, kit.language), new Map(own.map(({ key, code }) => [key, code])));
    const queue = own.values();
    const work = async (): Promise<void> => {
      for (const { key, call, code } of queue) {
        tell(key);
        const answer = await runSample(startOf(key), call, exchange).catch((error: Error) => {
          failures.push(`${key}: ${error.message}`);
        });
        const replaced = Object.keys(call.input).filter((name) => Object.hasOwn(exchange.existing, name));
        if (answer === undefined) continue;
        const verdict = { ranWith, answer: answer.slice(0, MOST), replaced: replaced.join(', ') };
        verdicts.set(key, { digest: digestOf(code), ...verdict });
      }
    };
    await Promise.all([work(), work()]);
  };
  try {
    for (const kit of new Set(programs.map((program) => program.kit))) {
      await runAll(kit).catch((error: Error) => {
        if (error instanceof ToolMissing) tell(`Not run in ${kit.label}: ${error.message}`);
        else failures.push(`${kit.label} does not build: ${error.message}`);
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return verdicts;
}

/** More of an answer is not shown. */
const MOST = 400;
