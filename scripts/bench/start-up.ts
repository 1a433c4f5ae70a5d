import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listenOnFreePort } from '../listen.js';
import { medianOf, type Figure } from './row.js';
import { CREDENTIALS, ORDER_INPUT, RECEIPT } from './samples.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The shortest client that signs and sends the same call, as a person would write it by hand. */
const HAND_WRITTEN = `
  import { createHmac } from 'node:crypto';
  import { Agent, request } from 'node:http';
  export function createClient({ baseUrl, credentials }) {
    const agent = new Agent({ keepAlive: true });
    return {
      createOrder(input) {
        const body = JSON.stringify(input);
        const timestamp = String(Date.now());
        const sign = createHmac('sha256', credentials.apiSecret).update(timestamp + 'POST/fapi/v1/order' + body).digest('hex');
        const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'X-CH-TS': timestamp,
          'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': sign };
        return new Promise((resolve, reject) => {
          const outgoing = request(baseUrl + '/fapi/v1/order', { method: 'POST', headers, agent }, (incoming) => {
            const chunks = [];
            incoming.on('data', (chunk) => chunks.push(chunk));
            incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
          });
          outgoing.on('error', reject);
          outgoing.end(body);
        });
      },
    };
  }`;

/**
 * Import, and import and first signed call, over those of a client written by hand on node:http. Each round starts a
 * process for each, and the time is taken inside it, so that starting the process does not count.
 */
export async function startRows(rounds = 15): Promise<readonly Figure[]> {
  const server = createServer((incoming, response) => incoming.resume().on('end', () => response.end(RECEIPT)));
  const port = await listenOnFreePort(server);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'hand-written.mjs');
  await writeFile(file, HAND_WRITTEN);
  const options = JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, credentials: CREDENTIALS });
  const call = (create: string): string => `await ${create}(${options}).createOrder(${JSON.stringify(ORDER_INPUT)});`;
  const ours = `const { createFuturesClient } = await import('futures-trading-client');`;
  const theirs = `const { createClient } = await import('${pathToFileURL(file).href}');`;
  const importOnly: number[] = [];
  const firstCall: number[] = [];
  for (let i = -1; i < rounds; i++) {
    const imported = (await timed(ours)) / (await timed(theirs));
    const called = (await timed(ours + call('createFuturesClient'))) / (await timed(theirs + call('createClient')));
    if (i < 0) continue;
    importOnly.push(imported);
    firstCall.push(called);
  }
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
  return [
    { what: 'import / hand-written', value: medianOf(importOnly), atMost: 1.5 },
    { what: 'import and first call / hand-written', value: medianOf(firstCall), atMost: 1.8 },
  ];
}

async function timed(program: string): Promise<number> {
  const code = `const started = performance.now(); ${program} console.log(performance.now() - started); process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`A process of the benchmark failed: ${program}`);
  return Number(printed);
}
