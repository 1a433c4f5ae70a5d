import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { type SidecarOptions, startSidecar } from '../../src/sidecar/index.js';
import { CREDENTIALS, pathOf, sendBytes, sidecarBefore, sidecarTo } from './listening.js';

const toRecorder = (options: Partial<SidecarOptions> = {}) => sidecarBefore({ body: '[]' }, options);

/** Status, and the sidecar's word for it. */
const judged = (answer: Response): unknown => [answer.status, answer.headers.get('x-futures-sidecar')];

const request = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');

describe('effects', () => {
  test.each(Object.values(operations))(
    '$operationId ($effect) is sent only if its effect may be',
    async (operation) => {
      const { method, path, effect } = operation;
      const { service, url } = await toRecorder();
      const answer = await fetch(url + path, { method });
      const asked = effect === 'money' || effect === 'wipe';
      expect(judged(answer)).toEqual(asked ? [403, 'effect-not-allowed'] : [200, null]);
      expect(service.requests).toHaveLength(asked ? 0 : 1);
      if (asked) expect(await answer.json()).toMatchObject({ message: expect.stringContaining(`--allow ${effect}`) });
      if (!asked) return;
      const allowed = await sidecarTo(service.origin, { allow: [effect] });
      expect(judged(await fetch(allowed.url + path, { method }))).toEqual([200, null]);
      expect(service.requests).toHaveLength(1);
    },
  );

  test('money does not allow wipe, nor the other way round', async () => {
    const { service, url } = await toRecorder({ allow: ['money'] });
    expect((await fetch(`${url}/fapi/v1/cancel_all`, { method: 'POST' })).status).toBe(403);
    const other = await sidecarTo(service.origin, { allow: ['wipe'] });
    expect((await fetch(`${other.url}/fapi/v1/order`, { method: 'POST' })).status).toBe(403);
    expect(service.requests).toEqual([]);
  });

  test.each([
    'POST /fapi/v1/order/ createOrder',
    'POST /fapi/v1/order?x=/fapi/v1/edit_lever createOrder',
    'POST //fapi/v1/order',
    'POST /fapi/v1/./order',
    'POST /fapi/v1/edit_lever/../order',
    'POST /fapi/v1/%6Frder',
    'POST /fapi/v1/ORDER',
    'POST /fapi/v1/order;a',
    'POST /fapi/v1/order#',
    'POST /fapi/v1/edit_lever#/../order',
    'POST /fapi/v1/order//',
    'POST /fapi\\v1\\order',
    'PUT /fapi/v1/order',
    'HEAD /fapi/v1/openOrders',
  ])('no spelling gets an order past the guard: %s', async (line) => {
    const { service, url, told } = await toRecorder();
    const [method, target, operationId] = line.split(' ');
    const answer = await sendBytes(
      url,
      request(`${method} ${pathOf(url)}${target}`, 'Host: localhost', 'Content-Length: 0'),
    );
    expect(answer).toMatch(/^HTTP.1.1 403 /);
    expect(service.requests).toEqual([]);
    expect((await told(1))[0]!.operationId).toBe(operationId);
  });

  test('what the description does not know is sent, signed, when that is asked for', async () => {
    const { service, url, told } = await toRecorder({ allow: ['unknown'] });
    await fetch(`${url}/fapi/v1/order`, { method: 'DELETE' });
    expect(service.requests).toHaveLength(1);
    expect(await told(1)).toMatchObject([{ operationId: undefined, signed: true, status: 200 }]);
    expect((await fetch(`${url}/fapi/v1/order`, { method: 'POST' })).status).toBe(403);
  });
});

