import type { RequestFieldRow, ResponseFieldRow, SharedFieldRow } from './types.js';

/** Service document, Order (create request). */
export const orderFields: readonly RequestFieldRow[] = [
  { name: 'volume', type: 'number', required: true, note: 'order quantity' },
  { name: 'price', type: 'number', required: true, note: 'order price' },
  { name: 'contractName', type: 'string', required: true, note: 'contract identifier' },
  { name: 'type', type: 'string', required: true, values: ['LIMIT', 'MARKET'] },
  { name: 'side', type: 'string', required: true, values: ['BUY', 'SELL'] },
  { name: 'open', type: 'string', required: true, values: ['OPEN', 'CLOSE'] },
  { name: 'positionType', type: 'number', required: true, note: 'position type code' },
  { name: 'clientOrderId', type: 'string', required: false, note: 'client-chosen order identifier' },
  { name: 'timeInForce', type: 'string', required: false, values: ['IOC', 'FOK', 'POST_ONLY'] },
];

/** Service document, Condition order (create request): the table has no notes and no values. */
export const conditionOrderFields: readonly RequestFieldRow[] = [
  { name: 'volume', type: 'number', required: true },
  { name: 'triggerType', type: 'string', required: true },
  { name: 'triggerPrice', type: 'string', required: true },
  { name: 'positionType', type: 'number', required: true },
  { name: 'open', type: 'string', required: true },
  { name: 'side', type: 'string', required: true },
  { name: 'type', type: 'string', required: true },
  { name: 'contractName', type: 'string', required: true },
  { name: 'price', type: 'number', required: false },
];

const histories = [
  { words: 'order history', operationId: 'getOrderHistory' },
  { words: 'profit history', operationId: 'getProfitHistory' },
  { words: 'trade history', operationId: 'getTradeHistory' },
] as const;

/** Service document, Other request fields. */
export const otherRequestFields: readonly SharedFieldRow[] = [
  {
    name: 'orderId',
    type: 'string',
    usedBy: [{ words: 'cancel', operationId: 'cancelOrder' }],
    notes: [{ words: 'order identifier' }, { words: 'empty means all orders under the contract' }],
  },
  { name: 'limit', type: 'string', usedBy: histories, notes: [{ words: 'page size' }] },
  {
    name: 'fromId',
    type: 'integer',
    usedBy: histories,
    notes: [
      { words: 'starting identifier' },
      { words: 'for trade history it is a trade identifier', only: 'getTradeHistory' },
    ],
  },
  {
    name: 'positionModel',
    type: 'integer',
    usedBy: [{ words: 'change position mode', operationId: 'changePositionMode' }],
    notes: [{ words: 'position mode code' }],
  },
  {
    name: 'marginModel',
    type: 'integer',
    usedBy: [{ words: 'change margin mode', operationId: 'changeMarginMode' }],
    notes: [{ words: 'margin mode code' }],
  },
  {
    name: 'positionId',
    type: 'integer',
    usedBy: [{ words: 'adjust position margin', operationId: 'adjustPositionMargin' }],
    notes: [{ words: 'position identifier' }],
  },
  {
    name: 'amount',
    type: 'number',
    usedBy: [{ words: 'adjust position margin', operationId: 'adjustPositionMargin' }],
    notes: [{ words: 'amount to adjust' }],
  },
  {
    name: 'nowLevel',
    type: 'integer',
    usedBy: [{ words: 'change leverage', operationId: 'changeLeverage' }],
    notes: [{ words: 'new leverage level' }],
  },
];

/** Service document, Server time (response of the time endpoint). */
export const serverTimeFields: readonly ResponseFieldRow[] = [
  { name: 'serverTime', type: 'integer', unit: 'milliseconds', note: 'milliseconds since epoch' },
  { name: 'timezone', type: 'string', note: 'time zone name' },
];

/** Service document, Contract record: the envelope's sentence. */
export const contractEnvelope = {
  text: 'Envelope: `code` (string), `msg` (string), `data` (object) with `data.contracts` (array of contract records).',
  fields: { code: 'string', msg: 'string', data: 'object' },
  contracts: 'array',
} as const;

/** Service document, Contract record (public contracts response): 28 fields. */
export const contractFields: readonly ResponseFieldRow[] = [
  { name: 'ticker_id', type: 'string' },
  { name: 'base_currency', type: 'string' },
  { name: 'quote_currency', type: 'string' },
  { name: 'last_price', type: 'string', unit: 'decimal' },
  { name: 'base_volume', type: 'string', unit: 'decimal' },
  { name: 'quote_volume', type: 'string', unit: 'decimal' },
  { name: 'volume_usd', type: 'string', unit: 'decimal' },
  { name: 'bid', type: 'string', unit: 'decimal' },
  { name: 'ask', type: 'string', unit: 'decimal' },
  { name: 'high', type: 'string', unit: 'decimal' },
  { name: 'low', type: 'string', unit: 'decimal' },
  { name: 'product_type', type: 'string' },
  { name: 'open_interest', type: 'string', unit: 'decimal' },
  { name: 'open_interest_usd', type: 'string', unit: 'decimal' },
  { name: 'index_price', type: 'string', unit: 'decimal' },
  { name: 'creation_timestamp', type: 'integer' },
  { name: 'expiry_timestamp', type: 'integer' },
  { name: 'funding_rate', type: 'string', unit: 'decimal' },
  { name: 'next_funding_rate', type: 'string', unit: 'decimal' },
  { name: 'next_funding_rate_timestamp', type: 'integer', unit: 'milliseconds' },
  { name: 'open_maker_fee', type: 'string', unit: 'decimal' },
  { name: 'open_taker_fee', type: 'string', unit: 'decimal' },
  { name: 'close_maker_fee', type: 'string', unit: 'decimal' },
  { name: 'close_taker_fee', type: 'string', unit: 'decimal' },
  { name: 'contract_type', type: 'string' },
  { name: 'contract_price', type: 'string', unit: 'decimal' },
  { name: 'contract_price_currency', type: 'string' },
  { name: 'timestamp', type: 'integer', unit: 'milliseconds' },
];
