import { isOtherContract } from '../../core/same-order.js';
import type { OpenRecord } from '../call/open-records.js';
import { getOrMake } from '../model/groups.js';

/** Orders that a run did not place, as its lists have shown them, and its cancels of several orders. */
export function createStrangers(now: () => number, patienceMs: number) {
  const seen = new Map<string, { readonly record: OpenRecord; readonly firstMs: number }[]>();
  const wipes: { readonly contract: string | undefined; readonly atMs: number }[] = [];
  return {
    /** Everything that lists have shown; what turns out to be the run's own is passed over later. */
    get all(): readonly OpenRecord[] {
      return [...seen.values()].flat().map(({ record }) => record);
    },
    note(records: readonly OpenRecord[]): void {
      for (const record of records) {
        const known = getOrMake(seen, record.id, () => []);
        if (!known.some((one) => isSame(one.record, record))) known.push({ record, firstMs: now() });
      }
    },
    /** A cancel of several orders was sent; undefined is every contract. */
    wiped: (contract: string | undefined) => void wipes.push({ contract, atMs: now() }),
    /** True when such a cancel may have reached it: a list may show an order later than a cancel reaches it. */
    mayBeWiped(order: OpenRecord): boolean {
      const { firstMs = Infinity } = seen.get(order.id)?.find(({ record }) => record === order) ?? {};
      return wipes.some((wipe) => isWithin(wipe.contract, order.contract) && firstMs <= wipe.atMs + patienceMs);
    },
  };
}

/** An id may be that of an order of another contract, too, or of any other order where ids are doubles. */
const isSame = (one: OpenRecord, other: OpenRecord): boolean =>
  (one.contract === undefined || other.contract === undefined || !isOtherContract(one.contract, other.contract)) &&
  (one.name === undefined || other.name === undefined || one.name === other.name);

/** True when an order may be under a contract; where a list does not name its contract, it may. */
export const isWithin = (contract: string | undefined, ofOrder: string | undefined): boolean =>
  contract === undefined || ofOrder === undefined || contract === ofOrder;
