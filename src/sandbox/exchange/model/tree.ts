import btree from 'sorted-btree';

/** A sorted map whose copies cost nothing and share what did not change. */
export type Tree<K, V> = btree.default<K, V>;

/** The same, for reading. A step changes trees by its transaction alone, which can take its changes back. */
export type TreeView<K, V> = Pick<
  Tree<K, V>,
  'get' | 'size' | 'minKey' | 'maxKey' | 'entries' | 'entriesReversed' | 'forRange' | 'nextHigherKey' | 'valuesArray'
>;

/** The package is CommonJS with a default export, which loaders hand over in two ways. */
const BTree = btree.default ?? (btree as unknown as typeof btree.default);

/** Creates a tree in the order of `compare`; text and numbers need none. */
export function createTree<K, V>(entries: [K, V][] = [], compare: (a: K, b: K) => number = ascending): Tree<K, V> {
  return new BTree(entries, compare);
}

/** The package's own order also sorts what is neither text nor a number, and takes twice as long. */
const ascending = (a: unknown, b: unknown): number => (a === b ? 0 : (a as string) < (b as string) ? -1 : 1);
