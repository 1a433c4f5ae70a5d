import type { State } from './model.js';
import type { Tree } from './tree.js';

/** The trees of a state besides the books of its contracts. */
export const TREES = [
  'orders',
  'open',
  'done',
  'finished',
  'clientIds',
  'conditions',
  'trades',
  'profits',
  'cancelling',
] as const;

/** A state whose trees can be changed without changing those of the other. It shares what neither of the two changes. */
export function copyState(state: State): State {
  const trees = Object.fromEntries(TREES.map((name) => [name, state[name].clone()]));
  return { ...state, ...trees, bids: copyBooks(state.bids), asks: copyBooks(state.asks) };
}

function copyBooks<K, V>(books: Readonly<Record<string, Tree<K, V>>>): Record<string, Tree<K, V>> {
  const copies: Record<string, Tree<K, V>> = {};
  for (const contract in books) copies[contract] = books[contract]!.clone();
  return copies;
}
