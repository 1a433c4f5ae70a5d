import type { Operation } from '../../generated/operations.js';
import { unknownOutcomeCodes } from '../../generated/unknown-outcome-codes.js';
import type { Envelope } from '../core/envelope.js';
import { ApiError, type FuturesError, HttpStatusError, ResponseShapeError } from '../core/errors.js';
import { loadOnce } from '../core/load-once.js';
import { classifyOutcome, consequenceOf, isSuccessCode } from '../core/outcome.js';
import { excerpt } from './excerpt.js';
import { headerOf, retryAfterOf } from './header-of.js';
import type { Problem } from './problem.js';
import { redactorOf } from './redactor-of.js';
import type { Sent } from './send.js';

const loadErrorCodes = loadOnce(() => import('../../generated/error-codes.js'));

/** Code of a refused signature (observed). */
const BAD_SIGNATURE = '-1022';

/** Describes an answer that is not the documented result: which error it is, and what it proves. */
export async function describe(operation: Operation, sent: Sent, problem: Problem): Promise<FuturesError> {
  switch (problem.kind) {
    case 'refused':
      return refusal(operation, sent, problem.envelope);
    case 'status':
      return statusError(operation, sent, problem.envelope);
    case 'not JSON':
      return shapeError(operation, sent, 'the body is not JSON', problem.cause);
    case 'shape':
      return shapeError(operation, sent, (problem.cause as Error).message, problem.cause);
  }
}

async function refusal(operation: Operation, sent: Sent, envelope: Envelope): Promise<ApiError> {
  const { apiCode, apiMessage, data } = envelope;
  const common = commonInit(operation, sent, envelope);
  const { redact, consequence } = common;
  const did = common.outcome === 'rejected' ? 'refused' : 'reports failure';
  const code = apiCode === undefined ? 'without a code' : `with code ${redact(apiCode)}${await meaningOf(apiCode)}`;
  const quoted = apiMessage === undefined ? '' : `, message ${JSON.stringify(redact(apiMessage))}`;
  const hints = apiCode === BAD_SIGNATURE ? await hintsFor(sent) : [];
  const hint = hints[0] === undefined ? '' : ` Hint: ${hints[0]}.`;
  return new ApiError(`${operation.operationId}: the service ${did} ${code}${quoted}. ${consequence}${hint}`, {
    ...common,
    apiCode: apiCode && redact(apiCode),
    apiMessage: apiMessage && redact(apiMessage),
    data: redactTexts(data, redact),
    hints,
  });
}

/** What to check after a refused signature; the refusal is reported without it, too. */
async function hintsFor(sent: Sent): Promise<readonly string[]> {
  try {
    return (await import('./signing/signature-hints.js')).signatureHints(sent);
  } catch {
    return [];
  }
}

/** What the codes mean is a long table of its own; a refusal is reported without it, too. */
async function meaningOf(apiCode: string): Promise<string> {
  if (isSuccessCode(apiCode)) return '';
  try {
    const { errorCodes } = await loadErrorCodes();
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
    status >= 300 && status < 400
      ? ` to ${redact(headerOf(sent.response, 'location') ?? 'nowhere')}, not followed`
      : '';
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

function commonInit({ operationId, effect }: Operation, sent: Sent, envelope?: Envelope) {
  const { response } = sent;
  const { status, text } = response;
  const redact = redactorOf(sent);
  // A bare body of an error is a description of it, and not data.
  const answer = envelope?.isEnvelope === true ? { ...envelope, status } : { status };
  const outcome = classifyOutcome(answer, unknownOutcomeCodes);
  const consequence = consequenceOf(outcome, effect === 'read');
  return {
    redact,
    consequence,
    outcome,
    operationId,
    status,
    body: redact(text),
    retryAfterMs: retryAfterOf(response),
  };
}

/** The same value with every text in it redacted: a refusal may quote the request back in `data`. */
function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}
