import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NotConfirmedError } from '../../src/cli/confirm.js';
import { coverageOf } from '../../src/conformance/coverage/coverage.js';
import type { CheckInfo, ConformanceOptions, Report } from '../../src/conformance/model/report-model.js';
import { ArgumentError } from '../../src/index.js';
import { everyVerdict, exchange, report, result } from '../conformance/fixtures/report.js';
import { runCommand } from './conformance-command.js';
import { folderOfTest } from '../support/folder.js';

const URL = ['--base-url', 'https://futures.example'];
const CREDENTIALS = { FUTURES_API_KEY: 'canary-key-0123456789', FUTURES_API_SECRET: 'canary-secret-0123456789' };
const checks: readonly CheckInfo[] = everyVerdict.results;
const passing = report([result('sign/window', 'pass')]);
let folder: string;
beforeEach(() => {
  folder = folderOfTest();
  // Runs that are no success leave their report in the system's folder.
  vi.stubEnv('TMPDIR', folder);
});

function write(content: unknown, name = 'old.json'): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

interface Given {
  readonly report?: Report | ((options: ConformanceOptions) => Promise<Report>);
  readonly env?: NodeJS.ProcessEnv;
  readonly tty?: boolean;
  readonly typed?: string;
  readonly left?: readonly string[];
  readonly reason?: string;
}

/** One command line with a kit that is made up. */
async function run(
  args: readonly string[],
  { report: given = passing, env = CREDENTIALS, tty = false, typed, left = [], reason }: Given = {},
) {
  const asked: ConformanceOptions[] = [];
  const cleaned: unknown[] = [];
  const ended = await runCommand(args, (interrupt) => ({
    ...{ env, tty, typed },
    kit: async () => ({
      checks,
      run: async (options) => {
        asked.push(options);
        options.onProgress?.({ done: 1, total: 2, current: 'sign/window' });
        if (typeof given !== 'function') return given;
        const running = given(options);
        interrupt();
        return running;
      },
      plan: async () => ({ calls: 3, weight: 3, byOperation: { ping: 1, getOpenOrders: 2 } }),
      cleanUp: async (journal, options) => {
        cleaned.push([journal, options]);
        interrupt();
        expect(options.signal?.aborted).toBe(true);
        return { found: ['E-BTC-USDT 1', 'E-BTC-USDT 2'], left, ...(reason !== undefined && { reason }) };
      },
    }),
  }));
  return { ...ended, asked, cleaned };
}

