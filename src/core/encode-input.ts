import type { Field, Operation } from '../../generated/operations.js';
import { wrong } from './argument.js';
import { isOrderId } from './envelope.js';
import { knownNames } from './nearest.js';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Nearly every value: printable ASCII that does not start with a space. */
const PLAIN_TEXT = /^[!-~][ -~]*$/;
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/;
const HALF_CHARACTER = /\p{Surrogate}/u;
/** A word that a language writes into a text where a variable has no value. Two jobs under such an id would be one order. */
const LOST_VALUE = /(?:^|[^A-Za-z\d])(undefined|null|None|nil|NaN|\[object \w+\])(?![A-Za-z\d])/;

/** An input as it goes out: query without `?`, or body text. */
export interface EncodedInput {
  readonly query: string;
  readonly body: string | undefined;
}

export interface EncodeOptions {
  /** True when the fields of a body go into the query instead (`dialect.getBody`). */
  readonly bodyAsQuery?: boolean;
  /** Body of a POST without any input (`dialect.emptyPost`). */
  readonly emptyBody?: string | undefined;
  /** True when the selectors are left out on purpose (`cancelContractOrders`). */
  readonly withoutSelectors?: boolean | undefined;
}

/**
 * Checks the input of one call against the description and writes it: exact text, no number through a double.
 *
 * @throws {ArgumentError} Before anything is sent, naming the field.
 */
export function encodeInput(operation: Operation, input: unknown, options: EncodeOptions = {}): EncodedInput {
  if (input !== undefined && !isPlainObject(input)) {
    refuse(operation, 'input', `must be a plain object with the fields of the operation, got ${show(input)}`);
  }
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  // Read once: a getter must not say something else to what is written than to what was checked.
  const values: Readonly<Record<string, unknown>> = operation.selectors === undefined ? given : ownMembers(given);
  refuseUndescribed(operation, values);
  assertSelectors(operation, values, options.withoutSelectors === true);
  const asQuery = operation.input === 'query' || (operation.input === 'body' && options.bodyAsQuery === true);
  let text = '';
  /** True when the last value is a string: its second quote is still to be written, as a part of what follows. */
  let isQuoted = false;
  for (const field of operation.fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined) {
      const isMeant = options.withoutSelectors === true && operation.selectors?.fields.includes(field.name) === true;
      if (field.required && !isMeant) refuse(operation, field.name, 'is missing');
      continue;
    }
    const written = writeScalar(operation, field, value);
    if (asQuery) text += `${text === '' ? '' : '&'}${field.name}=${encodeQuery(written)}`;
    else {
      text += memberStart(field, text === '' ? 'first' : isQuoted ? 'afterString' : 'afterOther');
      isQuoted = field.wire === 'string';
      text += isQuoted ? escape(written) : written;
    }
  }
  if (asQuery) return { query: text, body: undefined };
  if (operation.input === 'body') return { query: '', body: text === '' ? '{}' : text + (isQuoted ? '"}' : '}') };
  return { query: '', body: operation.method === 'POST' ? options.emptyBody : undefined };
}

/** Text that JSON writes as it is. */
const UNESCAPED = /^[ !#-[\]-~]*$/;

/*
 * The text between two values is kept as one. Each text that is put together here is memory at each call; with
 * JSON.stringify it would be more.
 */

interface Starts {
  readonly first: string;
  readonly afterString: string;
  readonly afterOther: string;
}

const starts = new WeakMap<Field, Starts>();

/** The text before the value of a field: the quote that closes the value before it, its name, its own first quote. */
function memberStart(field: Field, place: keyof Starts): string {
  let known = starts.get(field);
  if (known === undefined) {
    const start = `"${field.name}":${field.wire === 'string' ? '"' : ''}`;
    starts.set(field, (known = { first: `{${start}`, afterString: `",${start}`, afterOther: `,${start}` }));
  }
  return known[place];
}

/** The text of a JSON string without its quotes. */
const escape = (text: string): string => (UNESCAPED.test(text) ? text : JSON.stringify(text).slice(1, -1));

/** Percent-encodes the apostrophe as well: URL parsers would do so later, and what is signed is what is sent. */
const encodeQuery = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** A Map, a promise or an object of a class would seem to have no members, and to leave one out can mean "all". */
export function isPlainObject(value: unknown): value is object {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A copy of what an object has itself: what a program puts on `Object.prototype` is not among it. */
export const ownMembers = <T extends object>(given: T): T => Object.assign(Object.create(null) as T, given);

/** The exact text of one value, without quotes. */
function writeScalar(operation: Operation, field: Field, value: unknown): string {
  switch (field.kind) {
    case 'id':
      return writeId(operation, field, value);
    case 'decimal':
    case 'number':
      return writeNumber(operation, field, value);
    case 'integer':
    case 'unix-time-ms':
      return writeWhole(operation, field, value);
    case 'count':
      return writeCount(operation, field, value);
    case 'boolean':
      return typeof value === 'boolean'
        ? String(value)
        : refuse(operation, field.name, `must be a boolean, got ${show(value)}`);
    default:
      return writeString(operation, field, value);
  }
}

function writeString(operation: Operation, field: Field, value: unknown): string {
  if (typeof value !== 'string') refuse(operation, field.name, `must be a string, got ${show(value)}`);
  if (!PLAIN_TEXT.test(value)) assertReadable(operation, field, value);
  const lost = LOST_VALUE.exec(value)?.[1];
  if (lost !== undefined) {
    const variable =
      lost === 'undefined'
        ? 'an undefined variable'
        : lost.startsWith('[')
          ? 'an object'
          : `a variable that is ${lost}`;
    refuse(operation, field.name, `is the string ${show(value)}: ${variable} was probably interpolated`);
  }
  if (field.enum !== undefined && !field.enum.includes(value)) {
    refuse(operation, field.name, `must be one of ${field.enum.join(', ')}, got ${show(value)}`);
  }
  return value;
}

function assertReadable(operation: Operation, field: Field, value: string): void {
  // Whitespace counts as empty: a service that trims it would read "no orderId" and cancel the whole contract.
  if (/^[\p{C}\p{Z}]*$/u.test(value)) refuse(operation, field.name, 'is empty');
  if (/\p{Cc}/u.test(value)) refuse(operation, field.name, 'contains a control character');
  if (HALF_CHARACTER.test(value))
    refuse(operation, field.name, 'contains half of a surrogate pair, which UTF-8 cannot encode');
}

function writeId(operation: Operation, field: Field, value: unknown): string {
  const isText = field.wire === 'string' && typeof value === 'string';
  const text = isText ? writeString(operation, field, value) : writeWhole(operation, field, value);
  // The zero value of a variable that was never set: a service may read "no orderId" and cancel the whole contract.
  if (field.name === 'orderId' && !isOrderId(text))
    refuse(operation, field.name, `is ${show(text)}, which is not an order id: give one that the service returned`);
  return text;
}

function writeNumber(operation: Operation, field: Field, value: unknown): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    refuse(
      operation,
      field.name,
      `is a number above 2^53 (${value}), which loses digits: pass it as a string or bigint`,
    );
  }
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
  if (typeof value === 'number' && text.length > DOUBLE_DIGITS && !Number.isInteger(value) && isInexact(text))
    refuse(operation, field.name, `is ${text}, a number that has lost digits already: pass it as a string`);
  if (!JSON_NUMBER.test(text)) refuse(operation, field.name, `must be ${wantedOf(field)}, got ${show(value)}`);
  return text;
}

