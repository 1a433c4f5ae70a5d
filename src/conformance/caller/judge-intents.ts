import { isThroughDouble } from '../model/rounded-ids.js';
import { type Intent, isDenied, parseJson, type Word } from './intent.js';
import { problem, type ShownProblem } from './problem.js';
import type { CallerScene } from './scene.js';
import type { BookOrder, CallerTrace } from './trace.js';

/* What was sent and said, against what was asked for: one intent or several. */

export const AS_ASKED = 'Send what was asked for, and nothing else.';
const OWN_NAME =
  'Give each order a name of its own, best that of its intent: a lookup by a name that is used again finds the older order.';
const KEEP_NAME = 'Send the whole clientOrderId that you were given: a lost order is found by nothing else.';
const CLOSE =
  'Close a connection on which anything follows the end of a response, and never write the next order to it.';
const APART = 'Keep what is known of one intent apart from that of the next.';
const SAY_OF_EACH = 'Say of each order what its own response or lookup has shown.';
export const DIGITS = 'Read ids with a JSON parser that keeps the digits of large numbers.';

type Asked = CallerScene & CallerTrace;
type Said = Asked & { readonly words: readonly (Word | undefined)[] };
type Input = Intent['input'];

/** Two orders of one name, in one scene: at two prices, or where nothing was lost. */
export function judgeNames({ calls, trouble, runs }: Asked): readonly ShownProblem[] {
  const isWhole = (trouble ?? runs) === undefined;
  const seen = new Map<string, string>();
  for (const call of calls.filter(({ operationId, acted }) => acted && operationId === 'createOrder')) {
    const { clientOrderId, price } = parseJson(call.body) ?? {};
    const name = String(clientOrderId ?? '');
    const first = seen.get(name);
    if (name === '') continue;
    if (first !== undefined && (isWhole || first !== String(price))) {
      const text = `sends two orders under one clientOrderId, ${name}`;
      return problem('invents', text, OWN_NAME, { call, always: true });
    }
    seen.set(name, String(price));
  }
  return [];
}

/** Each call asks for what an intent says, field by field, also one that is refused. A program may name its orders itself. */
export function judgeContents({ intent, next, operation, runs, calls, asked }: Asked): readonly ShownProblem[] {
  if (runs !== undefined || intent.all === true) return [];
  const inputs = inputsOf(asked, next);
  const sentCalls = calls.flatMap((call) => {
    const sent = call.operationId === operation ? parseJson(call.body) : undefined;
    return sent === undefined
      ? []
      : [{ call, differ: inputs.map((input) => differenceOf(input, sent, next !== undefined)) }];
  });
  const isRight = ({ differ }: (typeof sentCalls)[number]): boolean => differ.includes(undefined);
  const isBeside = next === undefined && sentCalls.some(isRight);
  for (const { call, differ } of sentCalls) {
    const [text] = differ;
    if (text === undefined || differ.includes(undefined)) continue;
    const others = next === undefined ? '' : '; no other intent asked for that either';
    const advice = text.includes('clientOrderId') ? KEEP_NAME : next === undefined ? AS_ASKED : APART;
    const beside = isBeside ? `sends what was asked for, and another ${operation} beside it: ` : '';
    return problem('invents', beside + text + others, advice, { call });
  }
  return [];
}

const inputsOf = (asked: Input, next: readonly Intent[] = []): readonly Input[] => [
  asked,
  ...next.map(({ input }) => input),
];

/** The first field that is sent with another value than was asked for, in words. */
function differenceOf(input: Input, sent: Readonly<Record<string, unknown>>, isOfMany: boolean): string | undefined {
  for (const name of [...Object.keys(input), 'timeInForce']) {
    const [asked, given] = [input[name], sent[name]];
    const isName = name === 'clientOrderId';
    // A name that was left out or cut finds no order.
    const isCut = isName && !isOfMany && asked!.toString().startsWith(String(given ?? ''));
    if (isSame(asked, given) || (isName && !isCut)) continue;
    return `was asked for ${name} ${asked ?? 'none'}, and sent ${given === undefined ? 'none' : String(given) || 'an empty one'}`;
  }
  return undefined;
}

const isSame = (asked: unknown, given: unknown): boolean =>
  String(asked ?? '') === String(given ?? '') || (asked !== undefined && Number(asked) === Number(given));

/** Several orders in one run: each is sent, has its own id, and a word that is true. */
export function judgeEach({
  next = [],
  calls,
  operation,
  placed,
  words,
  trouble,
  asked,
}: Said): readonly ShownProblem[] {
  const count = next.length + 1;
  const own = words.slice(-count);
  const accepted = own.filter((word) => word?.outcome === 'accepted');
  const denied = own.filter((word) => word !== undefined && isDenied(word));
  const bodies = calls.filter((call) => call.operationId === operation).map(({ body }) => parseJson(body) ?? {});
  const sent = bodies.length;
  const inBook = placed.filter(({ isCancelled }) => !isCancelled);
  const ids = own.flatMap((word) => word?.orderId ?? []);
  const wrong = ids.find((id, at) => ids.indexOf(id) < at || !placed.some((order) => order.id === id));
  const unsent = inputsOf(asked, next).filter((input) => bodies.every((body) => differenceOf(input, body, true)));
  // A program may print a line twice.
  if (words.length <= count && sent > 0 && accepted.length > sent)
    return problem('invents', `says "accepted" of ${accepted.length} orders, and sent ${sent}`, APART);
  if (words.length <= count && sent >= count && accepted.length > count - unsent.length) {
    const text = `says "accepted" of ${accepted.length} orders, and never sent the one at ${unsent[0]!['price']}`;
    return problem('invents', text, APART);
  }
  if (wrong !== undefined && words.length <= count) {
    const text = `says order id ${wrong} twice or of no order; in the book are ${namesOf(placed)}`;
    const isStray = trouble?.spoil !== undefined;
    return problem('invents', text, isRounded(wrong, idsOf(placed)) ? DIGITS : isStray ? CLOSE : APART);
  }
  if (words.length === count && denied.length > 0 && inBook.length > count - denied.length) {
    const text = `says "${denied[0]!.outcome}" of ${denied.length} of ${count} orders; in the book are ${namesOf(inBook)}`;
    return problem('denies', text, SAY_OF_EACH);
  }
  if (words.length === count && sent < count && denied.length > 0)
    return problem('cannot-tell', `says "${denied[0]!.outcome}" of an order that it never sent`);
  if (words.length === count) return [];
  return problem('cannot-tell', `the program did not print one outcome for each of ${count} orders`);
}

export const idsOf = (orders: readonly BookOrder[]): readonly string[] => orders.map(({ id }) => id);

export const namesOf = (orders: readonly BookOrder[]): string =>
  orders
    .map(({ id, clientOrderId: name }) => `${id} (${name === '' ? 'no clientOrderId' : `clientOrderId ${name}`})`)
    .join(', ');

/** True for what a double makes of one of these ids. */
export const isRounded = (shown: string | undefined, ids: readonly string[]): boolean =>
  shown !== undefined && !ids.includes(shown) && ids.some((id) => isThroughDouble(id, shown));
