import { type OperationId, operations } from '../model/operations.js';
import { getOrMake } from '../model/groups.js';
import { isThroughDouble } from '../model/rounded-ids.js';
import { type Intent, isDenied, parseJson, strangeOutcome, type Word } from './intent.js';
import { lastPrinted } from './last-printed.js';
import { problem, type ShownProblem } from './problem.js';
import type { CallerScene } from './scene.js';
import type { BookOrder, CallerCall, CallerTrace } from './trace.js';

const LOOK_FIRST =
  'After a lost response, look the order up by its clientOrderId until the timestamp of the request has expired. Send it again only when it is absent.';
const REMEMBER =
  'A run cannot know by itself what another one sent. Write the intent to a journal that all runs share before it is sent. A lookup alone does not help: both runs may look before either sends.';
/** What to say, and where to look, when the response to an operation does not prove it. */
const sayUnknown = (operation: OperationId): string =>
  `Say "unknown" when the response does not prove it${LOOKS[operation] ?? ''}.`;
const LOOKS: Partial<Readonly<Record<OperationId, string>>> = {
  createOrder: ', and look it up',
  createConditionOrder: '; no call is certain to show a condition order: never send it again, and look by hand',
  changeLeverage: '; no call reads the leverage: set the same level once more',
  cancelOrder: ', and look at the open orders; an order that is not there may have been filled',
  cancelAllOrders: ', and look at the open orders',
};
const SETTLES = 'An order that was taken is visible after a while that the service document does not give.';
const TAKE_ID = 'Take the id from the response as text, and look the order up where it has none or is not yours.';
const CLOSE =
  'Close a connection on which anything follows the end of a response, and never write the next order to it.';
const LOOK_AFTER = 'After a lost response, look at the open orders, and cancel the rest one by one.';
const CHECK_ID = 'Check that orderId is there before you cancel: an empty one cancels every order of the contract.';
const AS_ASKED = 'Send what was asked for, and nothing else.';
const OWN_NAME =
  'Give each order a name of its own, best that of its intent: a lookup by a name that is used again finds the older order.';
const COMPARE_NAME = 'Take an order that a lookup shows for yours only where its whole clientOrderId is yours.';
const KEEP_FOUND =
  'An order that is found is the one that was asked for: say "accepted" with its id, and do not place it anew.';
const ONE_CONTRACT = 'Send cancelOrder with contractName alone: cancelAllOrders takes no contract, and cancels all.';
const TELL_APART = 'Each of them was in a response: tell records apart by their ids alone.';
const KEEP_NAME = 'Send the whole clientOrderId that you were given: a lost order is found by nothing else.';
const SEEN_PAGE = 'Keep the ids that you have seen, and stop when a page brings no new one.';
const NEXT_PAGE = 'Ask for the next page by fromId until one brings nothing new.';
const NO_LIST = 'A read that failed is not an empty list: repeat it, or say "unknown".';
const DIGITS = 'Read ids with a JSON parser that keeps the digits of large numbers.';

type Words = readonly (Word | undefined)[];

/** A scene, what it showed, and the words of the program. */
type Seen = CallerScene & CallerTrace & ReturnType<typeof effectsOf> & { readonly words: Words };

/** Judges a scene by money: wire and book against the word of the program. Undefined words were not given. */
export function judgeMoney(scene: CallerScene, trace: CallerTrace, words: Words): readonly ShownProblem[] {
  const seen = { ...scene, ...trace, ...effectsOf(scene, trace), words };
  return [judgeDoubles, judgeContents, judgeOthers, judgeWord].flatMap((judge) => judge(seen));
}

/** The effects of the program on the exchange. */
function effectsOf({ operation, intent }: CallerScene, { placed, others, calls }: CallerTrace) {
  const acting = calls.filter((call) => call.operationId === operation && call.acted);
  const isOrder = operation === 'createOrder';
  // Orders that the program placed and did not cancel.
  const ids = isOrder ? idsOf(placed.filter(({ isCancelled }) => !isCancelled)) : [];
  // Orders that the intent asks to cancel, and those that the cancel did not reach.
  const meant = meantBy(intent, others);
  const left = idsOf(meant.filter(({ isCancelled }) => !isCancelled));
  // Orders that stand, orders that a cancel reached, or calls that acted.
  const count = isOrder ? ids.length : isCancel(operation) ? meant.length - left.length : acting.length;
  return { count, ids, meant, left, call: acting.at(-1) };
}

