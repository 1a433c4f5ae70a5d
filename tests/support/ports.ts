import { once } from 'node:events';
import * as net from 'node:net';
import { listenOnFreePort } from '../../scripts/listen.js';

/*
 * Tests run side by side, and a port that was closed is soon the port of somebody else's server: what should fail there would succeed.
 */

/** A port of 127.0.0.1 on which nothing listens, nor will while the process lives: a connection of our own starts from it. */
export async function closedPort(): Promise<number> {
  const server = net.createServer((accepted) => accepted.unref());
  // Bound by its address: from a port that connect chose itself, another connection may start, too, and reach itself.
  const holding = net.connect({ port: await listenOnFreePort(server), host: '127.0.0.1', localAddress: '127.0.0.1' });
  await once(holding, 'connect');
  server.close().unref();
  return holding.unref().localPort!;
}

/** A free port of 127.0.0.1 for a program that must be told one, below the ports that systems hand out by themselves. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (free) return port;
  }
  throw new Error('no free port in 100 tries');
}
