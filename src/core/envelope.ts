import type { Operation } from '../../generated/operations.js';
import { DECIMAL, fromNumberToken } from './json/to-number.js';

/** The parts of an envelope `{code, msg, data}`; `isEnvelope` is false for a bare response. */
export interface Envelope {
  readonly isEnvelope: boolean;
  /** The code by its value, as text: `-1006`, `"-1006"` and `-1006.0` are one. */
  readonly apiCode: string | undefined;
  readonly apiMessage: string | undefined;
  /** Failure announced otherwise (`success: false`, `succ: false`, a code that is neither text nor a number). */
  readonly failed: boolean;
  /** All of it. */
  readonly body: unknown;
  /** The whole body where it has no data, and an identifier of the result is beside the code. */
  readonly data: unknown;
}

export interface ResultRule {
  readonly shape: 'object' | 'single' | 'list' | 'acknowledgement';
  /** A cancel that was accepted without saying more is a success; an order is not, and a read that finds nothing is not a record. */
  readonly mayBeEmpty: boolean;
  /** The operation has no pages: a list that tells of more would be taken for all that there is. */
  readonly isWhole?: boolean;
  /** The rows were selected: a total beside them may count all the others, too. */
  readonly isSelected?: boolean;
  /** Described fields, of which each record shows one at least: other JSON proves nothing. None: any object will do. */
  readonly fields?: readonly string[];
}

const ERROR = /^(?:errors?|error_?(?:code|msg|message)|message)$/i;
/** The value of a member such as `status`. */
const FAILED = /^(?:err(?:or)?|fail(?:ed|ure)?|rejected|denied)$/i;
const IDENTIFIER = /(?:^i|I)ds?$/;

/** Marks a body that does not have the documented shape; the message says what was expected. */
export class ShapeMismatch extends Error {}

/** Success of an envelope (observed, `response.envelope`): no code, `0` or `"0"`. The text of `msg` is never looked at. */
export function isSuccessCode(apiCode: string | undefined): boolean {
  return apiCode === undefined || apiCode === '0';
}

/**
 * Takes a decoded body apart. Never throws, and never looks at the text of `msg`.
 *
 * @param fields Described fields of the result.
 */
export function openEnvelope(body: unknown, fields: readonly string[] = []): Envelope {
  const members = asObject(body);
  const denied = members !== undefined && (isFalse(own(members, 'success')) || isFalse(own(members, 'succ')));
  if (members === undefined || !(Object.hasOwn(members, 'code') || denied)) {
    return { isEnvelope: false, apiCode: undefined, apiMessage: undefined, failed: false, body, data: body };
  }
  const code = own(members, 'code');
  const msg = own(members, 'msg');
  const data = own(members, 'data');
  const apiCode = readCode(code);
  return {
    isEnvelope: true,
    apiCode,
    apiMessage: typeof msg === 'string' ? msg : undefined,
    body,
    failed: denied || (apiCode === undefined && code !== undefined),
    data: (data === null || data === undefined) && showsIdentifier(members, fields) ? members : data,
  };
}

/** Tells whether a body looks like a result: an identifier among its described fields has a value. */
function showsIdentifier(body: unknown, fields: readonly string[]): boolean {
  const members = asObject(body);
  return members !== undefined && fields.some((name) => IDENTIFIER.test(name) && isShown(members, name));
}

/**
 * The part of a failed response that no rejection has. A bare body of an error is a description of it, and not data, unless it says
 * that something was done.
 */
export const dataOfFailure = ({ isEnvelope, body, data }: Envelope, fields: readonly string[] = []): unknown =>
  saysDone(body, fields) ? body : isEnvelope ? data : undefined;

/** Tells whether a text shows an identifier of a result, also in the first of two members with one name, which no reader keeps. */
export const mentionsIdentifier = (text: string, fields: readonly string[]): boolean =>
  fields.some((name) => IDENTIFIER.test(name) && new RegExp(`"${name}"\\s*:[\\s"[]*[1-9]`).test(text));

