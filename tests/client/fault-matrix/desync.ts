import { once } from 'node:events';
import * as net from 'node:net';

/** One response too many: a refusal that no request asked for. */
const STRAY =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 39\r\n\r\n{"code":"-1121","msg":"Invalid symbol"}';

export interface Desync {
  readonly url: string;
  /** Writes one response too many on every open connection. It arrives at once, and unread: nothing waits in between. */
  writeStray(): void;
  close(): void;
}

/** A proxy that passes everything on. */
export async function startDesync(target: string): Promise<Desync> {
  const callers = new Set<net.Socket>();
  const server = net.createServer((caller) => {
    const service = net.connect(Number(new URL(target).port), '127.0.0.1');
    callers.add(caller);
    for (const socket of [caller, service]) socket.on('error', () => {});
    caller.pipe(service).pipe(caller);
    service.on('close', () => caller.destroy());
    caller.on('close', () => {
      callers.delete(caller);
      service.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    writeStray() {
      for (const caller of callers) caller.write(STRAY);
    },
    close() {
      server.close();
      for (const caller of callers) caller.destroy();
    },
  };
}
