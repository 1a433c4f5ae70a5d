import { judgeDigits, ORDER_IDS, throughDouble } from '../../checks/digits.js';
import { recordsOf, textOf, type ResultRecord } from '../../call/answer.js';
import type { ObservedCall } from '../call.js';
import type { Findings } from '../findings.js';
import { isAccepted, receiptId } from '../outcomes.js';
import type { Recording } from '../recording.js';

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
    const lists = recording.of(operationId).flatMap((call) => {
      const records = isAccepted(recording, call) ? recordsOf(call.reading) : undefined;
      return records === undefined ? [] : [{ call, records }];
    });
    const check = `shape/${operationId}/ids-keep-their-digits`;
    const lossy = new Map<string, { readonly problem: string; readonly calls: readonly ObservedCall[] }>();
    for (const { id, call } of large) {
      const before = lists.filter((list) => list.call.startMs < call.startMs).slice(-MOST_LISTS);
      const others = before.flatMap(({ records }) => idsIn(records, fields));
      for (const list of lists.filter((one) => one.call.startMs >= call.endMs).slice(0, MOST_LISTS)) {
        const finding = judgeDigits(list.records, fields, id, [...others, ...receipts]);
        if (finding?.outcome === 'holds') findings.holds(check, [call, list.call]);
        if (finding?.outcome !== 'broken') continue;
        lossy.set(id, { problem: finding.problem, calls: [call, list.call] });
        break;
      }
    }
    const [first] = lossy.values();
    if (first !== undefined && lossy.size >= ENOUGH) findings.broken(check, first.problem, first.calls);
  }
}

const idsIn = (records: readonly ResultRecord[], fields: readonly (keyof ResultRecord)[]): readonly string[] =>
  records.flatMap((record) => fields.flatMap((field) => textOf(record[field]) ?? []));
