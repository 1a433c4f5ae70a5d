import type { Trade } from '../../generated/client.js';
import { PagingError } from '../core/errors.js';
import { HistoryTail } from '../history/history-tail.js';
import { orderHistory, tradeHistory } from '../history/iterate.js';
import { compareRecordIds, readRecordId, type RecordId } from '../history/record-id.js';
import type { Lookup, LookupClient, OrderEvidence } from '../orders/evidence.js';
import { isOtherContract } from '../core/same-order.js';
import { type FoundOrder, isBought, readRecord } from '../orders/match.js';
import { askForDetail } from '../orders/order-detail.js';
import { orderState } from '../orders/order-state.js';
import { FollowedOrder } from './followed-order.js';
import type { GapReason, Told } from './order-event.js';
import type { ToldState } from './resume-token.js';
import type { WatchSettings } from './watch-options.js';

/*
 *   a look:   getOpenOrders ─► something changed, or it is time ─► trades after the mark ─► order history after the mark
 *                 │                                                     │                         │
 *                 ▼                                                     ▼                         ▼
 *             FollowedOrder, one for each order that is open: what was told, and what reads have shown since
 *                 │
 *                 └─► in no list, and no end known: getOrder, and the order history around its id ─► end, or `gone`
 *
 * A read may lag behind another by `settleMs`. So an end is told when its fills add up, or after that time; and a mark moves past
 * an order when a list, and after it a history, were read that long after the order was seen. The watch has started when a list was
 * read that long after the ends of the histories were found: nothing is missed from then on.
 */

/** The most that every source allows. */
const PAGE = 100;
const NO_ID =
  'getOpenOrders: an open order has no whole number as its orderId, so its changes cannot be followed. The events so far are ' +
  'correct. Read getOpenOrders yourself.';
/** Looked up one by one; of more, pages of the history are read first. */
const FEW = 2;
/** An order whose details fail this often in a row, while all other reads succeed, counts as not shown. */
const MAX_FAILURES = 20;

/** Follows the orders of one contract: `look` reads, `tell` returns what is known by then. */
export class OrderWatch {
  readonly #client: LookupClient;
  readonly #settings: WatchSettings;
  readonly #trades: HistoryTail<Trade>;
  readonly #orders: HistoryTail<FoundOrder>;
  readonly #open = new Map<RecordId, FollowedOrder>();
  /** Orders that have ended, and when that was told. */
  readonly #ended = new Map<RecordId, number>();
  /** Those of them that no record has ended: they may be open all the same. */
  readonly #gone = new Set<RecordId>();
  /** Trades after the mark, oldest first, and whether they are told. */
  readonly #window = new Map<RecordId, boolean>();
  readonly #untold: Told[] = [];
  #isStarted: boolean;
  /** When the ends of the histories were found, and when a list was read last. */
  #marksMs: number | undefined;
  #listMs = -Infinity;
  #highest: RecordId = '0';
  /** An order that the mark of the order history can move to, once it is certain that all before it are known. */
  #candidate: { readonly id: RecordId; readonly seenMs: number; listedMs?: number } | undefined;
  #isBusy = false;
  #tradesReadMs = -Infinity;
  #sweptMs = -Infinity;

  constructor(client: LookupClient, settings: WatchSettings, told?: ToldState) {
    const { contractName, settleMs, call } = settings;
    this.#client = client;
    this.#settings = settings;
    const input = { contractName, limit: PAGE };
    this.#trades = new HistoryTail(tradeHistory(client, input, call), 2 * settleMs, told?.trades);
    this.#orders = new HistoryTail(orderHistory(client, input, call), 2 * settleMs, told?.orders);
    this.#isStarted = told?.isStarted ?? false;
    const nowMs = this.#nowMs;
    if (told?.orders !== undefined) this.#marksMs = nowMs;
    for (const [id, order] of told?.open ?? []) this.#follow(id, new FollowedOrder(id, false, order));
    for (const id of told?.ended ?? []) this.#ended.set(id, nowMs);
  }

