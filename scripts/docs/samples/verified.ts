import { readFileSync, writeFileSync } from 'node:fs';
import type { OperationId } from '../../../generated/operations.js';
import { prepareExchange } from './exchange.js';
import { digestOf, runPrograms, type SampleVerdict, writePrograms } from './index.js';
import type { Kit } from './kits.js';

/*
 * `npm run samples` runs every program and writes verdicts.json, by the digest of each. The site only reads it: it is built
 * where Go is not installed, too. A program without a verdict is published as not verified, and a test fails.
 */

const FILE = new URL('verdicts.json', import.meta.url);

/** A program as it is published. */
export interface VerifiedSample extends Pick<Kit, 'language' | 'label' | 'highlight'> {
  readonly code: string;
  /** Absent when it was never run as it stands. */
  readonly verdict?: SampleVerdict;
}

export const readVerdicts = () => JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, SampleVerdict>>;

/** Writes every program, and finds its verdict. */
export async function verifiedSamples(): Promise<ReadonlyMap<OperationId, readonly VerifiedSample[]>> {
  const stored = readVerdicts();
  const samples = new Map<OperationId, VerifiedSample[]>();
  for (const { key, kit, call, code } of writePrograms(await prepareExchange())) {
    const { language, label, highlight } = kit;
    const { operationId } = call.operation;
    const verdict = stored[key];
    const sample = { language, label, highlight, code, ...(verdict?.digest === digestOf(code) && { verdict }) };
    samples.set(operationId, [...(samples.get(operationId) ?? []), sample]);
  }
  return samples;
}

/** Runs every program whose language is installed, and stores the verdicts. Others keep theirs. */
export async function storeVerdicts(tell: (line: string) => void): Promise<void> {
  const exchange = await prepareExchange();
  const programs = writePrograms(exchange);
  const [stored, fresh] = [readVerdicts(), await runPrograms(exchange, programs, tell)];
  // A program that has not changed keeps its stored verdict: its output holds the time, and would differ each day.
  const known = programs.flatMap(({ key, code }) => {
    const verdict = stored[key]?.digest === digestOf(code) ? stored[key] : (fresh.get(key) ?? stored[key]);
    return verdict === undefined ? [] : [[key, verdict] as const];
  });
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
}
