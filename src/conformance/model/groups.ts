/** The value that is known by a key; it is made where there is none yet. */
export function getOrMake<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** The same function, which remembers what it made of an object for as long as that is there. */
export function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => getOrMake(known, key, () => make(key));
}

export const addTo = <Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void =>
  void getOrMake(lists, key, () => []).push(item);

/** The item that comes most often, and the first of those that come as often; undefined for no items. */
export const mostOften = <Item>(items: readonly Item[]): Item | undefined =>
  [...groupBy(items, (item) => item)].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];

/** Sorts items into lists by a key, in the order in which they came. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const lists = new Map<Key, Item[]>();
  for (const item of items) addTo(lists, keyOf(item), item);
  return lists;
}
