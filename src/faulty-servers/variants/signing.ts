import { createHmac } from '#hmac';
import { composeSigningString, OBSERVED_RULE, type SigningRule } from '../../core/signing-rule.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import { writeRefusal } from '../../sandbox/http/wire.js';
import type { Patch } from '../../sandbox/stages.js';
import { instead, resigned, withHeader } from '../mutations/access.js';
import type { Variant } from './variant.js';

const LINE = { text: '\n' } as const;
const PREFIX = '/gateway';

const signed = (id: string, title: string, answers: Variant['answers'], signing: Partial<SigningRule>): Variant => ({
  id: `signed-${id}`,
  title,
  answers,
  options: { dialect: { signing } },
});

const withoutPrefix = (target: string): string => (target.startsWith(PREFIX) ? target.slice(PREFIX.length) : '/');

/** Behind a gateway whose path is sent, and signed where it says so. */
const behindGateway =
  (isSigned: boolean): Patch =>
  (reference) => ({
    route: (request) => reference.route({ ...request, target: withoutPrefix(request.target) }),
    authorize: (operation, request, ...rest) =>
      reference.authorize(
        operation,
        isSigned ? request : { ...request, target: withoutPrefix(request.target) },
        ...rest,
      ),
  });

/** Tells the caller what was sent: a signature is good for one request, and breaks no sentence. */
const echoing =
  (text: (sent: string) => string): Patch =>
  () => ({
    send(answer, request) {
      const sent = request.headers[SIGNATURE];
      if (answer.refused !== '-1022' || sent === undefined) return answer;
      return { ...answer, response: { ...answer.response, body: writeRefusal('-1022', text(sent)) } };
    },
  });