describe('futures conformance', () => {
  test.each([
    ['everything passes', passing, 0],
    ['a declared fact fails', report([result('a', 'fail'), result('b', 'pass')]), 1],
    ['a known failure fails', report([result('a', 'fail')], { knownFailures: ['a'], ok: true }), 0],
    ['a known failure passes', report([result('a', 'pass')], { unexpectedPasses: ['a'], ok: false }), 1],
    ['the kit breaks', report([result('a', 'pass'), result('b', 'harness-error')]), 1],
    ['nothing can be judged', report([result('a', 'cannot-tell')]), 1],
    ['some cannot be judged', report([result('a', 'cannot-tell'), result('b', 'pass')]), 0],
  ])('when %s ends with the code that says so', async (_, each, code) => {
    expect(await run(URL, { report: each })).toMatchObject({ code, error: undefined });
  });

  test.each([
    ['40', passing, 0],
    ['40.1', passing, 8],
    ['90', report([result('a', 'fail')]), 1],
    ['0', passing, 0],
  ])('with --min-coverage %s ends with the code that says whether it is met', async (percent, each, code) => {
    const { stderr, ...ended } = await run([...URL, '--min-coverage', percent], {
      report: { ...each, coverage: { ...coverageOf([], new Map()), percent: 40 } },
    });
    expect(ended).toMatchObject({ code, error: undefined });
    if (code === 8)
      expect(stderr).toContain('40 % of the points of the description were judged, less than --min-coverage 40.1');
  });

  test('reads by default, and gives the kit what was typed', async () => {
    const known = join(folder, 'known.txt');
    writeFileSync(known, '# mended soon\nsign/window # see 12\n\r\n  state/x  \n');
    const first = await run([], { env: { FUTURES_URL: 'https://env.example', ...CREDENTIALS } });
    expect(first.asked[0]).toMatchObject({
      baseUrl: 'https://env.example',
      mode: 'read',
      credentials: { apiKey: CREDENTIALS.FUTURES_API_KEY, apiSecret: CREDENTIALS.FUTURES_API_SECRET },
      checks: undefined,
      permission: undefined,
    });
    const words = '--mode sandbox --check sign/ --check state/x --operation ping --operation createOrder --seed 7';
    const existing = '--existing contractName=E-BTC-USDT,orderId=12 --existing positionId=3 --timeout 500';
    const orders = '--volume 0.5 --price 100 --prefix ci- --code positionType=2,positionModel=0/1 --rate 2.5';
    const args = [...`${words} ${existing} ${orders}`.split(' '), '--known-failures', known];
    expect((await run([...URL, ...args])).asked[0]).toMatchObject({
      baseUrl: 'https://futures.example',
      mode: 'sandbox',
      credentials: { apiKey: CREDENTIALS.FUTURES_API_KEY, apiSecret: CREDENTIALS.FUTURES_API_SECRET },
      checks: ['sign/', 'state/x'],
      operations: ['ping', 'createOrder'],
      knownFailures: ['sign/window', 'state/x'],
      existing: { contractName: 'E-BTC-USDT', orderId: '12', positionId: '3' },
      orders: { volume: '0.5', price: '100', prefix: 'ci-' },
      codes: { positionType: '2', positionModel: ['0', '1'] },
      rate: 2.5,
      seed: 7,
      timeoutMs: 500,
    });
  });

  type Row = [args: readonly string[], problem: string];
  test.each<Row>([
    [[], '--base-url is missing'],
    [['--base-url', 'futures example'], '--base-url is an address'],
    [[...URL, '--check', 'nonsense/'], 'nonsense/ is neither a check'],
    [[...URL, '--seed', '1.5'], '--seed is a whole number'],
    ...['101', '-1', '0.9', 'x'].map((percent): Row => [
      [...URL, '--min-coverage', percent],
      'percentage from 1 to 100',
    ]),
    [[...URL, '--timeout', 'soon'], '--timeout is a whole number'],
    [[...URL, '--existing', 'accountId=1'], '--existing is name=value'],
    [[...URL, '--volume', '0'], '--volume is a decimal greater than 0'],
    [[...URL, '--price', '1e3'], '--price is a decimal greater than 0'],
    [[...URL, '--prefix', 'job 1'], '--prefix has at most 16 letters'],
    [[...URL, '--code', 'side=1'], '--code is name=value'],
    [[...URL, '--code', 'marginModel=1'], '--code is name=value'],
    [[...URL, '--code', 'positionType=1/2'], '--code is name=value'],
    [[...URL, '--rate', '0'], '--rate is calls per second'],
    [[...URL, '--existing', 'orderId='], '--existing is name=value'],
    [[...URL, '--known-failures', 'FOLDER/none'], 'cannot be read'],
    [[...URL, '--known-failures', 'FOLDER/stale'], 'stale names gone/check, which is not a check'],
    [[...URL, '--report', 'pdf=a'], 'knows the formats'],
    [[...URL, '--report', 'json=FOLDER/none/a'], 'cannot write'],
    [[...URL, '--report', 'observations=FOLDER'], 'is a folder'],
    [[...URL, '--mode', 'mutate', '--account', 'mine'], '--allow-host does not name futures.example'],
    [[...URL, '--mode', 'mutate', '--allow-host', 'futures.example'], '--account is missing'],
    [[...URL, '--operation', 'placeOrder'], '--operation is one of createOrder, '],
    [
      [...URL, '--mode', 'mutate', '--account', 'a', '--allow-host', 'futures.example', '--allow-wipe', 'createOrder'],
      '--allow-wipe is one of',
    ],
    [['--mode', 'selftest', '--report', 'json=a'], '--mode selftest prints its matrix'],
    [[...URL, '--dry-run', '--report', 'json=report.json'], '--dry-run judges nothing'],
    [['--mode', 'selftest', '--dry-run'], 'selftest judges the kit itself'],
    [['--mode', 'selftest', '--check', 'sign/'], 'selftest judges the kit itself'],
    [['--mode', 'selftest', '--operation', 'ping'], 'selftest judges the kit itself'],
    [['--mode', 'selftest', ...URL], 'selftest judges the kit itself'],
  ])('%j is refused before anything runs: %s', async (args, problem) => {
    writeFileSync(join(folder, 'stale'), 'gone/check\n');
    const { error, asked, code } = await run(args.map((word) => word.replace('FOLDER', folder)));
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error!.message).toContain(problem);
    expect([asked, code]).toEqual([[], undefined]);
  });

  test('writes the reports that are asked for, and names the JSON report in the command that replays a failure', async () => {
    const file = (name: string): string => join(folder, name);
    const reports = ['--report', `json=${file('r.json')}`, '--report', `junit=${file('r.xml')}`];
    const args = [...reports, '--report', `observations=${file('o.yaml')}`];
    const { code, stdout } = await run([...URL, ...args], { report: everyVerdict });
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(file('r.json'), 'utf8'))).toEqual(everyVerdict);
    expect(readFileSync(file('r.xml'), 'utf8')).toContain('<testsuites');
    expect(readFileSync(file('o.yaml'), 'utf8')).toContain('"overlay": "1.0.0"');
    expect(stdout).toContain(`npx futures-trading-client conformance replay ${file('r.json')} sign/header/key-missing`);
  });

  test('keeps the report of a run that is no success, and names its file; a success leaves none', async () => {
    const { stdout, stderr } = await run(URL, { report: everyVerdict });
    const [, kept] = /^futures: the whole report is in (\S+)$/m.exec(stderr)!;
    expect(JSON.parse(readFileSync(kept!, 'utf8'))).toEqual(everyVerdict);
    expect(statSync(kept!).mode & 0o777).toBe(0o600);
    expect(stdout).toContain(`conformance replay ${kept} sign/header/key-missing`);
    expect((await run(URL)).stderr).not.toContain('report');
  });

  test('shows the secrets of the environment nowhere, whatever the kit left in its report', async () => {
    const text = Object.values(CREDENTIALS).join(' ');
    const leaking = report([result('sign/window', 'fail', { reason: text, exchanges: [exchange({ failure: text })] })]);
    const written = join(folder, 'r.json');
    for (const args of [[], ['--json'], ['--dry-run'], ['--report', `json=${written}`]]) {
      const { stdout, stderr } = await run([...URL, ...args], { report: leaking, env: CREDENTIALS });
      expect(stdout + stderr).not.toContain('canary');
    }
    expect(readFileSync(written, 'utf8')).not.toContain('canary');
  });

  test('prints the whole report with --json, and nothing else', async () => {
    const { stdout, stderr } = await run([...URL, '--json'], { report: everyVerdict });
    expect(JSON.parse(stdout)).toEqual(everyVerdict);
    expect(stderr).toBe('');
  });

  test('ends at Ctrl-C with what was judged until then, and code 1', async () => {
    const file = join(folder, 'r.json');
    const untilStopped = async ({ signal }: ConformanceOptions): Promise<Report> => {
      await new Promise((done) => signal!.addEventListener('abort', done, { once: true }));
      return passing;
    };
    const { code, stdout, stderr } = await run([...URL, '--report', `json=${file}`], { report: untilStopped });
    expect(code).toBe(1);
    expect(stdout).toContain('1 pass');
    expect(stderr).toContain('interrupted');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(passing);
  });

  test('lists the checks, for a person and as JSON, and runs none', async () => {
    const { stdout, asked, code } = await run(['--list']);
    for (const { id, title } of checks) expect(stdout).toMatch(new RegExp(`^${id} .*${title}$`, 'm'));
    expect(stdout).toContain('7 checks');
    expect([asked, code]).toEqual([[], 0]);
    expect(JSON.parse((await run(['--list', '--json'])).stdout)).toEqual(checks);
  });

  test('shows the calls of a dry run, asks nobody, and judges nothing', async () => {
    const dry = report([
      result('sign/window', 'fail'),
      result('rule/x', 'not-run', { exchanges: [], reason: 'needs an order' }),
    ]);
    const { stdout, asked, code } = await run([...URL, '--dry-run', '--mode', 'mutate'], { report: dry });
    expect(asked[0]).toMatchObject({ dryRun: true, mode: 'mutate' });
    expect(stdout).toContain('GET https://futures.example/fapi/v1/openOrders?contractName=E-BTC-USDT');
    expect(stdout).toContain('not-run: needs an order');
    expect(stdout).toContain('Nothing was sent.');
    expect(code).toBe(0);
  });
});

