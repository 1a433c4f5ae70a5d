import type { Operation } from '../../generated/operations.js';
import { encodeInput } from '../core/encode-input.js';
import { ArgumentError } from '../core/errors.js';
import { signedTarget } from '../core/signing-rule.js';
import type { Life } from '../transport/deadline.js';
import type { ServiceClock } from './clock/clock.js';
import type { CallOptions } from './options.js';
import { readCallOptions } from './call-options.js';
import type { Settings } from './settings.js';
import { timeToReturn } from './time-to-return.js';
import type { RequestSignature } from './signing/request-signature.js';

/** One call under way: what was asked, the request built for it, and what the attempt so far has made of it. */
export interface Call extends Life {
  readonly operation: Operation;
  /** Path and query as sent, gateway prefix included. */
  readonly target: string;
  /** The part of the target that is signed. */
  readonly signedTarget: string;
  readonly body: string | undefined;
  readonly signs: boolean;
  /** Milliseconds that must be left of its time when it is sent; 0 where nothing costs money. */
  readonly returnMs: number;
  /** How many JSON values the body of its response may have. */
  readonly maxValues: number;
  /** Texts that no error and no log may show, besides those that the signature hides. */
  readonly secrets: readonly string[];
  /** Headers without those of the signature. */
  readonly unsignedHeaders: Readonly<Record<string, string>>;
  /** See SIGNING_GUARD. */
  readonly beforeSigning: (() => void) | undefined;

  /** 1 for the first attempt. */
  attempt: number;
  /** How many attempts followed a failure that may pass. */
  retries: number;
  /** Whether an attempt followed a new measurement of the clock. */
  remeasured: boolean;
  /** `clock.measurements` when the attempt started. */
  measurements: number;
  /** What X-CH-TS was made by. */
  timeSource: ServiceClock['source'];
  signature: RequestSignature | undefined;
  /** Monotonic times of the attempt: its start, and around the HTTP exchange. */
  startedAtMs: number;
  sentAtMs: number;
  receivedAtMs: number;
}

const JSON_TYPE = 'application/json';

/**
 * Builds the request of a call, byte for byte, except for its signing headers. The input is read at once: later changes to the
 * object have no effect. `omit` names a field that is left out on purpose.
 *
 * @throws {ArgumentError} When the input or an option is wrong, or credentials are missing. Nothing was sent.
 */
export function buildCall(
  operation: Operation,
  input: unknown,
  settings: Settings,
  options?: CallOptions | null,
  omit?: string,
): Call {
  const { dialect, prefix } = settings;
  const { query, body } = encodeInput(operation, input, {
    bodyAsQuery: operation.getBody && dialect.getBody === 'query',
    emptyBody: dialect.emptyPost === 'braces' ? '{}' : undefined,
    omit,
  });
  const { signal, timeoutMs, headers, beforeSigning } = options
    ? readCallOptions(options, settings.call)
    : settings.call;
  const path = (dialect.conditionOrderSlash && operation.pathVariants?.trailingSlash) || operation.path;
  const target = query === '' ? path : `${path}?${query}`;
  const unsignedHeaders: Record<string, string> = { accept: JSON_TYPE };
  // No spreading: it costs more than the rest of this function.
  for (const name in dialect.headers) unsignedHeaders[name] = dialect.headers[name]!;
  if (headers !== undefined) Object.assign(unsignedHeaders, headers);
  if (body !== undefined || dialect.contentType === 'always') unsignedHeaders['content-type'] = JSON_TYPE;
  return {
    operation,
    operationId: operation.operationId,
    readOnly: operation.effect === 'read',
    timeoutMs,
    signal,
    target: prefix + target,
    signedTarget: signedTarget(dialect, { target, prefix }),
    body,
    signs: isSigned(operation, settings),
    returnMs: timeToReturn(operation.effect, timeoutMs, settings.minRoundTripMs),
    maxValues: settings.maxValues,
    secrets: settings.signer?.secrets ?? [],
    unsignedHeaders,
    beforeSigning,
    attempt: 1,
    retries: 0,
    remeasured: false,
    measurements: 0,
    timeSource: 'none',
    signature: undefined,
    startedAtMs: 0,
    sentAtMs: 0,
    receivedAtMs: 0,
  };
}

function isSigned({ operationId, security }: Operation, { credentials, dialect }: Settings): boolean {
  if (security === 'public') return false;
  if (security === 'undeclared') return credentials !== undefined && dialect.signUndeclared;
  if (credentials !== undefined) return true;
  throw new ArgumentError(
    `${operationId} is signed, and the client has no credentials. Nothing was sent. ` +
      'Pass credentials: { apiKey, apiSecret } or credentialsFromEnv().',
    { field: 'credentials', operationId },
  );
}