/** Tells whether a part of a body, at any depth, looks like a result or says success. */
const saysDone = (body: unknown, fields: readonly string[]): boolean =>
  showsIdentifier(body, fields) ||
  Object.entries(Object(body) as object).some(([name, value]) =>
    typeof value === 'object' ? saysDone(value, fields) : /^succ(?:ess)?$/i.test(name) && String(value) === 'true',
  );

/** True for data that denies what the code beside it says. A `code` in it may also be that of a contract: refusals are negative. */
function saysFailure(data: unknown): boolean {
  const members = asObject(data);
  if (members === undefined) return /^false$/i.test(String(data)) || FAILED.test(String(data));
  const isDenied = ['success', 'succ'].some((name) => /^false$/i.test(String(own(members, name))));
  return isDenied || /^-\d/.test(String(own(members, 'code')));
}

/** An identifier is there when it names something: services write null, 0 or an empty text where there is none. */
function isShown(members: Record<string, unknown>, name: string): boolean {
  // An id of what was cancelled is no receipt of what was made.
  if (!Object.hasOwn(members, name) || name === 'cancelIds') return false;
  const value = members[name];
  if (!IDENTIFIER.test(name)) return true;
  return name.endsWith('s') ? Array.isArray(value) && isOrderId(value[0]) : isOrderId(value);
}

/** No service gives longer ones: 64 bits have 20 digits, a UUID has 36 characters. */
const MAX_LENGTH = 128;

/** Digits and letters, and what joins them. */
const WORD = /^[\w:.-]+$/;

/** A number in any spelling, of which only a whole one without sign and exponent can be an id. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Tells whether a value of a response is the id of an order. Services write null, false, an empty text, zero or the name of
 * nothing (`"null"`, `"undefined"`) where there is no order; none of these proves that an order was accepted.
 */
export function isOrderId(orderId: unknown): orderId is string {
  if (typeof orderId !== 'string' || orderId.length > MAX_LENGTH || !WORD.test(orderId)) return false;
  // A word without a digit is a name of nothing; a number of zeros is none.
  if (!/[1-9]/.test(orderId)) return false;
  return NUMBER.test(orderId) ? /^\d+$/.test(orderId) : true;
}

/** A service may write every value as text. */
const isFalse = (value: unknown): boolean => value === false || /^(?:false|0)$/i.test(String(value));

/** A member of the object itself: what a program puts on `Object.prototype` is in no response. */
const own = (members: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

function readCode(code: unknown): string | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  const text = String(code).trim();
  const number = DECIMAL.test(text) && fromNumberToken(text);
  return Number.isSafeInteger(number) ? String(number) : text || undefined;
}

/** The rule by which a response to an operation is its result. */
export const resultRuleOf = ({ result, effect, resultFields, fields }: Operation, isSelected = false): ResultRule => ({
  shape: result,
  isSelected,
  isWhole: result === 'list' && fields.every(({ name }) => name !== 'limit'),
  mayBeEmpty: effect !== 'read' && effect !== 'money',
  fields: resultFields,
});

/**
 * Reduces every observed way of writing a response to its one documented result:
 *
 * - object: bare or `{data: object}`, with one of `fields`; with code 0 also without, and `{data: null}` is empty, where `mayBeEmpty`;
 * - single: the same, or a list of one;
 * - list of such objects: bare, `{data: list}`, `null` or `{data: null}` when empty, or an object with one list in it (`{list: […]}`);
 * - acknowledgement: the envelope itself.
 *
 * @throws {ShapeMismatch} When the body is none of these.
 */
