import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { quartiles, type Ratio } from './rounds.js';
import { RECEIPT } from './samples.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = "await import('futures-trading-client')";
const CLIENT = `const { createFuturesClient } = ${IMPORT};`;
const INPUT = "{contractName:'E-BTC-USDT',price:65000.5,volume:1,type:'LIMIT',side:'BUY',open:'OPEN',positionType:1}";

/** Milliseconds that import plus a first signed call add to an empty process, process by process in turn. */
export async function coldStart(rounds = 15): Promise<{ firstCall: Ratio; importOnly: Ratio }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end(RECEIPT)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = `${CLIENT} await createFuturesClient({ baseUrl: '${baseUrl}', credentials: { apiKey: 'k', apiSecret: 's' } }).createOrder(${INPUT}); process.exit();`;
  const firstCall: number[] = [];
  const importOnly: number[] = [];
  const { spawn } = await import('node:child_process');
  const wall = (code: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, stdio: 'inherit' });
      child.on('close', (status) => (status === 0 ? resolve(performance.now() - started) : reject(new Error(code))));
    });
  for (let i = -1; i < rounds; i++) {
    const empty = await wall('');
    const imported = await wall(IMPORT);
    const called = await wall(call);
    if (i < 0) continue;
    importOnly.push(imported - empty);
    firstCall.push(called - empty);
  }
  server.close();
  server.closeAllConnections();
  return { firstCall: quartiles(firstCall), importOnly: quartiles(importOnly) };
}

const LAYER = `${CLIENT}
  const answer = { status: 200, header: () => undefined, text: '${RECEIPT}' };
  const client = createFuturesClient({ baseUrl: 'https://bench.invalid', credentials, transport: () => Promise.resolve(answer) });
  const call = () => client.createOrder(input);`;

const OURS = `${CLIENT}
  const client = createFuturesClient({ baseUrl: 'http://127.0.0.1:' + port, credentials });
  const call = () => client.createOrder(input);`;

const BARE = `
  const body = JSON.stringify(input);
  const agent = new http.Agent({ keepAlive: true });
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'X-CH-TS': '1760000000123', 'X-CH-APIKEY': 'k', 'X-CH-SIGN': '0'.repeat(64) };
  const call = () => new Promise((resolve, reject) => {
    const outgoing = http.request({ port, host: '127.0.0.1', path: '/fapi/v1/order', method: 'POST', headers, agent }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });`;

const SUBJECTS = { layer: LAYER, ours: OURS, bare: BARE };

/**
 * kB of heap (1000 bytes) that one signed createOrder allocates: as a full call over loopback, the same bare, or in the
 * client layer on a transport that answers at once. The server is another process.
 */
export function heapPerCall(subject: keyof typeof SUBJECTS): number {
  const code = `import http from 'node:http';
    import { spawn } from 'node:child_process';
    const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/server.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const port = Number(await new Promise((resolve) => server.stdout.once('data', resolve)));
    const credentials = { apiKey: 'k', apiSecret: 's' };
    const input = ${INPUT};
    ${SUBJECTS[subject]}
    const run = async (calls) => { for (let i = 0; i < calls; i++) await call(); };
    await run(4000);
    const used = [];
    for (let i = 0; i < 5; i++) {
      gc();
      const before = process.memoryUsage().heapUsed;
      await run(1000);
      used.push(process.memoryUsage().heapUsed - before);
    }
    server.kill();
    console.log(used.sort((a, b) => a - b)[2] / 1000 / 1000);
    process.exit();`;
  const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256', '--input-type=module'];
  return Number(execFileSync(process.execPath, [...flags, '-e', code], { cwd: root, encoding: 'utf8' }));
}

/** The machine, as it names itself. */
export function machine(): string {
  const { stdout } = spawnSync('lscpu', { encoding: 'utf8' });
  const model = /Model name:\s*(.+)/.exec(stdout ?? '')?.[1]?.trim() ?? 'unknown processor';
  return `Node.js ${process.versions.node}, ${process.platform}, ${model}`;
}
