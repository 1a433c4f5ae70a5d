import { isDenied, type Word } from './intent.js';
import type { ShownProblem } from './problem.js';
import type { CallerScene } from './scene.js';
import { ORDER_TO_CANCEL } from './scenes.js';
import type { BookOrder, CallerCall, CallerTrace } from './trace.js';

const LOOK_FIRST =
  'After a lost response, look the order up by its clientOrderId until the timestamp of the request has expired. Send it again only when it is absent.';
const REMEMBER =
  'A run cannot know by itself what another one sent. Write the intent to a journal that all runs share before it is sent, or look the order up by its clientOrderId first.';
const SAY_UNKNOWN = 'Say "unknown" when the response does not prove it, and look it up.';
const SETTLES = 'An order that was taken is visible after a while that the service document does not give.';

/** Judges a scene by money: wire and book against the word of the program. Undefined words were not given. */
export function judgeMoney(
  scene: CallerScene,
  trace: CallerTrace,
  words: readonly (Word | undefined)[],
): readonly ShownProblem[] {
  const effects = effectsOf(scene, trace);
  return [
    ...judgeDoubles(scene, trace, effects),
    ...judgeContents(scene, trace),
    ...judgeOthers(scene, trace),
    ...judgeWord(scene, trace, effects, words),
  ];
}

/** The effects of the program on the exchange: ids of orders, or one entry for each call that acted. */
interface Effects {
  readonly count: number;
  readonly ids: readonly string[];
  readonly call: CallerCall | undefined;
}

function effectsOf({ operation }: CallerScene, { placed, calls }: CallerTrace): Effects {
  const acting = calls.filter((call) => call.operationId === operation && call.acted);
  const ids = operation === 'createOrder' ? placed.map(({ id }) => id) : [];
  return { count: operation === 'createOrder' ? ids.length : acting.length, ids, call: acting.at(-1) };
}

const DOUBLING: ReadonlySet<string> = new Set(['createOrder', 'createConditionOrder']);

function judgeDoubles(
  { operation, next, runs }: CallerScene,
  { placed }: CallerTrace,
  { count, call }: Effects,
): readonly ShownProblem[] {
  if (!DOUBLING.has(operation) || count < (next === undefined ? 2 : 3)) return [];
  const names = new Set(placed.map(({ clientOrderId }) => clientOrderId));
  const isOneName = operation === 'createOrder' && names.size === 1 && !names.has('');
  return [
    {
      verdict: 'doubled',
      text: `${next === undefined ? 'one intent' : 'two intents'}${runs === undefined ? '' : ' in two runs'}, ${count} orders in the book${placed.length > 0 ? `: ${placed.map(nameOf).join(', ')}` : ''}`,
      advice: runs === undefined ? LOOK_FIRST : REMEMBER,
      ...(isOneName && { assumes: 'The service takes a clientOrderId twice.' }),
      ...(call && { call }),
    },
  ];
}

const nameOf = ({ id, clientOrderId }: BookOrder): string =>
  `${id} (${clientOrderId === '' ? 'no clientOrderId' : `clientOrderId ${clientOrderId}`})`;

/** The call that acted asks for what the intent says, field by field; its name may be the program's. */
function judgeContents(
  { intent, next, operation, runs }: CallerScene,
  { calls }: CallerTrace,
): readonly ShownProblem[] {
  if (next !== undefined || runs !== undefined || intent.all === true) return [];
  const call = calls.find(({ operationId, acted }) => acted && operationId === operation);
  const sent = call === undefined ? undefined : bodyOf(call);
  if (call === undefined || sent === undefined) return [];
  const names = new Set([...Object.keys(intent.input), ...Object.keys(sent).filter((name) => MEANING.has(name))]);
  for (const name of names) {
    const [asked, given] = [intent.input[name], sent[name]];
    if (name === 'clientOrderId' || asked === ORDER_TO_CANCEL || isSame(asked, given)) continue;
    const text = `was asked for ${name} ${asked ?? 'none'}, and sent ${given === undefined ? 'none' : String(given)}`;
    return [{ verdict: 'invents', text, advice: 'Send what was asked for, and nothing else.', call }];
  }
  return [];
}

/** Fields that change an order although no one asked for them. */
const MEANING: ReadonlySet<string> = new Set(['timeInForce', 'orderId']);

const isSame = (asked: unknown, given: unknown): boolean =>
  asked === given ||
  String(asked ?? '') === String(given ?? '') ||
  (asked !== undefined && Number(asked) === Number(given));

function bodyOf({ body }: CallerCall): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(body) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/** Cancellations reach what was asked for, and nothing else. */
function judgeOthers(
  { operation, intent, hasOrders }: CallerScene,
  { others, calls }: CallerTrace,
): readonly ShownProblem[] {
  // Scenes about trades have orders that were filled before the program came.
  if (hasOrders !== true || operation === 'getTradeHistory') return [];
  const [asked] = others;
  const mayGo = ({ id, contract }: BookOrder): boolean =>
    operation === 'cancelAllOrders' ||
    (intent.do === 'cancelContractOrders' && contract === asked?.contract) ||
    (intent.do === 'cancelOrder' && id === asked?.id);
  const gone = others.filter((order) => !order.isOpen && !mayGo(order));
  if (gone.length === 0) return [];
  const call = calls.findLast(
    (one) => one.acted && (one.operationId === 'cancelOrder' || one.operationId === 'cancelAllOrders'),
  );
  return [
    {
      verdict: 'wipes',
      text: `asked for ${intent.do}, and ${gone.map(({ id }) => id).join(', ')} ${gone.length === 1 ? 'is' : 'are'} gone, too`,
      advice: 'Check that orderId is there before you cancel: an empty one cancels every order of the contract.',
      ...(call && { call }),
    },
  ];
}

