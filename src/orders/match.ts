import type { FieldName, ResultName } from '../../generated/description.js';
import type { Order, OpenOrder, OrderHistoryRecord, Trade } from '../../generated/client.js';
import type { OrderIntent } from './intent.js';
import { isNear } from '../core/decimal-arithmetic.js';
import { canonicalDecimal, sameDecimal } from '../core/decimal.js';
import { ownMembers } from '../core/encode-input.js';
import { areOther, isOtherContract, shownIds } from '../core/same-order.js';

/** An order as one of the three reads shows it; `status` and `type` are names in the first two, numbers in the history. */
export type FoundOrder = Order | OpenOrder | OrderHistoryRecord;

/**
 * The verdict of a record about an intent:
 *
 * - `ours`: it carries the clientOrderId, which no one else has chosen, or was not created before the intent;
 * - `agrees`: it carries no clientOrderId, and everything that can be compared is as it was meant;
 * - `possible`: it can neither be proven nor excluded;
 * - `differs`: it carries no clientOrderId, and side, action, type, price or volume are not as they were meant;
 * - `untimely`: it carries no clientOrderId, and was by far not created when it should have been;
 * - `other`: it carries an id that ours cannot have become, or none and another contract.
 */
export type OrderMatch = 'ours' | 'agrees' | 'possible' | 'differs' | 'untimely' | 'other';

/** When an order of the intent can have been created, in the service's time. */
export interface CreationWindow {
  /** Minus Infinity when not known. */
  readonly notBeforeMs: number;
  /** Plus Infinity when not known. */
  readonly notAfterMs: number;
  /** True when it is over for certain, so that a round that shows nothing is the last one. */
  readonly isClosed: boolean;
  /** True when the order was meant within the last hour: every history shows so much. */
  readonly isRecent: boolean;
}

/** Numbers of the history (observed, field-evidence 7.3); IOC, FOK and POST_ONLY are limit orders. */
const TYPES: Readonly<Record<string, string>> = {
  LIMIT: 'LIMIT',
  MARKET: 'MARKET',
  '1': 'LIMIT',
  '2': 'MARKET',
  '3': 'LIMIT',
  '4': 'LIMIT',
  '5': 'LIMIT',
};

export function judge(
  record: FoundOrder,
  intent: OrderIntent,
  window: CreationWindow,
  { clientIds } = readRecord(record),
): OrderMatch {
  const { createdMs, contract } = readRecord(record);
  const meant = intent.input['contractName']!.toUpperCase();
  if (clientIds.includes(intent.clientOrderId)) {
    if (intent.idIsRandom) return 'ours';
    // The caller may have used the id before. Clocks differ, so even a much earlier time only makes it `possible`.
    return (contract ?? meant) === meant && !isBefore(createdMs ?? Infinity, window.notBeforeMs) ? 'ours' : 'possible';
  }
  if (isOtherContract(contract, meant) || areOther(clientIds, intent.clientOrderId)) return 'other';
  if (isUntimely(createdMs, window)) return 'untimely';
  const comparisons = [contract === meant || undefined, ...compare(record, intent)];
  if (comparisons.includes(false)) return 'differs';
  const dated = createdMs !== undefined && window.notBeforeMs !== -Infinity;
  const timely = dated && !isBefore(createdMs, window.notBeforeMs) && createdMs <= window.notAfterMs;
  return timely && clientIds.length === 0 && !comparisons.includes(undefined) ? 'agrees' : 'possible';
}

export const mayBeOurs = (judgement: OrderMatch): boolean => judgement === 'agrees' || judgement === 'possible';

/** A time in whole seconds may have been cut to them (the observed examples of the history are). */
function isBefore(createdMs: number, notBeforeMs: number): boolean {
  return createdMs + (createdMs % 1000 === 0 ? 999 : 0) < notBeforeMs;
}

/**
 * The clock that dates orders need not be that of getServerTime, and may cut to the minute: only a time that is further away
 * excludes anything.
 */
const CLOCKS_APART_MS = 60_000;

/** Milliseconds of a year that had no such service (2001): less is another unit, or stands for no time. */
const LEAST_TIME_MS = 1e12;

/** A time that a service writes as its local one is off by quarters of an hour, and by 14 hours at most. */
const [QUARTER_MS, MOST_QUARTERS] = [900_000, 56];

