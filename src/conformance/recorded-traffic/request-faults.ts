import type { JsonRecord } from '../../core/json/decode.js';
import type { AnyInput } from '../call/input.js';
import { isJsonObject } from '../model/json-object.js';
import { declaredFields, type Operation } from '../model/operations.js';
import { breakOf, type InputBreaks, type InputBreak } from '../checks/wrong-inputs.js';
import { createBodyReader } from '../call/read-body.js';
import { type RecordedCall, THIS_RUN } from './read-har.js';
import type { SigningHeader } from './recorded-headers.js';

export const HEADERS: readonly SigningHeader[] = ['apiKey', 'timestamp', 'signature'];

/** The faults of a request, judged by the service document alone. */
export interface RequestFaults {
  /** Headers that are declared as required, and were not sent. */
  readonly headers: readonly SigningHeader[];
  /** Fields that break a declared rule. */
  readonly input: InputBreaks;
  /** Why a refusal of this call says nothing, although no declared rule is broken: the document leaves it open. */
  readonly open: string | undefined;
}

export interface RequestInput {
  readonly input: AnyInput | undefined;
  readonly faults: Pick<RequestFaults, 'input' | 'open'>;
}

/** A value that the program that recorded it has blanked out. */
export const isRedacted = (value: string): boolean =>
  /redact|removed|masked|hidden|filtered|scrubbed|sensitive|\*{2}|•|…|<[A-Z_\d ]+>|\{\{|^x{3,}$|x{8}/i.test(value);

/** From 2001 to 5138, in milliseconds: what X-CH-TS is declared to be. What has no digit may have been blanked out. */
export const isMilliseconds = (timestamp: string | undefined): boolean =>
  timestamp === undefined || !/\d/.test(timestamp) || /^[1-9]\d{12,13}$/.test(timestamp);

/** True for a call that may have been refused for its signature: by what rule that was made is no rule of the service. */
export function isRefused({ response }: RecordedCall): boolean {
  return response !== undefined && (response.status >= 400 || /"code"\s*:\s*"?-\d/.test(response.body.text ?? ''));
}

/**
 * Tells headers that were not sent from those that the recording program left out: a header is missing only where another call
 * of the same file has it, and where the call itself was recorded with some header, as every call of HTTP/1.1 has one. What this
 * run passes on it knows itself.
 */
export function createHeaderReader(signed: readonly { readonly call: RecordedCall }[]) {
  const recorded = new Set(
    signed.flatMap(({ call }) => Object.keys(call.signing).map((name) => `${name} ${call.file}`)),
  );
  // A sidecar takes calls without them.
  const isSigning = recorded.size > 0 || !signed.some(({ call }) => call.response !== undefined && !isRefused(call));
  return ({ security }: Operation, call: RecordedCall): readonly SigningHeader[] =>
    security !== 'signed' || call.headers.length === 0
      ? []
      : HEADERS.filter(
          (name) =>
            ((call.file === THIS_RUN && isSigning) || recorded.has(`${name} ${call.file}`)) &&
            call.signing[name] === undefined,
        );
}

/** A field that is spelled otherwise is lost: a service may cancel a whole contract for it. */
export const IN_PLACE = 'in place of';
const bare = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

function misspeltIn(operation: Operation, json: JsonRecord): string | undefined {
  const fields = declaredFields(operation).filter(({ name }) => json[name] === undefined);
  const [first] = Object.keys(json).flatMap((extra) => {
    const meant = fields.find(({ name }) => bare(name) === bare(extra));
    return meant === undefined ? [] : [`it has the field ${extra.slice(0, 40)} ${IN_PLACE} ${meant.name}`];
  });
  return first;
}

const readBody = createBodyReader();

/** Reads the fields of a request, and compares them with what is declared. */
export function readInput(operation: Operation, call: RecordedCall, isProven: boolean): RequestInput {
  const open = (why: string, input?: RequestInput['input']): RequestInput => ({
    input,
    faults: { input: [], open: why },
  });
  if (operation.input === 'none') {
    const extra = call.body.text !== undefined || call.target.includes('?');
    return extra
      ? open('it carries input that is not declared', {})
      : { input: {}, faults: { input: [], open: undefined } };
  }
  if (call.body.missing) return open('its body was not recorded');
  const query = Object.fromEntries(new URLSearchParams(/\?([^#]*)/.exec(call.target)?.[1] ?? ''));
  if (operation.input === 'query' && !call.isExact && !call.target.includes('?'))
    return open('its query may not have been recorded');
  const isWhole = (input: JsonRecord): boolean => isProven || !SELECTORS.some((name) => lacks(operation, input, name));
  if (operation.input === 'query') {
    if (!isWhole(query)) return open(misspeltIn(operation, query) ?? 'a field of it may not have been recorded');
    return compare(operation, query, query, call.body.text === undefined);
  }
  const { text } = call.body;
  // A GET with a body is sent with a query where a program cannot send it (unknown `request.order-by-query`).
  if (text === undefined && operation.getBody) return { ...compare(operation, query, query, false) };
  const parsed = text === undefined ? undefined : parse(text, operation.operationId);
  if (parsed === undefined) return open(text === undefined ? 'it has no body' : 'its body is not an object of JSON');
  if (!isWhole(parsed.json))
    return open(misspeltIn(operation, parsed.json) ?? 'a field of it may not have been recorded');
  return compare(operation, parsed.json, parsed.exact, Object.keys(query).length === 0);
}

/** Fields without which a call is about more. */
const SELECTORS: readonly string[] = ['contractName', 'orderId'];

const lacks = (operation: Operation, input: JsonRecord, name: string): boolean =>
  input[name] === undefined &&
  declaredFields(operation).some(
    ({ name: own, required, effectWhenOmitted }) => own === name && (!required || effectWhenOmitted !== undefined),
  );

function parse(text: string, operationId: string) {
  const body = readBody(text, operationId);
  if (body === undefined || 'unread' in body || !isJsonObject(body.json)) return undefined;
  return { json: body.json, exact: body.exact as JsonRecord };
}

function compare(operation: Operation, json: JsonRecord, exact: JsonRecord, isPlain: boolean): RequestInput {
  const fields = declaredFields(operation);
  const breaks: InputBreak[] = [];
  const misspelt = misspeltIn(operation, json);
  if (misspelt !== undefined) return { input: exact, faults: { input: [], open: misspelt } };
  const open: string[] = isPlain ? [] : [`it has ${operation.input === 'query' ? 'a body' : 'fields in its query'}`];
  const place = operation.input === 'query' ? 'query' : 'body';
  for (const field of fields) {
    const { name, wire } = field;
    const found = breakOf(field, Object.hasOwn(json, name) ? json[name] : undefined, place);
    if (found === 'open') open.push(`${name} is ${json[name] === '' ? 'empty' : `not a ${wire}`}`);
    else if (found !== undefined) breaks.push(found);
  }
  const blank = fields.find(({ name }) => typeof json[name] === 'string' && isRedacted(json[name]));
  if (blank !== undefined)
    return { input: undefined, faults: { input: [], open: `its ${blank.name} was blanked out` } };
  const extra = Object.keys(json).find((name) => !fields.some((field) => field.name === name));
  if (extra !== undefined) open.push(`it has the field ${extra.slice(0, 40)}, which is not declared`);
  return { input: exact, faults: { input: breaks, open: open[0] } };
}
