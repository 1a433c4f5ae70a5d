import { expect, test } from 'vitest';
import { operations } from '../../../generated/operations.js';
import { described } from '../../../scripts/described.js';
import { wireExampleOf } from '../../../scripts/docs/samples/wire-example.js';
import { signByOpenssl } from '../../contract/openssl.js';

const rows = Object.values(operations);
const signed = rows.filter(({ security }) => security !== 'public');

test.each(signed)('openssl makes the signature of the wire example of $operationId', async (operation) => {
  const example = await wireExampleOf(operation);
  expect(signByOpenssl(example.signingString!, example.credentials.apiSecret)).toBe(example.signature);
});

test.each(rows)('the wire example of $operationId is one whole request with the described input', async (operation) => {
  const { signingString, signature, head } = await wireExampleOf(operation);
  const [lines = '', body = '', ...more] = head.split('\r\n\r\n');
  expect(more).toEqual([]);
  const [requestLine = '', ...headers] = lines.split('\r\n');
  const [method, target = '', version] = requestLine.split(' ');
  expect([method, target.split('?')[0], version]).toEqual([operation.method, operation.path, 'HTTP/1.1']);
  expect(headers).toContain('Host: futures.example');
  expect(head).not.toContain('127.0.0.1');
  const names = headers.map((line) => line.split(':')[0]!).filter((name) => name.startsWith('X-CH-'));
  if (operation.security === 'public') {
    expect([names, signingString, signature]).toEqual([[], undefined, undefined]);
  } else {
    expect(names.toSorted()).toEqual(['X-CH-APIKEY', 'X-CH-SIGN', 'X-CH-TS']);
    expect(signingString).toBe(`1700000000000${method}${target}${body}`);
  }
  const { input } = described.find((row) => row.operation === operation)!;
  const sent =
    operation.input === 'body' ? JSON.parse(body) : Object.fromEntries(new URL(target, 'http://x').searchParams);
  expect(sent).toEqual(operation.input === 'body' ? input : asText(input));
});

const asText = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
