import type { JsonRecord } from '../../core/json/decode.js';
import { orderIdOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { addTo, getOrMake } from '../model/groups.js';
import { throughDouble } from '../model/rounded-ids.js';
import type { AnyInput } from '../call/input.js';
import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import type { TracedCall } from '../call/traced-call.js';
import type { OperationId } from '../model/operations.js';
import type { TimeSpan } from './time-span.js';

export interface PlacedOrder {
  readonly call: TracedCall;
  readonly id: string;
  readonly contract: string;
}

export interface OpenList {
  readonly call: TracedCall;
  /** The contract that was asked for; undefined: all. */
  readonly contract: string | undefined;
  readonly records: ReadonlyMap<string, ListedOrder>;
  readonly doubled: string | undefined;
}

export type NamedOrder = Pick<OpenRecord, 'id' | 'contract'>;

export interface ListedOrder extends OpenRecord {
  readonly fields: ResultRecord;
}

export interface Cancel {
  readonly call: TracedCall;
  readonly how: 'one' | 'omitted' | 'empty' | 'all';
  readonly contract: string | undefined;
  readonly orderId: string | undefined;
  readonly outcome: CallOutcome;
}

/** `refused`: it may not have done anything; `unclear`: what became of it is not known. */
export type CallOutcome = 'accepted' | 'refused' | 'unclear';

/** The calls of a run or of a recording, and what is known of them and their orders otherwise. */
export interface OrderCalls {
  /** True when no call on the account may be missing. */
  readonly isWhole: boolean;
  of(operationId: OperationId): readonly TracedCall[];
  outcomeOf(call: TracedCall): CallOutcome;
  /** The reason to refuse a call: its headers, or its input. */
  wrongIn(call: TracedCall): 'forged' | 'refused' | undefined;
  /** True when an order on a list may be a condition order, which calls may not reach, or another one with its id. */
  isUnclear(id: string): boolean;
  isKnown(id: string): boolean;
  /** True when only a cancellation ends an order of these fields within a time. */
  rests(order: NamedOrder, fields: AnyInput, span: TimeSpan): boolean;
}

/** Everything that calls show of orders, in the order of time. */
export interface OrderBook extends OrderCalls {
  readonly placed: readonly PlacedOrder[];
  /** Without those whose id was given to another one as well. */
  readonly byId: ReadonlyMap<string, PlacedOrder>;
  readonly lists: readonly OpenList[];
  readonly cancels: readonly Cancel[];
  readonly firstListed: ReadonlyMap<string, OpenList>;
  /** Everything that lists of one contract, and those of all, say of an order: each list that says it first. */
  readonly shownIn: ReadonlyMap<string, readonly OpenList[]>;
}

/** A refusal may come in the form of a receipt. */
const NO_ID = /^0+$/;

export function readOrderBook(calls: OrderCalls): OrderBook {
  const creates = calls.of('createOrder');
  const placed = creates.flatMap((call): PlacedOrder[] => {
    const id = calls.outcomeOf(call) === 'accepted' ? orderIdOf(call.reading) : undefined;
    const contract = textOf(call.input?.['contractName']);
    return id === undefined || NO_ID.test(id) || contract === undefined ? [] : [{ call, id, contract }];
  });
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of placed) (once.has(id) ? twice : once).add(id);
  // Also those of calls that had to be refused, and were not.
  const receipts = creates.flatMap(({ reading }) => orderIdOf(reading) ?? []);
  const known = new Set(receipts.flatMap((id) => [id, ...throughDouble(id)]));
  const lists = readLists(calls);
  const shownIn = new Map<string, OpenList[]>();
  const seen = new Set<ListedOrder>();
  for (const list of lists)
    for (const [id, record] of list.records) {
      if (seen.has(record)) continue;
      seen.add(record);
      addTo(shownIn, id, list);
    }
  return {
    ...calls,
    isKnown: (id) => known.has(id) || calls.isKnown(id),
    placed,
    byId: new Map(
      placed.flatMap((order) => (twice.has(order.id) || calls.isUnclear(order.id) ? [] : [[order.id, order] as const])),
    ),
    lists,
    firstListed: new Map([...shownIn].map(([id, [first]]) => [id, first!])),
    shownIn,
    cancels: [...calls.of('cancelOrder'), ...calls.of('cancelAllOrders')]
      .map((call) => readCancel(call, calls.outcomeOf(call)))
      .sort((one, other) => one.call.startMs - other.call.startMs),
  };
}

