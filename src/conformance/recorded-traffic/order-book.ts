import type { JsonRecord } from '../../core/json/decode.js';
import type { AnyInput } from '../call/input.js';
import { type OpenRecord, openRecordsOf } from '../orders/open-list.js';
import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { ORDER_IDS } from '../checks/digits.js';
import type { TimeSpan } from './time-span.js';
import { farFromMarket } from './market-prices.js';
import type { ObservedCall } from './observed-call.js';
import { isAccepted, receiptId } from './outcomes.js';
import type { Recording } from './recording-model.js';
import { mayBeRight } from './recorded-refusals.js';

/** An order that an accepted createOrder made. */
export interface PlacedOrder {
  readonly call: ObservedCall;
  readonly id: string;
  readonly contract: string;
}

/** The open orders as one call was answered. */
export interface OpenList {
  readonly call: ObservedCall;
  /** The contract that was asked for; undefined: all. */
  readonly contract: string | undefined;
  readonly records: ReadonlyMap<string, ListedOrder>;
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
  /**
   * True when only a cancellation ends an order of these fields within a time: one to open, at a price that is far from the last
   * one, of which no record says that it was filled or ended otherwise.
   */
  rests(
    order: Pick<PlacedOrder, 'id'> & { readonly contract: string | undefined },
    fields: AnyInput,
    span: TimeSpan,
  ): boolean;
}

export function readOrderBook(recording: Recording): OrderBook {
  const isFar = farFromMarket(recording);
  const ended = endedOrders(recording);
  const placed = recording.of('createOrder').flatMap((call): PlacedOrder[] => {
    const id = isAccepted(recording, call) ? receiptId(call) : undefined;
    const contract = textOf(call.input?.['contractName']);
    return id === undefined || contract === undefined ? [] : [{ call, id, contract }];
  });
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of placed) (once.has(id) ? twice : once).add(id);
  return {
    placed,
    byId: new Map(placed.flatMap((order) => (twice.has(order.id) ? [] : [[order.id, order] as const]))),
    lists: readLists(recording),
    cancels: [...recording.of('cancelOrder'), ...recording.of('cancelAllOrders')]
      .map((call) => readCancel(recording, call))
      .sort((one, other) => one.call.startMs - other.call.startMs),
    rests({ id, contract }, { price, side, type, open, timeInForce }, span) {
      const isPlain = (type === undefined || type === 'LIMIT') && (open === undefined || open === 'OPEN');
      return isPlain && (timeInForce ?? '') === '' && !ended.has(id) && isFar(contract, side, price, span);
    },
  };
}

/** Words for an end of its own, and fields that show how much of an order was filled. */
const [ENDED, FILLED] = [/fill|expire|reject|trigger|liquid/i, /^(?:deal|exec|filled|cum)/i];

/** Orders that records of trades name, or that are over otherwise than by a cancellation. */
function endedOrders(recording: Recording): ReadonlySet<string> {
  const ended = new Set<string>();
  for (const call of recording.of('getTradeHistory'))
    for (const record of recordsOf(call.reading) ?? [])
      for (const name of ORDER_IDS) ended.add(textOf(record[name]) ?? '');
  const shown = [
    ...recording.of('getOrderHistory').flatMap(({ reading }) => recordsOf(reading) ?? []),
    ...recording.of('getOrder').flatMap(({ reading }) => receiptOf(reading) ?? []),
  ];
  for (const record of shown) {
    const fields: Readonly<Record<string, unknown>> = record;
    const isFilled = Object.entries(fields).some(([name, value]) => FILLED.test(name) && Number(value) > 0);
    if (isFilled || ENDED.test(textOf(fields['status']) ?? '')) ended.add(textOf(record.orderId) ?? '');
  }
  return ended;
}

type ListedOrder = OpenRecord & { readonly fields: ResultRecord };

/** Programs that poll get the same list again and again: each is kept once, and so is an order that stays as it was. */
function readLists(recording: Recording): readonly OpenList[] {
  const known = new Map<string | undefined, Map<string, OpenList['records']>>();
  const orders = new Map<string, ListedOrder>();
  return recording.of('getOpenOrders').flatMap((call): OpenList[] => {
    if (!isAccepted(recording, call) || call.faults.open !== undefined) return [];
    const contract = textOf(call.input?.['contractName']);
    const same = known.get(contract) ?? new Map<string, OpenList['records']>();
    known.set(contract, same);
    const body = call.reading.sent.response?.body ?? '';
    const records = same.get(body) ?? readRecords(call, contract, orders);
    if (records === undefined) return [];
    same.set(body, records);
    return [{ call, contract, records }];
  });
}

function readRecords(
  { reading }: ObservedCall,
  contract: string | undefined,
  orders: Map<string, ListedOrder>,
): OpenList['records'] | undefined {
  const found = openRecordsOf(reading, contract);
  const fields = recordsOf(reading);
  if (found === undefined || fields === undefined) return undefined;
  return new Map(
    found.map((record, at) => {
      const key = `${record.id} ${contract}`;
      const last = orders.get(key);
      const isSame = last !== undefined && areAlike(last.fields, fields[at]!);
      const order = isSame ? last : { ...record, fields: fields[at]! };
      orders.set(key, order);
      return [record.id, order];
    }),
  );
}

const areAlike = (one: JsonRecord, other: JsonRecord): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

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