  get told(): ToldState {
    const open = [...this.#open.values()].filter(({ isOpened }) => isOpened);
    return {
      ...(this.#marksMs !== undefined ? { trades: this.#trades.state, orders: this.#orders.state } : {}),
      isStarted: this.#isStarted,
      open: new Map(open.map((order) => [order.id, order.told])),
      ended: [...this.#ended.keys()].filter((id) => !this.#gone.has(id)),
    };
  }

  /** True while something is waited for, so that the next look is soon. */
  get isWaiting(): boolean {
    if (!this.#isStarted) return true;
    return [...this.#open.values()].some(
      (order) => !order.isOpened || order.end !== undefined || this.#wantsTrades(order),
    );
  }

  /** Reads what may have changed. @throws {FuturesError} What a read failed with; what was read before counts. */
  async look(): Promise<void> {
    const { contractName, slowestMs, settleMs, call } = this.#settings;
    if (this.#marksMs === undefined) {
      await this.#trades.start();
      await this.#orders.start();
      this.#marksMs = this.#nowMs;
    }
    const listMs = this.#readMs;
    const rows = await this.#client.getOpenOrders({ contractName }, call);
    if (rows.some((row) => readRecordId(readRecord(row).orderId) === undefined))
      throw new PagingError(NO_ID, { operationId: 'getOpenOrders' });
    const listed = new Set(rows.map((row) => this.#note(row, 'getOpenOrders')));
    if (this.#candidate !== undefined && listMs >= this.#candidate.seenMs + settleMs)
      this.#candidate.listedMs ??= this.#nowMs;
    this.#listMs = listMs;
    // Where orders came and went between two looks, more will.
    const isSweep = this.#nowMs - this.#sweptMs >= (this.#isBusy ? settleMs / 2 : 2 * slowestMs);
    const orders = [...this.#open.values()];
    if (isSweep || orders.some((order) => this.#wantsTrades(order))) await this.#readTrades();
    if (isSweep || orders.length !== this.#open.size) await this.#readOrders();
    if (isSweep) this.#isBusy = this.#open.size > orders.length;
    await this.#lookUp(listed);
  }

  /** Gives out what can be told; each event is told once it is taken, so a token that is written then is right after it. */
  *tell(): Generator<Told> {
    for (const told of this.#untold.splice(0)) yield told;
    for (const order of [...this.#open.values()].sort((a, b) => compareRecordIds(a.id, b.id))) {
      const settle = (id: RecordId): void => this.#settle(id);
      for (const { isEnd, ...told } of order.tell(this.#tradesReadMs, this.#settings.settleMs, settle)) {
        if (isEnd === true) {
          this.#open.delete(order.id);
          this.#ended.set(order.id, this.#nowMs);
          if (told.type === 'gone') this.#gone.add(order.id);
        }
        yield told as Told;
      }
    }
    if (!this.#isStarted && this.#listMs >= (this.#marksMs ?? Infinity) + this.#settings.settleMs) {
      this.#isStarted = true;
      yield { type: 'started', evidence: [] };
    }
    this.#forget();
  }

  get #nowMs(): number {
    return this.#client.time.monotonic();
  }

  /**
   * A read that is made now began then, at the earliest: it may be another watch's. What it shows may be as late as its end: so
   * `settleMs` counts from the end of one read to the start of the other.
   */
  get #readMs(): number {
    return this.#nowMs - this.#settings.shareMs;
  }

  #wantsTrades(order: FollowedOrder): boolean {
    return order.wantsTrades(this.#tradesReadMs, this.#settings.settleMs);
  }

  #follow(id: RecordId, order: FollowedOrder): FollowedOrder {
    this.#open.set(id, order);
    if (compareRecordIds(id, this.#highest) > 0) this.#highest = id;
    return order;
  }

  /** True when an order is gone, or older than the ended ones that are kept: the history is told beyond it. */
  #isOver(id: RecordId): boolean {
    const { held } = this.#orders.state;
    if (this.#gone.has(id)) return true;
    return held !== undefined && compareRecordIds(id, held) <= 0 && !this.#open.has(id) && !this.#ended.has(id);
  }

  /** The order that a record is of, followed from now on if it is new; undefined when it has ended, or has no id. */
  #orderOf(orderId: string | undefined): FollowedOrder | undefined {
    const id = readRecordId(orderId);
    if (id === undefined || this.#ended.has(id)) return undefined;
    const isNew = this.#listMs > -Infinity && compareRecordIds(id, this.#orders.state.held ?? '') > 0;
    return this.#open.get(id) ?? this.#follow(id, new FollowedOrder(id, isNew || this.#isStarted));
  }

  #note(row: FoundOrder, operation: Lookup['operation']): FollowedOrder | undefined {
    const { orderId, contract } = readRecord(row);
    if (isOtherContract(contract, this.#settings.contractName)) return undefined;
    const order = this.#orderOf(orderId);
    if (order === undefined) return undefined;
    const before = [order.record && readRecord(order.record).status, order.shown, order.end];
    order.note(row, this.#nowMs);
    const { status } = readRecord(row);
    const isNews = [status, order.shown, order.end].some((value, i) => value !== before[i]);
    if (isNews) this.#addEvidence(order, operation, `status ${status}, ${order.shown} filled`);
    return order;
  }

  #addEvidence({ id, evidence }: FollowedOrder, operation: Lookup['operation'], reason: string): void {
    const atMs = this.#client.clock.timestampMs();
    evidence.push({ operation, atMs, said: 'ours', reason, orderIds: [id] });
  }

  async #readTrades(): Promise<void> {
    const readMs = this.#readMs;
    const read = await this.#trades.read(this.#nowMs);
    if (read === undefined) return;
    this.#tradesReadMs = readMs;
    if (read.gap !== undefined) this.#tellGap('trade-history', read.gap);
    for (const { id, record: trade } of read.page) {
      if (this.#window.has(id) || isOtherContract(trade.contractName, this.#settings.contractName)) continue;
      this.#window.set(id, true);
      const ownId = readRecordId(ownOrderId(trade));
      // Fills before the start are not told.
      if (ownId !== undefined && this.#isOver(ownId) && !this.#isStarted) continue;
      if (ownId === undefined || this.#isOver(ownId)) {
        const problem =
          ownId === undefined ? 'does not say which order it belongs to' : `is of the order ${ownId}, which was over`;
        this.#tellGap('fills', `the trade ${id} ${problem}`, { trade, ...(ownId && { orderId: ownId }) });
        continue;
      }
      const order = this.#orderOf(ownId);
      if (order === undefined || (order.lastTrade !== '' && compareRecordIds(id, order.lastTrade) <= 0)) continue;
      this.#window.set(id, false);
      order.trades.push({ id, trade });
      this.#addEvidence(order, 'getTradeHistory', `trade ${id}, ${trade.qty} filled`);
    }
  }

  async #readOrders(): Promise<void> {
    const readMs = this.#readMs;
    const read = await this.#orders.read(this.#nowMs);
    if (read === undefined) return;
    this.#sweptMs = readMs;
    if (read.gap !== undefined) this.#tellGap('order-history', read.gap);
    for (const { record } of read.page) this.#note(record, 'getOrderHistory');
    const { id, listedMs = Infinity } = this.#candidate ?? {};
    if (id !== undefined && readMs < listedMs + this.#settings.settleMs) return;
    if (id !== undefined) this.#moveTo(id, read.page);
    this.#candidate = { id: this.#highest, seenMs: this.#nowMs };
  }

  /** All orders up to this id are known. Of those that are not told yet, the records have to come again. */
  #moveTo(id: RecordId, page: readonly { readonly id: RecordId }[]): void {
    const untold = [...this.#open.values()].filter(({ isOpened }) => !isOpened).map((order) => order.id);
    const isKnown = (other: RecordId): boolean =>
      compareRecordIds(other, id) <= 0 && untold.every((order) => compareRecordIds(other, order) < 0);
    const last = page.findLast((row) => isKnown(row.id));
    if (last !== undefined) this.#orders.moveTo(last.id);
  }

  #tellGap(reason: GapReason, message: string, about = {}): void {
    const atMs = this.#client.clock.timestampMs();
    const operation = reason === 'order-history' ? 'getOrderHistory' : 'getTradeHistory';
    const evidence: Lookup = { operation, atMs, said: 'failed', reason: message, orderIds: [] };
    this.#untold.push({ type: 'gap', reason, message, ...about, evidence: [evidence] });
  }

  /** Looks up what no list shows. What the list merely lacks is not over before a record says so. */
  async #lookUp(listed: ReadonlySet<FollowedOrder | undefined>): Promise<void> {
    const { contractName, slowestMs, fastestMs, settleMs, call } = this.#settings;
    const nowMs = this.#nowMs;
    for (const order of this.#open.values())
      order.missingSinceMs = listed.has(order) ? undefined : (order.missingSinceMs ?? nowMs);
    const missing = [...this.#open.values()].filter(
      ({ end, missingSinceMs, nextLookUpMs }) =>
        end === undefined && missingSinceMs !== undefined && nextLookUpMs <= nowMs,
    );
    const shown = new Set<FollowedOrder | undefined>();
    for (const order of missing) {
      if (missing.length <= FEW) break;
      if (shown.has(order)) continue;
      for (const found of await this.#readAround(order.id)) shown.add(found);
    }
    for (const order of missing.filter((each) => each.end === undefined)) {
      const sinceMs = order.missingSinceMs!;
      order.nextLookUpMs = nowMs + Math.min(Math.max(nowMs - sinceMs, fastestMs), slowestMs);
      const readMs = this.#readMs;
      const evidence: OrderEvidence = { lookups: order.evidence, clock: this.#client.clock, isOver: () => false };
      const detail = await askForDetail(this.#client, { contractName, orderId: order.id }, evidence, call);
      order.failures = detail === undefined ? order.failures + 1 : 0;
      const { orderId, status } = detail?.order === undefined ? {} : readRecord(detail.order);
      const isShown = readRecordId(orderId) === order.id;
      if (isShown) this.#note(detail!.order!, 'getOrder');
      if (readMs < sinceMs + settleMs || (isShown && orderState(status) !== 'unknown')) continue;
      // Wherever it would be in the history, whichever way that pages.
      for (const fromId of [0n, -1n, 1n].map((by) => String(BigInt(order.id) + by))) await this.#readAround(fromId);
      if (order.end !== undefined || (detail === undefined && order.failures < MAX_FAILURES)) continue;
      const nowhere = 'neither the open orders, nor getOrder, nor the history around its id say what became of it';
      this.#addEvidence(order, 'getOrderHistory', nowhere);
      order.lose(this.#nowMs);
    }
  }

  async #readAround(fromId: RecordId): Promise<readonly (FollowedOrder | undefined)[]> {
    const { contractName, call } = this.#settings;
    const rows = await this.#client.getOrderHistory({ contractName, limit: PAGE, fromId }, call);
    // A neighbour that is not followed is older than the watch, or comes with the next sweep.
    const ours = rows.filter((row) => this.#open.has(readRecordId(row.orderId) ?? ''));
    return ours.map((row) => this.#note(row, 'getOrderHistory'));
  }

  /** Moves the mark over the trades that are told. */
  #settle(tradeId?: RecordId): void {
    if (tradeId !== undefined) this.#window.set(tradeId, true);
    for (const [id, isTold] of this.#window) {
      if (!isTold) return;
      this.#trades.moveTo(id);
      this.#window.delete(id);
    }
  }

  /** Ended orders are kept while a read may show them again. */
  #forget(): void {
    this.#settle();
    if (this.#window.size > 0) return;
    const { held = '0' } = this.#orders.state;
    const untilMs = this.#readMs - 2 * this.#settings.settleMs;
    for (const [id, endedMs] of this.#ended)
      if (endedMs < untilMs && compareRecordIds(id, held) <= 0 && this.#ended.delete(id)) this.#gone.delete(id);
  }
}

/** The order of this account that a trade belongs to. */
function ownOrderId(trade: Trade): string | undefined {
  const bought = isBought(trade);
  return bought === undefined ? undefined : bought ? trade.bidId : trade.askId;
}
