import { parseArgs } from 'node:util';
import { createDefaultTransport, createFuturesClient, FuturesError, type Transport } from 'futures-trading-client';
import { createSandbox, type Sandbox } from 'futures-trading-client/sandbox';
import { buildSigningString, signRequest } from 'futures-trading-client/signing';
import { printIntroduction, printMeanwhile, printRow, printSummary, type Row } from './tour/print.js';
import { type Step, tellStory, untoldIn } from './tour/story.js';

/* npm start: every operation, signed, on an embedded exchange over HTTP. `npm start -- --full` cuts nothing. Fails when a call fails. */
const { full } = parseArgs({ options: { full: { type: 'boolean', default: false } } }).values;

const sandbox = createSandbox();
const server = await sandbox.listen();
try {
  const rows = await tour(sandbox, server.url);
  printSummary(rows);
  process.exitCode = rows.some(({ error }) => error !== undefined) ? 1 : 0;
} finally {
  await server.close();
}

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

  printIntroduction(baseUrl);
  const rows: Row[] = [];
  const results: Record<string, unknown> = {};
  const show = (row: Row): void => printRow(row, rows.push(row), full);
  const story = tellStory(exchange);
  for (const { step, meanwhile } of story) {
    if (meanwhile !== undefined) {
      meanwhile.run();
      printMeanwhile(meanwhile.text);
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
