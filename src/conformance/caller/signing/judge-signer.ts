import { lastLine } from '../last-printed.js';
import { type RunOptions, runProgram } from '../run-program.js';
import { type Difference, judgeRest, judgeSignature } from './judge-signature.js';
import { readVectors, requestLine } from './signing-vector.js';

/** A program that signs, beside the vector file. */
export interface JudgedSigner {
  /** The number of requests that it was given. */
  readonly total: number;
  /** Requests that it signed otherwise, and lines that no request asked for. */
  readonly differences: readonly Difference[];
  /** Why nothing can be told: the program did not answer, or did not end well. */
  readonly silent?: string;
  readonly end: number | string;
  /** Its last line, where nothing can be told. */
  readonly said?: string;
}

/** Gives a program every request of the vector file, one line each, and compares what it signs, step by step. */
export async function judgeSigner(command: string, options: RunOptions): Promise<JudgedSigner> {
  const vectors = readVectors();
  const { stdout, printed, end, stopped } = await runProgram(command, vectors.map(requestLine), options).ended;
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const total = vectors.length;
  const said = lastLine(printed);
  const silent = (text: string): JudgedSigner => ({ total, differences: [], end, said, silent: text });
  const why = stopped ?? `ended with ${typeof end === 'number' ? 'exit code' : 'signal'} ${end}`;
  if (stopped !== undefined || end !== 0)
    return silent(`${why}, after ${lines.length} of ${total} results${said === '' ? '' : `. It printed: ${said}`}`);
  if (!lines.some((line) => line.includes('"signature"'))) return silent('no line of its output has a signature');
  const wrong = vectors.flatMap((vector, at) => judgeSignature(vector, lines[at]) ?? []);
  return { total, differences: [...wrong, ...[judgeRest(lines, total) ?? []].flat()], end };
}

/** The first difference, in words. */
export function differenceText({ total, differences: [first, ...others] }: JudgedSigner): string {
  if (first === undefined) return `all ${total} signatures are right`;
  const { id, step, expected, got, mistake } = first;
  const steps = [...new Set(others.map((other) => other.step))].join(', ');
  const more = others.length === 0 ? '' : `; ${others.length} more differ, in ${steps}`;
  // The mistake first: long texts are cut. A key is only suspected, where nothing else is wrong.
  const place = mistake !== undefined && step === 'key' ? 'signed text' : step;
  const why = mistake === undefined ? '' : ` (${mistake})`;
  return `request ${id} differs in its ${place}${why}${more}: expected ${expected}, got ${got}`;
}
