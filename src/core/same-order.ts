import { DECIMAL } from './json/to-number.js';

/** The ids of a client that a record shows, under either name. */
export const shownIds = ({
  clientOrderId,
  clientId,
}: {
  clientOrderId?: unknown;
  clientId?: unknown;
}): readonly string[] => [clientOrderId, clientId].filter((id) => typeof id === 'string');

/**
 * Tells which field shows that a record is of another order than the one that was asked for: a service that does not know a
 * selector returns its newest order, and a connection may bring the response of another call.
 */
export function namesAnother(record: object, asked: Readonly<Record<string, unknown>>): string | undefined {
  const { orderId, contractName, ...ids }: Readonly<Record<string, unknown>> = { ...record };
  const { orderId: askedId, clientOrderId, contractName: contract } = asked;
  if (typeof contract === 'string' && typeof contractName === 'string' && isOtherContract(contractName, contract))
    return 'contractName';
  if (typeof askedId === 'string' && typeof orderId === 'string' && areOther([orderId], askedId)) return 'orderId';
  return typeof clientOrderId === 'string' && areOther(shownIds(ids), clientOrderId) ? 'clientOrderId' : undefined;
}

/** "0" is what the history writes where there is none: it may also be what a service writes that does not keep ids. */
export const isNoId = (clientId: string): boolean => clientId === '' || clientId === '0';

/** A name of the two may mean something else, such as a customer: an order is another's where all that it shows is. */
export const areOther = (clientIds: readonly string[], ours: string): boolean =>
  clientIds.length > 0 && clientIds.every((clientId) => clientId !== ours && isOther(clientId, ours));

/**
 * A service may keep ids in one case, trim, normalize or replace what is not a plain character, lose digits of a number, and cut an
 * id or add to it: a part of 16 characters is not there by chance, and neither is the whole of it beside something else than a digit.
 */
function isOther(clientId: string, ours: string): boolean {
  if (isNoId(clientId) || !/^[!-~]+$/.test(ours)) return false;
  const [shown, meant] = [clientId.toLowerCase(), ours.toLowerCase()];
  return (
    !isPart(shown, meant, 16) &&
    !becomes(shown, meant) &&
    !becomes(bare(shown), bare(meant)) &&
    !isRounded(shown, meant)
  );
}

/** True when a text is the other one, with something before or after it, or cut. */
const becomes = (shown: string, meant: string): boolean =>
  shown === meant ||
  (meant.length >= LEAST_WHOLE && holdsApart(shown, meant)) ||
  (shown.length >= LEAST_CUT && holdsApart(meant, shown));

/** Letters and digits, without the zeros that a number may lose. */
const bare = (id: string): string => id.replace(/[^a-z0-9]/g, '').replace(/^0+/, '');

/** Below them, an id, or the begin of it, is in others by chance. */
const [LEAST_WHOLE, LEAST_CUT] = [4, 8];

/** True when a text holds another one that does not go on, at either end, as the same number. */
function holdsApart(text: string, part: string): boolean {
  const at = text.indexOf(part);
  const goesOn = (one = '', next = ''): boolean => /^\d\d$/.test(one + next);
  return at >= 0 && !goesOn(text[at - 1], part[0]) && !goesOn(part.at(-1), text[at + part.length]);
}

/** True for two numbers that one double may stand for, in any notation. */
const isRounded = (one: string, other: string): boolean =>
  DECIMAL.test(one) && DECIMAL.test(other) && Number(one) === Number(other);

/** Tells whether two texts are the same, or one of them is in the other and has at least `least` characters. */
const isPart = (a: string, b: string, least: number): boolean =>
  a === b || (Math.min(a.length, b.length) >= least && (a.includes(b) || b.includes(a)));

/** E-BTC-USDT may be shown as e_btc_usdt or BTCUSDT, or by a name without such letters. */
export function isOtherContract(shown: string | undefined, meant: string): boolean {
  const [a, b] = [shown ?? '', meant].map((name) => name.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  return !isPart(a!, b!, 0);
}
