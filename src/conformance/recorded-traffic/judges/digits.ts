import { groupBy } from '../../model/groups.js';
import { mayBeRounded } from '../../model/rounded-ids.js';
import { judgeDigits } from '../../judges/digits.js';
import { areOfContracts, type OrderBook } from '../../judges/order-book.js';
import type { Findings } from '../findings.js';
import type { ObservedCall, Recording } from '../recording-model.js';

const ENOUGH = 2;

/** Identifiers of orders: digits are lost by the service, unless the recording program may have lost them. */
export function judgeRecordedDigits(recording: Recording, book: OrderBook, findings: Findings): void {
  const found = judgeDigits(book, ENOUGH).map((one) => {
    const { id, finding } = one;
    const what = id.split('/').at(-1);
    const deciding = recording.calls.find(({ reading }) => reading === one.shows.at(-1));
    const own = deciding === undefined ? [] : recording.of(deciding.operation.operationId);
    const isOther = (call: ObservedCall): boolean => call.isAccepted && isVerbatim(call);
    const isSure = deciding !== undefined && (isVerbatim(deciding) || (own.some(isOther) && !own.some(keepsIds)));
    if (finding.outcome !== 'broken' || what !== 'ids-keep-their-digits' || isSure) return one;
    const reason = `${finding.problem}, or the recording program reads JSON and writes it again`;
    return { ...one, finding: { outcome: 'cannot-tell' as const, reason } };
  });
  findings.take(found, recording.calls);
}

/** Text of JSON, which may hold digits, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** True when a body has a number that a program which reads JSON and writes it again would have written another way. */
function isVerbatim({ reading }: ObservedCall): boolean {
  const text = reading.sent.response?.body ?? '';
  for (const [token] of text.matchAll(TOKEN)) if (!token.startsWith('"') && rewritten(token) !== token) return true;
  return false;
}

const rewritten = (token: string): string => String(Number(token));

/** True when a body has an identifier that no double holds: one of several recording programs keeps them, and so does the service. */
const keepsIds = ({ reading }: ObservedCall): boolean =>
  [...(reading.sent.response?.body ?? '').matchAll(TOKEN)].some(
    ([token]) => /^\d{16,}$/.test(token) && rewritten(token) !== token,
  );

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
  if (areOfContracts({ placed, lists })) return 'an identifier may be one within its contract only';
  if ([...groupBy(receipts, (id) => id).values()].some(({ length }) => length > MANY))
    return 'many orders have the same identifier';
  const named = cancels.flatMap(({ orderId }) => orderId ?? []);
  const known = new Set([...shown, ...receipts]);
  return known.size > 0 && named.length > 0 && !named.some((id) => known.has(id))
    ? 'no order that was cancelled by its identifier is shown anywhere'
    : undefined;
}
