// Generated from openapi/ by `npm run generate`. Never edit; change the description.

export type OperationId = 'createOrder' | 'getOrder' | 'createConditionOrder' | 'cancelOrder' | 'cancelAllOrders' | 'getOpenOrders' | 'getOrderHistory' | 'getProfitHistory' | 'getTradeHistory' | 'changePositionMode' | 'changeMarginMode' | 'adjustPositionMargin' | 'changeLeverage' | 'ping' | 'getServerTime' | 'getContracts';

/** What a scalar input is; decides how it is checked and written. */
export type Kind = 'string' | 'id' | 'decimal' | 'code' | 'count' | 'unix-time-ms' | 'integer' | 'number' | 'boolean';

/** One input field. */
export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** The declared JSON type: how the value is written in a body. */
  readonly wire: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maximum?: string;
  /** What a call does when this field is left out (the named method insists on it for that reason). */
  readonly effectWhenOmitted?: Effect;
}

/** What a repeat or a mistake can cost: nothing, a setting, money, or more orders than were meant. */
export type Effect = 'read' | 'reversible' | 'money' | 'wipe';

/** One row per operation of the description. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Absent when the service document declares the operation. */
  readonly evidence?: 'observed' | 'assumed';
  readonly effect: Effect;
  readonly weight?: number;
  /** Observed, not declared: at most this many requests of this operation in a window. */
  readonly rateLimit?: { readonly requests: number; readonly perSeconds: number };
  /** signed: three headers declared; undeclared: none declared, but not listed as public either; public: never signed. */
  readonly security: 'signed' | 'undeclared' | 'public';
  /** Declared type of X-CH-TS; null when the header is not declared. */
  readonly timestampHeader: 'string' | 'integer' | null;
  readonly input: 'body' | 'query' | 'none';
  /** A GET that carries a JSON body. */
  readonly getBody: boolean;
  readonly fields: readonly Field[];
  /** What is left of an answer when its envelope is taken off. */
  readonly result: 'object' | 'single' | 'list' | 'acknowledgement';
  /** Answer fields that arrive as numbers; every other number arrives as text. */
  readonly numberKeys: readonly string[];
}

/** Observed, not declared (unknowns limits.rates, limits.counted-by): total weight in a window, by address and by user. */
export const rateLimits = { ip: { weight: 12000, perSeconds: 60 }, uid: { weight: 60000, perSeconds: 60 } } as const;

