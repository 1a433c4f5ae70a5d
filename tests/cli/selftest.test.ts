import { describe, expect, test } from 'vitest';
import type { Selftest } from '../../src/cli/conformance/surroundings.js';
import { loadSelftest } from '../../src/cli/conformance/selftest.js';
import type { SelftestReport } from '../../src/conformance/selftest/selftest.js';
import type { ServerVerdict } from '../../src/conformance/selftest/selftest-verdict.js';
import { COMPLIANT, CONTROLS, MUTATIONS } from '../../src/faulty-servers/index.js';
import { runCommand } from './conformance-command.js';

const server = (id: string, kind: ServerVerdict['kind'], more: Partial<ServerVerdict> = {}): ServerVerdict => ({
  id,
  title: `title of ${id}`,
  kind,
  expected: [],
  outcome: 'ok',
  caughtBy: [],
  isCited: false,
  problems: [],
  ...more,
});
const report: SelftestReport = {
  ok: false,
  interrupted: false,
  durationMs: 1500,
  numbers: {
    faults: { servers: 2, caught: 1, byRightCheck: 1, byRightWords: 1 },
    compliant: { servers: 1, accused: 1 },
    questions: { open: 74, covered: 64 },
  },
  servers: [
    server('reference', 'reference'),
    server('always-empty', 'control', { caughtBy: ['shape/time', 'shape/contracts'] }),
    server('html', 'control', { outcome: 'wrong', problems: ['sign/bit is pass'] }),
    server('any-signature', 'mutant', { expected: ['sign/bit'], caughtBy: ['a', 'sign/bit'] }),
    server('no-limit', 'mutant', {
      expected: ['page/limit'],
      outcome: 'wrong',
      problems: ['page/limit is not-applicable: the account has 2 trades'],
    }),
    server('gzip', 'twin', {
      outcome: 'wrong',
      caughtBy: ['shape/ping'],
      problems: ['shape/ping is fail: ping answered "", not {}'],
    }),
  ],
  withoutKill: ['idle/check'],
};

/** One command line; `interrupt` is Ctrl-C. */
const run = (args: readonly string[], selftest: (interrupt: () => void) => Promise<Selftest>) =>
  runCommand(['--mode', 'selftest', ...args], (interrupt) => ({ selftest: () => selftest(interrupt) }));

const given = (found: SelftestReport) => async (): Promise<Selftest> => async () => found;

describe('futures conformance --mode selftest', () => {
  test('needs no address, says of whatever went wrong why, and ends with the totals and 1', async () => {
    const { stdout: text, code } = await run([], given(report));
    expect(code).toBe(1);
    expect(text).toMatchInlineSnapshot(`
      "server         kind       verdict  caught by
      reference      reference  ok
      always-empty   control    ok       shape/time and 1 more
      html           control    WRONG
      any-signature  faulty     ok       sign/bit and 1 more
      no-limit       faulty     WRONG
      gzip           compliant  WRONG    shape/ping

      html (title of html) is not the service, and was taken for it:
        sign/bit is pass
      no-limit (title of no-limit) is faulty, and not every check that names its clause caught it:
        page/limit is not-applicable: the account has 2 trades
      gzip (title of gzip) is compliant, and was accused:
        shape/ping is fail: ping answered "", not {}
      idle/check caught no faulty server, so nothing proves that it can fail.
      faults caught            1 of 2 (right check 1, right row or sentence 1)
      compliant accused        1 of 1
      open questions covered   64 of 74
      controls rejected        1 of 2; 1.5 s
      Self-test failed. Do not trust the verdicts of this kit.
      "
    `);
    expect(JSON.parse((await run(['--json'], given(report))).stdout)).toEqual(report);
  });

  test('ends with 0 when all is as it should be', async () => {
    const servers = report.servers.filter(({ outcome }) => outcome === 'ok');
    const { stdout: text, code } = await run([], given({ ...report, ok: true, servers, withoutKill: [] }));
    expect([code, text.split('\n').at(-2)]).toEqual([
      0,
      'Self-test passed: 1 of 2 faults detected, 1 of 1 compliant servers accused.',
    ]);
  });

  test.each(['0/2', '3/2', '1/0', 'half'])('refuses --shard %s before anything starts', async (shard) => {
    const { error } = await run(['--shard', shard], given(report));
    expect(error?.message).toContain(`--shard is one part of some, such as 1/2, got ${shard}`);
  });

  test('after Ctrl-C prints what was judged until then, says so, and ends with 1', async () => {
    let told = 0;
    const { stdout: text, code } = await run([], async (interrupt) => {
      const selftest = await loadSelftest();
      return ({ onProgress, ...options }) =>
        selftest({
          ...options,
          onProgress: (progress) => {
            onProgress(progress);
            // Four are at work at a time: some are done by then.
            if (++told === 12) interrupt();
          },
        });
    });
    const total = 1 + CONTROLS.length + MUTATIONS.length + COMPLIANT.length;
    const [totals, last] = text.trimEnd().split('\n').slice(-2);
    expect(totals).toMatch(/^controls rejected +(\d+) of \1; [\d.]+ s$/);
    expect(last).toMatch(new RegExp(`^Interrupted: \\d+ of ${total} servers were judged, all as expected\\.$`));
    expect(text).toMatch(/ (control|faulty) +ok +\S/);
    expect(text).toMatch(/^wide-window +compliant +not judged$/m);
    expect(code).toBe(1);
  });
});