/** Orders of two contracts that may have one id by a fault. */
const FEW = 3;

/** True where identifiers seem to be counted within each contract: many are listed on two, and none is given twice on one. */
export function areOfContracts({ placed, lists }: Pick<OrderBook, 'placed' | 'lists'>): boolean {
  const within = new Set(placed.map(({ id, contract }) => `${contract} ${id}`));
  if (within.size < placed.length || placed.length - new Set(placed.map(({ id }) => id)).size <= FEW) return false;
  const listed = new Map<string, string>();
  const isOnTwo = ({ contract, records }: OpenList): boolean =>
    contract !== undefined && [...records.keys()].some((id) => getOrMake(listed, id, () => contract) !== contract);
  return lists.some(({ doubled }) => doubled !== undefined) || lists.some(isOnTwo);
}

/** Programs that poll get the same list again and again: each is kept once, and so is an order that stays as it was. */
function readLists(calls: OrderCalls): readonly OpenList[] {
  const known = new Map<string | undefined, Map<string, Omit<OpenList, 'call'>>>();
  const orders = new Map<string, ListedOrder>();
  return calls.of('getOpenOrders').flatMap((call): OpenList[] => {
    if (calls.outcomeOf(call) !== 'accepted') return [];
    const contract = textOf(call.input?.['contractName']);
    const same = getOrMake(known, contract, () => new Map());
    const body = call.reading.sent.response?.body ?? '';
    const list = same.get(body) ?? readList(calls, call, contract, orders);
    if (list === undefined) return [];
    same.set(body, list);
    return [{ call, ...list }];
  });
}

function readList(
  { isUnclear }: OrderCalls,
  { reading }: TracedCall,
  contract: string | undefined,
  orders: Map<string, ListedOrder>,
): Omit<OpenList, 'call'> | undefined {
  const found = openRecordsOf(reading, contract);
  const fields = recordsOf(reading);
  if (found === undefined || fields === undefined) return undefined;
  // A list may call a contract otherwise than a request does, unless it has one by the name that was asked for.
  const names = fields.map((record) => textOf(record['contractName']));
  const isAsAsked = names.includes(contract);
  const records = new Map<string, ListedOrder>();
  let doubled: string | undefined;
  for (const [at, record] of found.entries()) {
    if (isUnclear(record.id)) continue;
    if (records.has(record.id)) doubled ??= record.id;
    const key = `${record.id} ${contract}`;
    const last = orders.get(key);
    const own = isAsAsked ? { ...record, contract: names[at] ?? contract } : record;
    const order = last !== undefined && areAlike(last.fields, fields[at]!) ? last : { ...own, fields: fields[at]! };
    orders.set(key, order);
    records.set(record.id, order);
  }
  return { contract, records, doubled };
}

const areAlike = (one: JsonRecord, other: JsonRecord): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

function readCancel(call: TracedCall, outcome: CallOutcome): Cancel {
  const { input, operation } = call;
  if (operation.operationId === 'cancelAllOrders')
    return { call, how: 'all', contract: undefined, orderId: undefined, outcome };
  const given = input?.['orderId'];
  const how = given === undefined ? 'omitted' : given === '' ? 'empty' : 'one';
  // An orderId of another type is an open question, and it may reach anything.
  const isReadable = input !== undefined && (given === undefined || typeof given === 'string');
  const contract = input?.['contractName'];
  return {
    call,
    how,
    // An empty name is that of no contract.
    contract: contract === '' ? contract : textOf(contract),
    orderId: textOf(given),
    outcome: outcome === 'accepted' && !isReadable ? 'unclear' : outcome,
  };
}
