import type { Server } from 'node:http';

/** The statuses that fit what the parser of Node.js says; of anything else, 400. */
const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Ends a connection that brings bytes that are no request. They get a response where no request was before: Node.js would send its 400
 * also while an order is under way, which would take it for the response of the service.
 */
export function onUnreadable(server: Server, textOf: (status: number, problem: string) => string): void {
  const used = new WeakSet<object>();
  for (const event of ['request', 'checkExpectation'] as const)
    server.prependListener(event, ({ socket }) => void used.add(socket));
  server.on('clientError', ({ message, code = '' }: NodeJS.ErrnoException, socket) => {
    if (used.has(socket) || !socket.writable) socket.destroy();
    else socket.end(textOf(STATUSES[code] ?? 400, message), () => socket.destroy());
  });
}
