import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { closedPort } from '../support/ports.js';
import { startServer } from '../support/raw-server.js';
import { environment, futures, listen, main, ORDER, start, startFutures } from './futures.js';

const CONTRACT = ['--contractName', 'E-BTC-USDT'];
const CANCEL = ['call', 'cancelOrder', ...CONTRACT, '--yes'];

describe('exit codes of futures call', () => {
  test('3 when no connection was made', async () => {
    const { code, stderr } = await futures([...ORDER, '--yes'], environment(`http://127.0.0.1:${await closedPort()}`));
    expect([code, stderr.includes('Nothing was sent'), stderr.includes('--base-url')]).toEqual([3, true, true]);
  });

  test('4 when the service refuses', async () => {
    const { env } = await listen();
    const args = ['call', 'changeLeverage', ...CONTRACT, '--nowLevel', '500'];
    const { code, stdout, stderr } = await futures([...args, '--json'], env);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([4, '', 1]);
    expect(JSON.parse(stderr)).toMatchObject({
      ...{ code: 'API', outcome: 'rejected', operationId: 'changeLeverage', status: 200, apiCode: '-1153' },
      message: expect.stringContaining('leverage above the maximum'),
    });
    expect((await futures(args, env)).stderr).toMatch(
      /^futures: changeLeverage: .* Nothing was done \(assumed\)\.\nFix what the code names, then retry/,
    );
  });

  test('5 when it may have acted, with the command that shows whether it did', async () => {
    const { sandbox, env } = await listen();
    sandbox.faults.next({ kind: 'reset-after', times: 2 });
    const args = [...ORDER, '--clientOrderId', "it's mine", '--yes'];
    const { code, stderr } = await futures(args, env);
    expect([code, stderr.includes('OUTCOME UNKNOWN')]).toEqual([5, true]);

    const json = await futures([...args, '--json'], env);
    const { outcome, next } = JSON.parse(json.stderr);
    expect([json.code, outcome]).toEqual([5, 'unknown']);
    const look = (next[0] as string).replace('npx futures-trading-client', `"${process.execPath}" "${main}"`);
    expect(stderr).toContain(next[0]);
    const { stdout } = await start('bash', ['-c', `${look} --json`], env).ended;
    expect(JSON.parse(stdout)).toMatchObject({ status: 'NEW', contractName: 'E-BTC-USDT' });
  });

  test.each([[['SIGINT']], [['SIGTERM']], [['SIGHUP']], [['SIGHUP', 'SIGHUP']]] as const)(
    '5 when a call is interrupted that the service already has: %j',
    async (signals) => {
      const server = await startServer(() => {});
      const { child, ended } = startFutures([...ORDER, '--yes'], environment(server.origin));
      await server.received();
      for (const signal of signals) child.kill(signal);
      const { code, stdout, stderr } = await ended;
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toMatch(
        /createOrder: stopped by Ctrl-C or a signal\..*\nOUTCOME UNKNOWN[^]*getOpenOrders --contractName E-BTC-USDT/,
      );
    },
  );

  test.each([[[]], [['--json']]])('6 when the id of an order could not be printed: nobody reads, %j', async (json) => {
    const { sandbox, env } = await listen();
    const { child, ended } = startFutures([...ORDER, '--yes', ...json], env);
    child.stdout!.destroy();
    const { code, stderr } = await ended;
    const [orderId] = sandbox.state.accounts[0]!.openOrders;
    expect(code).toBe(6);
    expect(stderr).toContain('Do not repeat the call');
    expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toEqual(
      json.length === 0
        ? { orderId }
        : {
            code: 'UNPRINTED',
            operationId: 'createOrder',
            message: expect.stringContaining('EPIPE'),
            result: { orderId },
          },
    );
  });

  test.skipIf(!existsSync('/dev/full'))('6 when the disk is full, and 1 when only a read was lost', async () => {
    const { sandbox, env } = await listen();
    const onFullDisk = (args: readonly string[]) =>
      start('bash', ['-c', '"$0" "$@" > /dev/full', process.execPath, main, ...args], env).ended;
    const order = await onFullDisk([...ORDER, '--yes']);
    expect([order.code, order.stderr]).toEqual([6, expect.stringContaining('ENOSPC')]);
    expect(order.stderr).toContain(sandbox.state.accounts[0]!.openOrders[0]);
    for (const reads of [
      ['call', 'getOpenOrders'],
      ['conformance', '--list'],
      ['recover', '--help'],
    ]) {
      const stderr = 'futures: standard output cannot be written (ENOSPC).\n';
      expect(await onFullDisk(reads)).toMatchObject({ code: 1, stderr });
    }
  });

  test('0 when a reader of a read has seen enough', async () => {
    const { env } = await listen();
    const { child, ended } = startFutures(['call', 'getContracts', '--json'], env);
    child.stdout!.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('--json escapes what a terminal would not show, and is the same value', async () => {
    const text = '\u009b2J \u202e\u2066 \u2028\u2029 \u200b\ufeff \u{e0041} \u007f é 成';
    const server = await startServer({ body: JSON.stringify([{ orderId: '1', [text]: text }]) });
    const { stdout } = await futures(['call', 'getOpenOrders', '--json'], environment(server.origin));
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(stdout).toContain(String.raw`\u009b2J \u202e`);
    expect(JSON.parse(stdout)).toEqual([{ orderId: '1', [text]: text }]);
  });

  test.each([
    [['call', 'createOrder', ...CONTRACT], '--volume, --price, --type, --side, --open, --positionType are missing'],
    [[...ORDER, '--price', '1'], 'given twice'],
    [[...ORDER, '--prise', '1'], 'Did you mean --price?'],
    [[...ORDER, '--clientOrderId', '--yes'], 'looks like an option'],
    [[...ORDER, '--clientOrderId'], 'argument missing'],
    [[...ORDER, '--timeInForce', 'GTC', '--yes'], 'must be one of IOC, FOK, POST_ONLY'],
    [
      [...ORDER, '--yes', '--orderUnit', 'two'],
      'orderUnit must be a number (observed: 1 = coin, 2 = contracts, 3 = value)',
    ],
    [[...ORDER, '--yes', '--timeout', 'soon'], '--timeout'],
    [[...ORDER, '--yes', '--dialect', 'toString'], '--dialect must be one of documented, observed'],
    [[...ORDER, '--yes', '--dialect-option', 'getBody=head'], 'dialect.getBody'],
    [[...ORDER, '--yes', '--dialect-option', 'getbody=query'], '--dialect-option getbody is not known (did you mean'],
    [['call', 'getOrder', ...CONTRACT, '--orderId', 'abc'], 'orderId is "abc", which is not an order id: give one'],
    [
      ['call', 'getOrder', ...CONTRACT],
      '--orderId or --clientOrderId is missing. Nothing was sent. Without it, nothing says which order',
    ],
    [['call', 'getOrder', ...CONTRACT], 'npx futures-trading-client call getSomeOrder --contractName E-BTC-USDT'],
    [CANCEL, 'npx futures-trading-client call cancelContractOrders --contractName E-BTC-USDT'],
    [[...CANCEL, '--orderId', ''], 'orderId is empty'],
    [[...CANCEL, '--orderId', ' '], 'orderId is empty'],
    [[...CANCEL, '--orderId', '--json'], 'looks like an option'],
    [[...ORDER, '--yes', '--header', 'nonsense'], '--header must be name:value'],
    [[...ORDER, '--yes', '--base-url', 'nowhere'], '--base-url must be an absolute http(s) URL'],
    [[...ORDER, '--yes', '--columns', 'price', '--json'], '--columns chooses what a table shows'],
    [[...ORDER, 'more'], 'values are given by options'],
    [['call', 'createOrders'], 'unknown command'],
    [['getOpenOrders'], 'write: call getOpenOrders'],
    [['call', 'getOpenOrders', '--api-key', 'k'], 'set FUTURES_API_KEY and FUTURES_API_SECRET instead'],
  ])('2 for %j, with nothing sent', async (args, problem) => {
    const { env, calls } = await listen();
    const { code, stdout, stderr } = await futures(args, env);
    expect([code, stdout, calls]).toEqual([2, '', []]);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('    at ');
  });

  test.each([
    ['a base URL', { FUTURES_URL: '' }, 'FUTURES_URL is not set'],
    ['credentials', { FUTURES_API_KEY: '', FUTURES_API_SECRET: '' }, 'FUTURES_API_SECRET are not set'],
    ['a secret', { FUTURES_API_SECRET: '' }, 'FUTURES_API_KEY is set but FUTURES_API_SECRET is not'],
    ['a clean secret', { FUTURES_API_SECRET: 'secret\n' }, 'FUTURES_API_SECRET has leading or trailing'],
    ['a replaced secret', { FUTURES_API_SECRET: '${SECRET}' }, 'FUTURES_API_SECRET is a variable or a placeholder'],
    ['a replaced key', { FUTURES_API_KEY: '<key>' }, 'FUTURES_API_KEY is a variable or a placeholder'],
    ['a whole address', { FUTURES_URL: '127.0.0.1:8080' }, 'write http://127.0.0.1:8080 or https://127.0.0.1:8080'],
  ])('2 without %s', async (_what, change, problem) => {
    const { env, calls } = await listen();
    const { code, stderr } = await futures(['call', 'getOpenOrders', '--json'], { ...env, ...change });
    expect([code, calls, JSON.parse(stderr).outcome]).toEqual([2, [], 'not-sent']);
    expect(JSON.parse(stderr).message).toContain(problem);
  });

  test('2 for an option that does not exist, as JSON where JSON is asked for', async () => {
    const { code, stderr } = await futures(['call', 'ping', '--json', '--pong']);
    expect([code, JSON.parse(stderr).code]).toEqual([2, 'USAGE']);
  });

  test('1 when the machine has not what is asked for', async () => {
    const { env } = await listen();
    const { code, stderr } = await futures(['sandbox', '--port', new URL(env['FUTURES_URL']!).port]);
    expect([code, stderr.includes('EADDRINUSE'), stderr.includes('    at ')]).toEqual([1, true, false]);
    const { stderr: elsewhere } = await futures(['sandbox', '--port', '0', '--host', '192.0.2.1']);
    expect(elsewhere).toMatch(/EADDRNOTAVAIL.*Take another .*--host/);
  });
});

test('a cancel without orderId has a command of its own, which takes none', async () => {
  const { sandbox, env } = await listen();
  await futures([...ORDER, '--yes'], env);
  const args = ['call', 'cancelContractOrders', ...CONTRACT, '--yes'];
  expect((await futures([...args, '--orderId', '1'], env)).code).toBe(2);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
  sandbox.faults.next({ kind: 'refuse', operation: 'cancelOrder' });
  expect(await futures(args, env)).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^futures: cancelContractOrders: /),
  });
  expect((await futures(args, env)).code).toBe(0);
  expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
});
