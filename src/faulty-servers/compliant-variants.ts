import type { UnknownId } from '../../generated/description.js';
import { API_KEY } from '../sandbox/access.js';
import { refuse } from '../sandbox/exchange/refusal.js';
import type { SandboxOptions } from '../sandbox/sandbox.js';
import type { Patch } from '../sandbox/stages.js';
import type { Variant } from './variants/variant.js';

/** An exchange that differs from the sandbox where the service document is silent: no declared check may fail on it. */
export type Compliant = Omit<Variant, 'answers'> & Partial<Pick<Variant, 'answers'>>;

const dialect = (
  id: string,
  title: string,
  given: NonNullable<SandboxOptions['dialect']>,
  ...answers: readonly UnknownId[]
): Compliant => ({
  id,
  title,
  answers,
  options: { dialect: given },
});

/** Rewrites the text of every JSON answer. */
const body =
  (change: (text: string) => string): Patch =>
  () => ({ send: (answer) => ({ ...answer, response: { ...answer.response, body: change(answer.response.body) } }) });

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

const refusedWith =
  (status: number): Patch =>
  () => ({
    send: (answer) => (answer.refused === undefined ? answer : { ...answer, response: { ...answer.response, status } }),
  });

/** Compresses where Accept-Encoding, empty when there is none, is one of these. */
const gzipped =
  (accepted: RegExp): Patch =>
  () => ({
    send: (answer, request) =>
      accepted.test(request.headers['accept-encoding'] ?? '')
        ? { ...answer, response: { ...answer.response, written: 'gzip' } }
        : answer,
  });

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