describe('without credentials', () => {
  test.each(['sandbox', 'mutate'])('mode %s is refused before anything is sent', async (mode) => {
    const { error, asked } = await run([...URL, '--mode', mode], { env: {} });
    expect([asked, error?.message]).toEqual([[], expect.stringContaining('FUTURES_API_KEY and FUTURES_API_SECRET')]);
  });

  test('mode read says what was not run, unless what was asked for needs none', async () => {
    const failed = { ...passing, ok: false };
    expect((await run(URL, { env: {}, report: failed })).stderr).toContain('signed checks were not run');
    expect((await run(URL, { env: {} })).stderr).not.toContain('signed checks were not run');
  });
});

test('futures conformance --mode sandbox goes to a host that is no loopback when it is named', async () => {
  const { asked } = await run([...URL, '--mode', 'sandbox', '--allow-host', 'futures.example']);
  expect(asked[0]).toMatchObject({ mode: 'sandbox', permission: { hosts: ['futures.example'], wipe: [] } });
  expect((await run([...URL, '--mode', 'sandbox'])).asked[0]!.permission).toBeUndefined();
});

describe('futures conformance --mode mutate', () => {
  const MUTATE = [...URL, '--mode', 'mutate', '--allow-host', 'futures.example', '--allow-wipe', 'cancelOrder'];

  test('asks on a terminal for the label, and shows before that what is sent, where and with which key', async () => {
    const { asked, stderr } = await run(MUTATE, { tty: true, typed: 'my account\n', env: CREDENTIALS });
    expect(asked[0]!.permission!.account).toBe('my account');
    expect(stderr).toMatch(
      /getOpenOrders +2\n[^]*Weight budget: 3, for 3 calls[^]*orders at https:\/\/futures\.example with key \*+6789[^]*cancelOrder[^]*label of the account/,
    );
    const typing = await run(MUTATE, { tty: true, typed: '\n' });
    expect([typing.asked, typing.error]).toEqual([[], expect.any(NotConfirmedError)]);
  });
});

