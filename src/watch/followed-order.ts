import type { Trade } from '../../generated/client.js';
import { addDecimals } from '../core/decimal-arithmetic.js';
import { sameDecimal } from '../core/decimal.js';
import type { RecordId } from '../history/record-id.js';
import type { Lookup } from '../orders/evidence.js';
import { isNoId } from '../core/same-order.js';
import { type FoundOrder, readRecord } from '../orders/match.js';
import { type OrderState, orderState } from '../orders/order-state.js';
import type { Told } from './order-event.js';
import type { ToldOrder } from './resume-token.js';

type EndState = 'filled' | 'cancelled' | 'rejected' | 'expired' | 'gone';

interface OrderEnd {
  readonly state: EndState;
  /** Filled volume, as the record of the end has it. */
  readonly filled: string | undefined;
  readonly atMs: number;
}

const ENDS: ReadonlySet<OrderState> = new Set<OrderState>(['filled', 'cancelled', 'rejected', 'expired']);

/** No more are kept: reads of an order that fail for an hour say the same. */
const MAX_EVIDENCE = 20;

/** One order: what was told of it, and what reads have shown since. */
export class FollowedOrder {
  readonly id: RecordId;
  /** The most that was filled before the watch; 0 for an order whose begin it saw. */
  before: string | undefined;
  isOpened = false;
  counted = '0';
  lastTrade: RecordId | '' = '';
  /** Fills that are not told yet, oldest first. */
  readonly trades: { readonly id: RecordId; readonly trade: Trade }[] = [];
  record: FoundOrder | undefined;
  end: OrderEnd | undefined;
  /** The filled volume that a record shows, and since when. */
  shown = '0';
  shownAtMs = 0;
  /** Since when no list shows it; undefined while the last one did. */
  missingSinceMs: number | undefined;
  /** When it is looked up next, while no list shows it. */
  nextLookUpMs = 0;
  /** Look-ups in a row that failed. */
  failures = 0;
  readonly evidence: Lookup[] = [];

  constructor(id: RecordId, isNew: boolean, told?: ToldOrder) {
    this.id = id;
    if (isNew) this.before = '0';
    this.isOpened = told !== undefined;
    Object.assign(this, told);
  }

  get told(): ToldOrder {
    const { counted, lastTrade, before = '0' } = this;
    return { counted, lastTrade, before };
  }

  /** Takes in a record of the order, which was read by `atMs`. */
  note(record: FoundOrder, atMs: number): void {
    const { status, filled } = readRecord(record);
    // A list that lags behind says nothing against an end that was proven.
    if (this.end !== undefined) return;
    this.record = record;
    this.before ??= filled;
    if (filled !== undefined && sameDecimal(filled, this.shown) !== true) [this.shown, this.shownAtMs] = [filled, atMs];
    const state = orderState(status);
    if (ENDS.has(state)) this.end = { state: state as EndState, filled, atMs };
  }

  /** No read shows it: ends it without a proof of how. */
  lose(atMs: number): void {
    this.end = { state: 'gone', filled: undefined, atMs };
  }

  /** True when fills that are not told or known yet may be in the trade history, if that was last read after `readAtMs`. */
  wantsTrades(readAtMs: number, settleMs: number): boolean {
    const known = this.trades.reduce<string | undefined>((sum, { trade }) => add(sum, trade.qty), this.counted);
    const isSame = known !== undefined && sameDecimal(known, this.end?.filled ?? this.shown) === true;
    return !isSame && readAtMs < (this.end?.atMs ?? this.shownAtMs) + settleMs;
  }

  /** Yields the events that are certain now: opened, each fill, and the end once the fills add up or can lag behind no longer. */
  *tell(
    readAtMs: number,
    settleMs: number,
    settle: (tradeId: RecordId) => void,
  ): Generator<Told & { isEnd?: boolean }> {
    this.evidence.splice(0, this.evidence.length - MAX_EVIDENCE);
    if (this.record === undefined && this.end === undefined) return;
    if (!this.isOpened) {
      this.isOpened = true;
      yield { type: 'opened', ...this.#common() };
    }
    // The volume of a market order may be a value: only its record says when it is filled.
    const { volume, type } = this.record === undefined ? {} : readRecord(this.record);
    if (type === 'MARKET' && this.end === undefined) return;
    const { state, filled, atMs = 0 } = this.end ?? {};
    const whole = state === 'filled' ? filled : type === 'MARKET' || state !== undefined ? undefined : volume;
    for (let next = this.trades.shift(); next !== undefined; next = this.trades.shift()) {
      const { id, trade } = next;
      const sum = add(this.counted, trade.qty);
      settle(id);
      this.lastTrade = id;
      if (sum === undefined) {
        yield { ...this.#gap(`the trade ${id} does not say how much was filled`), trade };
        continue;
      }
      this.counted = sum;
      // A record that has these fills in it and is open shows what is left, in place of the whole volume.
      const isOpen = state === undefined && sameDecimal(sum, this.shown) === true;
      if (isOpen || whole === undefined || sameDecimal(sum, whole) !== true) {
        yield { type: 'partly-filled', ...this.#common(), trade };
        continue;
      }
      for (const { id: late, trade: more } of this.trades.splice(0)) {
        settle(late);
        yield { ...this.#gap(`the trade ${late} is beyond the volume of the order ${this.id}`), trade: more };
      }
      return yield { type: 'filled', ...this.#common(), trade, isEnd: true };
    }
    if (state === undefined) return;
    const isComplete = filled !== undefined && sameDecimal(this.counted, filled) === true;
    if (!isComplete && state !== 'gone' && readAtMs < atMs + settleMs) return;
    const most = add(this.counted, this.before ?? '0');
    if (!isComplete && filled !== undefined && (most === undefined || isLess(most, filled)))
      yield this.#gap(`${filled} is filled of the order ${this.id}, but its trades add up to ${this.counted}`);
    yield { type: state, ...this.#common(), isEnd: true };
  }

  #gap(message: string): Told & { readonly type: 'gap' } {
    return { type: 'gap', reason: 'fills', message, orderId: this.id, evidence: this.evidence.splice(0) };
  }

  #common() {
    const { record: order } = this;
    const clientId = order && readRecord(order).clientIds.find((id) => !isNoId(id));
    return {
      orderId: this.id,
      ...(clientId === undefined ? {} : { clientOrderId: clientId }),
      ...(order === undefined ? {} : { order }),
      evidence: this.evidence.splice(0),
    };
  }
}

const isLess = (a: string, b: string): boolean => addDecimals(a, `-${b}`)?.startsWith('-') !== false;

const add = (sum: string | undefined, part: string | undefined): string | undefined =>
  sum === undefined || part === undefined ? undefined : addDecimals(sum, part);
