import { createHmac } from '#hmac';
import { composeSigningString, OBSERVED_RULE } from '../../core/signing-rule.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { RawRequest, SandboxResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { writeRefusal } from '../../sandbox/http/wire.js';
import { resigned, withHeader } from './headers.js';
import { checksOf, type Mutation, SIGNED } from './mutation.js';
import { CASE_COUNTS, KEY_IS_THE_KEY, SHOWN_ONCE } from './words.js';

const signedText = ({ method, target, body, headers }: RawRequest): string =>
  composeSigningString(OBSERVED_RULE, { timestampMs: headers[TIMESTAMP] ?? '', method, target, body });

/** The secret in the cases that people and programs confuse it with. */
function otherCases(secret: string): string[] {
  const swap = (letter: string): string =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const letters = [...secret];
  const oneSwapped = letters.map((letter, at) => letters.with(at, swap(letter)).join(''));
  return [secret.toLowerCase(), secret.toUpperCase(), letters.map(swap).join(''), ...oneSwapped];
}

/** Adds to the refusal of a wrong signature what must stay secret. */
const telling =
  (what: (secret: string) => string): Patch =>
  (_reference, secretOf) => ({
    send(answer: SandboxResponse, request: RawRequest) {
      const secret = secretOf(request.headers[API_KEY] ?? '');
      if (answer.refused !== '-1022' || secret === undefined) return answer;
      const body = writeRefusal('-1022', `Signature for this request is not valid: ${what(secret)}`);
      return { ...answer, response: { ...answer.response, body } };
    },
  });

export const SECRETS: readonly Mutation[] = [
  {
    id: 'secret-case-ignored',
    title: 'A signature made with the secret in another case passes',
    breaks: [CASE_COUNTS],
    killedBy: ['sign/getOpenOrders/letter-case'],
    patch: (reference, secretOf) => ({
      authorize(operation, request, keys, nowMs, window) {
        const secret = secretOf(request.headers[API_KEY] ?? '');
        const given = request.headers[SIGNATURE];
        const text = signedText(request);
        const fits = secret !== undefined && otherCases(secret).some((other) => createHmac(other)(text) === given);
        return reference.authorize(operation, fits ? resigned(request, keys) : request, keys, nowMs, window);
      },
    }),
  },
  {
    id: 'unknown-key-has-secret-undefined',
    title: 'An unknown key passes with a signature by the word undefined',
    breaks: [KEY_IS_THE_KEY],
    killedBy: checksOf('sign', SIGNED, 'unknown-key'),
    patch: (reference, secretOf) => ({
      authorize(operation, request, keys, ...rest) {
        const fits = request.headers[SIGNATURE] === createHmac('undefined')(signedText(request));
        const isUnknown = secretOf(request.headers[API_KEY] ?? '') === undefined;
        const known = withHeader(request, API_KEY, [...keys.keys()][0] ?? '');
        return reference.authorize(operation, fits && isUnknown ? resigned(known, keys) : request, keys, ...rest);
      },
    }),
  },
  {
    id: 'secret-in-refusal',
    title: 'The refusal of a wrong signature shows the secret',
    breaks: [SHOWN_ONCE],
    killedBy: ['sign/refusal-shows-no-secret'],
    patch: telling((secret) => `expected one made with ${secret}`),
  },
  {
    id: 'secret-in-success',
    title: 'A success shows the secret in a header',
    breaks: [SHOWN_ONCE],
    killedBy: ['sign/no-response-shows-secret'],
    patch: (_reference, secretOf) => ({
      send(answer, request) {
        const secret = secretOf(request.headers[API_KEY] ?? '');
        if (answer.refused !== undefined || secret === undefined) return answer;
        const headers = { ...answer.response.headers, 'x-debug': `signed with ${secret}` };
        return { ...answer, response: { ...answer.response, headers } };
      },
    }),
  },
];
