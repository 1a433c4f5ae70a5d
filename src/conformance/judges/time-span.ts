export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The place of the first that begins at this time or later. */
export function firstFrom(items: readonly { readonly call: { readonly startMs: number } }[], atMs: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.call.startMs < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
