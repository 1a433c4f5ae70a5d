import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { programEnvironment, PROGRAMS } from './program-environment.js';
import { buildGo, isInstalled } from '../../support/installed.js';
import { folderOfFile } from '../../support/folder.js';

const folder = folderOfFile();
const judge = (command: string, scenes: readonly string[], twin?: SandboxOptions) =>
  judgeProgram(command, { scenes, twin, env: programEnvironment(folder), timeoutMs: 120_000 });

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
  ['asks a person, in shell with curl', ['bash', 'curl', 'jq', 'openssl'], () => `bash ${PROGRAMS}/human.sh`],
  ['submits, in shell with this package', ['bash', 'jq'], () => `bash ${PROGRAMS}/futures.sh submit`],
  ['asks a person, in Go with net/http', ['go'], () => buildGo(folder, `${PROGRAMS}/once.go`)],
];

describe.concurrent.each(GOOD)('a program that %s', (title, needs, command) => {
  test.skipIf(needs.some((tool) => !isInstalled(tool)))('is accused of nothing', async () => {
    // The programs that ask a person never wait.
    const more = title.startsWith('asks') ? ['lost-response', 'not-taken', 'condition-order'] : [];
    const { report } = await judge(command(), [...KINDS, ...more]);
    expect(
      report.results.filter(({ verdict }) => verdict === 'fail').map(({ id, reason }) => `${id} ${reason}`),
    ).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.totals.byVerdict.pass).toBeGreaterThan(8);
  });
});

const STRAY = ['lost-response/stray-response', 'lost-response/stray-response-later'];
const PLACED = ['healthy/create-order'];

test.skipIf(!isInstalled('python3')).each<[string, readonly string[], string, SandboxOptions?]>([
  // A program that keeps its connection from this order on says another id after a stray response.
  ['kept.py 0', STRAY, 'invents invents'],
  ['kept.py 1', STRAY, 'right invents'],
  ['kept.py 2', STRAY, 'right right'],
  // A program that looks once after its restart doubles its order.
  ['look_first.py once', ['restart/after-effect'], 'doubled'],
  ['kept.py 0', PLACED, 'right'],
  // Beside a twin, it does not look for an id in an envelope, and ends with an error.
  ['kept.py 0', PLACED, 'cannot-tell', { dialect: { receipt: 'wrapped' } }],
  // A receipt without an id says nothing about the orders that a list has.
  ['look_first.py', ['read/open-orders'], 'right', { dialect: { fieldNames: { createOrder: { '*': null } } } }],
])('%s in %j is judged: %s', async (program, scenes, verdicts, twin) => {
  const { judgements } = await judge(`python3 ${PROGRAMS}/${program}`, scenes, twin);
  expect(judgements.map(({ verdict }) => verdict).join(' ')).toBe(verdicts);
});
