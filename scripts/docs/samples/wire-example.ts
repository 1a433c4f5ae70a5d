import { createServer } from 'node:http';
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
 * Calls the operation with its described example and records the bytes that arrive at a server on loopback. Only the
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

async function startRecorder(answer: string) {
  const chunks: Buffer[] = [];
  const server = createServer((request, response) => void request.resume().on('end', () => response.end(answer)));
  server.on('connection', (socket) => socket.on('data', (chunk) => chunks.push(chunk)));
  const authority = `127.0.0.1:${await listenOnFreePort(server)}`;
  const received = (): string => Buffer.concat(chunks).toString('utf8');
  return { authority, received, [Symbol.dispose]: () => void server.close() };
}
