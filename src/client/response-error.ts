import { errorCodes } from '../../generated/error-codes.js';
import { type Envelope, isSuccessCode, dataOfFailure, mentionsIdentifier } from '../core/envelope.js';
import { cut } from '../core/cut.js';
import { ApiError, HttpStatusError, ResponseShapeError } from '../core/errors.js';
import { TooMuchJson } from '../core/json/scan.js';
import { classifyOutcome, consequenceOf } from '../core/outcome.js';
import type { TransportResponse } from '../transport/transport.js';
import type { Call } from './call.js';
import { redactorOf } from './redaction.js';
import { ageOf, headerOf, retryAfterOf } from './response-headers.js';

/** Code of a refused timestamp (observed). */
export const BAD_TIMESTAMP = '-1021';

/** Code of a refused signature (observed). */
const BAD_SIGNATURE = '-1022';

/** A copy that a proxy sends after so long is refused for its timestamp, and the first request may have acted. */
const LATE_MS = 3000;

/** Characters that a message quotes of a text of the service. All of it is in `body`, `apiCode` and `apiMessage`. */
const MAX_QUOTED = 200;
const MAX_CODE = 40;
const MAX_EXCERPT = 80;

/** The start of a body, as messages quote it. */
export const excerpt = (body: string): string =>
  body === '' ? 'the body is empty' : JSON.stringify(cut(body, MAX_EXCERPT));

/** The error of a response whose envelope says failure. */
export async function refusal(call: Call, response: TransportResponse, envelope: Envelope): Promise<ApiError> {
  const { apiCode, apiMessage, data } = envelope;
  const common = commonInit(call, response, envelope);
  const { redact, consequence } = common;
  const did = common.outcome === 'rejected' ? 'refused' : 'reports failure';
  const by = common.status < 300 ? '' : `with HTTP ${statusOf(common.status)}`;
  const code =
    apiCode === undefined
      ? `${by} without a code`.trim()
      : `${by === '' ? 'with' : `${by} and`} code ${cut(redact(apiCode), MAX_CODE)}${meaningOf(apiCode)}`;
  const quoted = apiMessage === undefined ? '' : `, message ${JSON.stringify(cut(redact(apiMessage), MAX_QUOTED))}`;
  const hints = apiCode === BAD_SIGNATURE ? await hintsFor(call) : [];
  const hint = hints.length === 0 ? '' : ` Hint: ${hints.slice(0, 2).join('. Or: ')}.`;
  const late = listedCode(apiCode)?.order === 'not-found' ? ' An order that was just sent can still arrive.' : '';
  return new ApiError(`${call.operationId}: the service ${did} ${code}${quoted}. ${consequence}${late}${hint}`, {
    ...common,
    apiCode: apiCode && redact(apiCode),
    apiMessage: apiMessage && redact(apiMessage),
    data: redactTexts(data, redact),
    hints,
  });
}

/** Hints after a refused signature. Large and rarely needed: a refusal is reported without it, too. */
async function hintsFor(call: Call): Promise<readonly string[]> {
  try {
    return (await import('./signing/signature-hints.js')).signatureHints(call.signature);
  } catch {
    return [];
  }
}

function meaningOf(apiCode: string): string {
  if (isSuccessCode(apiCode)) return '';
  const known = listedCode(apiCode);
  return known === undefined ? ' (not in the list of observed codes)' : ` (observed: ${known.meaning})`;
}

const listedCode = (apiCode = ''): (typeof errorCodes)[string] | undefined =>
  Object.hasOwn(errorCodes, apiCode) ? errorCodes[apiCode] : undefined;

/** 418 says more than its number. */
const statusOf = (status: number): string => `status ${status}${status === 418 ? ' (observed: a ban)' : ''}`;

/** The error of a response whose status is not 2xx. */
export function statusError(call: Call, response: TransportResponse, envelope: Envelope): HttpStatusError {
  const { status } = response;
  const common = commonInit(call, response, envelope);
  const { redact, consequence } = common;
  const redirect =
    status >= 300 && status < 400
      ? ` to ${cut(redact(headerOf(response, 'location') ?? 'nowhere'), MAX_QUOTED)}, not followed`
      : '';
  return new HttpStatusError(
    `${call.operationId} (${call.operation.method} ${cut(redact(call.target), MAX_QUOTED)}): HTTP ${statusOf(status)}${redirect}: ` +
      `${excerpt(common.body)}. ${consequence}`,
    common,
  );
}

/** The error of a successful response that is not the documented result. */
export function shapeError(
  call: Call,
  response: TransportResponse,
  problem: string,
  cause?: unknown,
): ResponseShapeError {
  const common = commonInit(call, response);
  return new ResponseShapeError(
    `${call.operationId}: HTTP status ${common.status}, but ${problem}: ${excerpt(common.body)}. ${common.consequence}`,
    { ...common, cause },
  );
}

/** The error of a successful response whose body the decoder does not take. */
export function unreadable(call: Call, response: TransportResponse, cause: unknown): ResponseShapeError {
  const problem = cause instanceof TooMuchJson ? cause.message.replace('JSON', 'the body') : 'the body is not JSON';
  return shapeError(call, response, problem, cause);
}

function commonInit(call: Call, response: TransportResponse, envelope?: Envelope) {
  const { status, text } = response;
  const redact = redactorOf(call);
  const { resultFields } = call.operation;
  const shown = envelope && dataOfFailure(envelope, resultFields);
  const data = shown ?? (!call.readOnly && mentionsIdentifier(text, resultFields) ? text : undefined);
  const { sentAtMs, receivedAtMs } = call;
  const isLate = envelope?.apiCode === BAD_TIMESTAMP && receivedAtMs - sentAtMs >= LATE_MS;
  const isOfCache = !call.readOnly && ageOf(response) > 0;
  const why = response.maybeResent
    ? 'fetch itself may have sent it twice'
    : isLate
      ? 'It was delayed, or a proxy sent it twice'
      : isOfCache && 'A cache may have kept this response';
  const given = { status, maybeResent: Boolean(why), apiCode: envelope?.apiCode, data };
  const makes = call.operation.effect === 'money';
  const outcome = classifyOutcome(given, errorCodes, { ...call, makes });
  const pause = call.pauseMs > 0 ? ` The client now pauses for ${Math.ceil(call.pauseMs / 1000)} s.` : '';
  const twice = why && !call.readOnly ? ` ${why} (status ${status}).` : '';
  const consequence = consequenceOf(outcome, { ...call, status }) + twice + pause;
  const { operationId } = call;
  const body = redact(text);
  return { redact, consequence, outcome, operationId, status, body, retryAfterMs: retryAfterOf(response) };
}

/** The same value with every text in it redacted: a refusal may quote the request back in `data`. */
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}
