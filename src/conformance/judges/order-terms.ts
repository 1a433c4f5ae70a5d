import { sameDecimal } from '../../core/decimal.js';
import { type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { nameIn } from '../call/open-records.js';

/** Values that show that a field of a record means the same as the field of the request. */
const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  side: ['BUY', 'SELL'],
  open: ['OPEN', 'CLOSE'],
  type: ['LIMIT', 'MARKET'],
};

/** Characters of a name that do not begin another one by chance. */
const LEAST_OF_A_NAME = 8;

/**
 * Compares an order with its record. The names of a record's fields are not shown: those that are called as in the request are judged, and
 * only where they show the words of the request.
 *
 * @param known Names of contracts: a list may call a contract otherwise than a request does.
 */
export function problemsOf(record: ResultRecord, input: AnyInput, known: ReadonlySet<string>): readonly string[] {
  const words = Object.entries(VOCABULARY).flatMap(([name, values]) => {
    const [shown, wanted] = [record[name as 'side'], input[name as 'side']];
    const differs = wanted !== undefined && typeof shown === 'string' && values.includes(shown) && shown !== wanted;
    return differs ? [`an order with ${name} ${String(wanted)} is listed with ${name} ${shown}`] : [];
  });
  const [name = '', sent = ''] = [nameIn(record), textOf(input['clientOrderId'])];
  // In part, or without its signs: two orders may have one name then.
  if (name.length >= LEAST_OF_A_NAME && name !== sent && (sent.startsWith(name) || bare(sent) === name))
    words.push(`an order with the clientOrderId ${sent} is listed with a part of it, ${name}`);
  const contract = textOf(record['contractName']);
  const isOther = contract !== undefined && contract !== input.contractName && known.has(contract);
  return isOther ? [...words, `an order for ${String(input.contractName)} is listed for ${contract}`] : words;
}

const bare = (name: string): string => name.replaceAll(/[-_.:]/g, '');

/** True when an order waits for another one, and is not over at once. */
export const isResting = ({ type = 'LIMIT', timeInForce = '' }: AnyInput): boolean =>
  type === 'LIMIT' && (timeInForce === '' || timeInForce === 'POST_ONLY');

/** A price may be rounded to a step, and need not be shown at all. */
export const isFarOff = (shown: string | undefined, asked: string): boolean =>
  Number(shown) > 0 && Math.abs(Number(shown) / Number(asked) - 1) > ROUNDED;

/** The share by which a price may be rounded. */
export const ROUNDED = 0.01;

export const isSamePrice = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && sameDecimal(one, other) === true;

/** True when a record shows enough to tell whether a call asked for it. */
export const isTold = ({ side, price }: ResultRecord): boolean => typeof side === 'string' && typeof price === 'string';

/** True when a record may be the order that a call asked for, as far as it shows. */
export function isAlike(fields: ResultRecord, contract: string | undefined, input: AnyInput = {}): boolean {
  const differs = (shown: unknown, wanted: unknown): boolean =>
    typeof shown === 'string' && typeof wanted === 'string' && shown !== wanted;
  if (contract === undefined || contract !== input['contractName']) return false;
  const [shown, asked] = [fields['price'], input['price']];
  const isOtherPrice = typeof shown === 'string' && typeof asked === 'string' && !isSamePrice(shown, asked);
  return !differs(fields['side'], input['side']) && !isOtherPrice;
}
