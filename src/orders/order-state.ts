/** The meaning of a status; `unknown` where no source, or no two sources alike, say what it means. */
export type OrderState = 'open' | 'partly-filled' | 'filled' | 'cancelled' | 'rejected' | 'expired' | 'unknown';

/**
 * Maps the `status` of an order to one of seven states. The service document does not list statuses: these are the names and
 * numbers that public sources show, compared without regard to case, spaces and underscores.
 *
 * `open` and `partly-filled` orders can still be filled; an order whose cancellation is pending is `open`. `cancelled` says nothing
 * about what was filled before: read `executedQty`. The number 5 is `unknown`, because sources contradict each other about it.
 *
 * @example
 * orderState('PART_FILLED'); // 'partly-filled'
 * orderState(4); // 'cancelled'
 * @see unknown `codes.order-status`
 */
export function orderState(status: string | number | undefined): OrderState {
  const name = String(status).replaceAll(/[\s_]/g, '').toUpperCase();
  return STATES.get(name) ?? 'unknown';
}

const SPELLINGS: Readonly<Record<Exclude<OrderState, 'unknown'>, string>> = {
  open: '0 1 INIT NEW NEWORDER PENDINGCREATE PENDINGCANCEL TOBECANCELLED',
  'partly-filled': '3 PARTFILLED PARTIALLYFILLED',
  filled: '2 FILLED',
  cancelled: '4 CANCELED CANCELLED PARTIALLYFILLED/CANCELLED',
  rejected: 'REJECTED',
  expired: '6 EXPIRED',
};

const STATES: ReadonlyMap<string, OrderState> = new Map(
  Object.entries(SPELLINGS).flatMap(([state, names]) => names.split(' ').map((name) => [name, state as OrderState])),
);
