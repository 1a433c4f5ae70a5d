import { description, type ResultField, type UnknownId } from '../../../generated/description.js';
import { type DeclaredField, declaredFields, type Operation, type OperationId, operations } from './operations.js';
import type { Clause } from './report-model.js';

/** Words of the service document, under their heading. */
export interface DeclaredClause {
  readonly kind: 'declared';
  readonly heading: string;
  readonly quote: string;
}

/** A sentence, a row or a cell of the service document, word for word (tests compare it with the transcription). */
const declared = (heading: string, quote: string): DeclaredClause => ({ kind: 'declared', heading, quote });

const ENDPOINTS = 'Endpoints';
const SIGNING = 'Authentication';

export const clauses = {
  tradingSuccess: declared(ENDPOINTS, 'All trading endpoints answer 200 with a JSON body on success.'),
  success: declared(
    'What the service does',
    'All successful calls described here answer with HTTP status 200 and a JSON body.',
  ),
  json: declared('Futures Trading Service Interface', 'Bodies are JSON.'),
  ping: declared(ENDPOINTS, '| 14 | Ping | GET | /fapi/v1/ping | none | none | empty JSON object |'),
  serverTime: declared(
    'Server time (response of the time endpoint)',
    '| serverTime | integer | milliseconds since epoch |',
  ),
  timezone: declared('Server time (response of the time endpoint)', '| timezone | string | time zone name |'),
  contractsSuccess: declared(
    'Errors',
    'The public contracts response reports success with the code `0` and the message `success` in its envelope (code and msg are strings).',
  ),
  contractFields: declared('Contract record (public contracts response)', '| ticker_id | string |'),
  contractDecimals: declared('Contract record (public contracts response)', '| last_price | string (decimal) |'),
  orderIdText: declared(
    'Other request fields',
    '| orderId | string | cancel | order identifier; empty means all orders under the contract |',
  ),
  cancelMany: declared(
    ENDPOINTS,
    'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
  ),
  cancelOne: declared(ENDPOINTS, 'otherwise the order with that orderId is cancelled.'),
  cancelAll: declared(ENDPOINTS, 'cancels all open orders; it takes no contract.'),
  openOrdersAll: declared(
    ENDPOINTS,
    'when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies',
  ),
  positionMode: declared(
    ENDPOINTS,
    'Change Position Mode switches between Net Position and Two-way Position modes; Change Margin Mode switches between Cross and Isolated.',
  ),
  tradeLimit: declared(
    ENDPOINTS,
    'limit is the number of lines per page, default 100, maximum 1000; fromId starts retrieval at the given trade identifier.',
  ),
  historyLimit: declared('Limits', '| limit default | Get Trade History, Get Order History | 100 |'),
  pageSize: declared(
    'Other request fields',
    '| limit | string | order history, profit history, trade history | page size |',
  ),
  headers: declared(ENDPOINTS, 'Headers (all required)'),
  signature: declared(SIGNING, 'HMAC-SHA256 signature made with the API secret'),
  apiKey: declared(SIGNING, '| X-CH-APIKEY | the API key, <API_KEY> |'),
  timestamp: declared(SIGNING, '| X-CH-TS | current timestamp in milliseconds |'),
  case: declared(SIGNING, 'The API key and the secret are case-sensitive; exact casing is required.'),
  secretShownOnce: declared(SIGNING, 'The secret is displayed once at creation and is not displayed again.'),
  publicWithout: declared(
    SIGNING,
    'The public endpoints (ping, server time, contracts) are called without authentication headers.',
  ),
  signedHeaders: declared(SIGNING, 'Signed calls carry three headers:'),
  orders: declared(
    'What the service does',
    'create limit or market orders and condition (trigger) orders on a named contract;',
  ),
  startingId: declared(
    'Other request fields',
    '| fromId | integer | order history, profit history, trade history | starting identifier; for trade history it is a trade identifier |',
  ),
  modes: declared(
    'What the service does',
    'switch the position mode (net or two-way) and the margin mode (cross or isolated) of a contract;',
  ),
  settings: declared(
    'What the service does',
    'adjust the margin of an open position and change the leverage of a contract;',
  ),
  publicReads: declared(
    'What the service does',
    'read public data: liveness check, server time, and the list of contracts with market statistics.',
  ),
  reads: declared(
    'What the service does',
    'read an order, open orders, order history, realized profit history and trade history;',
  ),
} as const;

