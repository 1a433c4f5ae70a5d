import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { CleanRequest, type HttpOrigin, openOrigin } from '../../src/transport/clean-request.js';
import { startServer } from '../support/raw-server.js';

/** Reads nothing of a response before its connection has closed. */
class LateReader extends CleanRequest {
  readonly end: Promise<string>;
  #tell!: (end: string) => void;

  constructor(origin: HttpOrigin) {
    super(origin, { method: 'GET', target: '/', body: undefined });
    this.end = new Promise((resolve) => (this.#tell = resolve));
  }

  protected override received(incoming: IncomingMessage): void {
    incoming.socket.once('close', () => setImmediate(() => incoming.resume()));
  }

  protected override ended(): void {
    this.#tell('ended');
  }

  protected override failed(cause: unknown): void {
    this.#tell(String(cause));
  }
}

test('a response that came whole is whole, though its connection closes before it is read', async () => {
  const origin = openOrigin((await startServer({ body: '{}', headers: { connection: 'close' } })).origin);
  onTestFinished(() => origin.agent.destroy());
  const request = new LateReader(origin);
  request.start();
  expect(await request.end).toBe('ended');
});
