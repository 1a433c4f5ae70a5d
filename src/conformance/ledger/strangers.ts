import type { OpenRecord } from '../call/open-records.js';

/** Orders that a run did not place, as its lists have shown them, and its cancels of several orders. */
export function createStrangers(now: () => number, patienceMs: number) {
  const seen = new Map<string, { readonly record: OpenRecord; readonly firstMs: number }>();
  const wipes: { readonly contract: string | undefined; readonly atMs: number }[] = [];
  return {
    /** Everything that lists have shown; what turns out to be the run's own is passed over later. */
    get all(): readonly OpenRecord[] {
      return [...seen.values()].map(({ record }) => record);
    },
    note(records: readonly OpenRecord[]): void {
      for (const record of records) if (!seen.has(record.id)) seen.set(record.id, { record, firstMs: now() });
    },
    /** A cancel of several orders was sent; undefined is every contract. */
    wiped: (contract: string | undefined) => void wipes.push({ contract, atMs: now() }),
    /** True when such a cancel may have reached it: a list may show an order later than a cancel reaches it. */
    mayBeWiped({ id, contract }: OpenRecord): boolean {
      const { firstMs = Infinity } = seen.get(id) ?? {};
      return wipes.some((wipe) => isWithin(wipe.contract, contract) && firstMs <= wipe.atMs + patienceMs);
    },
  };
}

/** True when an order may be under a contract; where a list does not name its contract, it may. */
export const isWithin = (contract: string | undefined, ofOrder: string | undefined): boolean =>
  contract === undefined || ofOrder === undefined || contract === ofOrder;
