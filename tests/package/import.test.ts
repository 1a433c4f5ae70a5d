import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs code against the built package in a process of its own and returns what it printed, as JSON. */
function inProcess(code: string): unknown {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output);
}

const TRAPS = `
  const touched = [];
  for (const name of ['fetch', 'Headers', 'Request', 'Response']) {
    const { get, value } = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, get() { touched.push(name); return get ? get() : value; } });
  }
  const loaded = () => process.moduleLoadList.filter((name) => /undici|NativeModule https?$|NativeModule crypto$/.test(name));`;

const CREATE = `createFuturesClient({ baseUrl: 'https://host.example', credentials: { apiKey: 'k', apiSecret: 's' } })`;

test('importing the package touches no fetch and loads neither HTTP nor cryptography', () => {
  const code = `${TRAPS} await import('futures-trading-client'); console.log(JSON.stringify({ touched, loaded: loaded() }));`;
  expect(inProcess(code)).toEqual({ touched: [], loaded: [] });
});

test('creating a client and refusing a call touches no fetch and loads no HTTP', () => {
  const code = `${TRAPS}
    const { createFuturesClient } = await import('futures-trading-client');
    const { field } = await ${CREATE}.cancelOrder({ contractName: 'E-BTC-USDT' }).catch((error) => error);
    console.log(JSON.stringify({ field, touched, loaded: loaded().filter((name) => !name.includes('crypto')) }));`;
  expect(inProcess(code)).toEqual({ field: 'orderId', touched: [], loaded: [] });
});

test('the traps of this test work', () => {
  const code = `${TRAPS} new Headers(); await import('node:https'); console.log(JSON.stringify({ touched, loaded: loaded().length > 0 }));`;
  expect(inProcess(code)).toMatchObject({ touched: ['Headers'], loaded: true });
});
