import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closedPort } from '../support/ports.js';
import { startServer } from '../support/raw-server.js';
import { CREDENTIALS, type Environment, environment, futures, listen } from './futures.js';
import { folderOfTest } from '../support/folder.js';

const { apiSecret } = CREDENTIALS;
const BODY = '{"volume":1,"clientOrderId":"订单"}';
const ORDER = [
  ...['sign', '--explain', '--timestamp', '1700000000000', '--method', 'post'],
  ...['--target', '/fapi/v1/order', '--body', BODY],
];
const TEXT = `1700000000000POST/fapi/v1/order${BODY}`;
const LIST = 'sign --timestamp 1700000000000 --method GET --target /fapi/v1/openOrders?contractName=E'.split(' ');

const hmac = (text: string, secret: string = apiSecret): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex');

async function explained(args: readonly string[], env: Environment = {}, exit = 0): Promise<Record<string, unknown>> {
  const { code, stdout } = await futures([...args, '--json'], env);
  expect(code).toBe(exit);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('futures sign --explain', () => {
  test('prints the text, its length in bytes, and which bytes come from where; it needs no secret', async () => {
    const { code, stdout, stderr } = await futures(ORDER);
    expect([code, stderr]).toEqual([0, 'note: the method is signed in upper case\n']);
    expect(stdout).toBe(
      [
        `signed text  ${TEXT}`,
        `bytes        ${Buffer.byteLength(TEXT)}`,
        '',
        'part       bytes  from                     text',
        'timestamp  0-12   value of X-CH-TS         1700000000000',
        'method     13-16  in upper case            POST',
        'target     17-30  path and query, as sent  /fapi/v1/order',
        `body       31-67  as sent                  ${BODY}`,
        '',
        'clock        not checked: FUTURES_URL is not set, and there is no --base-url',
        '',
      ].join('\n'),
    );
  });

  test('does not print the signature, even where the secret is at hand', async () => {
    const { stdout } = await futures(ORDER, { FUTURES_API_SECRET: apiSecret });
    expect(stdout).not.toMatch(/[\da-f]{64}/);
  });
});

test.each([
  [['--body', '${BODY}'], 'a variable of the shell was not replaced'],
  [['--body', '{\n}'], 'curl -d @file removes them'],
  [['--timestamp', '1700000000'], 'milliseconds'],
  [['--target', '/a b'], 'percent-encoded'],
  [['--signature', '0'.repeat(63)], 'This one has 63. Was a part or leading zero lost?'],
  [['--target', 'https://futures.example/fapi/v1/order'], 'the target is a whole address'],
  [['--signature', `(stdin)= ${'0'.repeat(64)}`], 'as openssl prints it'],
])('what was pasted wrong is named: %s', async (args, note) => {
  for (const order of [ORDER, ORDER.filter((word) => word !== '--explain')])
    expect((await futures([...order, ...args], { FUTURES_API_SECRET: apiSecret })).stderr).toContain(note);
});

test('--body @file signs the bytes of the file', async () => {
  const file = join(folderOfTest(), 'body.json');
  writeFileSync(file, `${BODY}\n`);
  expect(await explained([...ORDER, '--body', `@${file}`])).toMatchObject({ signingString: `${TEXT}\n` });
});

describe('the clock', () => {
  const ahead = (ms: number) =>
    startServer((response) => response.end(`{"serverTime":${Date.now() + ms},"timezone":"UTC"}`));

  test.each(['--base-url', 'FUTURES_URL'])(
    'is asked for with %s: calls of the public time, and nothing else',
    async (how) => {
      const server = await ahead(60_000);
      const given = how === 'FUTURES_URL';
      const env = given ? environment(server.origin) : {};
      const { clock } = await explained(given ? [...LIST, '--explain'] : [...LIST, how, server.origin], env);
      const { offsetMs, uncertaintyMs, timestampAgeMs } = clock as Record<string, number>;
      expect(Math.abs(offsetMs! - 60_000)).toBeLessThanOrEqual(uncertaintyMs! + 50);
      expect(timestampAgeMs).toBeGreaterThan(Date.now() - 1_700_000_000_000);
      // A round trip that was slow is tried again.
      const calls = server.requests.map(({ method, target }) => `${method} ${target}`);
      expect([...new Set(calls)]).toEqual(['GET /fapi/v1/time']);
      expect(server.requests[0]!.rawHeaders.join().toLowerCase()).not.toContain('x-ch-');
    },
  );

  test('is told in words', async () => {
    const server = await ahead(-60_000);
    const { stdout } = await futures([...LIST, '--timestamp', String(Date.now() + 5000), '--base-url', server.origin]);
    const [, offset, uncertaintyMs] =
      /^clock {8}offset of the service −([\d.]+) s \(±(\d+) ms\); X-CH-TS is [\d.]+ s ahead by the service's clock, and other deployments document 5 s old to 1 s ahead$/m.exec(
        stdout,
      ) ?? [];
    expect(Math.abs(Number(offset) * 1000 - 60_000)).toBeLessThanOrEqual(Number(uncertaintyMs) + 50);
  });

  test('that cannot be had leaves the rest as it is', async () => {
    const { code, stdout } = await futures([...LIST, '--base-url', `http://127.0.0.1:${await closedPort()}`]);
    expect([code, /^clock {8}not known: getServerTime: no connection/m.test(stdout)]).toEqual([0, true]);
    expect(stdout).toContain('signed text  1700000000000GET');
  });
});

