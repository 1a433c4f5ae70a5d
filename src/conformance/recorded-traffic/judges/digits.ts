import { judgeDigits, ORDER_IDS } from '../../checks/digits.js';
import {
  mayBeRounded,
  orderIdOf,
  receiptOf,
  recordsOf,
  type ResultRecord,
  textOf,
  throughDouble,
} from '../../call/answer.js';
import type { ObservedCall } from '../observed-call.js';
import type { Findings } from '../findings.js';
import { firstFrom } from '../../judges/time-span.js';
import type { OrderBook } from '../../judges/order-book.js';
import { isAccepted, receiptId } from '../outcomes.js';
import type { Recording } from '../recording-model.js';

const LISTS = [
  ['getOpenOrders', ['orderId']],
  ['getOrderHistory', ['orderId']],
  ['getTradeHistory', ORDER_IDS],
] as const;

/** Identifiers that are looked for, and lists that each is looked for in, at most. */
const MOST_ORDERS = 200;
const MOST_LISTS = 20;

/** Two different identifiers have to lose their digits: one may be a neighbour of an order that is not known. */
const ENOUGH = 2;

/** Identifiers that receipts show, looked for in the lists after them. */
export function judgeIdDigits(recording: Recording, findings: Findings): void {
  const created = recording.of('createOrder').flatMap((call) => {
    const id = isAccepted(recording, call) ? receiptId(call) : undefined;
    return id === undefined ? [] : [{ id, call }];
  });
  const receipts = new Set(created.map(({ id }) => id));
  const large = created.filter(({ id }) => throughDouble(id).some((text) => text !== id)).slice(0, MOST_ORDERS);
  for (const [operationId, fields] of LISTS) {
    if (large.length === 0) break;
    const lists = recording
      .of(operationId)
      .filter((call) => isAccepted(recording, call))
      .map((call) => ({ call }));
    const read = createListReader(fields);
    const check = `shape/${operationId}/ids-keep-their-digits`;
    const lossy = new Map<string, { readonly problem: string; readonly calls: readonly ObservedCall[] }>();
    for (const { id, call } of large) {
      const until = firstFrom(lists, call.startMs);
      const before = lists.slice(Math.max(0, until - MOST_LISTS), until).flatMap(read);
      const after = firstFrom(lists, call.endMs);
      const others = before.filter(({ isRounded }) => isRounded).flatMap(({ ids }) => [...ids]);
      for (const list of lists.slice(after, after + MOST_LISTS).flatMap(read)) {
        if (!list.doubles.has(Number(id))) continue;
        if (!list.isRounded && !list.ids.has(id)) continue;
        const finding = judgeDigits(list.records, fields, id, [...others, ...receipts]);
        if (finding?.outcome === 'holds') findings.holds(check, [call, list.call]);
        if (finding?.outcome !== 'broken') continue;
        lossy.set(id, { problem: finding.problem, calls: [call, list.call] });
        break;
      }
    }
    const [first] = lossy.values();
    if (first === undefined || lossy.size < ENOUGH) continue;
    const isSure = lists.some(({ call }) => isVerbatim(call));
    sayLossy(findings, check, first.problem, { shows: first.calls, isSure });
  }
}

/** Details of orders: of the one that was asked for, digit for digit, and of its contract. */
export function judgeDetails(recording: Recording, findings: Findings): void {
  const known = new Set(recording.calls.map(({ input }) => input?.['contractName']));
  const strange = new Map<string, ObservedCall>();
  const lossy = new Map<string, ObservedCall>();
  const calls = recording.of('getOrder').filter((call) => isAccepted(recording, call));
  for (const call of calls) {
    const { orderId, contractName } = call.input ?? {};
    const record = receiptOf(call.reading);
    const [id, contract] = [textOf(orderId), record?.contractName];
    if (id === undefined || record === undefined) continue;
    const finding = judgeDigits([record], ['orderId'], id, []);
    if (finding?.outcome === 'holds') findings.holds(DETAILS, [call]);
    else if (finding?.outcome === 'broken') lossy.set(id, call);
    if (contract === contractName) findings.holds(OF_ITS_CONTRACT, [call]);
    else if (known.has(contract)) strange.set(id, call);
  }
  const [shown, other] = [[...lossy.values()][0], [...strange.values()][0]];
  const what = `asked for an order of ${String(other?.input?.['contractName'])}`;
  const got = `got one of ${String(other && receiptOf(other.reading)?.contractName)}`;
  if (strange.size >= ENOUGH) findings.broken(OF_ITS_CONTRACT, `${what}, ${got}`, [other!]);
  if (lossy.size < ENOUGH) return;
  const problem = `the id ${String(shown!.input?.['orderId'])} is shown as ${orderIdOf(shown!.reading)}: digits were lost`;
  sayLossy(findings, DETAILS, problem, { shows: [shown!], isSure: calls.some(isVerbatim) });
}

