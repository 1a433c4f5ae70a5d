import type { Exchange, Result } from '../model/report-model.js';
import { visibleLine } from './visible.js';

/**
 * The beginning of a text, with a note where something was left out: a body can be of any size, and a page cannot.
 *
 * @param limit Characters that are kept, UTF-16 units.
 */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Half a surrogate pair is not a character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const whole = text.length.toLocaleString('en-US');
  return `${text.slice(0, end)}\n[cut: ${end.toLocaleString('en-US')} of ${whole} characters; the JSON and HAR reports hold all of them]`;
}

export const cutLine = (text: string, limit: number): string => cut(text, limit).replace('\n[cut:', ' [cut:');

const LINE = 300;

/** A text of a server in one line of a terminal: its beginning. */
export const shortLine = (text: string): string => visibleLine(cutLine(text, LINE));

/** A line for each text that is there and not empty, with its name in a column of this width. */
export const namedLines = (
  texts: readonly (readonly [name: string, text: string | undefined])[],
  width: number,
): readonly string[] => texts.flatMap(([name, text]) => (text ? [`  ${name.padEnd(width)}${shortLine(text)}`] : []));

/** One call as text, as it went over the wire, with the text that was signed. Bodies are cut after `limit` characters. */
export function exchangeText(exchange: Exchange, limit: number): string {
  const { request } = exchange;
  return [
    `${exchange.startedAt}, ${exchange.durationMs} ms`,
    message(`${request.method} ${request.url}`, request.headers, request.body, limit),
    `signed text: ${cut(request.signingString ?? unsignedText(request), limit)}`,
    answerText(exchange, limit),
  ].join('\n\n');
}

/** A program that is judged, or one that was recorded, signs by itself. */
const unsignedText = ({ headers }: Exchange['request']): string =>
  headers.some(([name]) => name.toLowerCase() === 'x-ch-sign') ? 'not known to the kit' : 'none, nothing was signed';

const LINE_LIMIT = 2000;

/** One line on a call: `GET https://… → 200`. */
export function exchangeLine({ request, response, failure }: Exchange): string {
  // A caller that got no response has a status of 0.
  const end = response?.status || failure || 'no response';
  return `${cutLine(`${request.method} ${request.url}`, LINE_LIMIT)} → ${cutLine(String(end), LINE_LIMIT)}`;
}

type Shown = Pick<Result, 'exchanges' | 'operations' | 'reason'> & Partial<Pick<Result, 'verdict'>>;

/**
 * The call that a result rests on: the one that is marked, else the last one of the check's own operations that got what the reason
 * says, because controls are asked for after it. Every report that shows one call shows this one.
 */
export function decidingCall({ exchanges, operations, reason = '', verdict }: Shown): Exchange | undefined {
  const own = exchanges.filter(({ operationId }) => operationId !== undefined && operations.includes(operationId));
  const [, status, code = ''] = /status (\d+)(?:, code (\S*\w))?/.exec(reason) ?? [];
  const isSaid = ({ response }: Exchange): boolean =>
    String(response?.status) === status && response?.body.includes(code) === true;
  const said = exchanges.find(({ deciding }) => deciding === true) ?? own.findLast(isSaid);
  // A check that could not be told ended with the call that did not show it.
  return said ?? (verdict === 'cannot-tell' ? undefined : own.at(-1)) ?? exchanges.at(-1);
}

/** Its place among several calls of a failure, which is worth a mark; -1 where there is nothing to tell apart. */
export function decidingPlace(result: Shown): number {
  return result.verdict === 'fail' && result.exchanges.length > 1 ? placeOf(result) : -1;
}

function placeOf(result: Shown): number {
  const call = decidingCall(result);
  return result.exchanges.findIndex((exchange) => exchange === call);
}

/** The calls of a result with their places: all, or as many as `most` around the one that it rests on. */
export function callsShown(result: Shown, most: number): readonly (readonly [number, Exchange])[] {
  const { exchanges } = result;
  const start = Math.max(0, Math.min(placeOf(result) - most / 2, exchanges.length - most));
  return [...exchanges.entries()].slice(start, start + most);
}

/** A line on the calls of a result that a report leaves out. */
export const callsLeftOut = (count: number): string =>
  `${count} more calls: the JSON and HAR reports hold all of them.`;

/** The calls of a result as one text: all, or as many as `most`. */
export function evidenceText(result: Shown, limit: number, most = Infinity): string {
  const count = result.exchanges.length;
  const place = decidingPlace(result);
  const shown = callsShown(result, most);
  const texts = shown.map(([index, exchange]) => {
    const number = `call ${index + 1} of ${count}${index === place ? ', which decides' : ''}`;
    return `--- ${number}: ${exchangeText(exchange, limit)}`;
  });
  return [...texts, ...(shown.length < count ? [callsLeftOut(count - shown.length)] : [])].join('\n\n');
}

export function observedText(observed: unknown, limit: number): string {
  return cut(JSON.stringify(observed, null, 1) ?? 'undefined', limit);
}

function answerText({ response, failure }: Exchange, limit: number): string {
  if (!response?.status) return `no complete response: ${failure ?? response?.body ?? 'no reason was recorded'}`;
  const text = message(`HTTP status ${response.status}`, response.headers, response.body, limit);
  return failure === undefined ? text : `${text}\n\n${failure}`;
}

function message(
  start: string,
  headers: Exchange['request']['headers'],
  body: string | undefined,
  limit: number,
): string {
  const head = cut([start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n'), limit);
  return body === undefined || body === '' ? `${head}\n(no body)` : `${head}\n\n${cut(body, limit)}`;
}
