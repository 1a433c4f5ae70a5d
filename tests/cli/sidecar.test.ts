import { once } from 'node:events';
import { expect, test } from 'vitest';
import { folderOfTest, writeProgram } from '../support/folder.js';
import { startByteServer, startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { type Environment, environment, futures, listen, start, startFutures, startUntil } from './futures.js';

/** Starts it and waits for what it prints first. */
async function started(args: readonly string[], env: Environment) {
  const { find, ...running } = await startUntil(/curl/, ['sidecar', ...args], env);
  return { ...running, url: find(/Sidecar at (\S+)/) };
}

async function sidecar(...args: string[]) {
  const { env, calls, sandbox } = await listen();
  return { calls, sandbox, ...(await started(['--log', ...args], env)) };
}

const curl = (...args: string[]) => start('curl', ['-sS', '--max-time', '20', ...args]).ended;

test('signs what curl sends, says what became of each call, and ends with Ctrl-C', async () => {
  const { child, ended, url, sandbox, output } = await sidecar('--allow', 'money');
  expect((await curl(`${url}/fapi/v1/openOrders?contractName=E-BTC-USDT`)).stdout).toBe('[]');
  const order =
    '{"contractName":"E-BTC-USDT","volume":1,"price":60000.10,"type":"LIMIT","side":"BUY","open":"OPEN","positionType":1}';
  const json = ['-H', 'Content-Type: application/json'];
  expect((await curl(`${url}/fapi/v1/order`, ...json, '-d', order)).stdout).toMatch(/^\{"orderId":\d{19}\}$/);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
  expect((await curl(`${url}/fapi/v1/cancel_all`, '-X', 'POST')).stdout).toContain('--allow wipe');
  await curl(new URL('/fapi/v1/ping', url).href);
  await expect.poll(output).toContain('token-missing');
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => /^\d{4}-/.test(line));
  expect(lines.map((line) => line.replace(/^\S+ +/, ''))).toEqual([
    'GET   /fapi/v1/openOrders?contractName=E-BTC-USDT  getOpenOrders  read  signed  200',
    expect.stringMatching(/^POST {2}\/fapi\/v1\/order {2}createOrder {2}money {2}signed {2}200 {2}orderId \d{19}$/),
    'POST  /fapi/v1/cancel_all  cancelAllOrders  wipe  refused effect-not-allowed  403',
    'GET   (not read)  -  -  refused token-missing  403',
  ]);
});

test('Ctrl-C answers an order that hangs, names it on standard error, and ends with code 5', async () => {
  const service = await startByteServer();
  const args = ['--log', '--clock', 'local', '--no-token', '--allow', 'money'];
  const { child, ended, url, output } = await started(args, environment(`http://${service.authority}`));
  const [order, read] = [
    curl(`${url}/fapi/v1/order`, '-d', '{"clientOrderId":"mine-1"}'),
    curl(`${url}/fapi/v1/openOrders`),
  ];
  await expect.poll(service.received).toMatch(/mine-1[^]*openOrders|openOrders[^]*mine-1/);
  child.kill('SIGINT');
  expect(JSON.parse((await order).stdout)).toEqual({
    sidecar: 'connection-broken',
    message:
      'the connection to the service broke (the sidecar was stopped). The service may have acted: look it up before you retry.',
  });
  expect(JSON.parse((await read).stdout)).toMatchObject({ sidecar: 'connection-broken' });
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([
    5,
    'futures: OUTCOME UNKNOWN: 1 had no response yet. LOOK BEFORE YOU REPEAT:\n  POST  /fapi/v1/order  createOrder  clientOrderId mine-1\n',
  ]);
  expect(output()).toContain(
    'createOrder  money  signed  UNKNOWN (may have acted)  502  connection-broken  clientOrderId mine-1\n',
  );
  expect(output()).not.toContain('refused');
});

test('goes to an upstream over TLS, and trusts a certificate of your own that NODE_EXTRA_CA_CERTS names', async () => {
  const { key, cert } = selfSigned();
  const service = await startServer(
    (response, { target }) => response.end(target.endsWith('/time') ? `{"serverTime":${Date.now()}}` : '[]'),
    { key, cert },
  );
  const file = writeProgram(folderOfTest(), 'cert.pem', cert.toString());
  const { url, output } = await started([], { ...environment(service.origin), NODE_EXTRA_CA_CERTS: file });
  expect(output()).toContain("clock       the service's");
  expect((await curl(`${url}/fapi/v1/openOrders?contractName=E-BTC-USDT`)).stdout).toBe('[]');
  expect(service.requests.at(-1)!.target).toBe('/fapi/v1/openOrders?contractName=E-BTC-USDT');
});

test('goes on when its log has no reader any more', async () => {
  const { child, url, calls } = await sidecar();
  child.stdout!.destroy();
  for (let call = 0; call < 3; call++) expect((await curl(`${url}/fapi/v1/openOrders`)).stdout).toBe('[]');
  expect(calls.filter((name) => name === 'getOpenOrders')).toHaveLength(3);
  expect(child.exitCode).toBeNull();
});

test('blanks out a key in a target, and escapes what would move the cursor', async () => {
  const { url, output, sandbox } = await sidecar();
  await curl(`${url}/fapi/v1/openOrders?key=${sandbox.credentials.apiKey}`);
  await expect.poll(output).toContain('/fapi/v1/openOrders?key=[redacted]  getOpenOrders');
});

test.each<[args: string[], problem: string, env?: Environment]>([
  [['--host', '0.0.0.0'], 'futures: --host must be 127.0.0.1 or ::1'],
  [['--port', '-1'], '--port'],
  [['--timeout', 'never'], '--timeout must be a whole number of milliseconds'],
  [['--dialect-option', 'getBody=query'], 'dialect.getBody has no meaning here'],
  [[], 'FUTURES_URL is not set. Set it, or use --upstream.', environment('')],
  [[], 'FUTURES_API_KEY and FUTURES_API_SECRET are not set', {}],
])('%j ends with code 2 and says why: %s', async (args, problem, env = environment('http://127.0.0.1:9')) => {
  const { code, stdout, stderr } = await futures(['sidecar', ...args], env);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(problem);
});

test('starts in front of a service that is down, with a note', async () => {
  const { child, ended } = startFutures(['sidecar', '--upstream', 'http://127.0.0.1:9'], environment(''));
  await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(stdout).toContain("clock       this machine's");
  expect([code, /^note: the clock of this machine is used: .*ECONNREFUSED/.test(stderr)]).toEqual([0, true]);
});
