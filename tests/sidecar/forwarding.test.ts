import { gzipSync } from 'node:zlib';
import * as http from 'node:http';
import { expect, test } from 'vitest';
import { headerNames, headerOf } from '../support/raw-server.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { CREDENTIALS, pathOf, sendBytes, sidecarBefore } from './listening.js';

const ALL = { allow: ['money', 'wipe', 'unknown'] } as const;

/** A request as text; its body follows the head as it is. */
const request = (line: string, headers: readonly string[], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n');

test.each([
  ['a query in odd order and spelling', 'GET', '/fapi/v1/openOrders?contractName=E%2dBTC%2DUSDT&&a=%&b=+&=c;d', ''],
  ['a body that is no UTF-8', 'POST', '/fapi/v1/orderHistorical', '{"contractName":"\xff\xfe\x00"}'],
  ['a body with blanks and numbers of its own', 'POST', '/fapi/v1/order', ' { "price" : 65000.10e0 ,\n"price":1 } '],
  ['a GET with a body', 'GET', '/fapi/v1/order', '{"contractName":"E-BTC-USDT"}'],
  ['a POST without a body', 'POST', '/fapi/v1/cancel_all', ''],
  ['a body of one megabyte', 'POST', '/fapi/v1/order', 'x'.repeat(2 ** 20)],
])('passes %s on byte for byte, and signs those bytes', async (_, method, target, body) => {
  const { service, url } = await sidecarBefore({ body: '{}' }, ALL);
  await sendBytes(url, request(`${method} ${pathOf(url)}${target}`, [`Content-Length: ${body.length}`], body));

  const [received] = service.requests;
  expect(received!.method).toBe(method);
  expect(received!.target).toBe(target);
  expect(received!.body.toString('latin1')).toBe(body);
  expect(headerOf(received!, 'X-CH-SIGN')).toBe(recomputeSignature(received!, CREDENTIALS.apiSecret));
  expect(headerOf(received!, 'X-CH-APIKEY')).toBe(CREDENTIALS.apiKey);
});

test('a target with bytes beyond ASCII is refused, and nothing is sent', async () => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  expect(await sendBytes(url, request(`GET ${pathOf(url)}/fapi/v1/openOrders?a=\xc3\xa9`, []))).toMatch(
    /^HTTP.1.1 400/,
  );
  expect(service.requests).toEqual([]);
});

test('keeps the headers of the caller in order, spelling and number, and replaces those that it answers for', async () => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  const own = ['x-CH-sign: wrong', 'X-CH-TS: 1', 'X-CH-APIKEY: other', 'Expect: 100-continue', 'Content-Length: 2'];
  const hop = ['Connection: X-Private', 'X-Private: 1', 'Keep-Alive: 5', 'TE: trailers', 'Proxy-Authorization: x'];
  const kept = ['X-Twice: a', 'x-odd-CASE: caf\xe9 ', 'X-Twice: b', 'Content-Type: application/json;charset=x'];
  await sendBytes(url, request(`POST ${pathOf(url)}/fapi/v1/edit_lever`, [...own, ...hop, ...kept], '{}'));

  const [received] = service.requests;
  const pairs = received!.rawHeaders.flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : []));
  expect(pairs.filter((pair) => /^(?:X-Twice|x-odd|Content-Type)/.test(pair))).toEqual(kept.map((pair) => pair.trim()));
  expect(headerNames(received!).toSorted()).toEqual(
    'connection content-length content-type host x-ch-apikey x-ch-sign x-ch-ts x-odd-case x-twice x-twice'.split(' '),
  );
  expect(headerOf(received!, 'Host')).toBe(service.origin.slice('http://'.length));
  expect(headerOf(received!, 'X-CH-SIGN')).toBe(recomputeSignature(received!, CREDENTIALS.apiSecret));
});

test.each([
  'X-HTTP-Method-Override: DELETE',
  'x-http-method: DELETE',
  'X-METHOD-OVERRIDE: DELETE',
  'X_HTTP_Method_Override: DELETE',
  'X-HTTP_Method-Override: DELETE',
  'X-Original-URL: /fapi/v1/order',
  'X-Rewrite-URL: /fapi/v1/order',
  'X_CH_SIGN: wrong',
])('does not pass on what asks for another method or path than the one that was judged: %s', async (header) => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  await sendBytes(url, request(`GET ${pathOf(url)}/fapi/v1/openOrders`, [header, 'X_Own_Header: kept']));
  const names = headerNames(service.requests[0]!);
  expect(names).not.toContain(header.split(':')[0]!.toLowerCase());
  expect(names).toContain('x_own_header');
});