const isCancel = (id: OperationId | undefined): boolean => id === 'cancelOrder' || id === 'cancelAllOrders';
const orderIdIn = (body: string): string => String(parseJson(body)?.['orderId'] ?? '');
const isBulkCancel = (id: OperationId | undefined, body: string): boolean => isCancel(id) && orderIdIn(body) === '';

const idsOf = (orders: readonly BookOrder[]): readonly string[] => orders.map(({ id }) => id);

/** The orders that an intent asks to cancel. The first one is the one by id. */
function meantBy(intent: Intent, others: readonly BookOrder[]): readonly BookOrder[] {
  if (intent.do === 'cancelAllOrders') return others;
  if (intent.do === 'cancelOrder') return others.slice(0, 1);
  return intent.do === 'cancelContractOrders' ? others.filter(({ contract }) => contract === others[0]?.contract) : [];
}

function judgeDoubles({ operation, next = [], runs, trouble, placed, count, call }: Seen): readonly ShownProblem[] {
  const isOrder = operation === 'createOrder';
  const conditions = operation === 'createConditionOrder' ? count : 0;
  const most = isOrder ? Math.max(0, ...placed.map(({ beside }) => beside.length + 1)) : conditions;
  const gone = idsOf(placed.filter(({ isCancelled }) => isCancelled));
  if (isOrder && most <= next.length + 1 && placed.length > next.length + 1) {
    const text = `places ${placed.length} orders one after the other, of which ${areOf(gone)} cancelled`;
    return problem('doubled', text, KEEP_FOUND, { call, assumes: 'An order may be filled before its cancel.' });
  }
  if (most <= next.length + 1) return [];
  const names = new Set(placed.map(({ clientOrderId }) => clientOrderId));
  const intents = next.length === 0 ? 'one intent' : `${next.length + 1} intents`;
  const orders = placed.length > 0 ? `: ${namesOf(placed)}` : '';
  const text = `${intents}${runs === undefined ? '' : ' in two runs'}, ${most} orders in the book${orders}`;
  const isOneName = isOrder && names.size === 1 && !names.has('');
  const assumes = isOneName ? 'The service takes a clientOrderId twice.' : undefined;
  const lookFirst = isOrder ? LOOK_FIRST : sayUnknown(operation);
  const advice = runs !== undefined ? REMEMBER : trouble === undefined ? AS_ASKED : lookFirst;
  return problem('doubled', text, advice, { call, assumes });
}

const namesOf = (orders: readonly BookOrder[]): string =>
  orders
    .map(({ id, clientOrderId: name }) => `${id} (${name === '' ? 'no clientOrderId' : `clientOrderId ${name}`})`)
    .join(', ');

/** Each call asks for what the intent says, field by field, also one that is refused. A program may name its orders itself. */
function judgeContents({ intent, next, operation, runs, calls, asked: input }: Seen): readonly ShownProblem[] {
  if (next !== undefined) return judgeNames(calls);
  if (runs !== undefined || intent.all === true) return [];
  for (const call of calls.filter(({ operationId }) => operationId === operation)) {
    const sent = parseJson(call.body);
    if (sent === undefined) continue;
    for (const name of [...Object.keys(input), 'timeInForce']) {
      const [asked, given] = [input[name], sent[name]];
      const isName = name === 'clientOrderId';
      // A name that was left out or cut finds no order.
      if (isSame(asked, given) || (isName && !asked!.toString().startsWith(String(given ?? '')))) continue;
      const text = `was asked for ${name} ${asked ?? 'none'}, and sent ${given === undefined ? 'none' : String(given) || 'an empty one'}`;
      return problem('invents', text, isName ? KEEP_NAME : AS_ASKED, { call });
    }
  }
  return [];
}

