import * as http from 'node:http';
import { describe, expect, test } from 'vitest';
import { findSigningMistakes } from '../../src/diagnosis/find.js';
import { breakModes } from '../../src/sidecar/index.js';
import { signingMistakes } from '../../src/diagnosis/catalogue.js';
import { CREDENTIALS, sidecarTo, sidecarToSandbox } from './listening.js';
import { headerOf, type Recorded, startServer } from '../support/raw-server.js';

/** How the sandbox refuses each. */
const REFUSED: Readonly<Record<string, string>> = {
  signature: '-1022',
  timestamp: '-1022',
  'key-case': '-2015',
  secret: '-1022',
  body: '-1022',
  'missing-key': '-1002',
  'missing-timestamp': '-1023',
  'missing-signature': '-1024',
  stale: '-1021',
  future: '-1021',
};

describe.each(Object.entries(REFUSED))('--break %s', (mode, code) => {
  test.each([
    ['GET', '/fapi/v1/openOrders', undefined],
    ['POST', '/fapi/v1/orderHistorical', '{"contractName":"E-BTC-USDT"}'],
  ])(`is refused with ${code}: %s %s`, async (method, target, body) => {
    const { sidecar, refused } = await sidecarToSandbox({ break: mode });
    const answer = await fetch(`${sidecar.url}${target}`, { method, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(200);
    expect(refused).toEqual([code]);
    expect(await answer.json()).toMatchObject({ code });
    expect(await sidecar.told(1)).toMatchObject([{ signed: true, broken: mode, status: 200 }]);
  });
});

describe.each(breakModes.filter((mode) => !(mode in REFUSED)))('--break %s', (mode) => {
  test('signs as somebody does who makes that mistake, and says so', async () => {
    const service = await startServer({ body: '{}' });
    const { url, told } = await sidecarTo(`${service.origin}/gateway`, { break: mode });
    const body = '{"contractName": "E-BTC-USDT", "limit": "10", "fromId": 1.0, "note": "a/é"}';
    const occasions = [
      ['POST', '/fapi/v1/orderHistorical?b=b%2Fc&a=e+f', body],
      ['GET', '/fapi/v1/order?contractName=E-BTC-USDT', '{"a":1}'],
      ['POST', '/fapi/v1/edit_lever', '{}'],
      ['POST', '/fapi/v1/edit_lever', ''],
    ] as const;
    for (const [method, target, text] of occasions) await send(method, url + target, text);

    const broken = (await told(occasions.length)).map((call) => call.broken === mode);
    expect(broken).toContain(true);
    for (const [i, request] of service.requests.entries()) {
      const { right, explanations } = explain(request, service.origin);
      expect(right).toBe(!broken[i]);
      if (!right) expect(explanations.flat().map(({ id }) => id)).toContain(mode);
    }
  });
});

test('the modes are those of the table above and the mistakes that can be made with one account and one rule', () => {
  const elsewhere = ['other-secret', 'query-signed', 'prefix-not-signed', 'hex-sent', 'seconds-sent', 'other-unit'];
  const ids = signingMistakes.map(({ id }) => id).filter((id) => !elsewhere.includes(id));
  expect(breakModes).toEqual([...Object.keys(REFUSED), ...ids]);
});

test('without a mode the same calls are taken', async () => {
  const { sidecar, refused } = await sidecarToSandbox();
  expect(await (await fetch(`${sidecar.url}/fapi/v1/openOrders`)).json()).toEqual([]);
  expect(refused).toEqual([undefined]);
});

test('a public call has nothing to break', async () => {
  const { sidecar, refused } = await sidecarToSandbox({ break: 'missing-key' });
  expect(await (await fetch(`${sidecar.url}/fapi/v1/ping`)).json()).toEqual({});
  expect([refused, (await sidecar.told(1))[0]!.broken]).toEqual([[undefined], undefined]);
});

test('a call without occasion for a mistake goes out signed right, and is not said to be broken', async () => {
  const { sidecar, refused } = await sidecarToSandbox({ break: 'query-not-signed' });
  await fetch(`${sidecar.url}/fapi/v1/openOrders`);
  expect([refused, (await sidecar.told(1))[0]!.broken]).toEqual([[undefined], undefined]);
});

test('breaks the signature in a single bit', async () => {
  const service = await startServer({ body: '[]' });
  const now = (): number => 1_700_000_000_000;
  const right = await sidecarTo(service.origin, { now });
  const wrong = await sidecarTo(service.origin, { now, break: 'signature' });
  for (const { url } of [right, wrong]) await fetch(`${url}/fapi/v1/openOrders`);
  const [a, b] = service.requests.map((request) => BigInt(`0x${headerOf(request, 'X-CH-SIGN')}`));
  expect(a! ^ b!).toBe(1n);
});

test.each([
  ['nonsense', {}, 'break is one of signature, timestamp'],
  ['key-case', { apiKey: '123', apiSecret: 'a' }, 'key-case needs a letter'],
  ['secret', { apiKey: 'a', apiSecret: '123' }, 'secret needs a letter'],
  ['toString', {}, 'break is one of'],
])('refuses the mode %s with %j before it listens', async (mode, credentials, problem) => {
  const given = 'apiKey' in credentials ? { credentials } : {};
  await expect(sidecarTo('http://127.0.0.1:9', { break: mode, ...given })).rejects.toThrow(problem);
});

/** As `fetch`, which sends no GET with a body. */
function send(method: string, url: string, body: string): Promise<unknown> {
  return new Promise((resolve) => {
    const headers = { 'content-length': Buffer.byteLength(body) };
    http.request(url, { method, headers }, (incoming) => incoming.resume().on('end', resolve)).end(body);
  });
}

function explain(recorded: Recorded, origin: string) {
  const { method, target, body } = recorded;
  return findSigningMistakes({
    request: {
      timestampMs: headerOf(recorded, 'X-CH-TS')!,
      method,
      target: target.slice('/gateway'.length),
      body: body.toString(),
      prefix: '/gateway',
      origin,
    },
    ...CREDENTIALS,
    signature: headerOf(recorded, 'X-CH-SIGN')!,
  });
}
