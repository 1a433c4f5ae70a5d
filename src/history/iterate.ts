import type {
  FuturesOperations,
  GetOrderHistoryInput,
  GetProfitHistoryInput,
  GetTradeHistoryInput,
  IntegerInput,
  OrderHistoryRecord,
  ProfitHistoryRecord,
  Trade,
} from '../../generated/client.js';
import type { CallOptions } from '../client/options.js';
import { assertNotAborted } from '../transport/deadline.js';
import { MIN_PAGE_SIZE } from './paging-direction.js';
import type { History } from './page.js';
import { walkPages } from './walk.js';

type Operations = FuturesOperations<CallOptions>;

/** The default of `limit` in the service document. */
const DEFAULT_LIMIT = 100;

/**
 * Goes through the order history of a contract, page by page: every record once.
 *
 * The document leaves open in which direction pages run and whether `fromId` is in its page. Both are found out from the
 * responses, so the ids rise or fall, as the service pages. With your own `fromId` the walk goes in that direction too.
 *
 * Calls: one for each page, one for a single record, and one that finds nothing new, because a short page can be the largest
 * that a service gives; three more where the service begins with the newest page and pages towards it. Up to two records
 * take one call: a service that gives no more than two when it has more is not allowed for (the document says 100).
 *
 * `limit` is the page size: 100 when left out, and at least 3. `options` hold for each call; after an abort no further
 * record is yielded. Nothing is sent before the first record is asked for. Records that arrive while this runs come last
 * or not at all; an order that is done meanwhile is missed when the walk is past its id already.
 *
 * @throws {PagingError} (while iterating) When `fromId` or `limit` has no effect, a record has no `orderId`, or pages
 *   contradict one another: going on could repeat or skip records, and ending would hide that.
 * @throws {FuturesError} (while iterating) What a call fails with. The records yielded before stay valid; to continue, pass
 *   the id of the last one as `fromId` (it may come once more).
 * @example
 * for await (const { orderId, status } of iterateOrderHistory(client, { contractName: 'E-BTC-USDT' })) {
 *   console.log(orderId, status);
 * }
 * @see service document, endpoint 7; unknowns `history.from-id`, `history.order-of-records`, `history.limit-maximum`
 */
export function iterateOrderHistory(
  client: Pick<Operations, 'getOrderHistory'>,
  input: GetOrderHistoryInput,
  options?: CallOptions,
): AsyncGenerator<OrderHistoryRecord, void, undefined> {
  const given = { ...input };
  return walkPages({
    ...common('getOrderHistory', given, options),
    fetchPage: (page) => client.getOrderHistory({ ...given, ...page }, options),
    idOf: ({ orderId }) => orderId,
  });
}

/**
 * Goes through the realized profits, page by page: every record once, as {@link iterateOrderHistory} does.
 *
 * `startTime` and `endTime` hold for every page. The identifier of a record is `id`.
 *
 * @throws {PagingError} (while iterating) When the history cannot be walked to its end.
 * @throws {FuturesError} (while iterating) What a call fails with.
 * @example
 * for await (const { closeProfit } of iterateProfitHistory(client)) console.log(closeProfit);
 * @see service document, endpoint 8; unknowns `history.from-id`, `history.order-of-records`, `history.profit-limit`
 */
export function iterateProfitHistory(
  client: Pick<Operations, 'getProfitHistory'>,
  input: GetProfitHistoryInput = {},
  options?: CallOptions,
): AsyncGenerator<ProfitHistoryRecord, void, undefined> {
  const given = { ...input };
  return walkPages({
    ...common('getProfitHistory', given, options),
    fetchPage: (page) => client.getProfitHistory({ ...given, ...page }, options),
    idOf: ({ id }) => id,
  });
}

/**
 * Goes through the trades, page by page: every record once, as {@link iterateOrderHistory} does.
 *
 * `limit` is at most 1000 (declared). The identifier of a trade is `tradeId`, or `id` where there is none (both are
 * observed).
 *
 * @throws {PagingError} (while iterating) When the history cannot be walked to its end.
 * @throws {FuturesError} (while iterating) What a call fails with.
 * @example
 * for await (const { price, qty } of iterateTradeHistory(client, { contractName: 'E-BTC-USDT' })) console.log(price, qty);
 * @see service document, endpoint 9, rule 4; unknowns `history.from-id`, `history.order-of-records`
 */
export function iterateTradeHistory(
  client: Pick<Operations, 'getTradeHistory'>,
  input: GetTradeHistoryInput = {},
  options?: CallOptions,
): AsyncGenerator<Trade, void, undefined> {
  const given = { ...input };
  return walkPages({
    ...common('getTradeHistory', given, options),
    fetchPage: (page) => client.getTradeHistory({ ...given, ...page }, options),
    idOf: ({ tradeId, id }) => tradeId ?? id,
  });
}

function common(
  operationId: string,
  { limit = DEFAULT_LIMIT, fromId }: GetTradeHistoryInput,
  options: CallOptions | undefined,
): Omit<History<unknown>, 'fetchPage' | 'idOf'> {
  return {
    operationId,
    fromId,
    limit: readLimit(limit),
    assertNotAborted: () =>
      assertNotAborted({ operationId, readOnly: true, timeoutMs: 0, signal: options?.signal ?? undefined }),
  };
}

/** A page of one or two records shows no direction; what is not a limit at all is left for the client to refuse. */
const readLimit = (limit: IntegerInput): IntegerInput => (/^[12]$/.test(String(limit)) ? MIN_PAGE_SIZE : limit);