export const TWINS: readonly Compliant[] = [
  dialect('ids-as-text', 'Identifiers are strings', { ids: 'string' }, 'response.number-forms'),
  dialect('decimals-as-text', 'Decimals are strings', { decimals: 'string' }),
  dialect('times-as-text', 'Times of records are strings', { times: 'string' }),
  dialect('order-in-a-list', 'Order details come as a list of one', { order: 'array' }, 'response.order'),
  dialect('order-in-an-envelope', 'Order details come in an envelope', { order: 'wrapped' }),
  dialect('lists-in-an-envelope', 'Lists come in an envelope', { lists: 'wrapped' }, 'response.open-orders'),
  dialect('lists-under-list', 'Lists come as the member list of an object', { lists: 'list' }),
  dialect('empty-lists-as-null', 'An empty list is an envelope with data: null', { emptyList: 'null' }),
  dialect('receipts-in-an-envelope', 'Receipts come in an envelope', { receipt: 'wrapped' }, 'response.order-receipt'),
  dialect(
    'condition-receipts-bare',
    'Receipts of condition orders are an id',
    { conditionReceipt: 'bare' },
    'response.condition-order-receipt',
  ),
  dialect(
    'trading-codes-as-numbers',
    'Codes of trading envelopes are numbers',
    { codes: 'number' },
    'response.envelope',
  ),
  dialect('unknown-fields', 'Answers carry fields that no document knows, contracts more than 28', {
    extraFields: true,
  }),
  dialect(
    'from-id-exclusive',
    'A page begins after the record of fromId',
    { fromIdInclusive: false },
    'history.from-id',
  ),
  dialect('newest-first', 'Histories begin with the newest record', { newestFirst: true }, 'history.order-of-records'),
  {
    id: 'refusals-with-401-and-400',
    answers: ['errors.http-statuses'],
    title: 'Refusals have statuses of their own',
    options: { strict: 'http' },
  },
  { id: 'refusals-with-403', title: 'Refusals have HTTP status 403', patch: refusedWith(403) },
  { id: 'refusals-with-200', title: 'Refusals have HTTP status 200 and a code in the body', patch: refusedWith(200) },
  {
    id: 'refusals-as-text',
    answers: ['errors.format'],
    title: 'Refusals have HTTP status 400 and a body that is not JSON',
    patch: () => ({
      send: (answer) =>
        answer.refused === undefined
          ? answer
          : { ...answer, response: { status: 400, headers: { 'content-type': 'text/plain' }, body: 'Refused.\n' } },
    }),
  },
  {
    id: 'other-key-order',
    title: 'Members of objects come in another order',
    patch: (reference) => ({
      write: (operation, result, rules) => reference.write(operation, reversed(result), rules),
    }),
  },
  { id: 'pretty-printed', title: 'JSON is broken into lines', patch: body(pretty) },
  { id: 'trailing-newline', title: 'Bodies end with a line break', patch: body((text) => `${text}\n`) },
  {
    id: 'gzip-when-accepted',
    isOnTheWire: true,
    title: 'Bodies are compressed where the caller takes that',
    patch: gzipped(/\bgzip\b/),
  },
  {
    id: 'gzip-unless-refused',
    isOnTheWire: true,
    // RFC 9110 12.5.3: to a call without Accept-Encoding any coding will do.
    title: 'Bodies are compressed where the caller does not say that it takes other codings only',
    patch: gzipped(/\bgzip\b|^$/),
  },
  {
    id: 'chunked',
    isOnTheWire: true,
    title: 'Bodies come in chunks, their length unsaid',
    patch: () => ({ send: (answer) => ({ ...answer, response: { ...answer.response, written: 'chunked' } }) }),
  },
  {
    id: 'header-names-in-title-case',
    isOnTheWire: true,
    title: 'Names of response headers are written in title case',
    patch: () => ({
      send(answer) {
        const headers = Object.entries(answer.response.headers).map(([name, value]) => [titleCase(name), value]);
        return { ...answer, response: { ...answer.response, headers: Object.fromEntries(headers) } };
      },
    }),
  },
  {
    id: 'content-type-with-charset',
    title: 'Content types name the charset',
    patch: () => ({
      send: (answer) => ({
        ...answer,
        response: { ...answer.response, headers: { 'content-type': 'application/json;charset=UTF-8' } },
      }),
    }),
  },
  {
    id: 'another-time-zone',
    answers: ['time.zone-name'],
    title: 'The time zone has another name',
    patch: body((text) => text.replace(/"timezone":"[^"]*"/, '"timezone":"Asia/Shanghai"')),
  },
  {
    id: 'codes-of-refusals-as-numbers',
    answers: ['errors.codes'],
    title: 'Codes of refusals are numbers',
    patch: () => ({
      send: (answer) =>
        answer.refused === undefined
          ? answer
          : {
              ...answer,
              response: { ...answer.response, body: answer.response.body.replace(/"code":"(-?\d+)"/, '"code":$1') },
            },
    }),
  },
  {
    id: 'above-maximum-refused',
    title: 'A limit above 1000 is refused',
    patch: (reference) => ({
      act: (call, run) =>
        Number(call.input['limit'] ?? 0) > 1000
          ? { ok: false, code: '-1130', message: 'limit is at most 1000' }
          : reference.act(call, run),
    }),
  },
  {
    id: 'public-calls-refuse-headers',
    answers: ['signing.security-types'],
    title: 'Public endpoints refuse a call that carries a key: they are called without authentication headers',
    patch: (reference) => ({
      authorize(operation, request, ...rest) {
        if (operation.security === 'public' && request.headers[API_KEY] !== undefined)
          refuse('-1102', 'Called with a key.');
        return reference.authorize(operation, request, ...rest);
      },
    }),
  },
  {
    id: 'undeclared-operations-unsigned',
    answers: ['signing.undeclared-operations'],
    title: 'The three operations without declared headers take a key alone',
    patch: (reference) => ({
      authorize: (operation, request, keys, ...rest) =>
        (operation.security === 'undeclared' && keys.get(request.headers[API_KEY] ?? '')?.accountId) ||
        reference.authorize(operation, request, keys, ...rest),
    }),
  },
  {
    id: 'wide-window',
    answers: ['timestamp.window'],
    title: 'Timestamps may be a minute old',
    options: { window: { behindMs: 60_000 } },
  },
];