/** The orders of one run differ in their price: two of one name are two intents. */
function judgeNames(calls: readonly CallerCall[]): readonly ShownProblem[] {
  const prices = new Map<string, string>();
  for (const call of calls.filter(({ operationId }) => operationId === 'createOrder')) {
    const { clientOrderId: name, price } = parseJson(call.body) ?? {};
    if (!name) continue;
    const first = getOrMake(prices, String(name), () => String(price));
    const text = `sends two orders under one clientOrderId, ${String(name)}`;
    if (first !== String(price)) return problem('invents', text, OWN_NAME, { call });
  }
  return [];
}

const isSame = (asked: unknown, given: unknown): boolean =>
  String(asked ?? '') === String(given ?? '') || (asked !== undefined && Number(asked) === Number(given));

/** Cancels reach what was asked for, and no other call costs money. A program may cancel an order that it has placed. */
function judgeOthers({ operation, intent, hasOrders, others, placed, calls, meant }: Seen): readonly ShownProblem[] {
  // Scenes about trades have orders that were filled before the program came.
  const isTold = hasOrders === true && operation !== 'getTradeHistory';
  const gone = isTold ? others.filter((order) => !order.isOpen && !meant.includes(order)) : [];
  const asked = `was asked for ${intent.do}, and`;
  const bulks = calls.filter(({ acted, operationId, body }) => acted && isBulkCancel(operationId, body));
  if (gone.length > 0) {
    const text = `${asked} ${areOf(idsOf(gone))} gone, too`;
    const call = calls.findLast(({ acted, operationId }) => acted && isCancel(operationId));
    const isNamed = call !== undefined && orderIdIn(call.body) !== '';
    const isAll = operation === 'cancelOrder' && call?.operationId === 'cancelAllOrders';
    return problem('wipes', text, isAll ? ONE_CONTRACT : isNamed ? AS_ASKED : CHECK_ID, { call });
  }
  // A program may cancel one contract after the other.
  const contracts = new Set(bulks.flatMap(({ body }) => parseJson(body)?.['contractName'] ?? []));
  if (bulks.length > Math.max(1, contracts.size) && isCancel(operation))
    return problem(
      'wipes',
      `sends a cancel of all orders${contracts.size > 0 ? ' of a contract' : ''} ${bulks.length} times`,
      LOOK_AFTER,
      {
        ...{ call: bulks.at(-1), assumes: 'Orders that are placed between two of them are cancelled, too.' },
      },
    );
  const call = calls.find(({ acted, operationId, body }) => {
    if (!acted || operationId === undefined || operationId === operation) return false;
    const isOwn = operationId === 'cancelOrder' && placed.some(({ id }) => body.includes(id));
    const isChange = operations[operationId].effect !== 'read';
    return isChange && !isOwn && !(isCancel(operation) && isCancel(operationId));
  });
  if (call === undefined) return [];
  const verdict = isCancel(call.operationId) ? 'wipes' : 'invents';
  return problem(verdict, `${asked} did ${call.operationId}, too`, AS_ASKED, { call });
}

