import type { State } from './model.js';
import type { Tree } from './tree.js';

/** A state whose trees can be changed without changing those of the other. It shares what neither of the two changes. */
export function copyState(state: State): State {
  return {
    ...state,
    bids: copyBooks(state.bids),
    asks: copyBooks(state.asks),
    orders: state.orders.clone(),
    open: state.open.clone(),
    done: state.done.clone(),
    finished: state.finished.clone(),
    clientIds: state.clientIds.clone(),
    conditions: state.conditions.clone(),
    trades: state.trades.clone(),
    profits: state.profits.clone(),
    cancelling: state.cancelling.clone(),
  };
}

function copyBooks<K, V>(books: Readonly<Record<string, Tree<K, V>>>): Record<string, Tree<K, V>> {
  const copies: Record<string, Tree<K, V>> = {};
  for (const contract in books) copies[contract] = books[contract]!.clone();
  return copies;
}
