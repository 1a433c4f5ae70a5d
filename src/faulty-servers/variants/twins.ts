import { API_KEY } from '../../sandbox/access.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { SandboxOptions } from '../../sandbox/sandbox.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { responding } from '../mutations/mutation.js';
import { type Variant, variant } from './variant.js';

const dialect = (given: NonNullable<SandboxOptions['dialect']>) => ({ options: { dialect: given } });

/** Rewrites the text of every JSON answer. */
const body = (change: (text: string) => string): Patch =>
  responding(({ response }) => ({ body: change(response.body) }));

/** Writes results with the members of every object the other way round; digits stay what they are. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, reversed(item)]),
  );
};

/** Breaks the line after every brace, bracket and comma outside strings. */
const pretty = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|[[{,]/g, (token) => (token.length === 1 ? `${token}\n  ` : token));

/** Changes refusals in part. */
const refusals = (change: (response: RawResponse) => Partial<RawResponse>): Patch =>
  responding(({ refused, response }) => (refused === undefined ? undefined : change(response)));

/** Compresses where Accept-Encoding, empty when there is none, is one of these. */
const gzipped = (accepted: RegExp): Patch =>
  responding((_, { headers }) => (accepted.test(headers['accept-encoding'] ?? '') ? { written: 'gzip' } : undefined));

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

export const TWIN_VARIANTS: readonly Variant[] = [
  variant`ids-as-text: Identifiers are strings`(dialect({ ids: 'string' }), 'response.number-forms'),
  variant`decimals-as-text: Decimals are strings`(dialect({ decimals: 'string' })),
  variant`times-as-text: Times of records are strings`(dialect({ times: 'string' })),
  variant`order-in-a-list: Order details come as a list of one`(dialect({ order: 'array' }), 'response.order'),
  variant`order-in-an-envelope: Order details come in an envelope`(dialect({ order: 'wrapped' })),
  variant`lists-in-an-envelope: Lists come in an envelope`(dialect({ lists: 'wrapped' }), 'response.open-orders'),
  variant`lists-under-list: Lists come as the member list of an object`(dialect({ lists: 'list' })),
  variant`empty-lists-as-null: An empty list is an envelope with data: null`(dialect({ emptyList: 'null' })),
  variant`receipts-in-an-envelope: Receipts come in an envelope`(
    dialect({ receipt: 'wrapped' }),
    'response.order-receipt',
  ),
  variant`condition-receipts-bare: Receipts of condition orders are an id`(
    dialect({ conditionReceipt: 'bare' }),
    'response.condition-order-receipt',
  ),
  variant`trading-codes-as-numbers: Codes of trading envelopes are numbers`(
    dialect({ codes: 'number' }),
    'response.envelope',
  ),
  variant`unknown-fields: Answers carry fields that no document knows, contracts more than 28`(
    dialect({
      extraFields: true,
    }),
  ),
  variant`from-id-exclusive: A page begins after the record of fromId`(
    dialect({ fromIdInclusive: false }),
    'history.from-id',
  ),
  variant`newest-first: Histories begin with the newest record`(
    dialect({ newestFirst: true }),
    'history.order-of-records',
  ),
  variant`refusals-with-401-and-400: Refusals have statuses of their own`(
    { options: { strict: 'http' } },
    'errors.http-statuses',
  ),
  variant`refusals-with-403: Refusals have HTTP status 403`(refusals(() => ({ status: 403 }))),
  variant`refusals-with-200: Refusals have HTTP status 200 and a code in the body`(refusals(() => ({ status: 200 }))),
  variant`refusals-as-text: Refusals have HTTP status 400 and a body that is not JSON`(
    refusals(() => ({ status: 400, headers: { 'content-type': 'text/plain' }, body: 'Refused.\n' })),
    'errors.format',
  ),
  variant`other-key-order: Members of objects come in another order`((reference) => ({
    write: (operation, result, rules) => reference.write(operation, reversed(result), rules),
  })),
  variant`pretty-printed: JSON is broken into lines`(body(pretty)),
  variant`trailing-newline: Bodies end with a line break`(body((text) => `${text}\n`)),
  variant`gzip-when-accepted: Bodies are compressed where the caller takes that`({
    patch: gzipped(/\bgzip\b/),
    isOnTheWire: true,
  }),
  // RFC 9110 12.5.3: to a call without Accept-Encoding any coding will do.
  variant`gzip-unless-refused: Bodies are compressed where the caller does not say that it takes other codings only`({
    patch: gzipped(/\bgzip\b|^$/),
    isOnTheWire: true,
  }),
  variant`chunked: Bodies come in chunks, their length unsaid`({
    patch: responding(() => ({ written: 'chunked' })),
    isOnTheWire: true,
  }),
  variant`header-names-in-title-case: Names of response headers are written in title case`({
    patch: responding(({ response: { headers } }) => ({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [titleCase(name), value])),
    })),
    isOnTheWire: true,
  }),
  variant`content-type-with-charset: Content types name the charset`(
    responding(() => ({ headers: { 'content-type': 'application/json;charset=UTF-8' } })),
  ),
  variant`another-time-zone: The time zone has another name`(
    body((text) => text.replace(/"timezone":"[^"]*"/, '"timezone":"Asia/Shanghai"')),
    'time.zone-name',
  ),
  variant`codes-of-refusals-as-numbers: Codes of refusals are numbers`(
    refusals((response) => ({ body: response.body.replace(/"code":"(-?\d+)"/, '"code":$1') })),
    'errors.codes',
  ),
  variant`above-maximum-refused: A limit above 1000 is refused`((reference) => ({
    act: (call, run) =>
      Number(call.input['limit'] ?? 0) > 1000
        ? { ok: false, code: '-1130', message: 'limit is at most 1000' }
        : reference.act(call, run),
  })),
  variant`public-calls-refuse-headers: Public endpoints refuse a call that carries a key: they are called without authentication headers`(
    (reference) => ({
      authorize(operation, request, ...rest) {
        if (operation.security === 'public' && request.headers[API_KEY] !== undefined)
          refuse('-1102', 'Called with a key.');
        return reference.authorize(operation, request, ...rest);
      },
    }),
    'signing.security-types',
  ),
  variant`undeclared-operations-unsigned: The three operations without declared headers take a key alone`(
    (reference) => ({
      authorize: (operation, request, keys, ...rest) =>
        (operation.security === 'undeclared' && keys.get(request.headers[API_KEY] ?? '')?.accountId) ||
        reference.authorize(operation, request, keys, ...rest),
    }),
    'signing.undeclared-operations',
  ),
  variant`wide-window: Timestamps may be a minute old`(
    { options: { window: { behindMs: 60_000 } } },
    'timestamp.window',
  ),
];
