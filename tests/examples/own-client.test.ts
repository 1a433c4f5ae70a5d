import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type CallLog, createSandbox } from '../../src/sandbox/index.js';
import { bundleSamples, readSamples } from './samples.js';
import { folderOfFile } from '../support/folder.js';

/** Programs on the pages that bring a client of their own; the others have the sandbox in them and run with all samples. */
const samples = readSamples().filter(
  ({ file, code }) => /^docs\/recipes\/(?:own-client|axios-and-ky)\.md$/.test(file) && code.includes('futures.example'),
);
const folder = folderOfFile();

test.each(samples)('the program at $file:$line sends one order and one read, both signed', async ({ line, code }) => {
  const seen: CallLog[] = [];
  const sandbox = createSandbox({ onCall: (call) => seen.push(call) });
  await using exchange = await sandbox.listen();
  vi.stubEnv('FUTURES_API_KEY', sandbox.credentials.apiKey);
  vi.stubEnv('FUTURES_API_SECRET', sandbox.credentials.apiSecret);
  const printed: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((...values) => void printed.push(...values));
  const name = `recipe-${line}`;
  await bundleSamples(folder, new Map([[name, code.replace('https://futures.example', exchange.url)]]));
  await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  expect(seen.map(({ method, refused }) => [method, refused])).toEqual([
    ['POST', undefined],
    ['GET', undefined],
  ]);
  const [order] = sandbox.state.accounts[0]!.openOrders;
  expect(order).toBeDefined();
  // Every digit of the id, in an object or in the text of a response.
  expect(typeof printed[0] === 'string' ? printed[0] : JSON.stringify(printed[0])).toMatch(/"orderId":"?\d{19}/);
});

test('there is a program for each of the three clients', () => {
  const imported = samples.map(({ code }) => /from '([\w-]+)';/.exec(code)?.[1]);
  expect(imported.toSorted()).toEqual(['axios', 'ky', 'openapi-fetch']);
});
