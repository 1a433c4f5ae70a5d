import type { OperationId } from '../../../generated/operations.js';
import { composeSigningString, OBSERVED_RULE } from '../../core/signing-rule.js';
import { type Access, API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { SIGNED } from './mutation.js';

/* Ways to be careless with key, timestamp and signature. */

/** The account behind each API key. */
type AccessByKey = ReadonlyMap<string, Access>;

/** Checks another request than the one that came. */
export const instead =
  (other: (request: RawRequest, keys: AccessByKey, nowMs: number, operationId: OperationId) => RawRequest): Patch =>
  (reference) => ({
    authorize: (operation, request, keys, nowMs, window) =>
      reference.authorize(operation, other(request, keys, nowMs, operation.operationId), keys, nowMs, window),
  });

export function withHeader(request: RawRequest, name: string, value: string): RawRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

/** The request with the signature that is right for it, as far as one can be made. */
export function resigned(request: RawRequest, keys: AccessByKey): RawRequest {
  const { method, target, body, headers } = request;
  const timestampMs = headers[TIMESTAMP] ?? '';
  const access = keys.get(headers[API_KEY] ?? '');
  if (access === undefined || !/^\d+$/.test(timestampMs)) return request;
  return withHeader(request, SIGNATURE, access.sign({ timestampMs, method, target, body }));
}

/** The request with a right signature, and with the key of the first account and the time where these are missing. */
export function completed(request: RawRequest, keys: AccessByKey, nowMs: number): RawRequest {
  const key = request.headers[API_KEY] ?? [...keys.keys()][0] ?? '';
  const time = request.headers[TIMESTAMP] ?? String(nowMs);
  return resigned(withHeader(withHeader(request, API_KEY, key), TIMESTAMP, time), keys);
}

export const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
export const hmac = (key: string, text: string, algorithm = 'sha256'): string =>
  crypto().createHmac(algorithm, key).update(text).digest('hex');

/** The text that is signed. */
export const textOf = ({ method, target, body, headers }: RawRequest): string =>
  composeSigningString(OBSERVED_RULE, { timestampMs: headers[TIMESTAMP] ?? '', method, target, body });

/** A call that has the key of an account, and a signature that may be wrong. */
export interface Claim {
  readonly operationId: OperationId;
  readonly request: RawRequest;
  readonly apiKey: string;
  readonly secret: string;
  /** The text that is signed. */
  readonly text: string;
  readonly given: string;
  readonly correct: string;
}

/** Checks another request in place of a signed call; undefined leaves the call as it is. */
export const claiming =
  (
    change: (claim: Claim, keys: AccessByKey, nowMs: number) => RawRequest | undefined,
    ids: readonly OperationId[] = SIGNED,
  ): Patch =>
  (reference, secretOf, now) =>
    instead((request, keys, nowMs, operationId) => {
      const apiKey = request.headers[API_KEY] ?? '';
      const [secret, given] = [secretOf(apiKey), request.headers[SIGNATURE]];
      if (secret === undefined || given === undefined || !ids.includes(operationId)) return request;
      const text = textOf(request);
      const claim = { operationId, request, apiKey, secret, text, given, correct: hmac(secret, text) };
      return change(claim, keys, nowMs) ?? request;
    })(reference, secretOf, now);

/** Lets pass what fits besides the right signature, on all signed operations or on some. */
export const lettingPass = (fits: (claim: Claim) => boolean, ids?: readonly OperationId[]): Patch =>
  claiming((claim, keys) => (fits(claim) ? resigned(claim.request, keys) : undefined), ids);
