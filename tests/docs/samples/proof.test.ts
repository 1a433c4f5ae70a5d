import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { described, type Described } from '../../../scripts/described.js';
import { curl } from '../../../scripts/docs/samples/curl.js';
import { runSamples } from '../../../scripts/docs/samples/index.js';
import type { Kit } from '../../../scripts/docs/samples/language.js';
import { python } from '../../../scripts/docs/samples/python.js';
import { typescript } from '../../../scripts/docs/samples/typescript.js';

const exampleOf = (operationId: string): Described =>
  described.find(({ operation }) => operation.operationId === operationId)!;

/** The language with something wrong in each of its programs. */
const broken = (kit: Kit, text: string, by: string): Kit => ({
  ...kit,
  write(call) {
    const program = kit.write(call);
    expect(program).toContain(text);
    return program.replace(text, by);
  },
});

const failure = (kit: Kit, operationId: string): Promise<unknown> =>
  runSamples({ kits: [kit], examples: [exampleOf(operationId)] }).then(
    () => expect.fail('it is published'),
    (error: Error) => error.message,
  );

test('a sample that signs wrongly is not published, and is told what is wrong with it', async () => {
  const kit = broken(python, 'timestamp + method + target', 'timestamp + method.lower() + target');
  const message = await failure(kit, 'getOpenOrders');
  expect(message).toContain(
    'getOpenOrders in Python: the sandbox refused it: -1022, the method is signed in lower case',
  );
  expect(message).toContain('error: HTTP 200');
});

test('a sample that takes a refusal for an answer is not published', async () => {
  const kit = broken(curl, 'openssl dgst -sha256', 'openssl dgst -sha1');
  expect(
    await failure({ ...kit, write: (call) => kit.write(call).replace('exit 1', 'exit 0') }, 'cancelOrder'),
  ).toContain('cancelOrder in curl + openssl: the sandbox refused it: -1022');
});

test.each([
  ['calls another operation', 'client.getOpenOrders(', 'client.getTradeHistory(', 'called: getTradeHistory'],
  ['calls twice', 'const result', 'await client.ping();\nconst result', 'called: ping, getOpenOrders'],
  ['calls nothing', 'await client.getOpenOrders(', '(', 'called: nothing'],
  ['prints nothing', 'console.log(', '(', 'it printed no answer'],
  ['complains', 'const result', "console.error('hm');\nconst result", 'it complained\nhm'],
  ['ends badly', 'const result', 'process.exitCode = 7;\nconst result', 'it ended with exit code 7'],
])('a sample that %s is not published', async (_, text, by, reason) => {
  const message = await failure(broken(typescript, text, by), 'getOpenOrders');
  expect(message).toContain('getOpenOrders in TypeScript: ');
  expect(message).toContain(reason);
});

test('a sample of a call that is said to change nothing, and changes something, is not published', async () => {
  const example = exampleOf('createOrder');
  const operation = { ...example.operation, effect: 'read' } as const;
  await expect(runSamples({ kits: [curl], examples: [{ ...example, operation }] })).rejects.toThrow(
    'createOrder in curl + openssl: the exchange has changed',
  );
});

test('a language without its tools is left out with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'no-tools-'));
  const { PATH } = process.env;
  onTestFinished(async () => {
    process.env['PATH'] = PATH;
    await rm(folder, { recursive: true });
  });
  process.env['PATH'] = folder;
  const { samples, leftOut } = await runSamples({ examples: [exampleOf('ping')] });
  expect(samples.get('ping')!.map(({ language }) => language)).toEqual(['typescript']);
  expect(leftOut).toEqual([
    { language: 'curl', reason: 'bash is not installed' },
    { language: 'python', reason: 'python3 is not installed' },
    { language: 'go', reason: 'go is not installed' },
  ]);
});

test('a program that does not build names its language', async () => {
  await expect(
    runSamples({ kits: [broken(typescript, 'const result', 'const const')], examples: [exampleOf('ping')] }),
  ).rejects.toThrow('TypeScript does not build');
});
