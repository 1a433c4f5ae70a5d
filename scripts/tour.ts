import { parseArgs } from 'node:util';
import {
  ArgumentError,
  createDefaultTransport,
  createFuturesClient,
  credentialsFromEnv,
  type Dialect,
  documented,
  FuturesError,
  observed,
  type Transport,
} from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';
import { buildSigningString, signRequest } from 'futures-trading-client/signing';
import type { Operation } from '../generated/operations.js';
import { described } from './described.js';
import { printIntroduction, printMeanwhile, printRow, printSummary, type Row } from './tour/print.js';
import { type StoryStep, tellStory, untoldIn } from './tour/story.js';
import { planTour, type Step } from './tour/plan.js';

const HELP = `npm start                              every operation, signed, on an embedded exchange
npm start -- --base-url URL            declared reads against a real service;
                                       credentials from FUTURES_API_KEY and FUTURES_API_SECRET
  --contract NAME                      contract to read (default E-BTC-USDT)
  --dialect documented|observed        what to do where the service document is silent (default documented)
  --call 'NAME={"field":"value"}'      also make this call, whatever its effect: sent digit for digit, once
  --full                               print signed texts and results whole
Exit codes: 0 every call succeeded, 1 a call failed, 2 the command line is wrong.`;

const DIALECTS: Readonly<Record<string, Dialect>> = { documented, observed };

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        'base-url': { type: 'string' },
        contract: { type: 'string' },
        dialect: { type: 'string', default: 'documented' },
        call: { type: 'string', multiple: true, default: [] },
        full: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return (console.log(HELP), 0);
    const dialect = DIALECTS[values.dialect];
    if (dialect === undefined) throw usage('--dialect', `is one of ${Object.keys(DIALECTS).join(', ')}`);
    if (values['base-url'] === undefined && values.call.length > 0) throw usage('--call', 'goes with --base-url');
    if (values['base-url'] === undefined && values.contract !== undefined)
      throw usage('--contract', 'goes with --base-url');
    if (values['base-url'] !== undefined) {
      const credentials = credentialsFromEnv();
      const steps = planTour(described, {
        contract: values.contract ?? 'E-BTC-USDT',
        calls: values.call,
        signed: credentials !== undefined,
      });
      return await tour(
        steps.map((planned) => ({ operationId: planned.operation.operationId, step: () => planned })),
        {
          baseUrl: values['base-url'],
          credentials,
          dialect,
          full: values.full,
        },
      );
    }
    return await tourSandbox({ dialect, full: values.full });
  } catch (error) {
    const wrongUse = error instanceof FuturesError || (error instanceof TypeError && 'code' in error);
    if (!wrongUse) throw error;
    console.error(
      `${error.message}\n\nnpm start -- --help shows how it is used: npm start -- --base-url URL [options]`,
    );
    return 2;
  }
}

/** The story on the embedded exchange, over HTTP; an operation without a step is skipped by name. */
async function tourSandbox(options: Pick<TourOptions, 'dialect' | 'full'>): Promise<number> {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  try {
    const story = tellStory(sandbox);
    return await tour([...story, ...untoldIn(story).map(leaveOut)], {
      ...options,
      baseUrl: server.url,
      credentials: sandbox.credentials,
      embedded: true,
    });
  } finally {
    await server.close();
  }
}

function leaveOut(operation: Operation): StoryStep {
  const skip = 'scripts/tour/story.ts has no step for it';
  return { operationId: operation.operationId, step: () => ({ operation, input: {}, skip }) };
}

interface TourOptions {
  readonly baseUrl: string;
  readonly credentials: ReturnType<typeof credentialsFromEnv>;
  readonly dialect: Dialect;
  readonly full: boolean;
  readonly embedded?: boolean;
}

async function tour(steps: readonly StoryStep[], options: TourOptions): Promise<number> {
  const { baseUrl, credentials, dialect, full, embedded = false } = options;
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
    dialect,
    sign(request) {
      seen.signed = buildSigningString(request);
      return signRequest({ ...request, apiSecret: credentials!.apiSecret });
    },
  });

  printIntroduction({ baseUrl, embedded });
  const rows: Row[] = [];
  const results: Record<string, unknown> = {};
  for (const [index, { step, meanwhile }] of steps.entries()) {
    if (meanwhile !== undefined) {
      meanwhile.run();
      printMeanwhile(meanwhile.text);
    }
    seen = {};
    const planned = step(results);
    const row: Row = { number: index + 1, operation: planned.operation, ...(await attempt(client, planned)), ...seen };
    results[row.operation.operationId] = row.result;
    rows.push(row);
    printRow(row, full);
  }
  printSummary(rows, { embedded });
  return rows.some((row) => row.error !== undefined) ? 1 : 0;
}

async function attempt(client: object, { operation, input, skip }: Step): Promise<Partial<Row>> {
  if (skip !== undefined) return { skip };
  try {
    const method = (client as Record<string, (input: object) => Promise<unknown>>)[operation.operationId]!;
    return { result: await method(input) };
  } catch (error) {
    if (error instanceof FuturesError) return { error };
    throw error;
  }
}

function usage(field: string, problem: string): ArgumentError {
  return new ArgumentError(`${field} ${problem}.`, { field });
}
