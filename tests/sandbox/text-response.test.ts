import { expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.js';

const ping = async (): Promise<Response> => {
  const sandbox = createSandbox();
  return sandbox.fetch(`${sandbox.url}/fapi/v1/ping`);
};

/** What of a standard response gives its body, each on a response of its own. */
const READERS: Readonly<Record<string, (response: Response) => Promise<string>>> = {
  text: (response) => response.text(),
  json: async (response) => JSON.stringify(await response.json()),
  arrayBuffer: async (response) => Buffer.from(await response.arrayBuffer()).toString(),
  bytes: async (response) => Buffer.from(await response.bytes()).toString(),
  blob: async (response) => (await response.blob()).text(),
  body: (response) => new Response(response.body).text(),
  'clone, and the clone of it': async (response) => response.clone().clone().text(),
};

test.each(Object.entries(READERS))('the response of sandbox.fetch gives its body by %s', async (_name, read) => {
  expect(await read(await ping())).toBe('{}');
});

test('the response of sandbox.fetch is a standard one, and is read once', async () => {
  const response = await ping();
  expect(response).toBeInstanceOf(Response);
  expect(response.bodyUsed).toBe(false);
  const copy = response.clone();
  expect(await response.text()).toBe('{}');
  expect(response.bodyUsed).toBe(true);
  expect(await copy.text()).toBe('{}');
  for (const read of ['text', 'json', 'arrayBuffer', 'bytes', 'blob'] as const) {
    await expect(response[read](), read).rejects.toThrow(TypeError);
  }
  const other = await ping();
  await other.text();
  expect(() => other.clone()).toThrow(TypeError);
  await expect(other.text()).rejects.toThrow(TypeError);
});
