import { DECIMAL } from './json/to-number.js';

type Fields = { readonly [Name in 'orderId' | 'clientOrderId' | 'clientId' | 'contractName']?: unknown };

/** The ids of a client that a record shows, under either name. */
export const shownIds = ({ clientOrderId, clientId }: Fields): readonly string[] =>
  [clientOrderId, clientId].filter((id) => typeof id === 'string');

/**
 * Tells which field shows that a record is of another order than the one that was asked for: a service that does not know a
 * selector returns its newest order, and a connection may bring the response of another call. An id that is the same proves the order,
 * whatever the service calls the contract.
 *
 * `asked` is an order that is made, whose id a service may change, or one that is looked for (with `isExact`): ids of neighbours
 * differ little.
 */
export function namesAnother(record: Fields, asked: Fields, isExact = false): keyof Fields | undefined {
  const own: Fields = { ...record };
  const { orderId, contractName } = own;
  const { orderId: askedId, clientOrderId, contractName: contract } = asked;
  if (typeof askedId === 'string' && typeof orderId === 'string' && (isExact || !isNoId(orderId)))
    return withoutZeros(orderId) === withoutZeros(askedId) || (!isExact && isRounded(orderId, askedId))
      ? undefined
      : 'orderId';
  const ids = shownIds(own).filter((id) => !isNoId(id));
  if (typeof clientOrderId === 'string' && ids.length > 0) {
    const isAnother = isExact
      ? !ids.some((id) => isSpelled(id.toLowerCase(), clientOrderId.toLowerCase()))
      : areOther(ids, clientOrderId);
    return isAnother ? 'clientOrderId' : undefined;
  }
  if (typeof contract !== 'string' || typeof contractName !== 'string') return undefined;
  return isOtherContract(contractName, contract) ? 'contractName' : undefined;
}

const withoutZeros = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, '');

/** "0" is what the history writes where there is none: it may also be what a service writes that does not keep ids. */
export const isNoId = (clientId: string): boolean => !/[1-9a-z]/i.test(clientId) || NOTHING.test(clientId.trim());

/** Names of nothing, as programs write them that turn any value into text. */
const NOTHING = /^(?:null|nil|none|undefined|nan|n\/?a|false|-1)$/i;

/** A name of the two may mean something else, such as a customer: an order is another's where all that it shows is. */
export const areOther = (clientIds: readonly string[], ours: string): boolean =>
  clientIds.length > 0 && clientIds.every((clientId) => clientId !== ours && isOther(clientId, ours));

/**
 * A service may keep ids in one case, trim, normalize or replace what is not a plain character, lose digits of a number, and cut an
 * id or add to it: a part of 16 characters is not there by chance, and neither is the whole of it, unless a counter goes on there.
 */
function isOther(clientId: string, ours: string): boolean {
  if (isNoId(clientId) || !/^[!-~]+$/.test(ours)) return false;
  const [shown, meant] = [clientId.toLowerCase(), ours.toLowerCase()];
  return (
    !isPart(shown, meant, 16) &&
    !becomes(shown, meant, isCounter) &&
    // An id without separators may join a day to a counter.
    !becomes(bare(shown), bare(meant), () => true) &&
    !isUnescaped(shown, meant) &&
    !isRounded(shown, meant)
  );
}

/** True when a text is the other one, with something before or after it, or cut. */
const becomes = (shown: string, meant: string, mayCount: (digits: string) => boolean): boolean =>
  shown === meant ||
  (meant.length >= LEAST_WHOLE && holdsApart(shown, meant, mayCount)) ||
  (shown.length >= LEAST_CUT && holdsApart(meant, shown, mayCount));

/** Without zeros before it, and shorter than a day or a time, which a service may add: job-17 is not job-1799. */
const isCounter = (digits: string): boolean => /^[1-9]\d{0,6}$/.test(digits);

/** Letters and digits, without the zeros that a number may lose. */
const bare = (id: string): string => id.replace(/[^a-z\d]/g, '').replace(/^0+/, '');

/** Characters that are neither letters nor digits may be escaped as in a URL, HTML or JSON. */
const ESCAPES = /%[\da-f]{2}|&#?\w{1,8};|\\u[\da-f]{4}/g;
const unescaped = (id: string): string => bare(id.replaceAll(ESCAPES, ''));

/** True for an id in its own characters, or with those that are neither letters nor digits left out or escaped. */
const isSpelled = (shown: string, meant: string): boolean =>
  bare(shown) === bare(meant) || (/[^a-z\d]/.test(meant) && unescaped(shown) === bare(meant));

/** True where a service may have escaped our id, or read an escape in it: two that only look escaped are compared as they are. */
const isUnescaped = (shown: string, meant: string): boolean =>
  unescaped(meant) === bare(meant)
    ? becomes(unescaped(shown), bare(meant), () => true)
    : unescaped(shown) === bare(meant) || bare(shown) === unescaped(meant);

/** Shorter ids, or starts of ids, are in others by chance. */
const [LEAST_WHOLE, LEAST_CUT] = [4, 8];

/** True when a text holds another one, and no number that may count goes on at either end of it. */
function holdsApart(text: string, part: string, mayCount: (digits: string) => boolean): boolean {
  const at = text.indexOf(part);
  const [before, after] = [text.slice(0, at), text.slice(at + part.length)];
  const goesOn = (beside: string, [digits]: readonly string[], number: string): boolean =>
    /^\d+$/.test(beside) && digits !== undefined && mayCount(number);
  const [start, end] = [/^\d+/.exec(part) ?? [], /\d+$/.exec(part) ?? []];
  return at >= 0 && !goesOn(before, start, before + start[0]) && !goesOn(after, end, end[0] + after);
}

/** True where the shown number may be the double of ours, in any notation: a double has 17 digits. */
const isRounded = (shown: string, ours: string): boolean =>
  DECIMAL.test(shown) && DECIMAL.test(ours) && MAY_BE_DOUBLE.test(shown) && Number(shown) === Number(ours);

/** At most 17 digits, but for zeros after them, or an exponent. */
const MAY_BE_DOUBLE = /^0*\d{1,17}0*$|[.e]/i;

/** Tells whether two texts are the same, or one of them is in the other and has at least `least` characters. */
const isPart = (a: string, b: string, least: number): boolean =>
  a === b || (Math.min(a.length, b.length) >= least && (a.includes(b) || b.includes(a)));

/**
 * E-BTC-USDT may be shown as e_btc_usdt, BTCUSDT, BTC-PERP or BTC-PERPUSDT, or by a name without such letters: only one that is made in
 * the same way, such as E-ETH-USDT, is surely another.
 */
export function isOtherContract(shown: string | undefined, meant: string): boolean {
  const [a, b] = [shown ?? '', meant].map((name) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')) as [string, string];
  // A display name begins with what is second there.
  const [, base] = meant.toUpperCase().split(/[^A-Z0-9]+/);
  const isDisplayed =
    base !== undefined && a.startsWith(base) && /^(?:PERP|SWAP|FUT|USD|\d|$)/.test(a.slice(base.length));
  if (isPart(a, b, 0) || isDisplayed) return false;
  return commonStart(a, b) >= LEAST_COMMON || commonStart(reversed(a), reversed(b)) >= LEAST_COMMON;
}

/** Letters that names of one kind share, such as their currency. */
const LEAST_COMMON = 3;

const reversed = (text: string): string => [...text].toReversed().join('');

const commonStart = (a: string, b: string): number => {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at < 0 ? a.length : at;
};
