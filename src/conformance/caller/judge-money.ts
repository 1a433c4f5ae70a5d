import { type OperationId, operations } from '../model/operations.js';
import { type Intent, isDenied, parseJson, strangeOutcome, type Word } from './intent.js';
import { lastPrinted } from './last-printed.js';
import { AS_ASKED, DIGITS, idsOf, isRounded, judgeContents, judgeEach, judgeNames, namesOf } from './judge-intents.js';
import { problem, type ShownProblem } from './problem.js';
import type { CallerScene } from './scene.js';
import { type BookOrder, type CallerCall, type CallerTrace, signingHeader } from './trace.js';

const LOOK_FIRST =
  'After a lost response, look the order up by its clientOrderId until the timestamp of the request has expired. Send it again only when it is absent.';
const REMEMBER =
  'A run cannot know by itself what another one sent. Write the intent to a journal that all runs share before it is sent. A lookup alone does not help: both runs may look before either sends.';
/** Advice when the response to an operation does not prove it. */
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
const MAY_LACK = 'A list of open orders may lack an order that stands.';
const TAKE_ID = 'Take the id from the response as text, and look the order up where it has none or is not yours.';
const LOOK_AFTER = 'After a lost response, look at the open orders, and cancel the rest one by one.';
const CHECK_ID = 'Check that orderId is there before you cancel: an empty one cancels every order of the contract.';
const COMPARE_NAME = 'Take an order that a lookup shows for yours only where its whole clientOrderId is yours.';
const NO_RETRIES =
  'Turn off the retries of the HTTP library: the second request is the first one byte for byte, with its timestamp and signature.';
const READ_LOOKUP = 'The response to this lookup has the order: find it there by its clientOrderId.';
const AS_SENT = 'Look the order up by the contractName and the clientOrderId under which it was sent.';
const KEEP_FOUND =
  'An order that is found is the one that was asked for: say "accepted" with its id, and do not place another one.';
const SAY_CANCELLED =
  'An order that was found and cancelled is "absent" once its cancel is accepted and nothing of it is filled.';
const ONE_CONTRACT = 'Send cancelOrder with contractName alone: cancelAllOrders takes no contract, and cancels all.';
const TELL_APART = 'Each of them was in a response: tell records apart by their ids alone.';
const SEEN_PAGE = 'Keep the ids that you have seen, and stop when a page brings no new one.';
const NEXT_PAGE = 'Ask for the next page by fromId until one brings nothing new.';
const NO_LIST = 'A read that failed is not an empty list: repeat it, or say "unknown".';

type Words = readonly (Word | undefined)[];

/** A scene, what it showed, and the words of the program. */
type Seen = CallerScene & CallerTrace & ReturnType<typeof effectsOf> & { readonly words: Words };