describe('futures conformance clean-up', () => {
  const CLEAN = ['clean-up', 'orders.jsonl', ...URL];

  test('asks on a terminal for the label, and sends nothing when none is typed', async () => {
    expect(await run(CLEAN, { tty: true, typed: 'mine\n' })).toMatchObject({
      cleaned: [['orders.jsonl', { baseUrl: 'https://futures.example', account: 'mine' }]],
      stdout: 'Nothing is left of orders.jsonl: 2 orders were looked for and are gone.\n',
    });
    const { cleaned, error } = await run(CLEAN, { tty: true, typed: '\n' });
    expect([cleaned, error]).toEqual([[], expect.any(NotConfirmedError)]);
    expect((await run(CLEAN)).error?.message).toContain('--account is missing');
  });

  test('ends with 1 and names what is left', async () => {
    const { stdout, code } = await run([...CLEAN, '--account', 'mine'], { left: ['E-BTC-USDT 2\u001B[2J'] });
    expect(code).toBe(1);
    expect(stdout).toContain(String.raw`LEFT BEHIND  E-BTC-USDT 2\u{1b}[2J`);
    expect(stdout).toContain('1 of 2 orders could not be shown to be gone. Look at the account');
    const refused = await run([...CLEAN, '--account', 'mine'], { left: ['E-BTC-USDT 1'], reason: 'code -1022' });
    expect(refused.stdout).toContain(
      'gone. Look at the account and at the last response (code -1022), then run this again.',
    );
    const filled = await run([...CLEAN, '--account', 'mine'], { left: ['E-BTC-USDT 1 (filled: traded)'] });
    expect([filled.code, filled.stdout]).toEqual([1, expect.stringContaining('0 of 2 orders could not be shown')]);
  });
});

