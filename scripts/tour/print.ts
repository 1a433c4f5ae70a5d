import { inspect } from 'node:util';
import type { FuturesError } from 'futures-trading-client';
import pc from 'picocolors';
import type { Operation } from '../../generated/operations.js';

/** One call, as it is told. */
export interface Row {
  readonly operation: Operation;
  target?: string;
  /** The text that was signed; absent when nothing was. */
  signed?: string;
  status?: number;
  readonly result?: unknown;
  readonly error?: FuturesError;
  readonly skip?: string;
}

const WIDTH = Math.max(60, process.stdout.columns ?? 120);

export function printIntroduction(baseUrl: string): void {
  console.log(`\nCalling an embedded exchange at ${baseUrl}\n`);
  console.log(pc.dim('It verifies every signature and keeps state; key, secret and money are made up.\n'));
}

export function printMeanwhile(text: string): void {
  console.log(`    ${pc.yellow(text)}`);
}

export function printRow(row: Row, number: number, full: boolean): void {
  const { operation, target, signed, status, result, error, skip } = row;
  const { operationId, method, path, security } = operation;
  const head = `${String(number).padStart(2)} ${operationId.padEnd(21)}${method.padEnd(5)}${target ?? path}`;
  if (skip !== undefined) return console.log(`${pc.dim(`    ${head}`)}\n    ${pc.dim(`skipped ${skip}`)}`);
  const state = status === undefined ? '---' : String(status);
  console.log(`${error === undefined ? pc.green(state) : pc.red(state)} ${pc.bold(head)}`);
  console.log(
    `    ${pc.dim('signed')}  ${signed === undefined ? pc.dim(error?.outcome === 'not-sent' ? 'nothing' : `nothing (${security})`) : cut(signed, full)}`,
  );
  if (error !== undefined)
    console.log(`    ${pc.red(error.name)}  ${error.message} ${pc.dim(`outcome: ${error.outcome}`)}`);
  else
    console.log(
      `    ${pc.dim('result')}  ${cut(inspect(result, { breakLength: Infinity, depth: 4, maxArrayLength: full ? null : 2 }), full)}`,
    );
}

export function printSummary(rows: readonly Row[]): void {
  const failed = rows.filter((row) => row.error !== undefined).length;
  const skipped = rows.filter((row) => row.skip !== undefined).length;
  const sent = rows.filter((row) => row.skip === undefined && row.error?.outcome !== 'not-sent');
  const signed = sent.filter((row) => row.signed !== undefined).length;
  console.log(`\n${sent.length} calls made, ${signed} of them signed, ${failed} failed, ${skipped} skipped.`);
  console.log(`
Where to look next
  README.md                      ten lines that place an order
  generated/client.ts            every method, its input and what is declared, observed or unknown about it
  npm start -- --full            the same with nothing cut
  npx futures-trading-client sandbox  the same exchange as a server, for any language
  npm run docs                   the reference, into dist/docs/`);
}

function cut(text: string, full: boolean): string {
  const room = WIDTH - 12;
  return full || text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
