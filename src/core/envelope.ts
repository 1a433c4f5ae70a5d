import { DECIMAL, fromNumberToken } from './json/to-number.js';

/** The parts of an envelope `{code, msg, data}`; `isEnvelope` is false for a bare answer. */
export interface Envelope {
  readonly isEnvelope: boolean;
  /** The code by its value, as text: `-1006`, `"-1006"` and `-1006.0` are one. */
  readonly apiCode: string | undefined;
  readonly apiMessage: string | undefined;
  /** Failure announced otherwise (`success: false`, `succ: false`, a code that is neither text nor a number). */
  readonly failed: boolean;
  readonly data: unknown;
}

export interface ResultRule {
  readonly shape: 'object' | 'single' | 'list' | 'acknowledgement';
  /** A write that was accepted without saying more is a success; a read that finds nothing is not a record. */
  readonly mayBeEmpty: boolean;
}

const ERROR = /^(?:errors?|error_?(?:code|msg|message)|message)$/i;
const IDENTIFIER = /(?:^i|I)d$/;

/** Marks a body that does not have the documented shape; the message says what was expected. */
export class ShapeMismatch extends Error {}

/** Success of an envelope (observed, `response.envelope`): no code, `0` or `"0"`. The text of `msg` is never looked at. */
export function isSuccessCode(apiCode: string | undefined): boolean {
  return apiCode === undefined || apiCode === '0';
}

/** Takes a decoded body apart. Never throws, and never looks at the text of `msg`. */
export function openEnvelope(body: unknown): Envelope {
  const members = asObject(body);
  const denied = members?.['success'] === false || members?.['succ'] === false;
  if (members === undefined || !('code' in members || denied)) {
    return { isEnvelope: false, apiCode: undefined, apiMessage: undefined, failed: false, data: body };
  }
  const { code, msg, data } = members;
  const apiCode = readCode(code);
  return {
    isEnvelope: true,
    apiCode,
    apiMessage: typeof msg === 'string' ? msg : undefined,
    failed: denied || (apiCode === undefined && code !== undefined),
    data,
  };
}

function readCode(code: unknown): string | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  const text = String(code).trim();
  const number = DECIMAL.test(text) && fromNumberToken(text);
  return Number.isSafeInteger(number) ? String(number) : text || undefined;
}

/**
 * Reduces every observed way of writing a response to its one documented result:
 *
 * - object: bare or `{data: object}`; `{data: null}` is an empty object where `mayBeEmpty`;
 * - single: the same, or a list of one;
 * - list: bare, `{data: list}`, `null` or `{data: null}` when empty, or an object with one list in it (`{list: […]}`);
 * - acknowledgement: the envelope itself.
 *
 * @throws {ShapeMismatch} When the body is none of these.
 */
export function takeResult(envelope: Envelope, body: unknown, { shape, mayBeEmpty }: ResultRule): unknown {
  if (isErrorPage(envelope, body)) throw new ShapeMismatch('expected a result, got an error page');
  if (shape === 'acknowledgement') return asObject(body) ?? mismatch('an object', body);
  const data = envelope.isEnvelope ? envelope.data : body;
  if (shape === 'list') return asList(data) ?? mismatch('a list', data);
  if (mayBeEmpty && envelope.isEnvelope && (data === null || data === undefined)) return {};
  if (shape === 'single' && Array.isArray(data) && data.length === 1)
    return asObject(data[0]) ?? mismatch('an object', data[0]);
  return asObject(data) ?? mismatch('an object', data);
}

function asList(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (data === null || data === undefined) return [];
  const members = asObject(data) ?? {};
  const lists = Object.values(members).filter((value) => Array.isArray(value));
  // An object with an identifier is a record, and a list in it (`fills`) is a part of that record.
  return lists.length === 1 && !Object.keys(members).some((name) => IDENTIFIER.test(name)) ? lists[0] : undefined;
}

/**
 * What a framework or a gateway answers in place of the service is not a record, whatever the status is: Spring's page
 * (field-evidence 4.1), or an object without an envelope and without an identifier that speaks of an error.
 */
function isErrorPage({ isEnvelope }: Envelope, body: unknown): boolean {
  const members = asObject(body);
  if (isEnvelope || members === undefined) return false;
  let speaksOfError = false;
  for (const name in members) {
    if (IDENTIFIER.test(name)) return false;
    speaksOfError ||= ERROR.test(name);
  }
  return speaksOfError;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function mismatch(expected: string, found: unknown): never {
  const kind = found === null ? 'null' : Array.isArray(found) ? `a list of ${found.length}` : typeof found;
  throw new ShapeMismatch(`expected ${expected}, got ${kind}`);
}