/** True when a record is too old to be of this intent, in any time zone. A time that is not in milliseconds says nothing. */
export function isLongBefore(createdMs: number | undefined, notBeforeMs: number): boolean {
  if (createdMs === undefined || createdMs < LEAST_TIME_MS) return false;
  return createdMs < notBeforeMs - CLOCKS_APART_MS - MOST_QUARTERS * QUARTER_MS;
}

/** True when a record was not created when it should have been, by a clock in any time zone. */
function isUntimely(createdMs: number | undefined, { notBeforeMs, notAfterMs }: CreationWindow): boolean {
  if (createdMs === undefined || createdMs >= LEAST_TIME_MS * 100) return false;
  // The first number of quarters that brings it behind the begin has to bring it before the end.
  const needed = Math.ceil((notBeforeMs - CLOCKS_APART_MS - createdMs) / QUARTER_MS);
  const quarters = Math.max(needed, -MOST_QUARTERS);
  return quarters > MOST_QUARTERS || createdMs + quarters * QUARTER_MS > notAfterMs + CLOCKS_APART_MS;
}

/** A deployment may also repeat names of the input. */
type RecordFields = { readonly [Name in ResultName | FieldName]?: unknown };

/** The parts of a record by which orders are told apart, under one name each. */
export function readRecord(record: FoundOrder) {
  const fields: RecordFields = ownMembers(record);
  const text = (name: keyof RecordFields): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' ? value : undefined;
  };
  const created = fields.transactTime ?? fields.ctimeMs;
  return {
    orderId: text('orderId'),
    clientIds: shownIds(fields),
    contract: text('contractName')?.toUpperCase(),
    side: text('side')?.toUpperCase(),
    action: (text('action') ?? text('openOrClose'))?.toUpperCase(),
    type: TYPES[text('type')?.toUpperCase() ?? ''],
    price: text('price'),
    volume: text('origQty') ?? text('volume'),
    filled: text('executedQty') ?? text('dealVolume'),
    status: text('status'),
    createdMs: typeof created === 'number' && created >= LEAST_TIME_MS ? created : undefined,
  };
}

/** True when a trade is a purchase; undefined where it does not say. A service may write every value as text. */
export const isBought = ({ isBuyer, side }: Trade): boolean | undefined =>
  PURCHASES.get(String(isBuyer).toUpperCase()) ?? PURCHASES.get(String(side).toUpperCase());

const PURCHASES: ReadonlyMap<string, boolean> = new Map([
  ['TRUE', true],
  ['BUY', true],
  ['FALSE', false],
  ['SELL', false],
]);

/**
 * Side, action, type, price and volume: the same, different, or (undefined) not to be told. A market order may be kept as a limit
 * order, a service without hedge mode shows each order as one that opens, and a volume may be in another unit or what is left.
 */
function compare(record: FoundOrder, { input }: OrderIntent): (boolean | undefined)[] {
  const { side, action, type, price, volume } = readRecord(record);
  const isMarket = input['type'] === 'MARKET';
  const orUntold = (isSame: boolean | undefined, isUntold = true) => (isUntold ? isSame || undefined : isSame);
  return [
    // Where it closes, a side may be that of the position.
    orUntold(sameWord(side, input['side'], ['BUY', 'SELL']), input['open'] === 'CLOSE'),
    orUntold(sameWord(action, input['open'], ['OPEN', 'CLOSE'])),
    orUntold(sameWord(type, input['type'], ['LIMIT', 'MARKET']), isMarket),
    isMarket || sameOrRounded(price, input['price']),
    isMarket || input['orderUnit'] !== undefined || orUntold(sameDecimal(volume ?? '', input['volume'] ?? '')),
  ];
}

/** A word that is not known contradicts nothing. */
function sameWord(found: string | undefined, meant: string | undefined, known: readonly string[]): boolean | undefined {
  return found === undefined || !known.includes(found) ? undefined : found === meant;
}

/** A service may round a price to its tick: undefined where that may be the difference, or it shows 0 and keeps none. */
function sameOrRounded(found: string | undefined, meant = ''): boolean | undefined {
  if (found === undefined || canonicalDecimal(found) === '0') return undefined;
  return sameDecimal(found, meant) === true || (isNear(found, meant) === false ? false : undefined);
}
