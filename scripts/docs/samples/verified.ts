import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { OperationId } from '../../../generated/operations.js';
import { described } from '../../described.js';
import { callOf } from './call.js';
import { prepareExchange } from './exchange.js';
import { kits, type RanSamples, runSamples } from './index.js';
import type { Kit, Language } from './language.js';

/*
 *   description ─► programs ─► digest of each ──► verdicts.json has it ─► published with its verdict
 *                                        └─────► it does not: run here, or published as "not verified yet" and logged
 *
 * Verdicts are under version control, so a site that is built where Go is not installed shows the Go samples all the
 * same. `npm run samples` runs every program and writes the file; a test fails while a verdict is missing.
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

export interface VerifiedSamples {
  readonly samples: ReadonlyMap<OperationId, readonly VerifiedSample[]>;
  /** Sentences for the log of the build: what has no verdict, and why it could not be run. */
  readonly unverified: readonly string[];
}

/** Writes every program, and finds its verdict. Runs only what changed since it was verified. */
export async function verifiedSamples(onProgress: (title: string) => void): Promise<VerifiedSamples> {
  const programs = await writePrograms();
  const stored = readVerdicts();
  const stale = programs.filter(({ key, code }) => stored[key]?.digest !== digestOf(code));
  const fresh: Verdicts = stale.length === 0 ? {} : await runStale(stale, onProgress);
  const verdicts = { ...stored, ...fresh };
  const samples = new Map<OperationId, VerifiedSample[]>(described.map(({ operation }) => [operation.operationId, []]));
  for (const { operationId, kit, key, code } of programs) {
    const { language, label, highlight } = kit;
    const verdict = verdicts[key];
    const isVerified = verdict?.digest === digestOf(code);
    samples.get(operationId)!.push({ language, label, highlight, code, ...(isVerified && { verdict }) });
  }
  const unverified = stale
    .filter(({ key }) => fresh[key] === undefined)
    .map(({ operationId, kit }) => `${operationId} in ${kit.label} changed, and could not be run here`);
  return { samples, unverified };
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

async function runStale(stale: readonly Program[], onProgress: (title: string) => void): Promise<Verdicts> {
  const languages = new Set(stale.map(({ kit }) => kit.language));
  const operationIds = new Set(stale.map(({ operationId }) => operationId));
  const ran = await runSamples({
    kits: kits.filter(({ language }) => languages.has(language)),
    examples: described.filter(({ operation }) => operationIds.has(operation.operationId)),
    onProgress,
  });
  return verdictsOf(ran);
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
