import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../../generated/operations.js';
import { described, type Described } from '../../described.js';
import { type SampleCall, callOf } from './call.js';
import { curl } from './curl.js';
import { type SampleExchange, prepareExchange } from './exchange.js';
import { go } from './go.js';
import type { Kit, Language, StartProgram } from './language.js';
import { python } from './python.js';
import { runSample } from './run-sample.js';
import { ToolMissing } from './tools.js';
import { typescript } from './typescript.js';

export type { Language } from './language.js';

export const kits: readonly Kit[] = [typescript, curl, python, go];

/** A program that was run as it stands here, and what it printed. */
export interface RanSample {
  readonly language: Language;
  readonly label: string;
  readonly highlight: Kit['highlight'];
  readonly code: string;
  /** Such as `Python 3.11.7`. */
  readonly ranWith: string;
  readonly answer: string;
  /** Fields whose described value names nothing on the sandbox: the program has one that does. */
  readonly replaced?: readonly string[];
}

export interface RunOptions {
  /** Told after each sample that ran: `createOrder in Python`. */
  readonly onProgress?: (title: string) => void;
  readonly kits?: readonly Kit[];
  readonly examples?: readonly Described[];
}

export interface RanSamples {
  readonly samples: ReadonlyMap<OperationId, readonly RanSample[]>;
  /** Nothing of a language whose tools are missing; one operation where the sandbox has no route for it yet. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly language: Language;
  /** Absent when the reason holds for every operation. */
  readonly operationId?: OperationId;
  readonly reason: string;
}

/**
 * Writes the sample of each operation in each language and runs it against a sandbox that listens on loopback, two at a
 * time. What is not in the result did not run.
 *
 * @throws {Error} Naming each sample that failed, with what it said. Nothing is left behind.
 */
export async function runSamples(options: RunOptions = {}): Promise<RanSamples> {
  const { kits: wanted = kits, examples = described, onProgress = () => {} } = options;
  const exchange = await prepareExchange();
  const run: Run = {
    exchange,
    calls: examples.map((example) => callOf(example, exchange.existing)),
    samples: new Map(examples.map(({ operation }) => [operation.operationId, []])),
    leftOut: [],
    failures: [],
    onProgress,
  };
  const folder = await mkdtemp(join(tmpdir(), 'doc-samples-'));
  try {
    for (const kit of wanted) await runLanguage(kit, run, join(folder, kit.language));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (run.failures.length > 0) throw new Error(run.failures.join('\n\n'));
  return { samples: run.samples, leftOut: run.leftOut };
}

interface Run extends RanSamples {
  readonly exchange: SampleExchange;
  readonly calls: readonly SampleCall[];
  readonly samples: Map<OperationId, RanSample[]>;
  readonly leftOut: LeftOut[];
  readonly failures: string[];
  readonly onProgress: (title: string) => void;
}

async function runLanguage(kit: Kit, run: Run, folder: string): Promise<void> {
  const { language, label } = kit;
  const ranWith = await kit.version().catch((error: unknown) => {
    if (!(error instanceof ToolMissing)) throw error;
    run.leftOut.push({ language, reason: error.message });
    return undefined;
  });
  if (ranWith === undefined) return;
  const programs = new Map(run.calls.map((call) => [call.operation.operationId as string, kit.write(call)]));
  await mkdir(folder);
  try {
    const startOf = await kit.build(folder, programs);
    const queue = run.calls.values();
    const work = async (): Promise<void> => {
      for (const call of queue) {
        const { operationId } = call.operation;
        await runOne({ kit, ranWith, call, code: programs.get(operationId)!, start: startOf(operationId) }, run);
      }
    };
    await Promise.all([work(), work()]);
  } catch (error) {
    run.failures.push(`${label} does not build: ${(error as Error).message}`);
  }
}

interface Program {
  readonly kit: Kit;
  readonly ranWith: string;
  readonly call: SampleCall;
  readonly code: string;
  readonly start: StartProgram;
}

async function runOne({ kit, ranWith, call, code, start }: Program, run: Run): Promise<void> {
  const { language, label, highlight } = kit;
  const { operationId } = call.operation;
  const title = `${operationId} in ${label}`;
  try {
    const answer = await runSample(start, call, run.exchange);
    if (answer === undefined) {
      run.leftOut.push({ language, operationId, reason: `the sandbox has no route for ${operationId} yet` });
      return;
    }
    const replaced = Object.keys(call.input).filter((name) => Object.hasOwn(run.exchange.existing, name));
    run.samples.get(operationId)!.push({ language, label, highlight, code, ranWith, answer, replaced });
    run.onProgress(title);
  } catch (error) {
    run.failures.push(`${title}: ${(error as Error).message}`);
  }
}
