import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs code against the built package in a process of its own and returns what it printed, as JSON. */
function inProcess(code: string): unknown {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output);
}

/** Names each of these that is read. Setting the traps loads what they stand for on some versions, so they count no modules. */
const TRAPS = `
  const touched = [];
  for (const name of ['fetch', 'Headers', 'Request', 'Response']) {
    const { get, value } = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); return get ? get() : value; } });
  }`;

const LOADED = `
  const loaded = () => process.moduleLoadList.filter((name) => /undici|NativeModule (?:https?|crypto|perf_hooks)$/.test(name));`;

const IMPORTED = `await import('futures-trading-client');`;

const REFUSED = `
  const { createFuturesClient } = await import('futures-trading-client');
  const client = createFuturesClient({ baseUrl: 'https://host.example', credentials: { apiKey: 'k', apiSecret: 's' } });
  const { field } = await client.cancelOrder({ contractName: 'E-BTC-USDT' }).catch((error) => error);`;

test('importing the package loads no HTTP, no cryptography and no performance API', () => {
  expect(inProcess(`${LOADED} ${IMPORTED} console.log(JSON.stringify(loaded()));`)).toEqual([]);
});

test('creating a client and refusing a call touches no fetch, and loads no HTTP', () => {
  expect(inProcess(`${TRAPS} ${REFUSED} console.log(JSON.stringify({ field, touched }));`)).toEqual({
    field: 'orderId',
    touched: [],
  });
  const code = `${LOADED} ${REFUSED} console.log(JSON.stringify(loaded().filter((name) => !name.includes('crypto'))));`;
  expect(inProcess(code)).toEqual([]);
});

test('both entries say which Node.js they need where it is too old', () => {
  const older = ['--import', 'data:text/javascript,delete process.getBuiltinModule', '--input-type=module'];
  const needs = `needs Node.js ${manifest.engines.node.replace('>=', '')} or later; this is ${process.version}.`;
  for (const entry of ['futures-trading-client', './dist/src/cli/main.js']) {
    const { stderr, status } = spawnSync(process.execPath, [...older, '-e', `await import('${entry}')`], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain(needs);
  }
});