export function contractRow({ name, kind, jsonTypes }: ContractField): DeclaredClause {
  const type = jsonTypes.includes('string') ? (kind === 'decimal' ? 'string (decimal)' : 'string') : 'integer';
  const unit = kind === 'unix-time-ms' ? ' (milliseconds)' : '';
  return declared('Contract record (public contracts response)', `| ${name} | ${type}${unit} |`);
}

/** The row of a field of an order or a condition order, with the values that it allows; of other operations their row. */
export function fieldRow(
  operationId: OperationId,
  { name, wire, required, enum: values = [] }: Pick<DeclaredField, 'name' | 'wire' | 'required' | 'enum'>,
): DeclaredClause {
  const heading = FIELD_TABLES[operationId];
  if (heading === undefined) return rowOf(operationId);
  const cells = [name, wire, required ? 'yes' : 'no', ...(values.length > 0 ? [values.join(', ')] : [])];
  return declared(heading, `| ${cells.join(' | ')} |`);
}

/** The row of a field; that of its operation where its table does not say which fields are required. */
export const fieldOf = (operationId: OperationId, wanted: string): DeclaredClause =>
  fieldRow(
    operationId,
    declaredFields(operations[operationId]).find(({ name }) => name === wanted)!,
  );

const FIELD_TABLES: { readonly [Id in OperationId]?: string } = {
  createOrder: 'Order (create request)',
  createConditionOrder: 'Condition order (create request)',
};

type ContractField = Pick<ResultField, 'kind' | 'jsonTypes'> & { readonly name: string };

/** The cells of an operation's row in the table of endpoints, as far as it sends something: the payload is the last one. */
export function rowOf(operationId: OperationId): DeclaredClause {
  const { method, path } = operations[operationId];
  const cells = [description[operationId].summary, method, path, ...sentBy(operations[operationId])];
  return declared(ENDPOINTS, `| ${cells.join(' | ')} |`);
}

/** The cells of headers and payload, in the words of the table; an order has a table of its own. */
function sentBy(operation: Operation): readonly string[] {
  const { operationId, security, timestampHeader, input } = operation;
  if (security === 'public' || FIELD_TABLES[operationId] !== undefined) return [];
  const headers = timestampHeader === null ? 'none declared' : `X-CH-SIGN, X-CH-APIKEY, X-CH-TS (${timestampHeader})`;
  const fields = declaredFields(operation);
  const isFree = fields.length > 1 && !fields.some(({ required }) => required);
  const cells = fields.map(({ name, required }) => {
    const { type, default: usual } = description[operationId].input.find((field) => field.name === name)!;
    const need = required ? ', required' : usual === undefined ? ', optional' : `, default "${usual}"`;
    return `${name} (${type}${isFree ? '' : need})`;
  });
  const payload = `${input === 'query' ? 'query' : 'JSON body'}: ${cells.join(', ')}`;
  return [headers, input === 'none' ? 'no body required' : isFree ? `${payload}; none required` : payload];
}

/** The purpose of each operation according to the document; none of them cancels or places other orders. */
export const PURPOSES: { readonly [Id in OperationId]?: DeclaredClause } = {
  createConditionOrder: clauses.orders,
  getOrder: clauses.reads,
  getOrderHistory: clauses.reads,
  getProfitHistory: clauses.reads,
  getTradeHistory: clauses.reads,
  changePositionMode: clauses.modes,
  changeMarginMode: clauses.modes,
  adjustPositionMargin: clauses.settings,
  changeLeverage: clauses.settings,
  ping: clauses.publicReads,
  getServerTime: clauses.publicReads,
  getContracts: clauses.publicReads,
};

/** A question that the document leaves open: what is seen is stored, and never fails. */
export const unknown = (id: UnknownId): Clause => ({ kind: 'unknown', id });

/** Fields of an operation, by the row of the first one; all that it declares unless some are given. */
export function fieldsOf(operationId: OperationId, fields = declaredFields(operations[operationId])): Clause {
  const [first] = fields;
  return first === undefined ? rowOf(operationId) : fieldRow(operationId, first);
}
