import { inspect, parseArgs } from 'node:util';
import { createDefaultTransport, createFuturesClient, FuturesError, type Transport } from 'futures-trading-client';
import { createSandbox, type Sandbox } from 'futures-trading-client/sandbox';
import { buildSigningString, signRequest } from 'futures-trading-client/signing';
import pc from 'picocolors';
import type { Operation } from '../generated/operations.js';
import { type Step, tellStory, untoldIn } from './tour/story.js';

/* npm start: every operation, signed, on an embedded exchange over HTTP. `npm start -- --full` cuts nothing. Fails when a call fails. */
const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

const WIDTH = Math.max(60, process.stdout.columns ?? 120);

const sandbox = createSandbox();
await using server = await sandbox.listen();
const called = await tour(sandbox, server.url);
printSummary(called);
process.exitCode = called.some(({ error }) => error !== undefined) ? 1 : 0;

async function tour(exchange: Sandbox, baseUrl: string): Promise<readonly Row[]> {
  const { credentials } = exchange;
  let seen: Partial<Row> = {};
  const send = createDefaultTransport();
  const transport: Transport = async (request) => {
    seen.target = request.target;
    const response = await send(request);
    seen.status = response.status;
    return response;
  };
  const client = createFuturesClient({
    baseUrl,
    credentials,
    transport,
    sign(request) {
      seen.signed = buildSigningString(request);
      return signRequest({ ...request, apiSecret: credentials.apiSecret });
    },
  });

  console.log(`\nCalling an embedded exchange at ${baseUrl}\n`);
  console.log(pc.dim('It verifies every signature and keeps state; key, secret and money are made up.\n'));
  const rows: Row[] = [];
  const results: Record<string, unknown> = {};
  const show = (row: Row): void => printRow(row, rows.push(row));
  const story = tellStory(exchange);
  for (const { step, meanwhile } of story) {
    if (meanwhile !== undefined) {
      meanwhile.run();
      console.log(`    ${pc.yellow(meanwhile.text)}`);
    }
    seen = {};
    const planned = step(results);
    const row: Row = { operation: planned.operation, ...(await attempt(client, planned)), ...seen };
    results[row.operation.operationId] = row.result;
    show(row);
  }
  for (const operation of untoldIn(story)) show({ operation, skip: 'scripts/tour/story.ts has no step for it' });
  return rows;
}

async function attempt(client: object, { operation, input }: Step): Promise<Partial<Row>> {
  try {
    const method = (client as Record<string, (input: object) => Promise<unknown>>)[operation.operationId]!;
    return { result: await method(input) };
  } catch (error) {
    if (error instanceof FuturesError) return { error };
    throw error;
  }
}

interface Row {
  readonly operation: Operation;
  target?: string;
  /** The text that was signed; absent when nothing was. */
  signed?: string;
  status?: number;
  readonly result?: unknown;
  readonly error?: FuturesError;
  readonly skip?: string;
}

function printRow(row: Row, number: number): void {
  const { operation, target, signed, status, result, error, skip } = row;
  const { operationId, method, path, security } = operation;
  const head = `${String(number).padStart(2)} ${operationId.padEnd(20)} ${method.padEnd(5)}${target ?? path}`;
  if (skip !== undefined) return console.log(`${pc.dim(`    ${head}`)}\n    ${pc.dim(`skipped ${skip}`)}`);
  const state = status === undefined ? '---' : String(status);
  console.log(`${error === undefined ? pc.green(state) : pc.red(state)} ${pc.bold(head)}`);
  console.log(
    `    ${pc.dim('signed')}  ${signed === undefined ? pc.dim(error?.outcome === 'not-sent' ? 'nothing' : `nothing (${security})`) : cut(signed)}`,
  );
  if (error !== undefined)
    console.log(`    ${pc.red(error.name)}  ${error.message} ${pc.dim(`outcome: ${error.outcome}`)}`);
  else
    console.log(
      `    ${pc.dim('result')}  ${cut(inspect(result, { breakLength: Infinity, depth: 4, maxArrayLength: full ? null : 2 }))}`,
    );
}

function printSummary(rows: readonly Row[]): void {
  const failed = rows.filter((row) => row.error !== undefined).length;
  const skipped = rows.filter((row) => row.skip !== undefined).length;
  const sent = rows.filter((row) => row.skip === undefined && row.error?.outcome !== 'not-sent');
  const signed = sent.filter((row) => row.signed !== undefined).length;
  console.log(`\n${sent.length} calls made, ${signed} of them signed, ${failed} failed, ${skipped} skipped.`);
  console.log(`
Where to look next
  README.md                      a program that places an order, and where to read on
  generated/client.ts            every method, its input and what is declared, observed or unknown about it
  npm start -- --full            the same with nothing cut
  npx futures-trading-client sandbox  the same exchange as a server, for any language
  npm run docs                   the reference, into dist/docs/`);
}

function cut(text: string): string {
  const room = WIDTH - 12;
  return full || text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
