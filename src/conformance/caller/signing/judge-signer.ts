import { lastLine } from '../last-printed.js';
import { type ProgramRun, type RunOptions, runProgram } from '../run-program.js';
import { type Difference, judgeLines } from './judge-signature.js';
import { readVectors, requestLine } from './signing-vector.js';

/** A program that signs, beside the vector file. */
export interface JudgedSigner {
  /** Requests that it signed otherwise, and lines that no request asked for. */
  readonly differences: readonly Difference[];
  /** Why nothing can be told: the program did not answer, or did not end well. */
  readonly silent?: string;
  readonly run: ProgramRun;
}

/** Gives a program every request of the vector file, one line each, and compares what it signs, step by step. */
export async function judgeSigner(command: string, options: RunOptions): Promise<JudgedSigner> {
  const vectors = readVectors();
  const run = await runProgram(command, vectors.map(requestLine), options).ended;
  const { stdout, printed, end, stopped } = run;
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const said = lastLine(printed) && `. It printed: ${lastLine(printed)}`;
  const why = stopped ?? `ended with ${typeof end === 'number' ? 'exit code' : 'signal'} ${end}`;
  if (stopped !== undefined || end !== 0)
    return { differences: [], run, silent: `${why}, after ${lines.length} of ${vectors.length} results${said}` };
  if (!lines.some((line) => line.includes('"signature"')))
    return { differences: [], run, silent: 'no line of its output has a signature' };
  return { differences: judgeLines(vectors, lines), run };
}

/** The first difference, in words. */
export function differenceText(first: Difference, others: readonly Difference[]): string {
  const { id, step, expected, got, mistake } = first;
  const steps = [...new Set(others.map((other) => other.step))].join(', ');
  const more = others.length === 0 ? '' : `; ${others.length} more differ, in ${steps}`;
  // The mistake first: long texts are cut.
  const why = mistake === undefined ? '' : ` (${mistake})`;
  return `request ${id} differs in its ${step}${why}${more}: expected ${expected}, got ${got}`;
}
