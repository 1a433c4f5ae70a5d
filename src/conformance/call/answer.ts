import { isHtml } from '../model/html-body.js';
import { isSuccessCode, openEnvelope, ShapeMismatch, takeResult } from '../../core/envelope.js';
import type { FieldName, ResultName } from '../../../generated/description.js';
import { type Operation, operations } from '../model/operations.js';
import type { Exchange } from '../model/report-model.js';
import type { RawCall } from './raw-call.js';
import { type BodyReader, createBodyReader } from './read-body.js';
import type { RefusalShape } from './refusal-shape.js';

/** A call and its answer as they were, secrets included; `exchange` is what may be shown, made when it is asked for. */
export interface SentCall {
  readonly call: RawCall;
  readonly exchange: Exchange;
  readonly response: Exchange['response'];
}

/**
 * The meaning of a response:
 *
 * - accepted: 2xx with JSON whose code is absent, 0 or "0" (never by the text of the message);
 * - refused: 4xx, or 2xx with JSON that names another code;
 * - limited: 410, 418, 429 or the code -1003;
 * - unclear: a complete answer that is none of these (5xx, a redirect, a page);
 * - unread: JSON of which the digits cannot be read, or that is like a refusal and like a success, as a receipt without an order
 *   is: it is not judged;
 * - none: no complete answer came.
 */
export interface Reading {
  readonly kind: 'accepted' | 'refused' | 'limited' | 'unclear' | 'unread' | 'none';
  readonly sent: SentCall;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly summary: string;
  /** With JSON's own types; undefined when the body is not JSON, or unread. */
  readonly json: unknown;
  /** With every number as the digits that were sent. */
  readonly exact: unknown;
}

const readBody = createBodyReader();

/** @param read Reads the body. A recording has the same bodies over and over, and remembers them. */
export function readAnswer(
  sent: SentCall,
  refusals: readonly RefusalShape[] = [],
  read: BodyReader = readBody,
): Reading {
  const { response } = sent;
  const base = { sent, status: response?.status, code: undefined, json: undefined, exact: undefined };
  if (response === undefined) return { ...base, kind: 'none', summary: sent.exchange.failure ?? 'no response' };
  const { status } = response;
  const kindOf = (otherwise: Reading['kind'], isRefused = false): Reading['kind'] =>
    isLimit(status) ? 'limited' : isRefused || isClientError(status) ? 'refused' : otherwise;
  const parsed = read(response.body, sent.call.operationId);
  if (parsed !== undefined && 'unread' in parsed) {
    const summary = `status ${status} and JSON that the kit cannot read: ${parsed.unread}`;
    return { ...base, kind: kindOf('unread'), summary };
  }
  const json = parsed?.json;
  const marks = refusals.filter((shape) => shape.isRefusal({ status, json }));
  const isRefusal = marks.length > 0;
  if (parsed === undefined) {
    const what = isHtml(response.body) ? 'a page of HTML' : 'a body that is not JSON';
    return { ...base, kind: kindOf('unclear', isRefusal), summary: `status ${status} and ${what}` };
  }
  const hasNumber = typeof (json as { readonly code?: unknown } | null)?.code === 'number';
  const { apiCode: code, apiMessage, failed } = openEnvelope(hasNumber ? parsed.exact : json);
  const summary = `status ${status}${code === undefined ? '' : `, code ${code}`}`;
  // The code of a trading success is not declared: some write the status there.
  const { operationId } = sent.call;
  const isTrading = operationId !== undefined && operations[operationId].security !== 'public';
  const isStatus = isTrading && code === '200' && status === 200 && !failed && SUCCESS.test(apiMessage ?? '');
  const isDone = isStatus || refusals.some((shape) => shape.isSuccessCode(code));
  const isRefusing = isRefusal || (!isDone && (failed || !isSuccessCode(code)));
  const isSuccess = status >= 200 && status < 300;
  // Members that successes have as well, and a code that says success: both readings are open.
  if (code === '0' && !failed && isRefusal && marks.every(({ isWeak }) => isWeak) && isSuccess) {
    return { ...base, kind: 'unread', code, summary: `${summary}, like a refusal and like a success` };
  }
  const usual = isSuccess ? kindOf('accepted', isRefusing) : kindOf('unclear', isRefusal);
  const kind = code === '-1003' ? 'limited' : usual;
  const doubt = kind === 'accepted' ? doubtAbout(operationId, parsed.exact) : undefined;
  if (doubt !== undefined) {
    const why = `${doubt}: it may be a refusal, whose form the document does not show`;
    return { ...base, kind: 'unread', code, summary: `${summary}, and ${why}` };
  }
  return {
    ...base,
    code,
    kind,
    summary,
    json,
    get exact() {
      return parsed.exact;
    },
  };
}

/** Statuses of a receipt that say that nothing was done. */
const REJECTED = /^(reject|refus|fail|invalid|denied|error)/i;
const NO_ID = /^(-\d+|0+|)$/;

/** Says why the success of a write may be a refusal; undefined when nothing in it speaks for that. */
function doubtAbout(operationId: SentCall['call']['operationId'], exact: unknown): string | undefined {
  const effect = operationId && operations[operationId].effect;
  if (effect === undefined || effect === 'read') return undefined;
  const receipt = receiptOf({ kind: 'accepted', exact }) ?? {};
  const { orderId, status } = receipt;
  if (typeof status === 'string' && REJECTED.test(status)) return `its status is ${status.slice(0, 40)}`;
  const isNone = effect === 'money' && 'orderId' in receipt && NO_ID.test(String(orderId ?? ''));
  return isNone ? `its orderId is ${JSON.stringify(orderId)}` : undefined;
}

