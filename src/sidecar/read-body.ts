import type { IncomingMessage } from 'node:http';

/** The most that a request may have: its signature covers all of it, so all of it is held. */
const MAX_BYTES = 16 * 2 ** 20;

/** Reads a request to its end; undefined when it has more than 16 MiB. Rejects when the caller leaves. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
