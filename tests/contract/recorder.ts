import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived: nothing parsed, nothing normalised. */
export interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Recorder {
  readonly url: string;
  /** Requests since the last call of this method. */
  take(): Recorded[];
  close(): Promise<void>;
}

/** Stands in front of a server, keeps the bytes that arrive and passes exactly these on. */
export async function startRecorder(upstream: string): Promise<Recorder> {
  let recorded: Recorded[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method = '', url = '', rawHeaders } = incoming;
      recorded.push({ method, target: url, rawHeaders, body });
      const onward = request(upstream + url, { method, headers: incoming.headers, agent: false }, (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      });
      onward.on('error', (error) => outgoing.destroy(error));
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Value of a header, exactly as sent; undefined when absent. */
export function rawHeader(recorded: Recorded, name: string): string | undefined {
  const index = recorded.rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name.toLowerCase());
  return index === -1 ? undefined : recorded.rawHeaders[index + 1];
}