export const operations: { readonly [Id in OperationId]: Operation } = {
  createOrder: {
    operationId: 'createOrder',
    method: 'POST',
    path: '/fapi/v1/order',
    effect: 'money',
    security: 'signed',
    timestampHeader: 'string',
    numberKeys: [],
    input: 'body',
    result: 'object',
    getBody: false,
    fields: [
      { name: 'volume', kind: 'decimal', wire: 'number', required: true },
      { name: 'price', kind: 'decimal', wire: 'number', required: true },
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'type', kind: 'string', wire: 'string', required: true, enum: ['LIMIT', 'MARKET'] },
      { name: 'side', kind: 'string', wire: 'string', required: true, enum: ['BUY', 'SELL'] },
      { name: 'open', kind: 'string', wire: 'string', required: true, enum: ['OPEN', 'CLOSE'] },
      { name: 'positionType', kind: 'number', wire: 'number', required: true },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false },
      {
        name: 'timeInForce',
        kind: 'string',
        wire: 'string',
        required: false,
        enum: ['IOC', 'FOK', 'POST_ONLY'],
      },
      { name: 'orderUnit', kind: 'number', wire: 'number', required: false },
    ],
  },
  getOrder: {
    operationId: 'getOrder',
    method: 'GET',
    path: '/fapi/v1/order',
    effect: 'read',
    security: 'undeclared',
    timestampHeader: null,
    numberKeys: ['transactTime'],
    input: 'body',
    result: 'single',
    getBody: true,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'orderId', kind: 'id', wire: 'string', required: false },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false },
    ],
  },
  createConditionOrder: {
    operationId: 'createConditionOrder',
    method: 'POST',
    path: '/fapi/v1/conditionOrder',
    effect: 'money',
    security: 'signed',
    timestampHeader: 'string',
    numberKeys: [],
    input: 'body',
    result: 'object',
    getBody: false,
    fields: [
      { name: 'volume', kind: 'decimal', wire: 'number', required: true },
      { name: 'triggerType', kind: 'string', wire: 'string', required: true },
      { name: 'triggerPrice', kind: 'decimal', wire: 'string', required: true },
      { name: 'positionType', kind: 'number', wire: 'number', required: true },
      { name: 'open', kind: 'string', wire: 'string', required: true },
      { name: 'side', kind: 'string', wire: 'string', required: true },
      { name: 'type', kind: 'string', wire: 'string', required: true },
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'price', kind: 'decimal', wire: 'number', required: false },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false },
      { name: 'orderUnit', kind: 'number', wire: 'number', required: false },
    ],
  },
  cancelOrder: {
    operationId: 'cancelOrder',
    method: 'POST',
    path: '/fapi/v1/cancel',
    effect: 'wipe',
    rateLimit: { requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: [],
    input: 'body',
    result: 'object',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'orderId', kind: 'id', wire: 'string', required: true, effectWhenOmitted: 'wipe' },
    ],
  },
  cancelAllOrders: {
    operationId: 'cancelAllOrders',
    method: 'POST',
    path: '/fapi/v1/cancel_all',
    effect: 'wipe',
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: [],
    input: 'none',
    result: 'acknowledgement',
    getBody: false,
    fields: [],
  },
  getOpenOrders: {
    operationId: 'getOpenOrders',
    method: 'GET',
    path: '/fapi/v1/openOrders',
    effect: 'read',
    rateLimit: { requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: ['transactTime', 'mergeSplitMode', 'positionType', 'ctimeMs'],
    input: 'query',
    result: 'list',
    getBody: false,
    fields: [{ name: 'contractName', kind: 'string', wire: 'string', required: false }],
  },
  getOrderHistory: {
    operationId: 'getOrderHistory',
    method: 'POST',
    path: '/fapi/v1/orderHistorical',
    effect: 'read',
    security: 'signed',
    timestampHeader: 'string',
    numberKeys: ['ctimeMs', 'positionType', 'leverageLevel'],
    input: 'body',
    result: 'list',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'limit', kind: 'count', wire: 'string', required: false },
      { name: 'fromId', kind: 'id', wire: 'number', required: false },
    ],
  },
  getProfitHistory: {
    operationId: 'getProfitHistory',
    method: 'POST',
    path: '/fapi/v1/profitHistorical',
    effect: 'read',
    security: 'signed',
    timestampHeader: 'string',
    numberKeys: ['positionType', 'leverageLevel', 'ctime', 'mtime'],
    input: 'body',
    result: 'list',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: false },
      { name: 'limit', kind: 'count', wire: 'string', required: false },
      { name: 'fromId', kind: 'id', wire: 'number', required: false },
      { name: 'startTime', kind: 'unix-time-ms', wire: 'number', required: false },
      { name: 'endTime', kind: 'unix-time-ms', wire: 'number', required: false },
    ],
  },
  getTradeHistory: {
    operationId: 'getTradeHistory',
    method: 'GET',
    path: '/fapi/v1/myTrades',
    effect: 'read',
    rateLimit: { requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: ['time'],
    input: 'query',
    result: 'list',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: false },
      { name: 'limit', kind: 'count', wire: 'string', required: false, maximum: '1000' },
      { name: 'fromId', kind: 'id', wire: 'number', required: false },
    ],
  },
  changePositionMode: {
    operationId: 'changePositionMode',
    method: 'POST',
    path: '/fapi/v1/edit_user_position_model',
    effect: 'reversible',
    security: 'undeclared',
    timestampHeader: null,
    numberKeys: [],
    input: 'body',
    result: 'acknowledgement',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'positionModel', kind: 'integer', wire: 'number', required: true },
    ],
  },
  changeMarginMode: {
    operationId: 'changeMarginMode',
    method: 'POST',
    path: '/fapi/v1/edit_user_margin_model',
    effect: 'reversible',
    security: 'undeclared',
    timestampHeader: null,
    numberKeys: [],
    input: 'body',
    result: 'acknowledgement',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'marginModel', kind: 'integer', wire: 'number', required: true },
    ],
  },
  adjustPositionMargin: {
    operationId: 'adjustPositionMargin',
    method: 'POST',
    path: '/fapi/v1/edit_position_margin',
    effect: 'money',
    weight: 1,
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: [],
    input: 'body',
    result: 'acknowledgement',
    getBody: false,
    fields: [
      { name: 'positionId', kind: 'id', wire: 'number', required: true },
      { name: 'amount', kind: 'decimal', wire: 'number', required: true },
    ],
  },
  changeLeverage: {
    operationId: 'changeLeverage',
    method: 'POST',
    path: '/fapi/v1/edit_lever',
    effect: 'reversible',
    weight: 1,
    security: 'signed',
    timestampHeader: 'integer',
    numberKeys: [],
    input: 'body',
    result: 'acknowledgement',
    getBody: false,
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true },
      { name: 'nowLevel', kind: 'integer', wire: 'number', required: true },
    ],
  },
  ping: {
    operationId: 'ping',
    method: 'GET',
    path: '/fapi/v1/ping',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    numberKeys: [],
    input: 'none',
    result: 'object',
    getBody: false,
    fields: [],
  },
  getServerTime: {
    operationId: 'getServerTime',
    method: 'GET',
    path: '/fapi/v1/time',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    numberKeys: ['serverTime'],
    input: 'none',
    result: 'object',
    getBody: false,
    fields: [],
  },
  getContracts: {
    operationId: 'getContracts',
    method: 'GET',
    path: '/pub/contracts',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    numberKeys: ['creation_timestamp', 'expiry_timestamp', 'next_funding_rate_timestamp', 'timestamp'],
    input: 'none',
    result: 'object',
    getBody: false,
    fields: [],
  },
};

