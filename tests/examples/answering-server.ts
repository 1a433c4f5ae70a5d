import { createServer } from 'node:http';
import { listenOnFreePort } from '../../scripts/listen.js';
import { described } from '../../scripts/described.js';

/** Answers each operation with its described example, whatever is sent, and keeps what was called. */
export async function startAnsweringServer() {
  const answers = new Map(described.map(({ operation, answer }) => [`${operation.method} ${operation.path}`, answer]));
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url!.split('?')[0]}`;
    request.resume().on('end', () => {
      calls.push(call);
      response.statusCode = answers.has(call) ? 200 : 404;
      response.end(JSON.stringify(answers.get(call) ?? {}));
    });
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
