import type { IncomingMessage } from 'node:http';
import { cut } from '../core/cut.js';
import { openEnvelope } from '../core/envelope.js';
import { createDecoder } from '../core/json/decode.js';
import { onPassed } from '../recording/passing-body.js';
import { unpack } from '../recording/record-exchange.js';

/** Longer bodies are lists: they have no code and no order of their own. */
const MAX_BYTES = 65_536;
const MAX_LENGTH = 64;
const NONE = Buffer.alloc(0);

const decode = createDecoder();

/** What the log says of an order: fields of a body, by name. */
export interface OrderNotes {
  /** Undefined where it is not JSON, or longer than an answer about one order. */
  readonly json: unknown;
  readonly data: unknown;
  readonly code: string | undefined;
  readonly orderId: string | undefined;
  readonly clientOrderId: string | undefined;
}

/** Reads a body for the log; what is not JSON says nothing. */
export function readNotes(body: Buffer, redact: (text: string) => string, encoding?: string): OrderNotes {
  const show = (value: unknown): string | undefined =>
    typeof value === 'string' ? cut(redact(value), MAX_LENGTH) : undefined;
  let json: unknown;
  try {
    if (body.length <= MAX_BYTES) json = decode(unpack(body, encoding));
  } catch {
    // It is passed on as it is.
  }
  const { apiCode, data, isEnvelope } = openEnvelope(json);
  const { orderId, clientOrderId } = Object(data) as Record<string, unknown>;
  // A bare body of an error is a description of it, and not data.
  return {
    json,
    data: isEnvelope ? data : undefined,
    code: show(apiCode),
    orderId: show(orderId),
    clientOrderId: show(clientOrderId),
  };
}

/** Looks on while an answer passes, and tells what it says when all of it has. */
export function onWhole(incoming: IncomingMessage, tell: (body: Buffer, encoding?: string) => void): void {
  onPassed(incoming, MAX_BYTES, (body, isWhole) => tell(isWhole ? body : NONE, incoming.headers['content-encoding']));
}
