import type { Operation } from '../../generated/operations.js';
import { openEnvelope, takeResult } from '../core/envelope.js';
import { NetworkError } from '../core/errors.js';
import { createDecoder, type Decode } from '../core/json/decode.js';
import { loadOnce } from '../core/load-once.js';
import { isSuccessCode } from '../core/outcome.js';
import type { Problem } from './problem.js';
import type { Sent } from './send.js';

const decoders = new Map<string, Decode>();

const loadFailures = loadOnce(() => import('./failures.js'));

/** Decodes the text of an answer; the decoder of an operation is made on first use. Throws SyntaxError. */
export function decodeText(operation: Operation, text: string): unknown {
  let decode = decoders.get(operation.operationId);
  if (decode === undefined) decoders.set(operation.operationId, (decode = createDecoder(operation.numberKeys)));
  return decode(text);
}

/**
 * Turns an answer into the documented result of its operation.
 *
 * @throws {ApiError} (by a promise) When the envelope has a code other than 0 or says failure, whatever the status.
 * @throws {ClockError} (by a promise) When that code is -1021.
 * @throws {HttpStatusError} (by a promise) When the status is not 2xx and there is no such code.
 * @throws {ResponseShapeError} (by a promise) When the body is not JSON or not of the documented shape.
 */
export function receive(operation: Operation, sent: Sent): unknown {
  const { status, text } = sent.response;
  let body: unknown;
  let notJson: Problem | undefined;
  try {
    body = decodeText(operation, text);
  } catch (cause) {
    notJson = { kind: 'not JSON', cause };
  }
  const envelope = openEnvelope(body);
  if (envelope.failed || !isSuccessCode(envelope.apiCode)) return fail(operation, sent, { kind: 'refused', envelope });
  if (status < 200 || status >= 300) return fail(operation, sent, { kind: 'status', envelope });
  if (notJson !== undefined) return fail(operation, sent, notJson);
  try {
    return takeResult(envelope, body, { shape: operation.result, mayBeEmpty: operation.effect !== 'read' });
  } catch (cause) {
    return fail(operation, sent, { kind: 'shape', cause });
  }
}

/** Rejects with what describes the problem. Its code is loaded by the first failure: most programs see few. */
export async function fail(operation: Operation, sent: Sent, problem: Problem): Promise<never> {
  let failures: typeof import('./failures.js');
  try {
    failures = await loadFailures();
  } catch (cause) {
    const { operationId } = operation;
    throw new NetworkError(
      `${operationId}: HTTP status ${sent.response.status}, not a success; what reads such answers could not be loaded. ` +
        'The service may have acted on it: look before sending it again.',
      { outcome: 'unknown', operationId, cause },
    );
  }
  throw await failures.describe(operation, sent, problem);
}
