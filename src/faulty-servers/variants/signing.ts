import type { SigningRule } from '../../core/signing-rule.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import { writeRefusal } from '../../sandbox/http/wire.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { hmac, instead, resigned, textOf, withHeader } from '../mutations/access.js';
import { responding } from '../mutations/mutation.js';
import { letIn, type Variant, variant } from './variant.js';

const LINE = { text: '\n' } as const;
const PREFIX = '/gateway';

const signing = (rule: Partial<SigningRule>) => ({ options: { dialect: { signing: rule } } });

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

/** Gives refusals of a wrong signature another text. */
const echoing = (text: (request: RawRequest) => string | undefined): Patch =>
  responding(({ refused }, request) => {
    const told = refused === '-1022' ? text(request) : undefined;
    return told === undefined ? undefined : { body: writeRefusal('-1022', told) };
  });

export const SIGNING_VARIANTS: readonly Variant[] = [
  variant`timestamps-with-fractions: X-CH-TS may have a fraction of a millisecond`(
    instead((request, keys) => {
      const [, whole] = /^(\d+)\.\d+$/.exec(request.headers[TIMESTAMP] ?? '') ?? [];
      return whole === undefined ? request : resigned(withHeader(request, TIMESTAMP, whole), keys);
    }),
    'request.timestamp-types',
  ),
  variant`header-names-case-sensitive: The three headers are only seen when spelled in capitals`(
    instead((request) => {
      const names = new Set(request.headerNames?.() ?? []);
      const seen = Object.entries(request.headers).filter(
        ([name]) => ![TIMESTAMP, API_KEY, SIGNATURE].includes(name) || names.has(name.toUpperCase()),
      );
      return { ...request, headers: Object.fromEntries(seen) };
    }),
    'request.extra-headers',
  ),
  variant`signed-method-first: Method, target, timestamp and body are signed in this order`(
    signing({ composition: ['method', 'target', 'timestamp', 'body'] }),
    'signing.composition',
  ),
  variant`signed-line-by-line: The parts of the signed text stand on lines of their own`(
    signing({ composition: ['timestamp', LINE, 'method', LINE, 'target', LINE, 'body'] }),
    'signing.composition',
  ),
  variant`signed-method-in-lower-case: The method is signed in lower case`(
    signing({ methodCase: 'lower' }),
    'signing.composition',
  ),
  variant`signed-without-method: The method is not signed`(
    signing({ composition: ['timestamp', 'target', 'body'] }),
    'signing.composition',
  ),
  variant`signed-in-base64: Signatures are base64`(signing({ encoding: 'base64' }), 'signing.encoding'),
  variant`signed-in-upper-case: Signatures are hex digits in upper case`(
    signing({ encoding: 'hex-upper' }),
    'signing.encoding',
  ),
  variant`signed-method-first-in-base64: Another order of the parts, and base64`(
    signing({ composition: ['method', 'target', 'timestamp', 'body'], encoding: 'base64' }),
    'signing.composition',
    'signing.encoding',
  ),
  variant`signed-without-query: The query is not signed`(signing({ signQuery: false }), 'signing.query'),
  variant`signed-without-body: The body is not signed`(
    signing({ composition: ['timestamp', 'method', 'target'] }),
    'signing.body',
  ),
  variant`signed-in-base64url: Signatures are base64 for addresses`(signing({ encoding: 'base64url' })),
  variant`signatures-once: A signature that was used is refused`(
    letIn(() => {
      const used = new Set<string>();
      return (_, { headers: { [SIGNATURE]: signature } }) =>
        signature !== undefined &&
        used.size === used.add(signature).size &&
        refuse('-1022', 'The signature was used before.');
    }),
  ),
  variant`timestamps-rise: Each timestamp is later than the one before it`(
    letIn(() => {
      let last = 0;
      return (_, { headers }) => {
        const timestamp = Number(headers[TIMESTAMP]);
        if (timestamp <= last) refuse('-1021', 'The timestamp was used before.');
        last = timestamp;
      };
    }),
  ),
  variant`key-without-permission: The key may not read the profit history`(
    letIn(
      () =>
        ({ operationId }) =>
          operationId === 'getProfitHistory' && refuse('-2015', 'Invalid API-key, IP, or permissions.'),
    ),
  ),
  variant`locked-after-wrong-signatures: After twenty wrong signatures, all calls are refused for ten minutes`(
    (reference, _secretOf, now) => {
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
  ),
  variant`behind-a-gateway: The base URL has a path, which is not signed`({
    patch: behindGateway(false),
    basePath: PREFIX,
  }),
  variant`behind-a-gateway-that-is-signed: The base URL has a path, and it is signed`(
    { patch: behindGateway(true), basePath: PREFIX },
    'signing.prefix',
  ),
  variant`recv-window-in-the-query: recvWindow in the query opens the window`(
    (reference) => ({
      authorize(operation, request, keys, nowMs, window) {
        const behindMs = Number(/[?&]recvWindow=(\d{1,6})/.exec(request.target)?.[1] ?? window.behindMs);
        return reference.authorize(operation, request, keys, nowMs, { ...window, behindMs });
      },
    }),
    'timestamp.recv-window',
  ),
  variant`narrow-window: Timestamps may be half a second old`(
    { options: { window: { behindMs: 500, aheadMs: 500 } } },
    'timestamp.window',
  ),
  variant`signature-echoed: A refusal shows the signature that was sent`(
    // A signature is good for one request, and breaks no sentence.
    echoing(({ headers: { [SIGNATURE]: sent } }) => sent && `Signature ${sent} is not valid.`),
    'errors.format',
  ),
  variant`right-signature-shown: A refusal shows the signature that would have been right`(
    (reference, secretOf, now) =>
      echoing((request) => {
        const secret = secretOf(request.headers[API_KEY] ?? '');
        return secret && `expected ${hmac(secret, textOf(request))}`;
      })(reference, secretOf, now),
    'errors.format',
  ),
  variant`credentials-checked-before-headers: Every refusal of a signed call has the same code for anything missing or wrong`(
    (reference) => ({
      authorize(...asked) {
        try {
          return reference.authorize(...asked);
        } catch {
          return refuse('-2015', 'Not authorized.');
        }
      },
    }),
    'errors.codes',
  ),
];
