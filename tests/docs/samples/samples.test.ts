import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatted } from '../../../scripts/format.js';
import { prepareExchange } from '../../../scripts/docs/samples/exchange.js';
import { writePrograms } from '../../../scripts/docs/samples/index.js';
import type { StartProgram } from '../../../scripts/docs/samples/kits.js';
import type { CallLog } from '../../../src/sandbox/index.js';
import { diagnose } from '../../support/diagnose.js';
import { isRouted } from '../../support/routed.js';
import { folderOfFile, folderOfTest } from '../../support/folder.js';
import { installedKits } from './installed-kits.js';
import { runProgram } from './run-program.js';

const exchange = await prepareExchange();
const programs = writePrograms(exchange);
const inTypeScript = programs.filter(({ kit }) => kit.language === 'typescript');

describe.each(installedKits)('$label', (kit) => {
  const folder = folderOfFile();
  const own = programs.filter((program) => program.kit === kit && isRouted(program.call.operation.operationId));
  let startOf: (key: string) => StartProgram;
  beforeAll(async () => {
    startOf = await kit.build(folder, new Map(own.map(({ key, code }) => [key, code])));
  });

  test.each(own)(
    '$key makes its one call, which the exchange accepts, and prints the response',
    async ({ key, call }) => {
      const { operationId, effect } = call.operation;
      const log: CallLog[] = [];
      // A process may take its time on a busy machine.
      const sandbox = exchange.open(call.operation, {
        window: { behindMs: 60_000 },
        onCall: (entry) => log.push(entry),
      });
      await using listening = await sandbox.listen();
      const before = kept(sandbox.snapshot());
      const { apiKey, apiSecret } = sandbox.credentials;
      const credentials = call.isSigned ? { FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret } : {};
      const { exitCode, stdout, stderr } = await runProgram(startOf(key), {
        FUTURES_URL: listening.url,
        ...credentials,
      });
      expect([exitCode, stderr, log.map((entry) => [entry.operationId, entry.refused])]).toEqual([
        ...[0, '', [[operationId, undefined]]],
      ]);
      expect(stdout.trim()).not.toBe('');
      if (effect === 'read') expect(kept(sandbox.snapshot())).toEqual(before);
      else expect(kept(sandbox.snapshot())).not.toEqual(before);
    },
  );
});

/** All that a sandbox keeps, apart from what passes with time. */
const kept = (snapshot: unknown): object => ({ ...(snapshot as object), nowMs: 0 });

test('the programs of a public operation mention no credentials', () => {
  for (const { code, call } of programs) {
    expect(/X-CH-|credentials|SECRET|HMAC/i.test(code)).toBe(call.operation.security !== 'public');
  }
});

describe('TypeScript', () => {
  test('compiles under strict settings', async () => {
    const folder = folderOfTest();
    for (const { key, code } of inTypeScript) await writeFile(join(folder, `${key}.mts`), code);
    expect(await diagnose(folder, '*.mts')).toBe('');
  });

  test('is formatted as the code of this project', async () => {
    for (const { code } of inTypeScript) expect(await formatted('sample.ts', code)).toBe(code);
  });
});
