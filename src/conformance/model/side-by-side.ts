/** Runs so many works at a time; the others wait for their turn. */
export function createGate(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/**
 * Works on so many items at a time; the results are in the order of the items. Once one throws, no other begins, and those under way
 * come to their end.
 */
export async function sideBySide<Item, Result>(
  items: Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const gate = createGate(count);
  let thrown: { readonly error: unknown } | undefined;
  const results = Array.from(items, (item) =>
    gate(async () => {
      if (thrown !== undefined) throw thrown.error;
      try {
        return await work(item);
      } catch (error) {
        thrown ??= { error };
        throw error;
      }
    }),
  );
  await Promise.allSettled(results);
  return Promise.all(results);
}
