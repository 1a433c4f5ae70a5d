import { orderIdOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import type { TracedCall } from '../call/traced-call.js';
import type { OperationId } from '../model/operations.js';
import type { TimeSpan } from './time-span.js';

/** An order that an accepted createOrder made. */
export interface PlacedOrder<Call extends TracedCall = TracedCall> {
  readonly call: Call;
  readonly id: string;
  readonly contract: string;
}

/** The open orders as one call was answered. */
export interface OpenList<Call extends TracedCall = TracedCall> {
  readonly call: Call;
  /** The contract that was asked for; undefined: all. */
  readonly contract: string | undefined;
  readonly records: ReadonlyMap<string, ListedOrder>;
}

export interface ListedOrder extends OpenRecord {
  readonly fields: ResultRecord;
}

/** A call that may have cancelled orders. */
export interface Cancel<Call extends TracedCall = TracedCall> {
  readonly call: Call;
  readonly how: 'one' | 'omitted' | 'empty' | 'all';
  readonly contract: string | undefined;
  readonly orderId: string | undefined;
  readonly outcome: Outcome;
  readonly wrong: Wrong | undefined;
}

/** What a call is refused for: its headers, or its input. */
export type Wrong = 'forged' | 'refused';

/** `refused`: it may not have done anything; `unclear`: what became of it is not known. */
export type Outcome = 'accepted' | 'refused' | 'unclear';

/** Everything that calls show of orders, in the order of time. */
export interface OrderBook<Call extends TracedCall = TracedCall> extends Known {
  readonly placed: readonly PlacedOrder<Call>[];
  /** Without those whose id was given to another one as well. */
  readonly byId: ReadonlyMap<string, PlacedOrder<Call>>;
  readonly lists: readonly OpenList<Call>[];
  readonly cancels: readonly Cancel<Call>[];
  /** The first list that shows an order. */
  readonly firstListed: ReadonlyMap<string, OpenList<Call>>;
}

/** What is known of orders otherwise. */
interface Known {
  /** True when an order on a list needs no call that placed it. */
  isKnown(id: string): boolean;
  /** True when only a cancellation ends an order of these fields within a time. */
  rests(
    order: { readonly id: string; readonly contract: string | undefined },
    fields: AnyInput,
    span: TimeSpan,
  ): boolean;
}

/** The calls of a run or of a recording, and what is known of them otherwise. */
interface OrderCalls<Call extends TracedCall> extends Known {
  /** In the order of time. */
  of(operationId: OperationId): readonly Call[];
  outcomeOf(call: Call): Outcome;
  wrongIn(call: Call): Wrong | undefined;
  /** True when an order on a list may be a condition order: which calls reach those is not shown. */
  mayBeCondition(id: string): boolean;
}

export function readOrderBook<Call extends TracedCall>(calls: OrderCalls<Call>): OrderBook<Call> {
  const placed = calls.of('createOrder').flatMap((call): PlacedOrder<Call>[] => {
    const id = calls.outcomeOf(call) === 'accepted' ? orderIdOf(call.reading) : undefined;
    const contract = textOf(call.input?.['contractName']);
    return id === undefined || contract === undefined ? [] : [{ call, id, contract }];
  });
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of placed) (once.has(id) ? twice : once).add(id);
  const lists = readLists(calls);
  const firstListed = new Map<string, OpenList<Call>>();
  for (const list of lists) for (const id of list.records.keys()) if (!firstListed.has(id)) firstListed.set(id, list);
  return {
    placed,
    byId: new Map(placed.flatMap((order) => (twice.has(order.id) ? [] : [[order.id, order] as const]))),
    lists,
    firstListed,
    cancels: [...calls.of('cancelOrder'), ...calls.of('cancelAllOrders')]
      .map((call) => readCancel(call, calls.outcomeOf(call), calls.wrongIn(call)))
      .sort((one, other) => one.call.startMs - other.call.startMs),
    rests: (...order) => calls.rests(...order),
    isKnown: (id) => calls.isKnown(id),
  };
}

/** Programs that poll get the same list again and again: each is kept once. */
function readLists<Call extends TracedCall>(calls: OrderCalls<Call>): readonly OpenList<Call>[] {
  const known = new Map<string | undefined, Map<string, OpenList['records']>>();
  return calls.of('getOpenOrders').flatMap((call): OpenList<Call>[] => {
    if (calls.outcomeOf(call) !== 'accepted') return [];
    const contract = textOf(call.input?.['contractName']);
    const same = known.get(contract) ?? new Map<string, OpenList['records']>();
    known.set(contract, same);
    const body = call.reading.sent.response?.body ?? '';
    const records = same.get(body) ?? readRecords(calls, call, contract);
    if (records === undefined) return [];
    same.set(body, records);
    return [{ call, contract, records }];
  });
}

function readRecords<Call extends TracedCall>(
  { mayBeCondition }: OrderCalls<Call>,
  { reading }: TracedCall,
  contract: string | undefined,
): OpenList['records'] | undefined {
  const found = openRecordsOf(reading, contract);
  const fields = recordsOf(reading);
  if (found === undefined || fields === undefined) return undefined;
  const records = found.map((record, at) => [record.id, { ...record, fields: fields[at]! }] as const);
  return new Map(records.filter(([id]) => !mayBeCondition(id)));
}

function readCancel<Call extends TracedCall>(call: Call, outcome: Outcome, wrong: Wrong | undefined): Cancel<Call> {
  const { input, operation } = call;
  if (operation.operationId === 'cancelAllOrders')
    return { call, how: 'all', contract: undefined, orderId: undefined, outcome, wrong };
  const given = input?.['orderId'];
  const how = given === undefined ? 'omitted' : given === '' ? 'empty' : 'one';
  // An orderId of another type is an open question, and it may reach anything.
  const isReadable = input !== undefined && (given === undefined || typeof given === 'string');
  return {
    call,
    how,
    contract: textOf(input?.['contractName']),
    orderId: textOf(given),
    outcome: outcome === 'accepted' && !isReadable ? 'unclear' : outcome,
    wrong,
  };
}
