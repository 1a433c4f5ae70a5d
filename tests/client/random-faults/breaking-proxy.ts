import { once } from 'node:events';
import * as net from 'node:net';
import { listenOnFreePort } from '../../../scripts/listen.js';
import { afterTurns, type Chance } from './chance.js';
import type { Sightings } from './sightings.js';

/*
 *   client ─► proxy ─► sandbox      a connection: cut when it is made
 *                                   a request: swallowed, cut before or after it is passed on, passed on late
 *                                   an answer: cut before it, or inside it
 */

/** Breaks connections at moments of its own choosing, and looks at every byte that a client sends. */
export async function startBreakingProxy(target: number, share: number, chance: Chance, sightings: Sightings) {
  const open = new Set<net.Socket>();
  const stuck = new Set<net.Socket>();
  let broke = 0;
  const breaks = (): boolean => chance.happens(share) && ++broke > 0;

  const server = net.createServer((client) => {
    if (breaks()) return void cut(client, chance);
    const upstream = net.connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        stuck.delete(socket);
        other.destroy();
      });
    }
    let tail = '';
    let cutsAnswer = false;
    client.on('data', (chunk: Buffer) => {
      tail = sightings.take(tail, chunk.toString('latin1'));
      const late = (): void => void (upstream.destroyed || upstream.write(chunk));
      if (!breaks()) return late();
      switch (chance.pick(['swallow', 'cut', 'cut after', 'cut the answer', 'late'])) {
        case 'swallow':
          return void stuck.add(client);
        case 'cut':
          return cut(client, chance);
        case 'cut after':
          late();
          return void afterTurns(chance.upTo(4), () => cut(client, chance));
        case 'cut the answer':
          cutsAnswer = true;
          return late();
        default:
          return void afterTurns(chance.upTo(30), late);
      }
    });
    upstream.on('data', (chunk: Buffer) => {
      if (client.destroyed) return;
      if (!cutsAnswer) return void client.write(chunk);
      client.write(chunk.subarray(0, chance.upTo(chunk.length)), () => cut(client, chance));
    });
  });
  const port = await listenOnFreePort(server);
  return {
    port,
    /** The number of faults so far. */
    get broke() {
      return broke;
    },
    /** Connections that are still open although their request was swallowed: no response to it will come. */
    get stuck() {
      return stuck.size;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      open.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

function cut(socket: net.Socket, chance: Chance): void {
  if (chance.happens(0.5)) socket.resetAndDestroy();
  else socket.destroy();
}
