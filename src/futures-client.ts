import type {
  CreateOrderInput,
  GetOrderHistoryInput,
  GetProfitHistoryInput,
  GetTradeHistoryInput,
  OrderHistoryRecord,
  ProfitHistoryRecord,
  Trade,
} from '../generated/client.js';
import { readSignal } from './client/call-options.js';
import { createOperationsClient, type OperationsClient } from './client/operations-client.js';
import type { CallOptions, ClientOptions } from './client/options.js';
import { noCredentials } from './client/signing/credentials.js';
import { refuse } from './core/argument.js';
import { isPlainObject } from './core/encode-input.js';
import { UnsupportedError } from './core/errors.js';
import { readHeaders } from './core/http-headers.js';
import { ownOptions } from './core/options.js';
import type * as Histories from './history/iterate.js';
import type { OrderJournal, SharedJournal } from './journal/journal.js';
import { type FormerAccount, readAccounts } from './orders/account.js';
import type { Recovery, RecoverOptions } from './orders/recover.js';
import type { SubmitOptions } from './orders/submit.js';
import type { Submitted } from './orders/submitted.js';
import { openWatch, type OrderWatchEvents } from './watch/open-watch.js';
import type { WatchOptions } from './watch/watch-options.js';

/** Options of {@link createFuturesClient}. */
export interface FuturesClientOptions extends ClientOptions {
  /**
   * Where `submitOrder` writes what it is about to send, and `recover` reads it. Default: nowhere, so that a second call with
   * the same clientOrderId sends a second order.
   */
  readonly journal?: OrderJournal | undefined;
  /**
   * The same account under an earlier API key or base URL (`{ apiKey: 'old-key' }`): orders that it left in the journal are taken
   * for this client's. Never name another account here: its orders would be looked up in this one, and called absent.
   */
  readonly formerAccounts?: readonly FormerAccount[] | undefined;
}

/** A client of the service: one method for each operation, and what is made of several of them. */
export interface FuturesClient extends OperationsClient {
  /**
   * Sends one order once, and finds out what became of it when the response was lost. With a journal, a repeat of the same
   * order under the same clientOrderId sends nothing, and resolves to what became of it. Without a journal, a second call with
   * the same clientOrderId sends a second order.
   *
   * Resolves to `accepted`, `absent` (no order, by the lookup of docs/orders.md) or `unknown`, with the evidence.
   *
   * @throws {FuturesError} With outcome `not-sent`, or `rejected` (that nothing was done is assumed), as createOrder.
   * @throws {ArgumentError} Before anything is sent, when the input, the clientOrderId or an option is wrong.
   * @throws {JournalError} Before anything is sent, when the intent cannot be written to the journal (`reason`: `store`), or the
   *   clientOrderId belongs to a different order (`conflict`), or may do so (`cannot-tell`).
   * @see docs/orders.md; unknowns `request.order-selector`, `timestamp.window`
   */
  submitOrder(input: CreateOrderInput, options?: SubmitOptions): Promise<Submitted>;
  /**
   * Finds out what became of the orders that a journal has left open, after a crash. Only reads from the service. Look at
   * `damaged`, too: an order in a damaged line may be at the service, and is not among `orders`.
   *
   * @throws {ArgumentError} When there is no journal, the client has no credentials, or an option is wrong.
   */
  recover(options?: RecoverOptions & { readonly journal?: OrderJournal | undefined }): Promise<Recovery>;
  /**
   * Follows the orders of a contract: every change once, in order for each order, from reads alone. Nothing is sent before the
   * first event is asked for, and nothing after the loop is left or `signal` is aborted.
   *
   * @throws {ArgumentError} (while iterating) When an option is wrong, or the token is damaged or of another account.
   * @throws {FuturesError} (while iterating) When a read fails in a way that does not pass. Resume with the last `token`.
   * @see docs/follow-orders.md
   */
  watchOrders(options: WatchOptions): OrderWatchEvents;
  /** Goes through the order history of a contract, page by page, every record once. See docs/histories.md. */
  iterateOrderHistory(input: GetOrderHistoryInput, options?: CallOptions): AsyncGenerator<OrderHistoryRecord, void>;
  /** Goes through the realized profits, page by page, every record once. */
  iterateProfitHistory(input?: GetProfitHistoryInput, options?: CallOptions): AsyncGenerator<ProfitHistoryRecord, void>;
  /** Goes through the trades, page by page, every record once. */
  iterateTradeHistory(input?: GetTradeHistoryInput, options?: CallOptions): AsyncGenerator<Trade, void>;
}