export const SIGNING_VARIANTS: readonly Variant[] = [
  {
    id: 'timestamps-with-fractions',
    title: 'X-CH-TS may have a fraction of a millisecond',
    answers: ['request.timestamp-types'],
    patch: instead((request, keys) => {
      const [, whole] = /^(\d+)\.\d+$/.exec(request.headers[TIMESTAMP] ?? '') ?? [];
      return whole === undefined ? request : resigned(withHeader(request, TIMESTAMP, whole), keys);
    }),
  },
  {
    id: 'header-names-case-sensitive',
    title: 'The three headers are only seen when spelled in capitals',
    answers: ['request.extra-headers'],
    patch: instead((request) => {
      const names = new Set(request.headerNames?.() ?? []);
      const seen = Object.entries(request.headers).filter(
        ([name]) => ![TIMESTAMP, API_KEY, SIGNATURE].includes(name) || names.has(name.toUpperCase()),
      );
      return { ...request, headers: Object.fromEntries(seen) };
    }),
  },
  signed('method-first', 'Method, target, timestamp and body are signed in this order', ['signing.composition'], {
    composition: ['method', 'target', 'timestamp', 'body'],
  }),
  signed('line-by-line', 'The parts of the signed text stand on lines of their own', ['signing.composition'], {
    composition: ['timestamp', LINE, 'method', LINE, 'target', LINE, 'body'],
  }),
  signed('method-in-lower-case', 'The method is signed in lower case', ['signing.composition'], {
    methodCase: 'lower',
  }),
  signed('without-method', 'The method is not signed', ['signing.composition'], {
    composition: ['timestamp', 'target', 'body'],
  }),
  signed('in-base64', 'Signatures are base64', ['signing.encoding'], { encoding: 'base64' }),
  signed('in-upper-case', 'Signatures are hex digits in upper case', ['signing.encoding'], { encoding: 'hex-upper' }),
  signed(
    'method-first-in-base64',
    'Another order of the parts, and base64',
    ['signing.composition', 'signing.encoding'],
    {
      composition: ['method', 'target', 'timestamp', 'body'],
      encoding: 'base64',
    },
  ),
  signed('without-query', 'The query is not signed', ['signing.query'], { signQuery: false }),
  signed('without-body', 'The body is not signed', ['signing.body'], {
    composition: ['timestamp', 'method', 'target'],
  }),
  signed('in-base64url', 'Signatures are base64 for addresses', [], { encoding: 'base64url' }),
  {
    id: 'signatures-once',
    title: 'A signature that was used is refused',
    answers: [],
    patch: (reference) => {
      const used = new Set<string>();
      return {
        authorize(operation, request, ...rest) {
          const account = reference.authorize(operation, request, ...rest);
          const signature = request.headers[SIGNATURE];
          if (operation.security === 'public' || signature === undefined) return account;
          if (used.has(signature)) refuse('-1022', 'The signature was used before.');
          used.add(signature);
          return account;
        },
      };
    },
  },
  {
    id: 'timestamps-rise',
    title: 'Each timestamp is later than the one before it',
    answers: [],
    patch: (reference) => {
      let last = 0;
      return {
        authorize(operation, request, ...rest) {
          const account = reference.authorize(operation, request, ...rest);
          if (operation.security === 'public') return account;
          const timestamp = Number(request.headers[TIMESTAMP]);
          if (timestamp <= last) refuse('-1021', 'The timestamp was used before.');
          last = timestamp;
          return account;
        },
      };
    },
  },
  {
    id: 'key-without-permission',
    title: 'The key may not read the profit history',
    answers: [],
    patch: (reference) => ({
      authorize(operation, ...rest) {
        const account = reference.authorize(operation, ...rest);
        if (operation.operationId === 'getProfitHistory') refuse('-2015', 'Invalid API-key, IP, or permissions.');
        return account;
      },
    }),
  },
  {
    id: 'locked-after-wrong-signatures',
    title: 'After twenty wrong signatures, all calls are refused for ten minutes',
    answers: [],
    patch: (reference, _secretOf, now) => {
      let wrong = 0;
      let untilMs = 0;
      return {
        authorize(operation, ...rest) {
          if (operation.security !== 'public' && now() < untilMs) refuse('-1015', 'The account is locked.');
          try {
            return reference.authorize(operation, ...rest);
          } catch (error) {
            if (++wrong % 20 === 0) untilMs = now() + 600_000;
            throw error;
          }
        },
      };
    },
  },
  {
    id: 'behind-a-gateway',
    title: 'The base URL has a path, which is not signed',
    answers: [],
    basePath: PREFIX,
    patch: behindGateway(false),
  },
  {
    id: 'behind-a-gateway-that-is-signed',
    title: 'The base URL has a path, and it is signed',
    answers: ['signing.prefix'],
    basePath: PREFIX,
    patch: behindGateway(true),
  },
  {
    id: 'recv-window-in-the-query',
    title: 'recvWindow in the query opens the window',
    answers: ['timestamp.recv-window'],
    patch: (reference) => ({
      authorize(operation, request, keys, nowMs, window) {
        const behindMs = Number(/[?&]recvWindow=(\d{1,6})/.exec(request.target)?.[1] ?? window.behindMs);
        return reference.authorize(operation, request, keys, nowMs, { ...window, behindMs });
      },
    }),
  },
  {
    id: 'narrow-window',
    title: 'Timestamps may be half a second old',
    answers: ['timestamp.window'],
    options: { window: { behindMs: 500, aheadMs: 500 } },
  },
  {
    id: 'signature-echoed',
    title: 'A refusal shows the signature that was sent',
    answers: ['errors.format'],
    patch: echoing((sent) => `Signature ${sent} is not valid.`),
  },
  {
    id: 'right-signature-shown',
    title: 'A refusal shows the signature that would have been right',
    answers: ['errors.format'],
    patch: (_reference, secretOf) => ({
      send(answer, { method, target, body, headers }) {
        const secret = secretOf(headers[API_KEY] ?? '');
        if (answer.refused !== '-1022' || secret === undefined) return answer;
        const request = { timestampMs: headers[TIMESTAMP] ?? '', method, target, body };
        const text = `expected ${createHmac(secret)(composeSigningString(OBSERVED_RULE, request))}`;
        return { ...answer, response: { ...answer.response, body: writeRefusal('-1022', text) } };
      },
    }),
  },
  {
    id: 'credentials-checked-before-headers',
    title: 'Every refusal of a signed call has the same code for anything missing or wrong',
    answers: ['errors.codes'],
    patch: (reference) => ({
      authorize(...asked) {
        try {
          return reference.authorize(...asked);
        } catch {
          return refuse('-2015', 'Not authorized.');
        }
      },
    }),
  },
];
