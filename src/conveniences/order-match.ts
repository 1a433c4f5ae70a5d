import type { Order, OpenOrder, OrderHistoryRecord } from '../../generated/client.js';
import type { OrderIntent } from './order-intent.js';
import { sameDecimal } from './same-decimal.js';

/** An order as one of the three reads shows it; `status` and `type` are names in the first two, numbers in the history. */
export type FoundOrder = Order | OpenOrder | OrderHistoryRecord;

/**
 * What a record says about an intent:
 *
 * - `ours`: it carries the clientOrderId, and was not created before the intent;
 * - `agrees`: it carries no clientOrderId, and everything that can be compared is as it was meant;
 * - `possible`: it can neither be proven nor excluded;
 * - `differs`: it carries no clientOrderId, and side, action, type, price or volume are not as they were meant;
 * - `other`: it carries another id, is of another contract, or was created at another time.
 */
export type Judgement = 'ours' | 'agrees' | 'possible' | 'differs' | 'other';

/** When an order of the intent can have been created, in the service's time. */
export interface CreationWindow {
  /** Minus Infinity when not known. */
  readonly notBeforeMs: number;
  /** Plus Infinity when not known. */
  readonly notAfterMs: number;
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

export function judge(record: FoundOrder, intent: OrderIntent, window: CreationWindow): Judgement {
  const { clientId, createdMs, contract } = readRecord(record);
  if (contract !== undefined && contract !== intent.input['contractName']) return 'other';
  if (createdMs !== undefined && isBefore(createdMs, window.notBeforeMs)) return 'other';
  if (clientId === intent.clientOrderId) return 'ours';
  // "0" is what the history writes where there is none: it may also be what a service writes that does not keep ids.
  const nameless = clientId === undefined || clientId === '' || clientId === '0';
  if (!nameless) return 'other';
  if (createdMs !== undefined && createdMs > window.notAfterMs) return 'other';
  const comparisons = [contract === undefined ? undefined : true, ...compare(record, intent)];
  if (comparisons.includes(false)) return 'differs';
  const dated = createdMs !== undefined && window.notBeforeMs !== -Infinity;
  return dated && clientId === undefined && !comparisons.includes(undefined) ? 'agrees' : 'possible';
}

/** A time in whole seconds may have been cut to them (the observed examples of the history are). */
export function isBefore(createdMs: number, notBeforeMs: number): boolean {
  return createdMs + (createdMs % 1000 === 0 ? 999 : 0) < notBeforeMs;
}

/** The parts of a record by which orders are told apart, under one name each. */
export function readRecord(record: FoundOrder) {
  const fields = record as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined =>
    typeof fields[name] === 'string' ? (fields[name] as string) : undefined;
  const created = fields['transactTime'] ?? fields['ctimeMs'];
  return {
    orderId: text('orderId'),
    clientId: text('clientId') ?? text('clientOrderId'),
    contract: text('contractName'),
    side: text('side')?.toUpperCase(),
    action: (text('action') ?? text('openOrClose'))?.toUpperCase(),
    type: TYPES[text('type')?.toUpperCase() ?? ''],
    price: text('price'),
    volume: text('origQty') ?? text('volume'),
    createdMs: typeof created === 'number' ? created : undefined,
  };
}

/** Side, action, type, price and volume: the same, different, or (undefined) not to be told. */
function compare(record: FoundOrder, { input }: OrderIntent): (boolean | undefined)[] {
  const { side, action, type, price, volume } = readRecord(record);
  // A market order has no price of its own and may be given by value; where there is a time in force it may become a
  // limit order. Another unit of the volume is converted (all observed, field-evidence 1.1).
  const isMarket = input['type'] === 'MARKET';
  const anyType = isMarket && input['timeInForce'] !== undefined;
  const anyVolume = isMarket || input['orderUnit'] !== undefined;
  return [
    sameWord(side, input['side'], ['BUY', 'SELL']),
    sameWord(action, input['open'], ['OPEN', 'CLOSE']),
    anyType || sameWord(type, input['type'], ['LIMIT', 'MARKET']),
    isMarket || (price === undefined ? undefined : sameDecimal(price, input['price'] ?? '')),
    anyVolume || (volume === undefined ? undefined : sameDecimal(volume, input['volume'] ?? '')),
  ];
}

/** A word that is not known contradicts nothing. */
function sameWord(found: string | undefined, meant: string | undefined, known: readonly string[]): boolean | undefined {
  return found === undefined || !known.includes(found) ? undefined : found === meant;
}
