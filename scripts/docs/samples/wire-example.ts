import { createServer, type Server } from 'node:net';
import { createFuturesClient } from 'futures-trading-client';
import { listenOnFreePort } from '../../listen.js';
import { signingHeaders } from '../../../generated/names.js';
import type { Operation } from '../../../generated/operations.js';
import { buildSigningString } from '../../../src/core/signing.js';
import { described } from '../../described.js';

export interface WireExample {
  /** The whole request as text: request line, headers, empty line, body. */
  readonly head: string;
  /** Undefined, as the signature, when the operation is public. */
  readonly signingString: string | undefined;
  readonly signature: string | undefined;
  /** Made up, good for nothing. */
  readonly credentials: { readonly apiKey: string; readonly apiSecret: string };
}

const CREDENTIALS = { apiKey: 'example-key', apiSecret: 'example-secret' } as const;
const TIMESTAMP_MS = 1_700_000_000_000;
const HOST = 'futures.example';

/**
 * Calls the operation with its described example and records what arrives at a bare TCP server on loopback. Only the
 * host is another one in the result, and it is not signed.
 */
export async function wireExampleOf(operation: Operation): Promise<WireExample> {
  const example = described.find((row) => row.operation.operationId === operation.operationId);
  if (example === undefined) throw new Error(`${operation.operationId} is not described`);
  using recorder = await startRecorder(JSON.stringify(example.answer));
  const client = createFuturesClient({
    baseUrl: `http://${recorder.authority}`,
    credentials: CREDENTIALS,
    now: () => TIMESTAMP_MS,
    clock: 'local',
  });
  await (client[operation.operationId] as (input: unknown) => Promise<unknown>)(example.input);
  return takeApart(recorder.received().replace(recorder.authority, HOST));
}

function takeApart(head: string): WireExample {
  const [lines = '', body = ''] = head.split('\r\n\r\n');
  const [method = '', target = ''] = lines.split(' ');
  const valueOf = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(lines)?.[1];
  const timestampMs = valueOf(signingHeaders.timestamp);
  const signingString = timestampMs && buildSigningString({ timestampMs, method, target, body });
  return { head, signingString, signature: valueOf(signingHeaders.signature), credentials: CREDENTIALS };
}

interface Recorder extends Disposable {
  readonly authority: string;
  received(): string;
}

async function startRecorder(answer: string): Promise<Recorder> {
  const chunks: Buffer[] = [];
  const received = (): string => Buffer.concat(chunks).toString('utf8');
  const server: Server = createServer((socket) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks))) socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${answer}`);
    });
  });
  const authority = `127.0.0.1:${await listenOnFreePort(server)}`;
  return { authority, received, [Symbol.dispose]: () => void server.close() };
}

function isWhole(request: Buffer): boolean {
  const end = request.indexOf('\r\n\r\n');
  const [, length = '0'] = /^content-length: (\d+)/im.exec(request.toString('latin1')) ?? [];
  return end >= 0 && request.length >= end + '\r\n\r\n'.length + Number(length);
}
