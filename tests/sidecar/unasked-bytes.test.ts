import { expect, test } from 'vitest';
import { startSocketServer } from '../support/raw-server.js';
import { sidecarTo } from './listening.js';

const idOf = (id: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${id.length + 14}\r\n\r\n{"orderId":"${id}"}`;

const post = async (url: string): Promise<string> =>
  (await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' })).text();

test.each([
  ["another order's id", idOf('666')],
  ['part of a response', idOf('666').slice(0, 20)],
  ['a line break', '\r\n'],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['408', 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
])(
  'no order has a response that nothing asked for: %s behind a response, and on an idle connection',
  async (_, stray) => {
    let write = (): Promise<void> => Promise.resolve();
    const service = await startSocketServer((socket, onRequest) => {
      write = () => new Promise((resolve) => void socket.write(stray, () => resolve()));
      onRequest((number) => socket.write(idOf(`own-${number}`) + (number === 1 ? stray : '')));
    });
    const { url } = await sidecarTo(service.origin, { allow: ['money'] });
    const responses: string[] = [];
    for (let number = 1; number <= 4; number++) {
      responses.push(await post(url));
      if (number === 2) await write();
    }
    expect(responses).toEqual([1, 2, 3, 4].map((number) => `{"orderId":"own-${number}"}`));
    expect(service.requests).toHaveLength(4);
    // The third is kept.
    expect(service.connections).toBe(3);
  },
);