/** A double holds as many digits of any decimal; one that is written with more is the nearest that there was. */
const DOUBLE_DIGITS = 15;

const isInexact = (text: string): boolean => text.replace(/e.*|\D/g, '').replace(/^0+/, '').length > DOUBLE_DIGITS;

function wantedOf({ kind, wire, codes }: Field): string {
  const seen = codes === undefined ? '' : ` (${codes})`;
  if (kind === 'decimal') return 'a finite decimal number such as "65000.10"';
  if (kind === 'number') return `a number${seen}`;
  if (kind === 'id' && wire === 'string') return 'an id, as a string, a bigint or a number below 2^53';
  return `a whole number${seen}`;
}

function writeWhole(operation: Operation, field: Field, value: unknown): string {
  const text = writeNumber(operation, field, value);
  if (!WHOLE_NUMBER.test(text)) refuse(operation, field.name, `must be ${wantedOf(field)}, got ${show(value)}`);
  return text;
}

function writeCount(operation: Operation, field: Field, value: unknown): string {
  const text = writeWhole(operation, field, value);
  if (text.startsWith('-') || text === '0') refuse(operation, field.name, `must be at least 1, got ${show(value)}`);
  if (field.maximum !== undefined && BigInt(text) > BigInt(field.maximum)) {
    refuse(operation, field.name, `must be at most ${field.maximum}, got ${show(value)}`);
  }
  return text;
}

/** Without its selectors a call is about more, or about something else: an undefined variable must not decide that. */
function assertSelectors(operation: Operation, values: object, withoutSelectors: boolean): void {
  if (operation.selectors === undefined) return;
  const { fields, without, methodWithout } = operation.selectors;
  const given = fields.filter((name) => Object.hasOwn(values, name));
  const [first] = given;
  if (withoutSelectors && first !== undefined)
    refuse(operation, first, 'is not allowed here: this method leaves it out on purpose');
  const lost = given.find((name) => (values as Readonly<Record<string, unknown>>)[name] === undefined);
  const isMissing = first === undefined && !withoutSelectors && methodWithout !== undefined;
  if (lost === undefined && !isMissing) return;
  if (lost !== undefined && given.some((name) => (values as Readonly<Record<string, unknown>>)[name] !== undefined))
    refuse(operation, lost, 'is undefined: give its value, or leave it out');
  const problem = lost === undefined ? ['is missing', ...fields.slice(1)].join(', and so is ') : 'is undefined';
  const advice = methodWithout === undefined ? 'leave it out' : `use ${methodWithout}`;
  refuse(operation, lost ?? fields[0]!, `${problem}. Without it, ${without}: ${advice} if you want that`);
}

function refuseUndescribed(operation: Operation, values: object): void {
  for (const name in values) {
    if (!Object.hasOwn(values, name) || isField(operation, name)) continue;
    const known = operation.fields.map((field) => field.name);
    refuse(operation, name, `is not a field of ${operation.operationId} ${knownNames(name, 'fields', known)}`);
  }
}

function isField({ fields }: Operation, name: string): boolean {
  for (const field of fields) if (field.name === name) return true;
  return false;
}

function refuse({ operationId }: Operation, field: string, problem: string): never {
  throw wrong(field, problem, { operationId });
}

function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value)) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