/** True for a refusal, and for what may be one: other input may be taken. */
export const mayBeRefused = ({ kind }: Reading): boolean => kind === 'refused' || kind === 'unread';

const SUCCESS = /^(?:200|ok|success)$/i;

/** True where a flag, the code or the message of what was taken for a refusal is that of a success. */
export function saysSuccess({ json, code = '', status = 0 }: Reading): boolean {
  const { succ, success, msg } = { ...(json as Readonly<Record<string, unknown>> | undefined) };
  const words = [code, msg].some((text) => typeof text === 'string' && SUCCESS.test(text));
  return status < 300 && (succ === true || success === true || words);
}

const isClientError = (status: number): boolean => status >= 400 && status < 500;

export const isLimit = (status: number): boolean => status === 410 || status === 418 || status === 429;

/** True when the target lacks the path or its method, and does not merely refuse an input. */
export const lacksPath = ({ status, code }: Reading): boolean =>
  (status === 404 || status === 405 || status === 501) && NO_PATH.includes(code);

/** Codes beside such a status: none, the status once more, and what an unknown path was seen to give. */
const NO_PATH: readonly (string | undefined)[] = [undefined, '404', '405', '501', '-1002'];

type ListedReading = Pick<Reading, 'kind' | 'exact'> & Partial<Pick<Reading, 'sent'>>;

/** A record of a response: any field of the description, none of them promised; some hosts repeat names of the input. */
export type ResultRecord = { readonly [Name in ResultName | FieldName]?: unknown };

/** True for a record that says that nothing has become of its order; the words were observed. */
export const isNew = (record: ResultRecord | undefined): boolean =>
  /^(init|new)$/i.test(textOf(record?.['status']) ?? '');

/** The records of a list, whichever way it is wrapped, every number as its digits; undefined when it is not a list. */
export function recordsOf(reading: ListedReading): readonly ResultRecord[] | undefined {
  const { kind } = reading;
  if (kind !== 'accepted') return undefined;
  const list = resultOf(reading, 'list') ?? resultOf({ kind, exact: contentOf(reading.exact) }, 'list');
  if (!Array.isArray(list) || !list.every(isThing)) return undefined;
  const [first] = list;
  const isOrder = isOfOrders(reading);
  const isUsual = first === undefined || recordIn(first, isOrder) === first;
  return isUsual ? (list as ResultRecord[]) : list.map((one) => recordIn(one, isOrder));
}

const isThing = (value: unknown): value is object => typeof value === 'object' && value !== null;
const IS_ID = /(?:^|_|o)id$|Id$|^(?:order_?no|(?:order_?)?sn)$/i;
const ORDER_ID = /^(?:oid|sn|ord_?id|order_?(?:no|num|number|ref|sn))$/i;

/** Records of these are orders, with their identifier under `id` where no other member may be it. */
const OF_ORDERS = ['createOrder', 'cancelOrder', 'getOrder', 'getOpenOrders', 'getOrderHistory'];
const isOfOrders = ({ sent }: ListedReading): boolean => OF_ORDERS.includes(sent?.call.operationId ?? '');
const OTHER_ID = /(?:no|num|number|ref|sn|code|uuid)$/i;

/** The one object or list in objects that have no identifier: an envelope, under any name, also of no list. */
function contentOf(value: unknown): unknown {
  if (!isThing(value) || Array.isArray(value)) return value;
  const values: readonly unknown[] = Object.values(value);
  // A list that is empty.
  if (values.length === 1 && values[0] === null) return [];
  const things = values.filter(isThing);
  return things.length === 1 && !Object.keys(value).some((name) => IS_ID.test(name)) ? contentOf(things[0]) : value;
}

/** A record by the names that are usual: the document shows none, and some write `order_id`, `oid`, `orderNo` or `orderSn`. */
function recordIn(value: object, isOrder: boolean): ResultRecord {
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && isThing(only?.[1]) && !Array.isArray(only[1])) return recordIn(only[1], isOrder);
  if ('orderId' in value) return value;
  const isNamed = members.some(([name]) => ORDER_ID.test(name) || name === 'order_id');
  const isId = isOrder && !isNamed && !members.some(([name]) => OTHER_ID.test(name));
  const isIt = (name: string): boolean => ORDER_ID.test(name) || (isId && name === 'id');
  if (!members.some(([name]) => isIt(name) || name.includes('_'))) return value;
  return Object.fromEntries(
    members.map(([name, item]): [string, unknown] => [
      isIt(name) ? 'orderId' : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      item,
    ]),
  );
}

/** Counts the records of a list, whichever way it is wrapped; undefined when it is not a list of records. */
export function countRecords(reading: Reading): number | undefined {
  const { kind, json } = reading;
  return recordsOf({ kind, exact: json })?.length;
}

/** The one result of an answer without its envelope; undefined when it has another shape. */
export function resultOf({ kind, exact }: ListedReading, shape: Operation['result']): unknown {
  if (kind !== 'accepted') return undefined;
  try {
    return takeResult(openEnvelope(exact), exact, { shape, mayBeEmpty: true });
  } catch (error) {
    if (error instanceof ShapeMismatch) return undefined;
    throw error;
  }
}

/** The one record of an answer, such as that of a create; undefined when it has another shape. */
export function receiptOf(reading: ListedReading): ResultRecord | undefined {
  const receipt = resultOf(reading, 'object') as ResultRecord | undefined;
  if (receipt === undefined || receipt.orderId !== undefined) return receipt;
  const content = resultOf({ kind: reading.kind, exact: contentOf(reading.exact) }, 'object') as
    | ResultRecord
    | undefined;
  return recordIn(content ?? receipt, isOfOrders(reading));
}

export const orderIdOf = (reading: ListedReading): string | undefined => textOf(receiptOf(reading)?.orderId);

/** An identifier as text, however it was written. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