const DETAILS = 'shape/getOrder/ids-keep-their-digits';
const OF_ITS_CONTRACT = 'shape/getOrder/of-its-contract';

/** Digits are lost by the service, unless the recording program may have lost them. */
function sayLossy(
  findings: Findings,
  check: string,
  problem: string,
  { shows, isSure }: { readonly shows: readonly ObservedCall[]; readonly isSure: boolean },
): void {
  if (isSure) findings.broken(check, problem, shows);
  else findings.cannotTell(check, `${problem}, or the recording program reads JSON and writes it again`, shows);
}

/** Text of JSON, which may hold digits, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** True when a body has a number that a program which reads JSON and writes it again would have written another way. */
function isVerbatim({ reading }: ObservedCall): boolean {
  const text = reading.sent.response?.body ?? '';
  for (const [token] of text.matchAll(TOKEN))
    if (!token.startsWith('"') && String(Number(token)) !== token) return true;
  return false;
}

/** Number of identifiers that are not all multiples of a double's rounding by luck, nor the same by chance. */
const MANY = 3;

/**
 * Why orders cannot be told apart: all identifiers of receipts, or of lists, may have lost their digits, many receipts have the same
 * one, or those that were cancelled are never shown. The service did it, or a recording program that reads JSON and writes it
 * again, or that writes over what tells accounts apart.
 */
export function whyNoIds({ placed, lists, cancels }: OrderBook): string | undefined {
  const shown = new Set(lists.flatMap(({ records }) => [...records.keys()]));
  const receipts = placed.map(({ id }) => id);
  const areRounded = (ids: readonly string[]): boolean => ids.length >= MANY && ids.every(mayBeRounded);
  if (areRounded(receipts) || areRounded([...shown]))
    return 'all identifiers of orders end as if a double had taken their last digits, in the service or in the recording program';
  const counts = new Map<string, number>();
  for (const id of receipts) counts.set(id, (counts.get(id) ?? 0) + 1);
  if ([...counts.values()].some((count) => count > MANY)) return 'many orders have the same identifier';
  const named = cancels.flatMap(({ orderId }) => orderId ?? []);
  const known = new Set([...shown, ...receipts]);
  return known.size > 0 && named.length > 0 && !named.some((id) => known.has(id))
    ? 'no order that was cancelled by its identifier is shown anywhere'
    : undefined;
}

/** Reads a list once, and only one that is near an order that is looked for. */
function createListReader(fields: readonly (keyof ResultRecord)[]) {
  const known = new Map<readonly ResultRecord[], ReturnType<typeof listOf>>();
  return ({ call }: { readonly call: ObservedCall }) => {
    const records = recordsOf(call.reading);
    if (records === undefined) return [];
    let found = known.get(records);
    // Equal bodies of a recording share their records.
    if (found === undefined) known.set(records, (found = listOf(records, idsIn(records, fields))));
    return [{ call, ...found }];
  };
}

/** One list, and whether each of its identifiers is one that a double holds: of right ones, hardly any is. */
function listOf(records: readonly ResultRecord[], found: readonly string[]) {
  const large = found.filter((id) => id.length > 15 && Number(id) > Number.MAX_SAFE_INTEGER);
  return {
    records,
    ids: new Set(found),
    doubles: new Set(found.map(Number)),
    isRounded: large.length > 0 && large.every((id) => !/^\d+$/.test(id) || throughDouble(id).includes(id)),
  };
}

const idsIn = (records: readonly ResultRecord[], fields: readonly (keyof ResultRecord)[]): readonly string[] =>
  records.flatMap((record) => fields.flatMap((field) => textOf(record[field]) ?? []));
