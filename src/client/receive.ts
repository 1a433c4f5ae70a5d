import type { Operation } from '../../generated/operations.js';
import { unknownOutcomeCodes } from '../../generated/unknown-outcome-codes.js';
import { openEnvelope, type Envelope, type ShapeMismatch, takeResult } from '../core/envelope.js';
import { ApiError, HttpStatusError, ResponseShapeError } from '../core/errors.js';
import { createDecoder, type Decode } from '../core/json/decode.js';
import { classifyAnswer, consequenceOf, isSuccessCode } from '../core/outcome.js';
import { createRedactor } from '../core/redact.js';
import type { Sent } from './send.js';

const decoders = new Map<string, Decode>();

/** The decoder of an operation's answers; made on first use. */
function decoderOf(operation: Operation): Decode {
  let decode = decoders.get(operation.operationId);
  if (decode === undefined) decoders.set(operation.operationId, (decode = createDecoder(operation.numberKeys)));
  return decode;
}

/** @throws {ResponseShapeError} When the body is not JSON. */
export function decodeBody(operation: Operation, sent: Sent): unknown {
  try {
    return decoderOf(operation)(sent.response.text);
  } catch (cause) {
    throw shapeError(operation, sent, 'the body is not JSON', cause);
  }
}

/**
 * Turns an answer into the documented result of its operation.
 *
 * @throws {ApiError} (by a promise) When the envelope has a code other than 0 or says failure, whatever the status.
 * @throws {HttpStatusError} When the status is not 2xx and there is no such code.
 * @throws {ResponseShapeError} When the body is not JSON or not of the documented shape.
 */
export function receive(operation: Operation, sent: Sent): unknown {
  const { status } = sent.response;
  let body: unknown;
  let notJson: unknown;
  try {
    body = decodeBody(operation, sent);
  } catch (error) {
    notJson = error;
  }
  const envelope = openEnvelope(body);
  if (envelope.failed || !isSuccessCode(envelope.apiCode)) return refused(operation, sent, envelope);
  if (status < 200 || status >= 300) throw statusError(operation, sent, envelope);
  if (notJson !== undefined) throw notJson;
  try {
    return takeResult(envelope, body, { shape: operation.result, mayBeEmpty: operation.effect !== 'read' });
  } catch (error) {
    throw shapeError(operation, sent, (error as ShapeMismatch).message, error);
  }
}

async function refused(operation: Operation, sent: Sent, envelope: Envelope): Promise<never> {
  const { apiCode, apiMessage, data } = envelope;
  const common = commonInit(operation, sent, envelope);
  const { redact, consequence } = common;
  const did = common.outcome === 'rejected' ? 'refused' : 'reports failure';
  const code = apiCode === undefined ? 'without a code' : `with code ${redact(apiCode)}${await meaningOf(apiCode)}`;
  const quoted = apiMessage === undefined ? '' : `, message ${JSON.stringify(redact(apiMessage))}`;
  throw new ApiError(`${operation.operationId}: the service ${did} ${code}${quoted}. ${consequence}`, {
    ...common,
    apiCode: apiCode && redact(apiCode),
    apiMessage: apiMessage && redact(apiMessage),
    data: redactTexts(data, redact),
  });
}

/** What the codes mean is a long table that a successful call has no use for; a refusal is reported without it, too. */
async function meaningOf(apiCode: string): Promise<string> {
  if (isSuccessCode(apiCode)) return '';
  try {
    const { errorCodes } = await import('../../generated/error-codes.js');
    return Object.hasOwn(errorCodes, apiCode)
      ? ` (observed: ${errorCodes[apiCode]!.meaning})`
      : ' (not in the list of observed codes)';
  } catch {
    return '';
  }
}

function statusError(operation: Operation, sent: Sent, envelope: Envelope): HttpStatusError {
  const { status } = sent.response;
  const common = commonInit(operation, sent, envelope);
  const { redact, consequence } = common;
  const redirect =
    status >= 300 && status < 400 ? ` to ${redact(sent.response.header('location') ?? 'nowhere')}, not followed` : '';
  return new HttpStatusError(
    `${operation.operationId} (${sent.method} ${redact(sent.target)}): HTTP status ${status}${redirect}: ${excerpt(common.body)}. ${consequence}`,
    common,
  );
}

function shapeError(operation: Operation, sent: Sent, problem: string, cause: unknown): ResponseShapeError {
  const common = commonInit(operation, sent);
  return new ResponseShapeError(
    `${operation.operationId}: HTTP status ${common.status}, but ${problem}: ${excerpt(common.body)}. ${common.consequence}`,
    { ...common, cause },
  );
}

function commonInit({ operationId, effect }: Operation, { response, secrets }: Sent, envelope?: Envelope) {
  const { status, text } = response;
  const redact = createRedactor(secrets);
  // A bare body of an error is a description of it, and not data.
  const answer = envelope?.isEnvelope === true ? { ...envelope, status } : { status };
  const outcome = classifyAnswer(answer, unknownOutcomeCodes);
  const consequence = consequenceOf(outcome, effect === 'read');
  return { redact, consequence, outcome, operationId, status, body: redact(text) };
}

/** The same value with every text in it redacted: a refusal may quote the request back in `data`. */
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}

function excerpt(body: string): string {
  return body === '' ? 'the body is empty' : JSON.stringify(body.length > 80 ? `${body.slice(0, 80)}…` : body);
}
