import { createHmac } from '#hmac';
import { API_KEY, SIGNATURE } from '../../sandbox/access.js';
import type { RawResponse, SandboxResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { writeRefusal } from '../../sandbox/http/wire.js';
import { completed, instead, textOf, withHeader } from './access.js';
import { breaking, checksOf, type Mutation, responding, SIGNED } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

/** Adds to some responses what must stay secret. */
const telling =
  (tell: (secret: string, answer: SandboxResponse) => Partial<RawResponse> | undefined): Patch =>
  (reference, secretOf, now) =>
    responding((answer, request) => {
      const secret = secretOf(request.headers[API_KEY] ?? '');
      return secret === undefined ? undefined : tell(secret, answer);
    })(reference, secretOf, now);

const refusal = (what: (secret: string) => string): Patch =>
  telling((secret, { refused }) =>
    refused === '-1022'
      ? { body: writeRefusal('-1022', `Signature for this request is not valid: ${what(secret)}`) }
      : undefined,
  );

const inRefusal = breaking(clauses.secretShownOnce, 'sign/refusal-shows-no-secret');

const unknownKey = breaking(clauses.apiKey, checksOf('sign', SIGNED, 'unknown-key'));

export const SECRETS: readonly Mutation[] = [
  unknownKey`unknown-key-has-secret-undefined: An unknown key passes with a signature by the word undefined`(
    instead((request, keys, nowMs) => {
      const isSuch = request.headers[SIGNATURE] === createHmac('undefined')(textOf(request));
      const known = withHeader(request, API_KEY, [...keys.keys()][0] ?? '');
      return isSuch && !keys.has(request.headers[API_KEY] ?? '') ? completed(known, keys, nowMs) : request;
    }),
  ),
  inRefusal`secret-in-refusal: The refusal of a wrong signature shows the secret`(
    refusal((secret) => `expected one made with ${secret}`),
  ),
  inRefusal`secret-in-refusal-in-base64: The refusal of a wrong signature shows the secret in base64`(
    refusal((secret) => `not for ${btoa(secret)}`),
  ),
  breaking(
    clauses.secretShownOnce,
    'sign/no-response-shows-secret',
  )`secret-in-success: A success shows the secret in a header`(
    telling((secret, { refused, response: { headers } }) =>
      refused === undefined ? { headers: { ...headers, 'x-debug': `signed with ${secret}` } } : undefined,
    ),
  ),
];
