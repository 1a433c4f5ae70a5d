import type { Socket } from 'node:net';

/**
 * Calls back for each request of a connection that has arrived whole, in turn.
 *
 * @param onRequest Gets method and target with a blank between them, and the body, as Latin-1 text.
 */
export function onWholeRequest(socket: Socket, onRequest: (start: string, body: string) => void): void {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n') + 4;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
      if (headEnd < 4 || received.length < headEnd + length) return;
      const [start, body] = [received.slice(0, received.indexOf(' HTTP/')), received.slice(headEnd, headEnd + length)];
      received = received.slice(headEnd + length);
      onRequest(start, body);
    }
  });
}