describe('futures conformance replay', () => {
  test('runs the one check again, with seed and mode of the report, at the address of the command line', async () => {
    const file = write({ ...everyVerdict, target: { baseUrl: 'https://evil.example' } });
    const now = report([result('sign/header/key-missing', 'fail', { reason: 'still' })]);
    const { asked, stdout, code } = await run(['replay', file, 'sign/header/key-missing', ...URL], { report: now });
    expect(asked[0]).toMatchObject({
      baseUrl: 'https://futures.example',
      mode: 'read',
      seed: 7,
      checks: ['sign/header/key-missing'],
    });
    expect(stdout).toContain('sign/header/key-missing: fail, was fail');
    expect(stdout).toContain('signed text: 1767323045678GET/fapi');
    expect(code).toBe(1);
  });

  test('names an order that was left behind, and how to cancel it', async () => {
    const old = write({ ...everyVerdict, mode: 'mutate' });
    const now = report([result('sign/window', 'pass')], {
      leftBehind: ['E-BTC-USDT 7'],
      journal: 'orders.jsonl',
      ok: false,
    });
    const mutate = ['--allow-host', 'futures.example', '--allow-wipe', 'cancelOrder', '--account', 'mine'];
    const { stdout, code } = await run(['replay', old, 'sign/window', ...URL, ...mutate], { report: now });
    expect(code).toBe(1);
    expect(stdout).toMatch(/LEFT BEHIND {2}E-BTC-USDT 7\n[^]*conformance clean-up orders.jsonl --base-url/);
  });

  test.each<[what: string, given: unknown, check: string, target: readonly string[], problem: string]>([
    ['never takes the address from the report', everyVerdict, 'sign/window', [], '--base-url is missing'],
    ['runs no more than one check', report([result('sign/', 'fail')]), 'sign/', URL, 'check sign/ is not known'],
    ['asks for leave again in mode mutate', { ...everyVerdict, mode: 'mutate' }, 'sign/window', URL, '--allow-host'],
    ['refuses half a file', '{"half":', 'sign/window', URL, 'old.json cannot be read as JSON'],
    [
      'refuses another version',
      { version: 2, results: [], mode: 'read' },
      'x',
      URL,
      'not a conformance report of version 1',
    ],
    ['refuses what was not in the run', everyVerdict, 'other/check', URL, 'check other/check is not known'],
  ])('%s', async (_what, given, check, target, problem) => {
    const { error, asked } = await run(['replay', write(given), check, ...target]);
    expect(error).toBeInstanceOf(ArgumentError);
    expect([error!.message, asked]).toEqual([expect.stringContaining(problem), []]);
  });
});

describe('futures conformance compare', () => {
  const [good, bad] = [report([result('a', 'pass')]), report([result('a', 'fail')])];

  test.each([
    ['the same', good, good, 0],
    ['worse', good, bad, 1],
    ['different', bad, good, 7],
  ])('ends with the code of %s', async (_, first, second, code) => {
    const files = [write(first, 'a.json'), write(second, 'b.json')];
    expect(await run(['compare', ...files])).toMatchObject({ code, error: undefined, asked: [] });
    expect(JSON.parse((await run(['compare', ...files, '--json'])).stdout)).toMatchObject({ version: 1 });
  });
});
