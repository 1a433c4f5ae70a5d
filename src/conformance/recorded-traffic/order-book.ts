import type { AnyInput } from '../call/input.js';
import { marketsOf } from '../orders/orders.js';
import { type OpenRecord, openRecordsOf } from '../orders/open-list.js';
import { recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { NAMINGS } from '../orders/contract-names.js';
import type { ObservedCall } from './observed-call.js';
import { isAccepted, receiptId } from './outcomes.js';
import type { Recording } from './recording.js';
import { mayBeRight } from './recorded-refusals.js';

/** An order that an accepted createOrder made. */
export interface PlacedOrder {
  readonly call: ObservedCall;
  readonly id: string;
  readonly contract: string;
  /** True when only a cancellation ends it: an order to open at a price that is far from the last one. */
  readonly rests: boolean;
}

/** The open orders as one call was answered. */
export interface OpenList {
  readonly call: ObservedCall;
  /** The contract that was asked for; undefined: all. */
  readonly contract: string | undefined;
  readonly records: ReadonlyMap<string, OpenRecord & { readonly fields: ResultRecord }>;
}

/** A call that may have cancelled orders. */
export interface Cancel {
  readonly call: ObservedCall;
  readonly how: 'one' | 'omitted' | 'empty' | 'all';
  readonly contract: string | undefined;
  readonly orderId: string | undefined;
  /** `refused`: it may not have done anything; `unclear`: what became of it is not known. */
  readonly outcome: 'accepted' | 'refused' | 'unclear';
}

/** Everything that a recording shows of orders, in the order of time. */
export interface OrderBook {
  readonly placed: readonly PlacedOrder[];
  /** Without those whose id was given to another one as well. */
  readonly byId: ReadonlyMap<string, PlacedOrder>;
  readonly lists: readonly OpenList[];
  readonly cancels: readonly Cancel[];
  /** True when an order of these fields rests. */
  rests(contract: string | undefined, fields: AnyInput): boolean;
}

export function readOrderBook(recording: Recording): OrderBook {
  const isFar = farFrom(recording);
  const rests = (contract: string | undefined, fields: AnyInput): boolean => {
    const { price, side, type, open, timeInForce } = fields;
    const isPlain = (type === undefined || type === 'LIMIT') && (open === undefined || open === 'OPEN');
    return isPlain && (timeInForce ?? '') === '' && isFar(contract, side, price);
  };
  const placed = recording.of('createOrder').flatMap((call): PlacedOrder[] => {
    const id = isAccepted(recording, call) ? receiptId(call) : undefined;
    const contract = textOf(call.input?.['contractName']);
    return id === undefined || contract === undefined
      ? []
      : [{ call, id, contract, rests: rests(contract, call.input!) && call.input!['type'] === 'LIMIT' }];
  });
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of placed) (once.has(id) ? twice : once).add(id);
  return {
    placed,
    byId: new Map(placed.flatMap((order) => (twice.has(order.id) ? [] : [[order.id, order] as const]))),
    lists: recording.of('getOpenOrders').flatMap((call) => readList(recording, call) ?? []),
    cancels: [...recording.of('cancelOrder'), ...recording.of('cancelAllOrders')]
      .map((call) => readCancel(recording, call))
      .sort((one, other) => one.call.startMs - other.call.startMs),
    rests,
  };
}

function readList(recording: Recording, call: ObservedCall): OpenList | undefined {
  if (!isAccepted(recording, call) || call.faults.open !== undefined) return undefined;
  const contract = textOf(call.input?.['contractName']);
  const found = openRecordsOf(call.reading, contract);
  const fields = recordsOf(call.reading);
  if (found === undefined || fields === undefined) return undefined;
  return {
    call,
    contract,
    records: new Map(found.map((record, at) => [record.id, { ...record, fields: fields[at]! }])),
  };
}

function readCancel(recording: Recording, call: ObservedCall): Cancel {
  const { input, operation, reading } = call;
  const outcome = isAccepted(recording, call)
    ? 'accepted'
    : reading.kind === 'refused' && recording.knowsRefusals
      ? 'refused'
      : 'unclear';
  if (operation.operationId === 'cancelAllOrders')
    return { call, how: 'all', contract: undefined, orderId: undefined, outcome };
  const given = input?.['orderId'];
  const how = given === undefined ? 'omitted' : given === '' ? 'empty' : 'one';
  // An orderId of another type is an open question, and it may reach anything.
  const isReadable = input !== undefined && (given === undefined || typeof given === 'string') && mayBeRight(call);
  return {
    call,
    how,
    contract: textOf(input?.['contractName']),
    orderId: textOf(given),
    outcome: outcome === 'accepted' && !isReadable ? 'unclear' : outcome,
  };
}

/** Tells whether a price is so far from every recorded last price that nothing fills it. */
function farFrom(recording: Recording): (contract: string | undefined, side: unknown, price: unknown) => boolean {
  const ranges = new Map<string, [least: number, most: number]>();
  for (const call of recording.of('getContracts')) {
    for (const market of marketsOf(call.reading)) {
      const last = Number(market.last);
      if (!(last > 0)) continue;
      for (const nameOf of NAMINGS) {
        const [least, most] = ranges.get(nameOf(market)) ?? [last, last];
        ranges.set(nameOf(market), [Math.min(least, last), Math.max(most, last)]);
      }
    }
  }
  return (contract, side, price) => {
    const range = contract === undefined ? undefined : ranges.get(contract);
    const value = typeof price === 'string' && price !== '' ? Number(price) : Number.NaN;
    if (range === undefined || Number.isNaN(value)) return false;
    return side === 'BUY' ? value <= range[0] * 0.95 : side === 'SELL' && value >= range[1] * 1.05;
  };
}
