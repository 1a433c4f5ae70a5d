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

/** Bytes of heap that one signed createOrder allocates on a transport that answers at once. */
export function heapPerCall(): number {
  const code = `${CLIENT}
    const answer = { status: 200, header: () => undefined, text: '${RECEIPT}' };
    const client = createFuturesClient({ baseUrl: 'https://bench.invalid', credentials: { apiKey: 'k', apiSecret: 's' }, transport: () => Promise.resolve(answer) });
    const run = async (calls) => { for (let i = 0; i < calls; i++) await client.createOrder(${INPUT}); };
    await run(20000);
    gc();
    const before = process.memoryUsage().heapUsed;
    await run(5000);
    console.log((process.memoryUsage().heapUsed - before) / 5000);`;
  const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256', '--input-type=module'];
  return Number(execFileSync(process.execPath, [...flags, '-e', code], { cwd: root, encoding: 'utf8' }));
}

/** The machine, as it names itself. */
export function machine(): string {
  const { stdout } = spawnSync('lscpu', { encoding: 'utf8' });
  const model = /Model name:\s*(.+)/.exec(stdout ?? '')?.[1]?.trim() ?? 'unknown processor';
  return `Node.js ${process.versions.node}, ${process.platform}, ${model}`;
}