function judgeWord(seen: Seen): readonly ShownProblem[] {
  const { intent, next, operation, runs, words, count, ids, left, call } = seen;
  if (intent.all === true) return judgeRead(seen);
  if (next !== undefined) return judgeEach(seen, 1 + next.length);
  // Of two at once, one may be told that the other is at work: it did not send.
  const word = runs === 'pair' ? (words.find((each) => each?.outcome === 'accepted') ?? words[0]) : words.at(-1);
  if (word === undefined) {
    if (runs === 'restart' && count > 0)
      return problem('lost', `${inBook(ids)} in the book, and the second run says nothing about it`, LOOK_FIRST);
    const what = count > 0 ? `the service did ${operation}` : 'the service did nothing';
    const strange = strangeOutcome(seen.printed);
    const known = 'accepted, rejected, absent, not-sent or unknown';
    const none = `no outcome in one line (${known})${lastPrinted(seen)}`;
    const said = strange === undefined ? none : `the outcome ${JSON.stringify(strange)}, which is not ${known}`;
    return problem('cannot-tell', `${what}, and the program printed ${said}`);
  }
  if (isDenied(word) && count > 0 && !(runs === 'pair' && words.some((each) => each?.outcome === 'unknown'))) {
    const what = ids.length > 0 ? `${inBook(ids)} in the book` : `the service did ${operation}`;
    const text = `says "${word.outcome}", and ${what}`;
    const assumes = ids.length > 0 ? SETTLES : undefined;
    return problem(runs === 'restart' ? 'lost' : 'denies', text, sayUnknown(operation), { call, assumes });
  }
  if (isDenied(word) && (seen.trouble ?? seen.clock ?? runs) === undefined && count === 0) {
    const refused = seen.calls.findLast((one) => one.operationId === operation)?.refused;
    const why = refused === undefined ? '' : `: the service rejected it with ${refused.code}, ${refused.why}`;
    return problem('cannot-tell', `says "${word.outcome}", and nothing was in its way${why}`);
  }
  if (word.outcome !== 'accepted') return [];
  const { orderId } = word;
  if (operation === 'createOrder' && seen.others.some(({ id }) => id === orderId)) {
    const shows = seen.calls.findLast(({ response }) => response.body.includes(orderId!));
    return problem('invents', `says "accepted" with the order id ${orderId}, of another order`, COMPARE_NAME, {
      call: shows,
    });
  }
  const filled = seen.meant.filter(({ isOpen, isCancelled }) => !isOpen && !isCancelled);
  if (filled.length > 0)
    return problem(
      'invents',
      `says "accepted", and ${areOf(idsOf(filled))} filled, not cancelled`,
      sayUnknown(operation),
    );
  if (count === 0) return problem('invents', `says "accepted", and the service did nothing`, sayUnknown(operation));
  if (left.length > 0)
    return problem('invents', `says "accepted"; ${inBook(left)} in the book still`, sayUnknown(operation), { call });
  if (operation === 'createOrder' ? ids.includes(orderId ?? '') : isShown(orderId, seen)) return [];
  const said = orderId === undefined ? 'without an order id' : `with the order id ${orderId}`;
  const what = ids.length > 0 ? `${inBook(ids)} in the book` : 'no response has it';
  return problem('invents', `says "accepted" ${said}; ${what}`, isRounded(orderId, ids) ? DIGITS : TAKE_ID, { call });
}

/** True for what a double makes of one of these ids. */
const isRounded = (shown: string | undefined, ids: readonly string[]): boolean =>
  shown !== undefined && !ids.includes(shown) && ids.some((id) => isThroughDouble(id, shown));

/** True when an id comes from a response or the intent; the list of orders does not have those of condition orders. */
const isShown = (id: string | undefined, { operation, calls }: Seen): boolean =>
  id === undefined || operation !== 'createConditionOrder' || calls.some(({ response }) => response.body.includes(id));

/** Several orders in one run: each has its own id. */
function judgeEach({ placed, words }: Seen, count: number): readonly ShownProblem[] {
  const ids = words.flatMap((word) => word?.orderId ?? []);
  const wrong = ids.find((id, at) => ids.indexOf(id) < at || !placed.some((order) => order.id === id));
  // A program may print a line twice.
  if (wrong !== undefined && words.length <= count) {
    const text = `says order id ${wrong} twice or of no order; in the book are ${namesOf(placed)}`;
    return problem('invents', text, isRounded(wrong, idsOf(placed)) ? DIGITS : CLOSE);
  }
  if (words.length === count) return [];
  return problem('cannot-tell', `the program did not print one outcome for each of ${count} orders`);
}

const inBook = (ids: readonly string[]): string => `order${ids.length > 1 ? 's' : ''} ${areOf(ids)}`;
const areOf = (ids: readonly string[]): string => `${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'}`;

/** The pages of the scene are three. */
const MOST_PAGES = 50;

