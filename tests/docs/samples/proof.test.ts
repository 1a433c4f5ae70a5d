import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { described, type Described } from '../../../scripts/described.js';
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

test.each([
  ['calls twice', 'const result', 'await client.ping();\nconst result', 'called: ping, getOpenOrders'],
  ['prints nothing', 'console.log(', '(', 'it printed no answer'],
])('a sample that %s is not published', async (_, text, by, reason) => {
  const message = await failure(broken(typescript, text, by), 'getOpenOrders');
  expect(message).toContain('getOpenOrders in TypeScript: ');
  expect(message).toContain(reason);
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
