import { sameDecimal } from '../../core/decimal.js';
import type { ResultRecord } from '../call/answer.js';
import type { ObservedCall } from './observed-call.js';

/** True when a record may be the order that a call asked for, as far as it shows. */
export function isAlike(fields: ResultRecord, contract: string | undefined, { input = {} }: ObservedCall): boolean {
  const differs = (shown: unknown, wanted: unknown): boolean =>
    typeof shown === 'string' && typeof wanted === 'string' && shown !== wanted;
  if (contract === undefined || contract !== input['contractName']) return false;
  const isOtherPrice =
    typeof fields['price'] === 'string' &&
    typeof input['price'] === 'string' &&
    !isSamePrice(fields['price'], input['price']);
  return !differs(fields['side'], input['side']) && !isOtherPrice;
}

export const isSamePrice = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && sameDecimal(one, other) === true;