export function takeResult(
  envelope: Envelope,
  body: unknown,
  { shape, mayBeEmpty, isWhole, isSelected = false, fields = [] }: ResultRule,
): unknown {
  if (isErrorPage(envelope, body)) throw new ShapeMismatch('expected a result, got an error page');
  if (envelope.isEnvelope && saysFailure(envelope.data))
    throw new ShapeMismatch('expected a result, got data that says failure');
  if (shape === 'acknowledgement') return asObject(body) ?? mismatch('an object', body);
  const { isEnvelope, data } = envelope;
  const isEmpty = isEnvelope && (data === null || data === undefined);
  if (shape === 'list') {
    // A list beside the code must not be overlooked: no list says that there is nothing.
    const rows = asList(isEmpty && Object.values(body as object).some(Array.isArray) ? body : data);
    for (const row of rows ?? mismatch('a list', data)) asRecord(row, fields);
    if (isWhole) for (const around of [body, data]) assertWhole(around, rows!.length, isSelected);
    return rows;
  }
  if (mayBeEmpty && isEnvelope) return isEmpty ? {} : asRecord(data, []);
  return asRecord(shape === 'single' && Array.isArray(data) && data.length === 1 ? data[0] : data, fields);
}

function asList(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (data === null || data === undefined) return [];
  const members = asObject(data) ?? {};
  const lists = Object.entries(members).flatMap(([name, value]) =>
    Array.isArray(value) && (value.length > 0 || !NO_ROWS.test(name)) ? [value] : [],
  );
  // An empty list says nothing where rows may be a level deeper.
  const [list] = lists;
  const nested = Object.values(members).flatMap((value) => Object.values(asObject(value) ?? {}));
  if (list?.length === 0 && nested.some((value) => typeof value === 'object' && value !== null)) return undefined;
  // An object with an identifier is a record, and a list in it (`fills`) is a part of that record.
  return lists.length === 1 && !Object.keys(members).some((name) => IDENTIFIER.test(name)) ? lists[0] : undefined;
}

/** Lists that are not of records, and may be empty beside them. */
const NO_ROWS = /err|warn|filter|column|sort/i;

/** Members beside a list, or in an object beside it, that tell of more (no source shows any). */
const TOTAL = /^(?:count|total(?:_?(?:num|count|size|elements|records|rows?))?)$/i;
const PAGES = /^(?:total_?)?pages?$/i;
const MORE = /^(?:has_?(?:more|next)|next|cursor$)/i;
const LAST = /^(?:is_?)?last_?page$/i;
const NO = new Set<unknown>([null, false, 'false', 0, '0', '']);

function assertWhole(around: unknown, length: number, isSelected: boolean): void {
  for (const [name, value] of Object.entries(asObject(around) ?? {})) {
    if (asObject(value) !== undefined && name !== 'data') assertWhole(value, length, isSelected);
    const isMore =
      (!isSelected && TOTAL.test(name) && Number(value) > length) || (PAGES.test(name) && Number(value) > 1);
    if (isMore || (MORE.test(name) && !NO.has(value)) || (LAST.test(name) && String(value) === 'false'))
      throw new ShapeMismatch(`expected the whole list, got ${length} rows and "${name}": ${String(value)}`);
  }
}

/** An object that shows a described field, where any is described. */
function asRecord(value: unknown, fields: readonly string[]): Record<string, unknown> {
  const members = asObject(value) ?? mismatch('an object', value);
  if (fields.length === 0) return members;
  for (const name of fields) if (isShown(members, name)) return members;
  throw new ShapeMismatch(`expected a field such as ${fields[0]}, got none (0, an empty text or a word is not an id)`);
}

/**
 * The response of a framework or a gateway in place of the service is not a record, with any status: Spring's page
 * (field-evidence 4.1), or an object without an envelope and without an identifier that speaks of an error.
 */
function isErrorPage({ isEnvelope }: Envelope, body: unknown): boolean {
  const members = asObject(body);
  if (isEnvelope || members === undefined) return false;
  let speaksOfError = false;
  for (const name in members) {
    if (!Object.hasOwn(members, name)) continue;
    if (IDENTIFIER.test(name)) return false;
    const value = members[name];
    speaksOfError ||= ERROR.test(name) || (typeof value === 'string' && FAILED.test(value));
  }
  return speaksOfError;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function mismatch(expected: string, found: unknown): never {
  const kind = found === undefined ? 'no data' : found === null ? 'null' : typeof found;
  const shown = Array.isArray(found) ? `a list of ${found.length}` : kind;
  throw new ShapeMismatch(`expected ${expected}, got ${shown}`);
}
