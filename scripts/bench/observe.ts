import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFuturesClient } from 'futures-trading-client';
import { createHarRecorder } from 'futures-trading-client/conformance';
import { createSandbox } from 'futures-trading-client/sandbox';
import type { Row } from './block.js';
import { quartiles } from './rounds.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BYTES = 10_000_000;
const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: 1 } as const;

/** Seconds from the start of the process to the report. Disk and process are part of it. */
export async function observeRows(rounds = 7): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'traffic.har');
  const env = { ...process.env, ...(await record(file)) };
  const seconds: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const started = performance.now();
    execFileSync(process.execPath, ['dist/src/cli/main.js', 'conformance', 'observe', file], { cwd: root, env });
    if (i >= 0) seconds.push((performance.now() - started) / 1000);
  }
  rmSync(folder, { recursive: true });
  return [{ what: '`futures conformance observe`, 10 MB', value: quartiles(seconds), unit: 's', aim: 1.5, atMost: 2 }];
}

/** A bot that quotes, looks and cancels, until its recording is large enough. Returns what verifies the signatures. */
async function record(file: string): Promise<NodeJS.ProcessEnv> {
  const sandbox = createSandbox();
  const { credentials, url: baseUrl, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch, clock: 'local' });
  const recorder = createHarRecorder({ file, keepSignatures: true });
  await client.getContracts();
  for (let round = 0; round === 0 || statSync(file).size < BYTES; round++) {
    for (let quote = 0; quote < 8; quote++)
      await client.createOrder({ ...order, price: String(30_000 + ((round + quote) % 100)) });
    for (const query of [{ contractName }, {}]) await client.getOpenOrders(query);
    await client.cancelAllOrders();
    await client.getOpenOrders({ contractName });
    await client.getOrderHistory({ contractName, limit: '10' });
    await client.getServerTime();
  }
  recorder.close();
  return { FUTURES_API_KEY: credentials.apiKey, FUTURES_API_SECRET: credentials.apiSecret };
}
