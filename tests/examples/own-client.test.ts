import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type CallLog, createSandbox, type Fault } from '../../src/sandbox/index.js';
import { bundleSamples, readSamples } from './samples.js';
import { folderOfFile } from '../support/folder.js';

/** Programs on the pages that bring a client of their own; the others have the sandbox in them and run with all samples. */
const samples = readSamples().filter(
  ({ file, code }) => /^docs\/recipes\/(?:own-client|axios-and-ky)\.md$/.test(file) && code.includes('futures.example'),
);
const folder = folderOfFile();

async function play({ line, code }: (typeof samples)[number], kind?: Fault['kind']) {
  const seen: CallLog[] = [];
  const sandbox = createSandbox({ onCall: (call) => seen.push(call) });
  if (kind !== undefined) sandbox.faults.next({ operation: 'createOrder', kind });
  await using exchange = await sandbox.listen();
  vi.stubEnv('FUTURES_API_KEY', sandbox.credentials.apiKey);
  vi.stubEnv('FUTURES_API_SECRET', sandbox.credentials.apiSecret);
  const printed: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values));
  const name = `recipe-${line}-${kind}`;
  await bundleSamples(folder, new Map([[name, code.replace('https://futures.example', exchange.url)]]));
  const error: unknown = await import(pathToFileURL(join(folder, `${name}.mjs`)).href).catch((thrown: Error) => thrown);
  return { seen, printed, error, orders: sandbox.state.accounts[0]!.openOrders };
}

test.each(samples)('the program at $file:$line sends one order and one read, both signed', async (sample) => {
  const { seen, printed, error, orders } = await play(sample);
  expect(error).not.toBeInstanceOf(Error);
  expect(seen.map(({ method, refused }) => refused ?? method)).toEqual(['POST', 'GET']);
  expect(orders[0]).toBeDefined();
  // Every digit of the id, in an object or in the text of a response.
  expect(typeof printed[0] === 'string' ? printed[0] : JSON.stringify(printed[0])).toMatch(/"orderId":"?\d{19}/);
});

/** The other two print what came. */
const openapiFetch = samples.find(({ file }) => file.endsWith('own-client.md'))!;

test.each(['504-after', 'empty-after', 'html-after', 'code-1006-after', 'refuse'] as const)(
  'the program with openapi-fetch ends with an error after %s, and sends nothing more',
  async (kind) => {
    const { seen, printed, error } = await play(openapiFetch, kind);
    expect(error).toBeInstanceOf(Error);
    expect([seen.length, printed]).toEqual([1, []]);
  },
);

test('there is a program for each of the three clients', () => {
  const imported = samples.map(({ code }) => /from '([\w-]+)';/.exec(code)?.[1]);
  expect(imported.toSorted()).toEqual(['axios', 'ky', 'openapi-fetch']);
});