test('frames a chunked request anew, by the length that is signed', async () => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  const chunks = '2\r\n{"\r\n3\r\na":\r\n2\r\n1}\r\n0\r\n\r\n';
  await sendBytes(url, request(`POST ${pathOf(url)}/fapi/v1/edit_lever`, ['Transfer-Encoding: chunked'], chunks));
  const [received] = service.requests;
  expect(received!.body.toString()).toBe('{"a":1}');
  expect(headerOf(received!, 'Content-Length')).toBe('7');
  expect(headerNames(received!)).not.toContain('transfer-encoding');
  expect(headerOf(received!, 'X-CH-SIGN')).toBe(recomputeSignature(received!, CREDENTIALS.apiSecret));
});

test('says that a POST without a body has none, and nothing of the kind about a GET', async () => {
  const { service, url } = await sidecarBefore({ body: '{}' });
  for (const line of ['POST /fapi/v1/edit_lever', 'GET /fapi/v1/openOrders']) {
    await sendBytes(url, request(line.replace(' ', ` ${pathOf(url)}`), []));
  }
  expect(service.requests.map((received) => headerOf(received, 'Content-Length'))).toEqual(['0', undefined]);
  for (const received of service.requests) expect(headerNames(received)).not.toContain('transfer-encoding');
});

test('sends a public operation without signing headers, also when the caller has some', async () => {
  const { service, url, told } = await sidecarBefore({ body: '{}' });
  for (const target of ['/fapi/v1/ping', '/fapi/v1/time', '/pub/contracts']) {
    await fetch(`${url}${target}`, { headers: { 'X-CH-SIGN': 'a', 'X-CH-TS': '1', 'X-CH-APIKEY': 'b' } });
  }
  expect(service.requests).toHaveLength(3);
  for (const received of service.requests)
    expect(headerNames(received).filter((name) => name.startsWith('x-ch'))).toEqual([]);
  expect((await told(3)).map(({ signed }) => signed)).toEqual([false, false, false]);
});

test('gives the answer back as it came: status, reason, repeated headers, packed body, redirect', async () => {
  const packed = gzipSync('{"a":1}');
  const { service, url } = await sidecarBefore((response) => {
    const headers = ['Location', 'http://elsewhere.example/', 'X-Two', '1', 'X-Two', '2', 'Content-Encoding', 'gzip'];
    response.sendDate = false;
    response.writeHead(307, 'Go Away', [...headers, 'Connection', 'X-Hop', 'X-Hop', '1']);
    response.end(packed);
  });
  const answer = await new Promise<http.IncomingMessage & { body?: Buffer }>((resolve) => {
    http.get(`${url}/fapi/v1/openOrders`, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(Object.assign(incoming, { body: Buffer.concat(chunks) })));
    });
  });
  expect([answer.statusCode, answer.statusMessage]).toEqual([307, 'Go Away']);
  expect(answer.rawHeaders.slice(0, 8)).toEqual([
    ...['Location', 'http://elsewhere.example/', 'X-Two', '1', 'X-Two', '2', 'Content-Encoding', 'gzip'],
  ]);
  expect(answer.rawHeaders.map((text) => text.toLowerCase())).not.toContain('x-hop');
  expect(answer.headers.date).toBeUndefined();
  expect(answer.body).toEqual(packed);
  expect(service.requests).toHaveLength(1);
});

test('a redirect of an order, which may have acted, cannot be followed', async () => {
  const { service, url } = await sidecarBefore(
    (response) => void response.writeHead(308, { Location: '/x' }).end(),
    ALL,
  );
  const { status, redirected, headers } = await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' });
  expect([status, redirected, headers.get('location')]).toEqual([308, false, null]);
  expect(service.requests).toHaveLength(1);
});

test('streams an answer: its first bytes arrive before its last are written', async () => {
  let finish = (): void => {};
  const { url } = await sidecarBefore((response) => {
    response.write('first');
    finish = () => response.end('last');
  });
  const { body } = await fetch(`${url}/fapi/v1/openOrders`);
  const reader = body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
  finish();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
});
