import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatted } from '../../../scripts/format.js';
import { sourcePaths } from '../../../scripts/source-aliases.js';
import { operations, type OperationId } from '../../../generated/operations.js';
import { kits, type RanSample, type RanSamples, runSamples } from '../../../scripts/docs/samples/index.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const rows = Object.values(operations);
/** A cold Go compiles its library first. */
const MINUTES = 300_000;

let ran: RanSamples;
beforeAll(async () => {
  ran = await runSamples();
}, MINUTES);

const all = (language: string): [OperationId, RanSample][] =>
  [...ran.samples].flatMap(([id, samples]) =>
    samples.filter((sample) => sample.language === language).map((sample) => [id, sample] as [OperationId, RanSample]),
  );

test('every operation has a sample that ran in every language, or a reason stands in its place', async () => {
  expect([...ran.samples.keys()]).toEqual(rows.map(({ operationId }) => operationId));
  for (const kit of kits) {
    const isInstalled = await kit.version().then(
      () => true,
      () => false,
    );
    const reasons = ran.leftOut.filter(({ language }) => language === kit.language).map(({ reason }) => reason);
    for (const { operationId } of rows) {
      const sample = ran.samples.get(operationId)!.find(({ language }) => language === kit.language);
      if (sample !== undefined) expect(sample).toMatchObject({ ranWith: await kit.version(), answer: /./s });
      else expect(reasons.some((reason) => !isInstalled || reason.includes(operationId))).toBe(true);
    }
    const withoutRoute = rows.filter(({ operationId }) => reasons.some((reason) => reason.includes(operationId)));
    expect(withoutRoute.filter(({ evidence }) => evidence === 'declared')).toEqual([]);
  }
});

test('the samples of a public operation mention no credentials', () => {
  for (const { operationId, security } of rows) {
    for (const { code } of ran.samples.get(operationId)!) {
      expect(/X-CH-|credentials|SECRET|HMAC/i.test(code)).toBe(security !== 'public');
    }
  }
});

test('a sample has the described values, apart from those that name something on the sandbox', () => {
  const [cancel] = ran.samples.get('cancelOrder')!;
  expect(cancel).toMatchObject({ replaced: ['orderId'] });
  expect(cancel!.answer).toContain(/orderId: '(\d{19})'/.exec(cancel!.code)![1]);
  const [create] = ran.samples.get('createOrder')!;
  expect(create).toMatchObject({ replaced: [] });
  expect(create!.code).toContain("price: '65000',");
});

test('an identifier of 19 digits comes out whole in every language', () => {
  const answers = ran.samples.get('createOrder')!.map(({ answer }) => /\d{19}/.exec(answer)?.[0]);
  expect(answers.length).toBeGreaterThan(0);
  // Each ran on an exchange of its own in the same state, so all are given the same one.
  expect(new Set(answers).size).toBe(1);
  expect(Number.isSafeInteger(Number(answers[0]))).toBe(false);
  expect(String(Number(answers[0]))).not.toBe(answers[0]);
});

describe('TypeScript', () => {
  test('compiles under strict settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'samples-types-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const [id, { code }] of all('typescript')) await writeFile(join(folder, `${id}.mts`), code);
    const compilerOptions = {
      paths: sourcePaths,
      rootDir: '/',
      typeRoots: [resolve(root, 'node_modules/@types')],
    };
    const config = { extends: resolve(root, 'tsconfig.json'), compilerOptions, include: ['*.mts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = resolve(root, 'node_modules/typescript-native/bin/tsc');
    await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => expect.fail(error.stdout));
  });

  test('is formatted as the code of this project', async () => {
    for (const [, { code }] of all('typescript')) {
      expect(await formatted('sample.ts', code)).toBe(code);
    }
  });
});

test('Go is formatted as gofmt would', async ({ skip }) => {
  const samples = all('go');
  const isInstalled = await run('gofmt', ['-h']).then(
    () => true,
    ({ code }) => code !== 'ENOENT',
  );
  if (samples.length === 0 || !isInstalled) return skip();
  const folder = await mkdtemp(join(tmpdir(), 'samples-gofmt-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [id, { code }] of samples) await writeFile(join(folder, `${id}.go`), code);
  expect((await run('gofmt', ['-d', folder])).stdout).toBe('');
});