describe('--signature', () => {
  const secret = { FUTURES_API_SECRET: apiSecret };
  const target = '/fapi/v1/openOrders?contractName=E';

  test('of a secret in the environment that ends in a newline is wrong, and the newline is named', async () => {
    const env = { FUTURES_API_SECRET: `${apiSecret}\n` };
    const signature = hmac(`1700000000000GET${target}`, env.FUTURES_API_SECRET);
    const { code, stdout } = await futures([...LIST, '--signature', signature], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^signature {4}wrong: the secret has whitespace, a line break \(\\n, \\r\) or /m);
  });

  test('of a POST without --body that nothing explains asks for the body', async () => {
    const post = ['sign', '--timestamp', '1700000000000', '--method', 'post', '--target', '/fapi/v1/order'];
    const { stdout, stderr } = await futures([...post, '--signature', 'f'.repeat(64)], secret);
    expect(stdout).toContain('No --body was given: was one sent?');
    expect(stderr).toContain('not set: FUTURES_API_KEY, FUTURES_URL;');
  });

  test.each<[string, string, string]>([
    [
      'two at once',
      hmac('1700000000GET/fapi/v1/openOrders'),
      'and: the signed timestamp is in seconds, X-CH-TS in milliseconds: ',
    ],
    ['none that is known', 'f'.repeat(64), 'begin with less: GET /fapi/v1/openOrders without a query'],
  ])('names the mistake: %s', async (_, signature, words) => {
    const { code, stdout } = await futures([...LIST, '--signature', signature], secret);
    expect([code, stdout.includes(words)]).toEqual([1, true]);
    expect(stdout).not.toContain(hmac(`1700000000000GET${target}`));
  });

  test('knows the prefix and the host from the address, and the key from the environment', async () => {
    const server = await startServer({ body: `{"serverTime":${Date.now()}}` });
    const env = { ...environment(`${server.origin}/gate`) };
    const mistakeOf = async (signature: string): Promise<unknown> => {
      const verdict = (await explained([...LIST, '--signature', signature], env, 1))['signature'];
      return (verdict as { explanations: { id: string }[][] }).explanations[0]?.map(({ id }) => id);
    };
    expect(await mistakeOf(hmac(`1700000000000GET/gate${target}`))).toEqual(['prefix-signed']);
    expect(await mistakeOf(hmac(`1700000000000GET${server.origin}/gate${target}`))).toEqual(['url-signed']);
    expect(await mistakeOf(hmac(`1700000000000GET${target}`, CREDENTIALS.apiKey))).toEqual(['key-as-secret']);
  });

  test('needs the secret', async () => {
    const { code, stderr } = await futures([...LIST, '--signature', 'f'.repeat(64)]);
    expect([code, stderr.includes('FUTURES_API_SECRET is not set')]).toEqual([2, true]);
  });
});

describe('a call whose signature is refused', () => {
  test('prints what to check, the likeliest in the message, each once; as JSON all of it', async () => {
    const { env } = await listen();
    const wrong = { ...env, FUTURES_API_SECRET: 'another-secret-0123456789' };
    const call = ['call', 'getOpenOrders', '--contractName', 'E-BTC-USDT'];
    const { code, stderr } = await futures(call, wrong);
    expect([code, stderr.match(/Hint: /g)?.length]).toEqual([4, 2]);
    expect(stderr).toMatch(
      /^futures: getOpenOrders: .*Hint: the secret may belong to another API key: .* Or: the query is .*\(dialect\.signQuery\)\.$/m,
    );
    expect(stderr).toMatch(/^Hint: the signature is hex, .*\.$/m);
    expect(stderr).toContain('(--dialect-option).\nWhat it means:\n  npx futures-trading-client codes -1022\n');
    expect(stderr).not.toContain('sign --explain');
    const { hints } = JSON.parse((await futures([...call, '--json'], wrong)).stderr) as { hints: string[] };
    expect(hints).toHaveLength(3);
  });
});