function judgeRead({ repeatsPages, pageSize, trouble, intent, ...seen }: Seen): readonly ShownProblem[] {
  const { known, calls, others, words } = seen;
  const [word] = words;
  const ids = word?.ids;
  if (repeatsPages === true && calls.length > MOST_PAGES)
    return problem('ignores-a-limit', `asks for the same page ${calls.length} times, and does not end`, SEEN_PAGE);
  if (word === undefined || (word.outcome === 'accepted' && ids === undefined))
    return problem('cannot-tell', 'the program printed no list "ids"');
  if (ids === undefined) return [];
  const strange = ids.find((id) => !known.includes(id));
  if (strange !== undefined) {
    const other = others.find(({ id }) => id === strange)?.contract;
    const asked = String(intent.input['contractName'] ?? 'all contracts');
    const text = `says the id ${strange}, an order of ${other}; asked for ${asked}`;
    if (other !== undefined && other !== asked) return problem('invents', text, 'Send contractName, as asked.');
    const why = isRounded(strange, known) ? ': it was rounded to a double' : '';
    return problem('invents', `says the id ${strange}, which no record has${why}`, why === '' ? undefined : DIGITS);
  }
  if (new Set(ids).size < ids.length) return problem('invents', 'counts a record twice', SEEN_PAGE);
  const missing = known.filter((id) => !ids.includes(id));
  if (missing.length === 0 || repeatsPages === true || word.outcome !== 'accepted') return [];
  const assumes = pageSize === undefined ? undefined : 'A page may hold fewer records than were asked for.';
  const text = `says that these are all, and ${areOf(missing)} missing`;
  const isShown = missing.every((id) => calls.some(({ response }) => response.body.includes(id)));
  const onFailure = trouble === undefined ? NEXT_PAGE : NO_LIST;
  return problem('denies', text, isShown ? TELL_APART : onFailure, { assumes });
}

type Keys = readonly string[];

/** True when one of these was done twice here, which is done once when nothing goes wrong, as each of them is. What comes again and again says nothing. */
function isNew(twice: Keys, usual: Keys): boolean {
  const isOnceEach = usual.length > 0 && new Set(usual).size === usual.length;
  return twice.some((key) => isOnceEach || usual.filter((one) => one === key).length === 1);
}

/**
 * True when a program that was given no intent placed an order twice: one of the same terms or name stood when it came. Each of two runs
 * may have an order of its own to place: only its name says that it is the same. No call finds a condition order.
 */
export function isDoubledUnasked(
  { runs, operation }: Pick<CallerScene, 'runs' | 'operation'>,
  trace: CallerTrace,
  control: CallerTrace,
): boolean {
  if (operation === 'createConditionOrder')
    return runs === undefined && isRepeated(({ operationId }) => operationId === operation, trace, control);
  const isTwice = (keyOf: (order: BookOrder) => string): boolean => {
    const keys = new Map(trace.placed.map((order) => [order.id, keyOf(order)]));
    const twice = trace.placed.filter((order) => order.beside.some((id) => keys.get(id) === keyOf(order)));
    return isNew(twice.map(keyOf).filter(Boolean), control.placed.map(keyOf).filter(Boolean));
  };
  return isTwice(({ clientOrderId }) => clientOrderId) || (runs === undefined && isTwice(({ terms }) => terms));
}

/** True when a program that was given no intent cancelled all orders twice; there may have been none in between. */
export const isWipedUnasked = (trace: CallerTrace, control: CallerTrace): boolean =>
  isRepeated(({ operationId, body }) => isBulkCancel(operationId, body), trace, control);

function isRepeated(isSuch: (call: CallerCall) => boolean, trace: CallerTrace, control: CallerTrace): boolean {
  const keysOf = ({ calls }: CallerTrace): Keys =>
    calls.flatMap((call) => (call.acted && isSuch(call) ? `${call.operationId} ${call.body}` : []));
  const keys = keysOf(trace);
  return isNew(
    keys.filter((key, at) => keys.indexOf(key) < at),
    keysOf(control),
  );
}