/** Judges a scene by money: wire and book against the word of the program. Undefined words were not given. */
export function judgeMoney(scene: CallerScene, trace: CallerTrace, words: Words): readonly ShownProblem[] {
  const seen = { ...scene, ...trace, ...effectsOf(scene, trace), words };
  return [judgeDoubles, judgeNames, judgeContents, judgeOthers, judgeWord].flatMap((judge) => judge(seen));
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

/** The orders that an intent asks to cancel. The first one is the one by id. */
function meantBy(intent: Intent, others: readonly BookOrder[]): readonly BookOrder[] {
  if (intent.do === 'cancelAllOrders') return others;
  if (intent.do === 'cancelOrder') return others.slice(0, 1);
  return intent.do === 'cancelContractOrders' ? others.filter(({ contract }) => contract === others[0]?.contract) : [];
}

function judgeDoubles(seen: Seen): readonly ShownProblem[] {
  const { operation, next = [], runs, trouble, placed, count, call } = seen;
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
  const lookFirst = isSameBytes(seen) ? NO_RETRIES : isOrder ? LOOK_FIRST : sayUnknown(operation);
  const advice = runs !== undefined ? REMEMBER : trouble === undefined ? AS_ASKED : lookFirst;
  return problem('doubled', text, advice, { call, assumes });
}

/** True when a call that acted has the signature of another one that did. */
function isSameBytes({ operation, calls }: Seen): boolean {
  const acting = calls.filter(({ acted, operationId }) => acted && operationId === operation);
  return new Set(acting.map((call) => signingHeader(call, 'signature'))).size < acting.length;
}

const LOOKUPS: readonly (OperationId | undefined)[] = ['getOrder', 'getOpenOrders', 'getOrderHistory'];

/** Names the lookup that looked past an order that the program denies. */
function lookedWrongly({ calls, ids, placed, asked }: Seen) {
  const lookups = calls.filter(({ operationId, isTroubled }) => LOOKUPS.includes(operationId) && !isTroubled);
  const shows = lookups.find(({ response }) => ids.some((id) => response.body.includes(id)));
  if (shows !== undefined) return { text: ', as a lookup has shown', advice: READ_LOOKUP, call: shows };
  const others = lookups.flatMap((call) => {
    const [name, contract] = ['clientOrderId', 'contractName'].map(
      (field) => new RegExp(`${field}"?[=:]\\s*"?([\\w.-]+)`).exec(call.target + call.body)?.[1],
    );
    const isOther = name !== undefined && !placed.some((order) => order.clientOrderId === name);
    const where = isOther ? name : contract !== undefined && contract !== asked['contractName'] ? contract : undefined;
    return where === undefined ? [] : [{ where, call }];
  });
  const [first] = others;
  // It may look at more than its order.
  if (first === undefined || others.length < lookups.length) return undefined;
  return { text: `; it was looked up as ${first.where}, and not sent so`, advice: AS_SENT, call: first.call };
}

/** Cancels reach what was asked for, and no other call costs money. A program may cancel an order that it has placed. */
function judgeOthers(seen: Seen): readonly ShownProblem[] {
  const { operation, intent, hasOrders, others, placed, calls, meant, trouble, runs, clock } = seen;
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
    return problem('wipes', text, isAll ? ONE_CONTRACT : isNamed || operation !== 'cancelOrder' ? AS_ASKED : CHECK_ID, {
      call,
    });
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
  const isLost = (trouble ?? runs ?? clock) !== undefined;
  const isReceived = (id: string): boolean =>
    runs === undefined &&
    calls.some((one) => one.operationId === 'createOrder' && !one.isTroubled && one.response.body.includes(id));
  const call = calls.find(({ acted, operationId, body }) => {
    if (!acted || operationId === undefined || operationId === operation) return false;
    // An order that was lost may be cancelled, and not one whose receipt this run has.
    const isOwn =
      isLost && operationId === 'cancelOrder' && placed.some(({ id }) => body.includes(id) && !isReceived(id));
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
  if (next !== undefined) return judgeEach(seen);
  // Of two at once, one may be told that the other is at work: it did not send.
  const word = runs === 'pair' ? (words.find((each) => each?.outcome === 'accepted') ?? words[0]) : words.at(-1);
  const over = idsOf(seen.placed.filter(({ isCancelled }) => isCancelled));
  if (word === undefined) {
    if (runs === 'restart' && count > 0)
      return problem('lost', `${inBook(ids)} in the book, and the second run says nothing about it`, LOOK_FIRST);
    const undone = over.length === 0 ? 'the service did nothing' : `${areOf(over)} placed, and cancelled again`;
    const what = count > 0 ? `the service did ${operation}` : undone;
    const strange = strangeOutcome(seen.printed);
    const known = 'accepted, rejected, absent, not-sent or unknown';
    const none = `no outcome in one line (${known})${lastPrinted(seen)}`;
    const said = strange === undefined ? none : `the outcome ${JSON.stringify(strange)}, which is not ${known}`;
    return problem('cannot-tell', `${what}, and the program printed ${said}`);
  }
  if (isDenied(word) && count > 0 && !(runs === 'pair' && words.some((each) => each?.outcome === 'unknown'))) {
    const what = ids.length > 0 ? `${inBook(ids)} in the book` : `the service did ${operation}`;
    const text = `says "${word.outcome}", and ${what}`;
    const looked = lookedWrongly(seen);
    const assumes = ids.length === 0 ? undefined : seen.lacks === undefined ? SETTLES : MAY_LACK;
    const verdict = runs === 'restart' ? 'lost' : 'denies';
    return looked === undefined
      ? problem(verdict, text, sayUnknown(operation), { call, assumes })
      : problem(verdict, `${text}${looked.text}`, looked.advice, { call: looked.call });
  }
  // "absent" is true of it by then.
  if (['rejected', 'not-sent'].includes(word.outcome) && count === 0 && over.length > 0)
    return problem('denies', `says "${word.outcome}", and ${areOf(over)} placed, and cancelled again`, SAY_CANCELLED, {
      ...{ call, assumes: 'An order may be filled before its cancel.' },
    });
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
  if (count === 0 && over.length > 0)
    return problem('invents', `says "accepted", and cancelled ${over.join(', ')}`, KEEP_FOUND, { call });
  if (count === 0) return problem('invents', `says "accepted", and the service did nothing`, sayUnknown(operation));
  if (left.length > 0)
    return problem('invents', `says "accepted"; ${inBook(left)} in the book still`, sayUnknown(operation), { call });
  if (operation === 'createOrder' ? ids.includes(orderId ?? '') : isShown(orderId, seen)) return [];
  const said = orderId === undefined ? 'without an order id' : `with the order id ${orderId}`;
  const what = ids.length > 0 ? `${inBook(ids)} in the book` : 'no response has it';
  return problem('invents', `says "accepted" ${said}; ${what}`, isRounded(orderId, ids) ? DIGITS : TAKE_ID, { call });
}

/** True when an id comes from a response or the intent; the list of orders does not have those of condition orders. */
const isShown = (id: string | undefined, { operation, calls }: Seen): boolean =>
  id === undefined ||
  operation !== 'createConditionOrder' ||
  (id.length > 2 && calls.some(({ response }) => response.body.split(/\W+/).includes(id)));

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
  const areShown = missing.every((id) => calls.some(({ response }) => response.body.includes(id)));
  const onFailure = trouble === undefined ? NEXT_PAGE : NO_LIST;
  return problem('denies', text, areShown ? TELL_APART : onFailure, { assumes });
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