/**
 * Creates a client. Nothing is sent, and no timer or connection exists, before the first call.
 *
 * Every method takes one flat input object and `{ signal, timeoutMs, headers }`, and resolves to one documented type or
 * rejects with a {@link FuturesError}, whose `outcome` says whether the service may have acted. What only reads is tried
 * again, at most twice; nothing else is ever sent twice by the client (your own `fetch` may: docs/connections.md).
 *
 * @throws {ArgumentError} Naming the option that is wrong.
 * @example
 * const client = createFuturesClient({ baseUrl, credentials: { apiKey, apiSecret } });
 * const { orderId } = await client.createOrder({
 *   contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, price: '65000.10', volume: 1,
 * });
 */
export function createFuturesClient(options: FuturesClientOptions): FuturesClient {
  const own = ownOptions(options);
  const { journal: usual, formerAccounts = [], ...rest } = own;
  const { client, ...inner } = createOperationsClient(rest, ['journal', 'formerAccounts']);
  if (usual !== undefined) assertJournal(usual);
  const accounts = readAccounts(rest, formerAccounts);
  const trading = {
    ...client,
    ...inner,
    get accounts() {
      return accounts();
    },
  };
  /** Options as they are now: an order and its lookups must not end up in two accounts. A lookup takes no longer than other calls. */
  const keep = <T extends CallOptions>(given: T | null | undefined): T => {
    const call = ownOptions(given ?? ({} as T));
    const headers = call.headers ? { headers: readHeaders(call.headers) } : {};
    const signal = readSignal(call.signal);
    return Object.assign(call, headers, { signal, timeoutMs: call.timeoutMs ?? own.timeoutMs });
  };
  const orders = () => loaded('submitOrder and recover', import('./orders/index.js'));
  async function* walk<Input, Item>(
    given: CallOptions | undefined,
    input: Input,
    iterator: (
      part: typeof Histories,
    ) => (through: typeof client, input: Input, options: CallOptions) => AsyncGenerator<Item>,
  ): AsyncGenerator<Item, void> {
    const kept = keep(given);
    const part = await loaded('a walk through a history', import('./history/iterate.js'));
    yield* iterator(part)(client, input, kept);
  }
  return Object.freeze({
    ...client,
    async submitOrder(input, submitOptions) {
      const given = keep(submitOptions);
      const journal = given.journal ?? usual;
      if (journal !== undefined) assertJournal(journal);
      // Nothing of an order that cannot be sent belongs in a journal.
      if (own.credentials === undefined && journal !== undefined)
        throw noCredentials('createOrder', 'createOrder is signed');
      const order = isPlainObject(input) ? { ...input } : input;
      return (await orders()).submitOrder(trading, order, { ...given, journal });
    },
    async recover(recoverOptions) {
      const { journal: given, ...limits } = keep(recoverOptions);
      const journal = given ?? usual;
      if (journal === undefined)
        return refuse('journal', 'is missing: pass recover({ journal }) or give it to createFuturesClient');
      assertJournal(journal);
      // Each lookup would fail, and the orders be unknown for another reason than the service.
      if (own.credentials === undefined) throw noCredentials('recover', 'recover looks orders up by signed calls');
      return (await orders()).recover(trading, journal, limits);
    },
    watchOrders(watching) {
      const given = ownOptions(watching);
      const load = async (signal: AbortSignal) => {
        if (given.journal != null) assertJournal(given.journal);
        const { watchOrders } = await loaded('watchOrders', import('./watch/watch-orders.js'));
        return watchOrders(trading, given, usual, signal);
      };
      return openWatch(load, given.signal);
    },
    iterateOrderHistory: (input, given) => walk(given, { ...input }, (part) => part.iterateOrderHistory),
    iterateProfitHistory: (input, given) => walk(given, { ...input }, (part) => part.iterateProfitHistory),
    iterateTradeHistory: (input, given) => walk(given, { ...input }, (part) => part.iterateTradeHistory),
  } satisfies FuturesClient);
}

/** A part of the package that few programs need, and none pays for at its start. It is here before anything is written or sent. */
async function loaded<Part>(needs: string, part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new UnsupportedError(
      `${needs}: a file of futures-trading-client could not be loaded, so nothing was sent. ` +
        'It was probably replaced or removed while this program ran: restart the program.',
      { cause },
    );
  }
}

const SHARED = ['insert', 'find', 'renew', 'write', 'claim', 'countOpen'];

function assertJournal(journal: OrderJournal): void {
  const has = (names: readonly string[]): boolean =>
    names.every((name) => typeof (journal as unknown as Record<string, unknown>)?.[name] === 'function');
  if (has(['append', 'read'])) return;
  const { leaseMs } = journal as Partial<SharedJournal>;
  if (has(SHARED) && typeof leaseMs === 'number' && leaseMs > 0 && leaseMs < Infinity) return;
  refuse('journal', `must have append and read, or a number leaseMs and ${SHARED.join(', ')} (a shared journal)`);
}
