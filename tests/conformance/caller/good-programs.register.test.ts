import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { startOf } from './languages.js';
import { CALLERS, programEnvironment, PROGRAMS } from './program-environment.js';
import { buildGo, isInstalled } from '../../support/installed.js';
import { folderOfFile } from '../../support/folder.js';

const folder = folderOfFile();
const program = await startOf(CALLERS);
const PYTHON = `python3 ${PROGRAMS}/send.py`;
const judge = (args: string, scenes: readonly string[], twin?: SandboxOptions) => {
  const env = programEnvironment(folder);
  return judgeProgram(`${program} ${args}`, { scenes, twin, env, timeoutMs: 120_000 });
};

/** Every kind of trouble. */
const KINDS = [
  ...['healthy', 'restart', 'clock', 'secrets', 'read', 'rate-limit/429-retry-after', 'not-taken/html'],
  ...['cancel-order/reset-after', 'cancel-order/status-503'],
  ...['lost-response/reset-after', 'lost-response/no-response', 'lost-response/lookups-down'],
  ...['lost-response/stray-response', 'lost-response/stray-response-later'],
];

/** A program, the tool that it sends with, and its arguments. */
const GOOD: readonly (readonly [title: string, tool: string, args: () => string])[] = [
  ['looks first, in Python with urllib', 'python3', () => `looks-first ${PYTHON} with_urllib`],
  ['asks a person, with curl', 'curl', () => 'asks-a-person curl --max-time 1'],
  ['asks a person, in Go with net/http', 'go', () => `asks-a-person ${buildGo(folder, `${PROGRAMS}/nethttp.go`)}`],
  ['submits, with the command line of this package', 'node', () => 'submit'],
];

describe.concurrent.each(GOOD)('a program that %s', (title, tool, args) => {
  test.skipIf(!isInstalled(tool))('is accused of nothing', async () => {
    // The programs that ask a person never wait.
    const more = title.startsWith('asks') ? ['lost-response', 'not-taken', 'condition-order'] : [];
    const { report } = await judge(args(), [...KINDS, ...more]);
    // On a busy machine, a program may end before it can call.
    const failed = report.results.filter(({ verdict }) => verdict === 'fail');
    expect(failed.map(({ id, reason }) => `${id} ${reason}`)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.totals.byVerdict.pass).toBeGreaterThan(8);
  });
});

const KEPT = `plain ${PYTHON} kept`;
const STRAY = ['lost-response/stray-response', 'lost-response/stray-response-later'];

test.skipIf(!isInstalled('python3')).each<[string, readonly string[], string, SandboxOptions['dialect']?]>([
  // A program that keeps its connection from this order on says another id after a stray response.
  [`${KEPT} 0`, STRAY, 'invents invents'],
  [`${KEPT} 1`, STRAY, 'right invents'],
  [`${KEPT} 2`, STRAY, 'right right'],
  // A program that looks once after its restart doubles its order.
  ['looks-once', ['restart/after-effect'], 'doubled'],
  [`${KEPT} 0`, ['healthy/create-order'], 'right'],
  // Beside a twin, it does not look for an id in an envelope.
  [`${KEPT} 0`, ['healthy/create-order'], 'invents', { receipt: 'wrapped' }],
  // A receipt without an id says nothing about the orders that a list has.
  ['looks-first', ['read/open-orders'], 'right', { fieldNames: { createOrder: { '*': null } } }],
])('%s in %j is judged: %s', async (args, scenes, verdicts, dialect) => {
  const { judgements } = await judge(args, scenes, dialect && { dialect });
  expect(judgements.map(({ verdict }) => verdict).join(' ')).toBe(verdicts);
});
