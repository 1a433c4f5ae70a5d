import { type OperationId, operations } from '../../../generated/operations.js';

/** Words of the service document, under their heading. */
export interface Words {
  readonly heading: string;
  readonly quote: string;
}

export const ENDPOINTS = 'Endpoints';
const AUTHENTICATION = 'Authentication';

/** Said of all calls, and of trading once more. */
export const SUCCESS: Words = {
  heading: 'What the service does',
  quote: 'All successful calls described here answer with HTTP status 200 and a JSON body.',
};
export const TRADING_SUCCESS: Words = {
  heading: ENDPOINTS,
  quote: 'All trading endpoints answer 200 with a JSON body on success.',
};

export const BODIES: Words = { heading: 'Futures Trading Service Interface', quote: 'Bodies are JSON.' };

export const PAGE_SIZE: Words = {
  heading: 'Other request fields',
  quote: '| limit | string | order history, profit history, trade history | page size |',
};

export const ORDERS_ARE_CREATED: Words = {
  heading: 'What the service does',
  quote: 'create limit or market orders and condition (trigger) orders on a named contract;',
};

export const STARTING_ID: Words = {
  heading: 'Other request fields',
  quote: '| fromId | integer | order history, profit history, trade history | starting identifier;',
};

/** One sentence for each thing that can be read. */
export const READS: Words = {
  heading: 'What the service does',
  quote: 'read an order, open orders, order history, realized profit history and trade history;',
};

export const TRADE_PAGES: Words = {
  heading: ENDPOINTS,
  quote: 'limit is the number of lines per page, default 100, maximum 1000',
};
export const TRADES_START: Words = {
  heading: ENDPOINTS,
  quote: 'fromId starts retrieval at the given trade identifier',
};
export const PAGE_DEFAULT: Words = {
  heading: 'Limits',
  quote: '| limit default | Get Trade History, Get Order History | 100 |',
};
export const ALL_CONTRACTS: Words = {
  heading: ENDPOINTS,
  quote: 'when contractName is omitted, open orders are not restricted to one contract',
};
export const CANCEL_BY_ID: Words = { heading: ENDPOINTS, quote: 'otherwise the order with that orderId is cancelled' };
export const CANCEL_OF_CONTRACT: Words = {
  heading: ENDPOINTS,
  quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
};
export const CANCEL_ALL: Words = { heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' };
export const SERVER_TIME: Words = {
  heading: 'Server time (response of the time endpoint)',
  quote: '| serverTime | integer | milliseconds since epoch |',
};

export const HEADERS_REQUIRED: Words = { heading: ENDPOINTS, quote: 'Headers (all required)' };
export const THREE_HEADERS: Words = { heading: AUTHENTICATION, quote: 'Signed calls carry three headers:' };
export const MADE_WITH_SECRET: Words = {
  heading: AUTHENTICATION,
  quote: 'HMAC-SHA256 signature made with the API secret',
};
export const TIMESTAMP_IS_MILLISECONDS: Words = {
  heading: AUTHENTICATION,
  quote: '| X-CH-TS | current timestamp in milliseconds |',
};
export const KEY_IS_THE_KEY: Words = {
  heading: AUTHENTICATION,
  quote: '| X-CH-APIKEY | the API key, <API_KEY> |',
};
export const CASE_COUNTS: Words = {
  heading: AUTHENTICATION,
  quote: 'The API key and the secret are case-sensitive; exact casing is required.',
};
export const SHOWN_ONCE: Words = {
  heading: AUTHENTICATION,
  quote: 'The secret is displayed once at creation and is not displayed again.',
};
export const PUBLIC_WITHOUT_HEADERS: Words = {
  heading: AUTHENTICATION,
  quote: 'The public endpoints (ping, server time, contracts) are called without authentication headers.',
};

/** The rows of operations in the table of endpoints, by method and path. */
export const rowsOf = (ids: readonly OperationId[]): readonly Words[] =>
  ids.map((id) => ({ heading: ENDPOINTS, quote: `| ${operations[id].method} | ${operations[id].path} |` }));

const TABLES: Readonly<Partial<Record<OperationId, string>>> = {
  createOrder: 'Order (create request)',
  createConditionOrder: 'Condition order (create request)',
};

/** The row of a field; that of its operation where its table does not say which fields are required. */
export function fieldOf(operationId: OperationId, name: string): readonly Words[] {
  const heading = TABLES[operationId];
  if (heading === undefined) return rowsOf([operationId]);
  const { wire, required, enum: values } = operations[operationId].fields.find((each) => each.name === name)!;
  const cells = [name, wire, required ? 'yes' : 'no', ...(values === undefined ? [] : [values.join(', ')])];
  return [{ heading, quote: `| ${cells.join(' | ')} |` }];
}
export const ORDER_VOLUME = fieldOf('createOrder', 'volume');
