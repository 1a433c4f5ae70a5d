import btree from 'sorted-btree';

/** A sorted map whose copies cost nothing and share what did not change. */
export type Tree<K, V> = btree.default<K, V>;

/** The package is CommonJS with a default export, which loaders hand over in two ways. */
const BTree = btree.default ?? (btree as unknown as typeof btree.default);

/** Creates a tree in the order of `compare`; text and numbers need none. */
export function createTree<K, V>(entries: [K, V][] = [], compare?: (a: K, b: K) => number): Tree<K, V> {
  return new BTree(entries, compare);
}
