import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ResponseEnd } from '../../src/transport/connection.js';

const EARLY = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
const message = (statusCode: number, headers: IncomingMessage['headers']) =>
  ({ statusCode, headers }) as IncomingMessage;

/** Each with what node:http says of its head. */
const RESPONSES: readonly [name: string, text: string, message: IncomingMessage][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', message(200, { 'content-length': '5' })],
  ['no body', 'HTTP/1.1 200 OK\r\nContent-Length:0\r\n\r\n', message(200, { 'content-length': '0' })],
  ['status 204', 'HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n', message(204, { server: 'x' })],
  ['status 304', 'HTTP/1.1 304 No\r\nContent-Length: 9\r\n\r\n', message(304, { 'content-length': '9' })],
  [
    'a body with line breaks that look like the end of a head',
    'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n',
    message(200, { 'content-length': '8' }),
  ],
  [
    'heads before it',
    `${EARLY}HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`,
    message(200, { 'content-length': '2' }),
  ],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    message(200, { 'transfer-encoding': 'chunked' }),
  ],
  [
    'no chunk',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    message(200, { 'transfer-encoding': 'chunked' }),
  ],
];

function read(pieces: readonly string[], head: IncomingMessage): boolean {
  const end = new ResponseEnd();
  for (const piece of pieces) end.add(Buffer.from(piece, 'latin1'));
  return end.isReached(head);
}

describe.each(RESPONSES)('a response with %s', (_name, text, head) => {
  it('has ended with its last byte, wherever its packets are cut', () => {
    expect(read([...text], head)).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: text.length }), { maxLength: 5 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((cut, i) => text.slice(at[i], cut));
        expect(
          read(
            pieces.filter((piece) => piece !== ''),
            head,
          ),
        ).toBe(true);
      }),
    );
  });

  it.each(['\r\n', 'H', 'HTTP/1.1 400 Bad Request\r\nContent-', '}', '0\r\n'])(
    'has not when %j stands behind it',
    (more) => {
      expect(read([text + more], head)).toBe(false);
      expect(read([...text, ...more], head)).toBe(false);
    },
  );
});

it.each<[name: string, text: string, head: IncomingMessage]>([
  ['a part of a body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell', message(200, { 'content-length': '5' })],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n',
    message(200, { 'transfer-encoding': 'chunked' }),
  ],
  ['no length', 'HTTP/1.1 200 OK\r\n\r\nhello', message(200, {})],
])('%s proves nothing', (_name, text, head) => {
  expect(read([text], head)).toBe(false);
});

it('a head byte by byte is looked at once, with a few bytes before each', () => {
  const concat = vi.spyOn(Buffer, 'concat');
  const end = new ResponseEnd();
  const byte = Buffer.from('x');
  for (let i = 0; i < 10_000; i++) end.add(byte);
  const bytes = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
  expect(bytes).toBeLessThan(20 * 10_000);
});
