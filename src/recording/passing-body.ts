import type { IncomingMessage } from 'node:http';

/** Looks on while a body passes. At its end tells the bytes: all of them, or of a longer one the pieces that fit. */
export function onPassed(
  incoming: IncomingMessage,
  maxBytes: number,
  tell: (body: Buffer, isWhole: boolean) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  });
  incoming.on('end', () => tell(Buffer.concat(chunks), bytes <= maxBytes));
}
