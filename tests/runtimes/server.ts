import * as net from 'node:net';
import { listenOnFreePort } from '../../scripts/listen.js';
import { closedPort } from '../support/ports.js';
import { onWholeRequest } from '../support/whole-requests.js';
import { FAULTS, type Fault, response, type Sent } from './faults.js';

/*
 * Plays the faults, each on a port of its own, in a process of its own: the client may compute for as long as it likes.
 * The parent is sent the ports first, and the record for each message of its own.
 */

/** A request that arrived: the id of its order (or its path, where it has none), and whether the order was taken. */
export interface Arrived {
  readonly fault: number;
  readonly id: string;
  readonly taken: boolean;
}

/** The log of a server since it started. */
export interface Record {
  readonly arrived: readonly Arrived[];
  /** When it wrote what it wrote late, by fault: milliseconds since the epoch. */
  readonly lateMs: readonly number[];
}

const arrived: Arrived[] = [];
const lateMs: number[] = FAULTS.map(() => 0);

async function listen(fault: Fault, index: number): Promise<number> {
  if (fault.refuses === true) return closedPort();
  let count = 0;
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    const sent: Sent = {
      write: (bytes) => void socket.write(bytes),
      later: (ms, act) =>
        void setTimeout(() => {
          if (!socket.destroyed) act();
          lateMs[index] = Math.max(lateMs[index]!, Date.now());
        }, ms),
      end: () => socket.end(),
      reset: () => socket.resetAndDestroy(),
    };
    onWholeRequest(socket, (start, body) => {
      const id = /"clientOrderId":"(\d+)"/.exec(body)?.[1] ?? start;
      count++;
      arrived.push({ fault: index, id, taken: fault.takes?.(count) ?? true });
      fault.play(count, ownResponse(id), sent);
    });
  });
  return listenOnFreePort(server);
}

function ownResponse(id: string): string {
  return response('200 OK', /^\d+$/.test(id) ? `{"orderId":"9${id.padStart(3, '0')}"}` : '{"list":[]}');
}

process.on('message', () => process.send!({ arrived, lateMs } satisfies Record));
process.on('disconnect', () => process.exit());
void Promise.all(FAULTS.map(listen)).then((ports) => process.send!(ports));
