import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { OperationId } from '../../../generated/operations.js';
import { described } from '../../described.js';
import { callOf } from './call.js';
import { prepareExchange } from './exchange.js';
import { kits, type RanSamples, runSamples } from './index.js';
import type { Kit, Language } from './language.js';

/*
 * `npm run samples` runs every program and writes verdicts.json, by the digest of each. The site only reads it: it is built
 * where Go is not installed, too. A program without a verdict is published as not verified, and a test fails.
 */

const FILE = new URL('verdicts.json', import.meta.url);

/** What came of running a program. */
export interface SampleVerdict {
  /** Of the program's text. A changed program has another, and needs another verdict. */
  readonly digest: string;
  /** Such as `Python 3.11.7`. */
  readonly ranWith: string;
  /** What it printed. */
  readonly answer: string;
  /** Fields whose described value names nothing on the sandbox, in words; the program has one that does. */
  readonly replaced: string;
}

/** A program as it is published. */
export interface VerifiedSample extends Pick<Kit, 'language' | 'label' | 'highlight'> {
  readonly code: string;
  /** Absent when it was never run as it stands. */
  readonly verdict?: SampleVerdict;
}

type Verdicts = Readonly<Record<string, SampleVerdict>>;

/** Writes every program, and finds its verdict. */
export async function verifiedSamples(): Promise<ReadonlyMap<OperationId, readonly VerifiedSample[]>> {
  const stored = readVerdicts();
  const samples = new Map<OperationId, VerifiedSample[]>(described.map(({ operation }) => [operation.operationId, []]));
  for (const { operationId, kit, key, code } of await writePrograms()) {
    const { language, label, highlight } = kit;
    const verdict = stored[key];
    const isVerified = verdict?.digest === digestOf(code);
    samples.get(operationId)!.push({ language, label, highlight, code, ...(isVerified && { verdict }) });
  }
  return samples;
}

/** Runs every program whose language is installed, and stores the verdicts. Others keep theirs. */
export async function storeVerdicts(onProgress: (title: string) => void): Promise<readonly string[]> {
  const ran = await runSamples({ onProgress });
  const programs = await writePrograms();
  const [stored, fresh] = [readVerdicts(), verdictsOf(ran)];
  // Of a program that has not changed the stored verdict stays: what it printed holds the time, and would differ each day.
  const verdictOf = (key: string): SampleVerdict | undefined =>
    stored[key]?.digest === fresh[key]?.digest ? stored[key] : (fresh[key] ?? stored[key]);
  const known = programs
    .map(({ key }) => [key, verdictOf(key)] as const)
    .filter(([, verdict]) => verdict !== undefined);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  return ran.leftOut.map(({ language, operationId, reason }) => `${operationId ?? 'all'} in ${language}: ${reason}`);
}

interface Program {
  readonly key: string;
  readonly operationId: OperationId;
  readonly kit: Kit;
  readonly code: string;
}

async function writePrograms(): Promise<readonly Program[]> {
  const { existing } = await prepareExchange();
  return described.flatMap((example) => {
    const call = callOf(example, existing);
    const { operationId } = example.operation;
    return kits.map((kit) => ({ key: keyOf(operationId, kit.language), operationId, kit, code: kit.write(call) }));
  });
}

const verdictsOf = ({ samples }: RanSamples): Verdicts =>
  Object.fromEntries(
    [...samples].flatMap(([operationId, ran]) =>
      ran.map(({ language, code, ranWith, answer, replaced = [] }) => [
        keyOf(operationId, language),
        { digest: digestOf(code), ranWith, answer: answer.slice(0, MOST), replaced: replaced.join(', ') },
      ]),
    ),
  );

/** More of an answer is not shown. */
const MOST = 400;

const keyOf = (operationId: OperationId, language: Language): string => `${operationId}.${language}`;

export const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex').slice(0, 32);

export const readVerdicts = (): Verdicts => JSON.parse(readFileSync(FILE, 'utf8')) as Verdicts;
