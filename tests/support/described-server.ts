import { described } from '../../scripts/described.js';
import { type RawServer, startServer } from './raw-server.js';

/** Answers each operation with its described example, whatever is sent, and records what arrives. It ends with the test. */
export function startDescribed(): Promise<RawServer> {
  return startServer((response, { method, target }) => {
    const path = target.split('?')[0];
    const row = described.find(({ operation }) => operation.method === method && operation.path === path);
    response.writeHead(row === undefined ? 404 : 200).end(JSON.stringify(row?.answer ?? null));
  });
}
