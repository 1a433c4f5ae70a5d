import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type CallLog, createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { bundleSamples, readSamples } from './samples.js';
import { folderOfFile } from '../support/folder.js';
import { startServer } from '../support/raw-server.js';

/** Programs on the pages that bring a client of their own; the others have the sandbox in them and run with all samples. */
const samples = readSamples().filter(
  ({ file, code }) => /^docs\/recipes\/(?:own-client|axios-and-ky)\.md$/.test(file) && code.includes('futures.example'),
);
const folder = folderOfFile();

async function play(
  { line, code }: (typeof samples)[number],
  url: string,
  { apiKey, apiSecret }: Sandbox['credentials'],
) {
  vi.stubEnv('FUTURES_API_KEY', apiKey);
  vi.stubEnv('FUTURES_API_SECRET', apiSecret);
  const printed: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values));
  const name = `recipe-${line}-${new URL(url).port}`;
  await bundleSamples(folder, new Map([[name, code.replace('https://futures.example', url)]]));
  const error: unknown = await import(pathToFileURL(join(folder, `${name}.mjs`)).href).catch((thrown: Error) => thrown);
  return { printed, error };
}

test.each(samples)('the program at $file:$line sends one order and one read, both signed', async (sample) => {
  const seen: CallLog[] = [];
  const sandbox = createSandbox({ onCall: (call) => seen.push(call) });
  await using exchange = await sandbox.listen();
  const { printed, error } = await play(sample, exchange.url, sandbox.credentials);
  expect(error).not.toBeInstanceOf(Error);
  expect(seen.map(({ method, refused }) => refused ?? method)).toEqual(['POST', 'GET']);
  expect(sandbox.state.accounts[0]!.openOrders[0]).toBeDefined();
  // Every digit of the id, in an object or in the text of a response.
  expect(typeof printed[0] === 'string' ? printed[0] : JSON.stringify(printed[0])).toMatch(/"orderId":"?\d{19}/);
});

const NO_IDS = ['null', '0', '""'].map((orderId) => `{"code":"0","orderId":${orderId}}`);
const NO_ORDERS = ['', '<html>', '{}', '[]', 'null', '{"code":"-1007","orderId":"20"}', ...NO_IDS];

// The other two print what came.
test.each([[504, '{"orderId":"20"}'] as const, ...NO_ORDERS.map((body) => [200, body] as const)])(
  'the program with openapi-fetch ends with an error after status %i and %s, and sends nothing more',
  async (status, body) => {
    const server = await startServer({ status, body });
    const sample = samples.find(({ file }) => file.endsWith('own-client.md'))!;
    const { printed, error } = await play(sample, server.origin, createSandbox().credentials);
    expect([error, server.requests.length, printed]).toEqual([expect.any(Error), 1, []]);
  },
);

test('there is a program for each of the three clients', () => {
  const imported = samples.map(({ code }) => /from '([\w-]+)';/.exec(code)?.[1]);
  expect(imported.toSorted()).toEqual(['axios', 'ky', 'openapi-fetch']);
});