describe('callers', () => {
  // Which hosts and pages those are: tests/core/local-caller.test.ts.
  test.each([
    ['Host: attacker.example', 'host-not-loopback'],
    ['Host: localhost\r\nOrigin: https://attacker.example', 'origin-not-allowed'],
    ['Host: localhost\r\nSec-Fetch-Site: cross-site', 'origin-not-allowed'],
  ])('from elsewhere are refused, and nothing is sent: %j', async (headers, reason) => {
    const { service, url } = await toRecorder();
    const answer = await sendBytes(url, request(`GET ${pathOf(url)}/fapi/v1/openOrders`, headers));
    expect(answer).toMatch(new RegExp(`^HTTP.1.1 403 [^]*${reason}`));
    expect(service.requests).toEqual([]);
  });

  test('a page of an origin that is allowed may ask, call and read; another one may not', async () => {
    const origin = 'http://localhost:3000';
    const { service, url } = await toRecorder({ allowOrigins: [origin] });
    const asked = await fetch(`${url}/fapi/v1/openOrders`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-a' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-a');
    expect(service.requests).toEqual([]);
    const answer = await fetch(`${url}/fapi/v1/openOrders`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(service.requests).toHaveLength(1);
    const other = await fetch(`${url}/fapi/v1/openOrders`, { headers: { origin: 'http://localhost:3001' } });
    expect(judged(other)).toEqual([403, 'origin-not-allowed']);
    expect(service.requests).toHaveLength(1);
  });

  test.each(['', '/wrong-token-0123456789', '/x', '//x'])('a path that begins with %j has no token', async (start) => {
    const { service, url } = await toRecorder();
    const answer = await fetch(`${new URL(url).origin}${start}/fapi/v1/openOrders`);
    expect(judged(answer)).toEqual([403, 'token-missing']);
    expect(service.requests).toEqual([]);
  });

  test('the token is new each time, can be chosen, and can be left out', async () => {
    const [first, second] = [await toRecorder(), await toRecorder()];
    expect(pathOf(first.url)).toMatch(/^\/[\w-]{24}$/);
    expect(pathOf(first.url)).not.toBe(pathOf(second.url));
    expect(pathOf((await toRecorder({ token: 'my-token-0123456789' })).url)).toBe('/my-token-0123456789');
    const open = await toRecorder({ token: false });
    expect(new URL(open.url).pathname).toBe('/');
    expect(judged(await fetch(`${open.url}/fapi/v1/openOrders`))).toEqual([200, null]);
    expect(open.service.requests[0]!.target).toBe('/fapi/v1/openOrders');
  });

  test.each(['http://elsewhere.example/fapi/v1/openOrders', '*'])(
    '%s is no path: this is no open proxy',
    async (target) => {
      const { service, url } = await toRecorder({ token: false });
      const method = target === '*' ? 'OPTIONS' : 'GET';
      expect(await sendBytes(url, request(`${method} ${target}`, 'Host: localhost'))).toMatch(
        /^HTTP.1.1 400 [^]*not-a-path/,
      );
      expect(service.requests).toEqual([]);
    },
  );
});

test.each([
  [{ host: '0.0.0.0' }, 'host'],
  [{ upstream: 'http://futures.example' }, 'upstream'],
  [{ upstream: 'https://futures.example/fapi/v1' }, 'upstream'],
  [{ port: 65_536 }, 'port'],
  [{ port: 1.5 }, 'port'],
  [{ allow: ['reading'] }, 'allow'],
  [{ allowOrigins: ['*'] }, 'allowOrigins'],
  [{ token: 'short' }, 'token'],
  [{ token: 'with/a/slash/0123456789' }, 'token'],
  [{ token: true }, 'token'],
  [{ allow: true }, 'allow'],
  [{ onCall: 'log' }, 'onCall'],
  [{ keepSignatures: true }, 'keepSignatures'],
  [{ credentials: undefined }, 'credentials'],
  [{ credentials: { ...CREDENTIALS, apiSecret: () => 'later' } }, 'credentials.apiSecret'],
  [{ clock: 'mine' }, 'clock'],
  [{ dialect: { getBody: 'query' } }, 'dialect.getBody'],
  [{ dialect: { signQuery: 'no' } }, 'dialect.signQuery'],
  [{ dialect: { signatureEncoding: 'hex-upper' } }, 'dialect.signatureEncoding'],
])('refuses %j before it listens', async (wrong, field) => {
  const options = { upstream: 'http://127.0.0.1:9', credentials: CREDENTIALS, clock: 'local', ...wrong };
  const started = startSidecar(options as never).then((sidecar) => sidecar.close());
  await expect(started).rejects.toMatchObject({ code: 'ARGUMENT', field });
});

test('listens on the other loopback address, too', async () => {
  const { url, service } = await toRecorder({ host: '::1' });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+\//);
  expect((await fetch(`${url}/fapi/v1/openOrders`)).status).toBe(200);
  expect(service.requests).toHaveLength(1);
});
