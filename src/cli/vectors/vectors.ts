import { Command } from 'commander';
import { COMMAND } from '../../core/command-name.js';
import { EXIT } from '../exit.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { toJsonLine } from '../printable.js';
import type { Difference } from './judge.js';
import { readVectors, requestLine, VECTOR_FILE } from './signing-vector.js';

interface VectorsOptions {
  readonly run?: string;
  readonly json?: true;
}

/** `futures vectors`: judges a signer in any language by the vector file. */
export function vectorsCommand(): Command {
  return new Command('vectors')
    .description('Test a program that signs, in any language. Without --run: print the requests that it gets.')
    .option('--run <command>', 'the program: reads one request per line, writes one result per line')
    .option('--json', 'print JSON')
    .addHelpText('after', `\n${PROTOCOL}\n\nExamples:\n  ${COMMAND} vectors --run 'python3 signer.py'`)
    .action(async ({ run, json }: VectorsOptions) => {
      const vectors = readVectors();
      if (run === undefined) return print(vectors.map(requestLine).join('\n'));
      // Loaded here: the other commands need none of it.
      const [{ judge, judgeRest }, { runSigner }] = await Promise.all([import('./judge.js'), import('./run-signer.js')]);
      const lines = await runSigner(run, vectors.map(requestLine));
      const wrong = vectors.flatMap((vector, i) => judge(vector, lines[i]) ?? []);
      const total = vectors.length;
      const differences = [...wrong, ...[judgeRest(lines, total) ?? []].flat()];
      const ok = differences.length === 0;
      print(json ? toJsonLine({ ok, total, right: total - wrong.length, differences }) : summaryOf(total, wrong.length, differences));
      process.exitCode = ok ? EXIT.done : EXIT.failed;
    });
}

const PROTOCOL = `The program reads one JSON object per line until its input ends:
  {"id":"…","timestamp":"1700000000000","method":"GET","path":"/fapi/v1/openOrders","query":"","body":"","secret":"…"}
It writes one JSON object per line, in the same order: the text that it signs, and the signature:
  {"id":"…","text":"1700000000000GET/fapi/v1/openOrders","signature":"c92f513e…"}
Exit code 0: all are right. 1: some differ. 2: the program did not run. The file: ${VECTOR_FILE}`;

function summaryOf(total: number, wrong: number, [first, ...others]: readonly Difference[]): string {
  if (first === undefined) return `All ${total} signatures are right.`;
  const { id, step, expected, got, mistake } = first;
  const rows = [
    ['request', id],
    ['step', step],
    ['expected', expected],
    ['got', got],
    ...(mistake === undefined ? [] : [['mistake', mistake]]),
  ];
  const steps = [...new Set(others.map((other) => other.step))].join(', ');
  const more = others.length === 0 ? '' : ` Others differ in: ${steps}. --json lists all of them.`;
  const count = wrong === 0 ? `All ${total} signatures are right, but more was printed.` : `${wrong} of ${total} differ; this is the first.`;
  return `${plainTable([], rows)}\n\n${count}${more}`;
}