function judgeWord(
  scene: CallerScene,
  trace: CallerTrace,
  effects: Effects,
  words: readonly (Word | undefined)[],
): readonly ShownProblem[] {
  if (scene.intent.all === true) return judgeRead(scene, trace, words[0]);
  if (scene.next !== undefined) return judgeTwo(trace, words);
  // Of two at once, one may be told that the other is at work: it did not send.
  const word = scene.runs === 'pair' ? (words.find((one) => one?.outcome === 'accepted') ?? words[0]) : words.at(-1);
  const evidence = effects.call && { call: effects.call };
  if (word === undefined) return [noWord(scene, effects)];
  const { count, ids } = effects;
  if (isDenied(word) && count > 0 && !(scene.runs === 'pair' && words.some((one) => one?.outcome === 'unknown'))) {
    const verdict = scene.runs === 'restart' ? 'lost' : 'denies';
    const what = ids.length > 0 ? `${inBook(ids)} in the book` : `the service did ${scene.operation}`;
    return [
      { verdict, text: `says "${word.outcome}", and ${what}`, advice: SAY_UNKNOWN, assumes: SETTLES, ...evidence },
    ];
  }
  if (word.outcome !== 'accepted') return [];
  if (count === 0)
    return [{ verdict: 'invents', text: `says "accepted", and the service did nothing`, advice: SAY_UNKNOWN }];
  if (ids.length === 0 || (word.orderId !== undefined && ids.includes(word.orderId))) return [];
  const said = word.orderId === undefined ? 'without an order id' : `with the order id ${word.orderId}`;
  const advice = 'Take the id from the response as text, and look the order up where it has none or is not yours.';
  return [{ verdict: 'invents', text: `says "accepted" ${said}; ${inBook(ids)} in the book`, advice, ...evidence }];
}

/** Two orders in one run: each has its own id. */
function judgeTwo({ placed }: CallerTrace, words: readonly (Word | undefined)[]): readonly ShownProblem[] {
  const at = words.findIndex((word, index) => word?.orderId !== undefined && word.orderId !== placed[index]?.id);
  if (at < 0)
    return words.length === 2
      ? []
      : [{ verdict: 'cannot-tell', text: 'the program did not say a word for each of two orders' }];
  return [
    {
      verdict: 'invents',
      text: `says order id ${words[at]!.orderId} for order ${at + 1}; in the book are ${placed.map(nameOf).join(', ')}`,
      advice:
        'Close a connection on which anything follows the end of a response, and never write the next order to it.',
    },
  ];
}

const inBook = (ids: readonly string[]): string =>
  `${ids.length > 1 ? 'orders' : 'order'} ${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'}`;

function noWord({ runs, operation }: CallerScene, { count, ids }: Effects): ShownProblem {
  if (runs === 'restart' && count > 0)
    return {
      verdict: 'lost',
      text: `${inBook(ids)} in the book, and the second run says nothing about it`,
      advice: LOOK_FIRST,
    };
  const what = count > 0 ? `the service did ${operation}` : 'the service did nothing';
  return {
    verdict: 'cannot-tell',
    text: `${what}, and the program printed no word about it (outcome: accepted, rejected, absent, not-sent or unknown)`,
  };
}

/** The pages of the scene are three. */
const MOST_PAGES = 50;
const SEEN_PAGE = 'Keep the ids that you have seen, and stop when a page brings no new one.';

function judgeRead(
  { repeatsPages, pageSize }: CallerScene,
  { known, calls }: CallerTrace,
  word: Word | undefined,
): readonly ShownProblem[] {
  const ids = word?.ids;
  if (repeatsPages === true && calls.length > MOST_PAGES)
    return [
      {
        verdict: 'ignores-a-limit',
        text: `asks for the same page ${calls.length} times, and does not end`,
        advice: SEEN_PAGE,
      },
    ];
  if (word === undefined || (word.outcome === 'accepted' && ids === undefined))
    return [{ verdict: 'cannot-tell', text: 'the program printed no list "ids"' }];
  if (ids === undefined) return [];
  const strange = ids.find((id) => !known.includes(id));
  if (strange !== undefined) {
    const isRounded = known.some((id) => id !== strange && Number(id) === Number(strange));
    const advice = isRounded ? 'Read ids with a JSON parser that keeps the digits of large numbers.' : undefined;
    const text = `says the id ${strange}, which no record has${isRounded ? ': it was rounded to a double' : ''}`;
    return [{ verdict: 'invents', text, ...(advice && { advice }) }];
  }
  if (new Set(ids).size < ids.length)
    return [
      {
        verdict: 'invents',
        text: 'counts a record twice',
        advice: SEEN_PAGE,
      },
    ];
  const missing = known.filter((id) => !ids.includes(id));
  if (missing.length === 0 || repeatsPages === true || word.outcome !== 'accepted') return [];
  return [
    {
      verdict: 'denies',
      text: `says that these are all, and ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
      advice: 'Ask for the next page by fromId until one brings nothing new.',
      ...(pageSize !== undefined && { assumes: 'A page may hold fewer records than were asked for.' }),
    },
  ];
}

/**
 * True when a program that was given no intent placed an order twice: it places these terms once when nothing goes wrong, and more
 * often here. One that places the same order again and again says nothing by it.
 */
export function isDoubledUnasked({ placed }: CallerTrace, control: CallerTrace): boolean {
  const count = (orders: readonly BookOrder[], wanted: string): number =>
    orders.filter(({ terms }) => terms === wanted).length;
  return placed.some(({ terms }) => count(control.placed, terms) === 1 && count(placed, terms) > 1);
}
