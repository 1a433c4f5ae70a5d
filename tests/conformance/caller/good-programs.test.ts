import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { programEnvironment, PROGRAMS } from './program-environment.js';
import { buildGo, isInstalled } from '../../support/installed.js';

const folder = mkdtempSync(join(tmpdir(), 'callers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every kind of trouble. */
const KINDS = [
  ...['healthy', 'restart', 'clock', 'secrets', 'read', 'rate-limit/429-retry-after', 'not-taken/html'],
  ...['cancel-order/reset-after', 'cancel-order/status-503'],
  ...['lost-response/reset-after', 'lost-response/no-response'],
  ...['lost-response/stray-response', 'lost-response/stray-response-later'],
];

/** The command of a program, and the tools that it needs. */
const GOOD: readonly (readonly [title: string, needs: readonly string[], command: () => string])[] = [
  ['looks first, in Python with urllib', ['python3'], () => `python3 ${PROGRAMS}/look_first.py`],
  ['asks a person, in Python with http.client', ['python3'], () => `python3 ${PROGRAMS}/human.py`],
  ['asks a person, in shell with curl', ['bash', 'curl', 'jq', 'openssl'], () => `bash ${PROGRAMS}/human.sh`],
  ['submits, in shell with this package', ['bash', 'jq'], () => `bash ${PROGRAMS}/submit.sh`],
  ['looks until it cannot come, in Go', ['go'], () => buildGo(`${PROGRAMS}/lookup.go`, folder)],
];

describe.concurrent.each(GOOD)('a program that %s', (title, needs, command) => {
  test.skipIf(needs.some((tool) => !isInstalled(tool)))('is accused of nothing', async () => {
    const { report } = await judgeProgram(command(), {
      env: programEnvironment(folder),
      timeoutMs: 120_000,
      // The programs that ask a person never wait.
      scenes: [...KINDS, ...(title.startsWith('asks') ? ['lost-response', 'not-taken', 'condition-order'] : [])],
    });
    expect(
      report.results.filter(({ verdict }) => verdict === 'fail').map(({ id, reason }) => `${id} ${reason}`),
    ).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.totals.byVerdict.pass).toBeGreaterThan(8);
  });
});

test.skipIf(!isInstalled('python3')).each([
  [0, 'invents', 'invents'],
  [1, 'right', 'invents'],
  [2, 'right', 'right'],
])(
  'a program that keeps the connection of order %i on says another id after a stray response',
  async (from, ...verdicts) => {
    const scenes = ['lost-response/stray-response', 'lost-response/stray-response-later'];
    const { judgements } = await judgeProgram(`python3 ${PROGRAMS}/kept.py ${from}`, {
      ...{ scenes, env: programEnvironment(folder), timeoutMs: 120_000 },
    });
    expect(judgements.map(({ verdict }) => verdict)).toEqual(verdicts);
  },
);

test.skipIf(!isInstalled('python3'))(
  'beside a twin, a program meets the forms of the server that was measured',
  async () => {
    const scenes = ['healthy/create-order'];
    const twin = { dialect: { receipt: 'wrapped' } } as const;
    const judge = (options: object) =>
      judgeProgram(`python3 ${PROGRAMS}/human.py`, { scenes, timeoutMs: 120_000, ...options });
    const env = programEnvironment(folder);
    expect((await judge({ env })).judgements[0]!.verdict).toBe('right');
    // It does not look for an id in an envelope.
    expect((await judge({ env, twin })).judgements[0]!.verdict).toBe('honest');
    // A receipt without an id says nothing about the orders that a list has.
    const nameless = { dialect: { fieldNames: { createOrder: { '*': null } } } };
    const reader = { scenes: ['read/open-orders'], env: programEnvironment(folder), twin: nameless };
    const { judgements } = await judgeProgram(`python3 ${PROGRAMS}/look_first.py`, reader);
    expect(judgements[0]!.verdict).toBe('right');
  },
);
