import type { IncomingMessage } from 'node:http';
import { cut } from '../core/cut.js';
import type { Operation } from '../../generated/operations.js';
import {
  type Envelope,
  dataOfFailure,
  isSuccessCode,
  openEnvelope,
  resultRuleOf,
  takeResult,
} from '../core/envelope.js';
import { createDecoder } from '../core/json/decode.js';
import { onPassed } from '../recording/passing-body.js';
import { unpack } from '../recording/record-round-trip.js';

/** Longer bodies are lists: they have neither a code nor a single order. */
const MAX_BYTES = 65_536;
const MAX_LENGTH = 64;
const NONE = Buffer.alloc(0);

const decode = createDecoder();

/**
 * The log's fields of an order: fields of a body, by name.
 * A body that is not JSON, or longer than a response about one order, says nothing.
 */
export function readNotes(body: Buffer, redact: (text: string) => string, operation?: Operation, encoding?: string) {
  const show = (value: unknown): string | undefined =>
    typeof value === 'string' ? cut(redact(value), MAX_LENGTH) : undefined;
  let json: unknown;
  try {
    if (body.length <= MAX_BYTES) json = decode(unpack(body, encoding));
  } catch {
    // It is passed on as it is.
  }
  const envelope = openEnvelope(json, operation?.resultFields);
  const { apiCode, data } = envelope;
  const { orderId, clientOrderId } = Object(data) as Record<string, unknown>;
  return {
    /** True when it is a success with the result of its operation in it. */
    isResult: json !== undefined && isResultOf(operation, envelope, json),
    data: dataOfFailure(envelope, operation?.resultFields),
    code: show(apiCode),
    orderId: show(orderId),
    clientOrderId: show(clientOrderId),
  };
}

function isResultOf(operation: Operation | undefined, envelope: Envelope, json: unknown): boolean {
  if (envelope.failed || !isSuccessCode(envelope.apiCode)) return false;
  if (operation === undefined) return true;
  try {
    takeResult(envelope, json, resultRuleOf(operation));
    return true;
  } catch {
    return false;
  }
}

/** Looks on while a response passes, and tells what it says when all of it has. */
export function onWhole(incoming: IncomingMessage, tell: (body: Buffer, encoding?: string) => void): void {
  onPassed(incoming, MAX_BYTES, (body, isWhole) => tell(isWhole ? body : NONE, incoming.headers['content-encoding']));
}
