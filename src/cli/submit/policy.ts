import { wrong } from '../../core/argument.js';
import { isShared, type OrderJournal } from '../../journal/journal.js';
import { type Decimal, decimal } from '../../sandbox/exchange/decimal.js';
import { printable } from '../printable.js';
import { readText } from '../read-text.js';

/** Limits of a file of `--policy`; what is left out is not limited. */
interface Policy {
  readonly contracts?: readonly string[];
  readonly sides?: readonly string[];
  readonly maxVolume?: string;
  /** Most of price times volume, as both are sent: the size of a contract is not known. */
  readonly maxNotional?: string;
  /** Most orders under way or accepted within an hour, in a journal in a file. */
  readonly ordersPerHour?: number;
}

type Order = Readonly<Record<string, string>>;

const HOUR_MS = 3_600_000;

/**
 * Refuses an order that is beyond a policy, before anything is written, signed or sent. A limit that cannot be applied is one that
 * is not kept: a market order has no price to be multiplied, for one.
 *
 * @param now The time of the clock that the entries of the journal are from; asked for only where they are counted.
 * @throws {ArgumentError} Naming the limit.
 */
export async function assertWithinPolicy(
  file: string,
  order: Order,
  journal: OrderJournal,
  now: () => Promise<number>,
): Promise<void> {
  const { contracts, sides, maxVolume, maxNotional, ordersPerHour } = readPolicy(file);
  const refuse = (limit: string): never => {
    throw wrong('--policy', `does not allow this order: ${limit}`, { caller: 'submit' });
  };
  const { contractName = '', side = '', type, volume = '', price = '', orderUnit } = order;
  if (contracts !== undefined && !contracts.includes(contractName))
    refuse(`contractName ${printable(contractName)} is not among ${contracts.join(', ')}`);
  if (sides !== undefined && !sides.includes(side)) refuse(`side ${printable(side)} is not among ${sides.join(', ')}`);
  if (orderUnit !== undefined && (maxVolume ?? maxNotional) !== undefined)
    refuse('orderUnit changes what a volume is, which maxVolume and maxNotional do not know');
  const size = readDecimal(volume);
  if (maxVolume !== undefined && !(size !== undefined && isWithin(size, maxVolume)))
    refuse(`volume ${printable(volume)} is not between 0 and maxVolume ${maxVolume}`);
  // An order that sells may be filled at any higher price.
  const isBounded = type === 'LIMIT' && (side === 'BUY' || maxVolume !== undefined);
  const worth = isBounded && size !== undefined ? readDecimal(price)?.times(size) : undefined;
  if (maxNotional !== undefined && !(worth !== undefined && isWithin(worth, maxNotional)))
    refuse(
      worth === undefined
        ? 'maxNotional needs a LIMIT order with price and volume, and maxVolume beside it for one that sells'
        : `price times volume is not between 0 and maxNotional ${maxNotional}`,
    );
  if (ordersPerHour === undefined) return;
  if (isShared(journal))
    throw wrong('--policy', 'has ordersPerHour, which needs a journal in a file', { caller: 'submit' });
  const sinceMs = (await now()) - HOUR_MS;
  const { entries } = await journal.read();
  const ended = new Set(
    entries.flatMap((each) => (each.type === 'result' && WITHOUT_ORDER.includes(each.outcome) ? [each.id] : [])),
  );
  const others = entries.filter((each) => each.type === 'intent' && each.timestampMs > sinceMs && !ended.has(each.id));
  if (others.length >= ordersPerHour)
    refuse(`orders of the last hour: ${others.length}, and ordersPerHour is ${ordersPerHour}`);
}

const WITHOUT_ORDER: readonly string[] = ['rejected', 'not-sent', 'absent'];

const isWithin = (value: Decimal, most: string): boolean => value.gt(0) && !value.gt(decimal(most));

/** Without sign and exponent: what is hard to read is no bound, and may take long to multiply. */
const readDecimal = (text: string): Decimal | undefined =>
  /^\d{1,40}(?:\.\d{1,40})?$/.test(text) ? decimal(text) : undefined;

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isDecimal = (value: unknown): boolean => typeof value === 'string' && readDecimal(value) !== undefined;

const MEMBERS: Readonly<Record<keyof Policy, (value: unknown) => boolean>> = {
  contracts: isTexts,
  sides: (value) => isTexts(value) && (value as string[]).every((each) => each === 'BUY' || each === 'SELL'),
  maxVolume: isDecimal,
  maxNotional: isDecimal,
  ordersPerHour: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

const DECIMAL = 'give a decimal as text, such as "2.5"';
const WANTED: Readonly<Record<keyof Policy, string>> = {
  ...{
    contracts: 'give a list of texts',
    sides: 'give a list of BUY and SELL',
    maxVolume: DECIMAL,
    maxNotional: DECIMAL,
  },
  ordersPerHour: 'give a whole number, such as 10',
};

/** A member that is misspelt would limit nothing. */
function readPolicy(file: string): Policy {
  const refuse = (problem: string): never => {
    throw wrong('--policy', `${printable(file)} ${problem}`, { caller: 'submit' });
  };
  const text = readText('--policy', file);
  let policy: unknown;
  try {
    policy = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse(`cannot be read as JSON (${printable((error as Error).message)})`);
  }
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return refuse('is not an object');
  for (const [name, value] of Object.entries(policy)) {
    if (!Object.hasOwn(MEMBERS, name))
      refuse(`has ${printable(name)}, which is none of ${Object.keys(MEMBERS).join(', ')}`);
    if (!MEMBERS[name as keyof Policy](value)) refuse(`has a wrong ${name}: ${WANTED[name as keyof Policy]}`);
  }
  const named = text.match(/"\s*:/g)?.length;
  if (named === undefined) return refuse('bounds nothing');
  // Of two members with one name, a parser takes the last.
  return named === Object.keys(policy).length ? policy : refuse('names a member twice');
}
