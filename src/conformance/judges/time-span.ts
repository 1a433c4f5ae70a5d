export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The place of the first that begins at this time or later. */
export const firstFrom = (items: readonly { readonly call: { readonly startMs: number } }[], atMs: number): number =>
  countFirst(items.length, (at) => items[at]!.call.startMs < atMs);

/** Number of places of which something is true, where that is so of the first ones and of no later one. */
export function countFirst(length: number, isSo: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
