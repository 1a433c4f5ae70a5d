import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatted } from '../../../scripts/format.js';
import { prepareExchange } from '../../../scripts/docs/samples/exchange.js';
import { type Program, runPrograms, writePrograms } from '../../../scripts/docs/samples/index.js';
import { diagnose } from '../../support/diagnose.js';
import { isRouted } from '../../support/routed.js';
import { folderOfTest } from '../../support/folder.js';
import { installedKits } from './installed-kits.js';

const exchange = await prepareExchange();
const programs = writePrograms(exchange);
const all = (language: string): readonly Program[] => programs.filter(({ kit }) => kit.language === language);
const ofRouted = programs.filter(({ call }) => isRouted(call.operation.operationId));

test('every program runs in each language that is installed, and gives every digit of an identifier', async () => {
  const ran = await runPrograms(exchange, programs);
  const runnable = ofRouted.filter(({ kit }) => installedKits.includes(kit));
  expect([...ran.keys()].toSorted()).toEqual(runnable.map(({ key }) => key).toSorted());
  // Each ran on an exchange of its own in the same state, so all are given the same one.
  const ids = installedKits.map(({ language }) => ran.get(`createOrder.${language}`)!);
  expect(new Set(ids.map((answer) => /\d{19}/.exec(answer)?.[0])).size).toBe(1);
  expect(Number.isSafeInteger(Number(/\d{19}/.exec(ids[0]!)![0]))).toBe(false);
});

test('the programs of a public operation mention no credentials', () => {
  for (const { code, call } of programs) {
    expect(/X-CH-|credentials|SECRET|HMAC/i.test(code)).toBe(call.operation.security !== 'public');
  }
});

describe('TypeScript', () => {
  test('compiles under strict settings', async () => {
    const folder = folderOfTest();
    for (const { key, code } of all('typescript')) await writeFile(join(folder, `${key}.mts`), code);
    expect(await diagnose(folder, '*.mts')).toBe('');
  });

  test('is formatted as the code of this project', async () => {
    for (const { code } of all('typescript')) expect(await formatted('sample.ts', code)).toBe(code);
  });
});
