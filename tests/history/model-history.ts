import type { IdInput, IntegerInput } from '../../generated/client.js';

/** The choices of a service that the service document leaves open. */
export interface Rules {
  /**
   * Which records a page from `fromId` has: the next ones `up` or `down`; those farthest `beyond` it (a bound without
   * paging), above or below; or whichever there would be without it.
   */
  readonly fromId: 'up' | 'down' | 'newest-above' | 'oldest-below' | 'ignored';
  readonly inclusive: boolean;
  /** Where a page without `fromId` begins. */
  readonly begins: 'oldest' | 'newest';
  readonly order: 'ascending' | 'descending' | 'mixed';
  /** The largest page, whatever is asked for. */
  readonly cap: number;
  readonly ignoresLimit?: boolean;
}

export interface Row {
  readonly tradeId: string;
  readonly line: number;
}

/** A trade history by these rules; `ids` may grow between the calls. */
export class ModelHistory {
  calls: { limit: number; fromId: bigint | undefined }[] = [];
  beforeAnswer: (call: number) => void = () => {};

  constructor(
    readonly ids: bigint[],
    readonly rules: Rules,
  ) {}

  readonly getTradeHistory = async (input: { limit?: IntegerInput; fromId?: IdInput } = {}): Promise<Row[]> => {
    const limit = Number(input.limit);
    const fromId = input.fromId === undefined ? undefined : BigInt(input.fromId);
    this.calls.push({ limit, fromId });
    this.beforeAnswer(this.calls.length);
    return this.#inOrder(
      this.#select(fromId, this.rules.ignoresLimit ? this.rules.cap : Math.min(limit, this.rules.cap)),
    );
  };

  #select(fromId: bigint | undefined, count: number): bigint[] {
    const { begins, inclusive, fromId: rule } = this.rules;
    const all = [...this.ids].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const lowest = (ids: bigint[]): bigint[] => ids.slice(0, count);
    const highest = (ids: bigint[]): bigint[] => ids.slice(-count);
    if (fromId === undefined || rule === 'ignored') return begins === 'oldest' ? lowest(all) : highest(all);
    const above = all.filter((id) => id > fromId || (inclusive && id === fromId));
    const below = all.filter((id) => id < fromId || (inclusive && id === fromId));
    switch (rule) {
      case 'up':
        return lowest(above);
      case 'down':
        return highest(below);
      case 'newest-above':
        return highest(above);
      case 'oldest-below':
        return lowest(below);
    }
  }

  #inOrder(ids: bigint[]): Row[] {
    const { order } = this.rules;
    const rows = ids.map((id, line) => ({ tradeId: String(id), line }));
    if (order === 'ascending') return rows;
    if (order === 'descending') return rows.toReversed();
    // The same mix each time: by the last digits, then by the digits turned round.
    return rows.sort((a, b) => (turned(a.tradeId) < turned(b.tradeId) ? -1 : 1));
  }
}

const turned = (digits: string): string => [...digits].toReversed().join('');

/** Rising ids with gaps, up to `top`, so that neighbours near 2^63 are the same double. */
export function idsUpTo(top: bigint, gaps: readonly number[]): bigint[] {
  let id = top;
  return gaps.map((gap) => (id -= BigInt(gap))).toReversed();
}
