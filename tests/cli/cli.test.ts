import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/run.js';
import { runIn } from '../../src/conformance/run/run.js';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { futures, startUntil } from './futures.js';
import { limitBuy } from '../support/orders.js';
import { folderOfTest } from '../support/folder.js';

describe('futures sandbox', () => {
  /** Starts it on a free port and waits for what it prints first. */
  async function start(...args: string[]) {
    const started = await startUntil(/openssl|assumed/, ['sandbox', '--port', '0', ...args]);
    const [apiKey, apiSecret] = [started.find(/FUTURES_API_KEY=(\S+)/), started.find(/FUTURES_API_SECRET=(\S+)/)];
    return { ...started, url: started.find(/exchange at (\S+)/), credentials: { apiKey, apiSecret } };
  }

  test('prints curl lines that work as they are, and logs each call with its verdict', async () => {
    const { output, url, credentials } = await start('--log');
    const lines = output()
      .split('\n')
      .filter((line) => line.includes('curl'));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(await run('bash', ['-c', line])).toBe('[]');
    const wrong = createFuturesClient({ baseUrl: url, credentials: { ...credentials, apiSecret: 'wrong' } });
    await wrong.cancelAllOrders().catch(() => undefined);
    await expect
      .poll(output)
      .toMatch(/openOrders {2}getOpenOrders {2}ok[^]*cancelAllOrders {2}refused -1022: not a known mistake/);
  });

  test('logs what is wrong with a signature, and never the secret', async () => {
    const { output, url, credentials } = await start('--log');
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', credentials.apiSecret).update(`${timestamp}GET/fapi/v1/openOrders`);
    const headers = { 'X-CH-TS': timestamp, 'X-CH-APIKEY': credentials.apiKey, 'X-CH-SIGN': signature.digest('hex') };
    const before = output().length;
    await fetch(`${url}/fapi/v1/openOrders?contractName=E-BTC-USDT`, { headers });
    await expect.poll(output).toMatch(/getOpenOrders {2}refused -1022: the query is not in the signed text\n/);
    await fetch(`${url}/fapi/v1/openOrders`);
    await expect.poll(output).toContain('refused -1002: X-CH-APIKEY, X-CH-TS, X-CH-SIGN are missing\n');
    expect(output().slice(before)).not.toContain(credentials.apiSecret);
  });

  test('--fault lets the named operation go wrong, as often as said, and names what it does not know', async () => {
    const { url, credentials } = await start('--fault', 'code-1006-after:cancelAllOrders:2', '--fault', 'html:ping');
    const client = createFuturesClient({ baseUrl: url, credentials, retry: false });
    for (let i = 0; i < 2; i++)
      await expect(client.cancelAllOrders()).rejects.toMatchObject({ apiCode: '-1006', outcome: 'unknown' });
    await client.cancelAllOrders();
    await expect(client.ping()).rejects.toMatchObject({ code: 'RESPONSE_SHAPE' });
    for (const [option, value, said] of [
      ['--fault', 'nonsense', 'kind nonsense is not known (kinds: refuse, '],
      ['--fault', 'html:nonsense', 'operation nonsense '],
      ['--fault', 'html:ping:often', 'times must be a whole number below 1000000, got often.'],
      ['--like', 'nofile', 'nofile cannot be read.'],
    ] as const) {
      const { code, stderr } = await futures(['sandbox', '--port', '0', option, value]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${option}: ${said}`)]);
    }
  });

  test('goes on from its state file after a kill, and refuses one that is damaged', async () => {
    const file = join(folderOfTest(), 'state.json');
    const order = { ...limitBuy, volume: 1 };

    const first = await start('--state', file);
    const client = createFuturesClient({ baseUrl: first.url, credentials: first.credentials });
    const { orderId } = await client.createOrder({ ...order, price: '60000' });
    await expect.poll(() => readFileSync(file, 'utf8').includes(orderId!)).toBe(true);
    first.child.kill('SIGKILL');

    const second = await start('--state', file);
    const again = createFuturesClient({ baseUrl: second.url, credentials: second.credentials });
    expect(await again.getOpenOrders()).toMatchObject([{ orderId, status: 'NEW' }]);

    const { bids, ...without } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const other = JSON.stringify({ ...without, bids, version: 2 });
    for (const text of ['{"half":', 'null', '[]', JSON.stringify(without), other]) {
      second.child.kill('SIGKILL');
      writeFileSync(file, text);
      const { code, stderr } = await futures(['sandbox', '--port', '0', '--state', file]);
      const what = text === other ? /was saved by a later version/ : /is not a saved state of the sandbox/;
      expect([code, stderr]).toEqual([2, expect.stringMatching(what)]);
    }
  });

  test('--like answers by the signing rule of a report', async () => {
    const server = createSandbox({ dialect: { signing: { encoding: 'base64' } }, strict: 'http' });
    const { url: baseUrl, credentials, fetch: inProcess, now } = server;
    const report = await runIn(
      { baseUrl, credentials, checks: ['sign/encoding', 'shape/refusal'] },
      { now, pause: async () => {} },
      inProcess,
    );
    const file = join(folderOfTest(), 'report.json');
    writeFileSync(file, JSON.stringify(report));
    const twin = await start('--like', file);
    expect(twin.output()).toMatch(
      /options \(\d\): [^]*strict="http"[^]*measured \(\d+\): .*\n {4}signing\.composition/,
    );
    const dialect = { signatureEncoding: 'base64' } as const;
    const client = createFuturesClient({ baseUrl: twin.url, credentials: twin.credentials, dialect });
    expect(await client.getOpenOrders()).toEqual([]);
  });

  test('--state in a folder that is missing is refused before anything listens', async () => {
    const file = join(tmpdir(), 'no-such-folder', 'state.json');
    const { code, stdout, stderr } = await futures(['sandbox', '--port', '0', '--state', file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^futures: --state: .* cannot be written \(ENOENT.*\)\. Nothing listens\. .*\n$/);
  });

  test('a state file that cannot be written any more ends nothing: it is said once, and when it is saved again', async () => {
    const folder = folderOfTest();
    const file = join(folder, 'state.json');
    const { child, url, credentials } = await start('--state', file);
    let notes = '';
    child.stderr!.on('data', (chunk) => (notes += chunk));
    const client = createFuturesClient({ baseUrl: url, credentials });
    const place = (): Promise<{ orderId?: string }> => client.createOrder({ ...limitBuy, price: '60000', volume: 1 });
    rmSync(folder, { recursive: true });
    const first = await place();
    await expect.poll(() => notes).toContain('keeps trying');
    const second = await place();
    expect((await client.getOpenOrders()).map(({ orderId }) => orderId)).toEqual([first.orderId, second.orderId]);
    mkdirSync(folder);
    const third = await place();
    await expect.poll(() => notes).toContain('saved again');
    expect(notes.match(/cannot be written/g)).toHaveLength(1);
    const saved = readFileSync(file, 'utf8');
    for (const { orderId } of [first, second, third]) expect(saved).toContain(orderId!);

    rmSync(folder, { recursive: true });
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(notes.match(/cannot be written/g)).toHaveLength(2);
  });
});
