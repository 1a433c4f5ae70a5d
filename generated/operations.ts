// Generated from openapi/ by `npm run generate`. Never edit; change the description.

export type OperationId = 'createOrder' | 'getOrder' | 'createConditionOrder' | 'cancelOrder' | 'cancelAllOrders' | 'getOpenOrders' | 'getOrderHistory' | 'getProfitHistory' | 'getTradeHistory' | 'changePositionMode' | 'changeMarginMode' | 'adjustPositionMargin' | 'changeLeverage' | 'ping' | 'getServerTime' | 'getContracts';

/** Methods that leave the selectors of an operation out on purpose. */
export type MethodWithout = 'getSomeOrder' | 'cancelContractOrders';

/** The kind of a scalar input; decides how it is checked and written. */
export type Kind = 'string' | 'id' | 'decimal' | 'code' | 'count' | 'unix-time-ms' | 'integer' | 'number' | 'boolean';

/** Evidence of a fact: the service document says it, public sources agree on it, or it is our reading. */
export type Evidence = 'declared' | 'observed' | 'assumed';

interface FieldFacts {
  readonly name: string;
  readonly kind: Kind;
  /** The declared JSON type: how the value is written in a body. */
  readonly wire: 'string' | 'number' | 'boolean';
  /** A call is not complete without it. What the client alone insists on is in `selectors` of the operation. */
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maximum?: string;
  /** The effect of a call when this field is left out, which only `selectors.methodWithout` does. */
  readonly effectWhenOmitted?: Effect;
}

/** An input field that the service document names. Servers are judged by these alone. */
export interface DeclaredField extends FieldFacts {
  readonly evidence: 'declared';
}

/** An input field that was seen, or is our reading: a correct server may not know it. */
export interface UndeclaredField extends FieldFacts {
  readonly evidence: 'observed' | 'assumed';
}

/** One input field, with the codes that were seen in place of a number: `observed: 1 = cross, 2 = isolated`. */
export type Field = (DeclaredField | UndeclaredField) & { readonly codes?: string };

/** The cost of a repeat or a mistake: nothing, a setting, money, or more orders than were meant. */
export type Effect = 'read' | 'reversible' | 'money' | 'wipe';

/** Fields that say what a call is about: one that is there but undefined is refused. */
export interface Selectors {
  readonly fields: readonly string[];
  /** The meaning of a call without them. */
  readonly without: string;
  /** The method that leaves them out on purpose; every other call needs one of them. */
  readonly methodWithout?: MethodWithout;
}

/** One row per operation of the description. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly evidence: Evidence;
  /** Other spellings of the path that deployments ask for. */
  readonly pathVariants?: { readonly evidence: Evidence; readonly trailingSlash: string };
  readonly effect: Effect;
  /** The method of the client that makes the call once, and looks up what happened after a lost response. */
  readonly safeMethod?: string;
  /** Declared. */
  readonly weight?: number;
  /** At most this many requests of this operation in a window. */
  readonly rateLimit?: { readonly evidence: Evidence; readonly requests: number; readonly perSeconds: number };
  /** signed: three headers declared; undeclared: none declared, but not listed as public either; public: never signed. */
  readonly security: 'signed' | 'undeclared' | 'public';
  /** Declared type of X-CH-TS; null when the header is not declared. */
  readonly timestampHeader: 'string' | 'integer' | null;
  readonly input: 'body' | 'query' | 'none';
  /** A GET that carries a JSON body. */
  readonly getBody: boolean;
  readonly fields: readonly Field[];
  readonly selectors?: Selectors;
  /** The part of a response inside its envelope. */
  readonly result: 'object' | 'single' | 'list' | 'acknowledgement';
  /** Described fields of the result, of which one at least has to be there; none of an acknowledgement. */
  readonly resultFields: readonly string[];
  /** Answer fields that arrive as numbers; every other number arrives as text. */
  readonly numberKeys: readonly string[];
}

/** The unknowns limits.rates and limits.counted-by: total weight in a window, by address and by user. */
export const rateLimits = {
  ip: { evidence: 'observed', weight: 12000, perSeconds: 60 },
  uid: { evidence: 'observed', weight: 60000, perSeconds: 60 },
} as const;

export const operations: { readonly [Id in OperationId]: Operation } = {
  createOrder: {
    operationId: 'createOrder',
    method: 'POST',
    path: '/fapi/v1/order',
    evidence: 'declared',
    effect: 'money',
    safeMethod: 'submitOrder',
    security: 'signed',
    timestampHeader: 'string',
    input: 'body',
    fields: [
      { name: 'volume', kind: 'decimal', wire: 'number', required: true, evidence: 'declared' },
      { name: 'price', kind: 'decimal', wire: 'number', required: true, evidence: 'declared' },
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      {
        name: 'type',
        kind: 'string',
        wire: 'string',
        required: true,
        evidence: 'declared',
        enum: ['LIMIT', 'MARKET'],
      },
      {
        name: 'side',
        kind: 'string',
        wire: 'string',
        required: true,
        evidence: 'declared',
        enum: ['BUY', 'SELL'],
      },
      {
        name: 'open',
        kind: 'string',
        wire: 'string',
        required: true,
        evidence: 'declared',
        enum: ['OPEN', 'CLOSE'],
      },
      {
        name: 'positionType',
        kind: 'integer',
        wire: 'number',
        required: true,
        evidence: 'declared',
        codes: 'observed: 1 = cross, 2 = isolated',
      },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false, evidence: 'declared' },
      {
        name: 'timeInForce',
        kind: 'string',
        wire: 'string',
        required: false,
        evidence: 'declared',
        enum: ['IOC', 'FOK', 'POST_ONLY'],
      },
      {
        name: 'orderUnit',
        kind: 'number',
        wire: 'number',
        required: false,
        evidence: 'observed',
        codes: 'observed: 1 = coin, 2 = contracts, 3 = value',
      },
    ],
    result: 'object',
    resultFields: ['orderId'],
    numberKeys: [],
    getBody: false,
  },
  getOrder: {
    operationId: 'getOrder',
    method: 'GET',
    path: '/fapi/v1/order',
    evidence: 'declared',
    effect: 'read',
    security: 'undeclared',
    timestampHeader: null,
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'orderId', kind: 'id', wire: 'string', required: false, evidence: 'observed' },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false, evidence: 'observed' },
    ],
    selectors: {
      fields: ['orderId', 'clientOrderId'],
      without: 'nothing says which order of the contract is meant',
      methodWithout: 'getSomeOrder',
    },
    result: 'single',
    resultFields: [
      'orderId',
      'contractName',
      'side',
      'action',
      'type',
      'price',
      'origQty',
      'executedQty',
      'avgPrice',
      'transactTime',
      'status',
      'timeInForce',
      'tradeFee',
      'realizedAmount',
      'fills',
      'symbol',
    ],
    numberKeys: ['transactTime'],
    getBody: true,
  },
  createConditionOrder: {
    operationId: 'createConditionOrder',
    method: 'POST',
    path: '/fapi/v1/conditionOrder',
    evidence: 'declared',
    pathVariants: { evidence: 'observed', trailingSlash: '/fapi/v1/conditionOrder/' },
    effect: 'money',
    security: 'signed',
    timestampHeader: 'string',
    input: 'body',
    fields: [
      { name: 'volume', kind: 'decimal', wire: 'number', required: true, evidence: 'declared' },
      { name: 'triggerType', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'triggerPrice', kind: 'decimal', wire: 'string', required: true, evidence: 'declared' },
      {
        name: 'positionType',
        kind: 'integer',
        wire: 'number',
        required: true,
        evidence: 'declared',
        codes: 'observed: 1 = cross, 2 = isolated',
      },
      { name: 'open', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'side', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'type', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'price', kind: 'decimal', wire: 'number', required: false, evidence: 'declared' },
      { name: 'clientOrderId', kind: 'string', wire: 'string', required: false, evidence: 'observed' },
      { name: 'orderUnit', kind: 'number', wire: 'number', required: false, evidence: 'observed' },
    ],
    result: 'object',
    resultFields: ['orderId', 'triggerIds', 'ids', 'cancelIds'],
    numberKeys: [],
    getBody: false,
  },
  cancelOrder: {
    operationId: 'cancelOrder',
    method: 'POST',
    path: '/fapi/v1/cancel',
    evidence: 'declared',
    effect: 'wipe',
    rateLimit: { evidence: 'observed', requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      {
        name: 'orderId',
        kind: 'id',
        wire: 'string',
        required: false,
        evidence: 'declared',
        effectWhenOmitted: 'wipe',
      },
    ],
    selectors: {
      fields: ['orderId'],
      without: 'every open order of the contract is cancelled',
      methodWithout: 'cancelContractOrders',
    },
    result: 'object',
    resultFields: ['orderId'],
    numberKeys: [],
    getBody: false,
  },
  cancelAllOrders: {
    operationId: 'cancelAllOrders',
    method: 'POST',
    path: '/fapi/v1/cancel_all',
    evidence: 'declared',
    effect: 'wipe',
    security: 'signed',
    timestampHeader: 'integer',
    input: 'none',
    fields: [],
    result: 'acknowledgement',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  getOpenOrders: {
    operationId: 'getOpenOrders',
    method: 'GET',
    path: '/fapi/v1/openOrders',
    evidence: 'declared',
    effect: 'read',
    rateLimit: { evidence: 'observed', requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    input: 'query',
    fields: [{ name: 'contractName', kind: 'string', wire: 'string', required: false, evidence: 'declared' }],
    selectors: { fields: ['contractName'], without: 'the call names no contract' },
    result: 'list',
    resultFields: [
      'orderId',
      'contractName',
      'side',
      'action',
      'type',
      'price',
      'origQty',
      'executedQty',
      'avgPrice',
      'transactTime',
      'status',
      'timeInForce',
      'tradeFee',
      'realizedAmount',
      'clientId',
      'positionId',
      'mergeSplitMode',
      'positionType',
      'volume',
      'dealVolume',
      'ctimeMs',
      'ctime',
    ],
    numberKeys: ['transactTime', 'mergeSplitMode', 'positionType', 'ctimeMs'],
    getBody: false,
  },
  getOrderHistory: {
    operationId: 'getOrderHistory',
    method: 'POST',
    path: '/fapi/v1/orderHistorical',
    evidence: 'declared',
    effect: 'read',
    security: 'signed',
    timestampHeader: 'string',
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'limit', kind: 'count', wire: 'string', required: false, evidence: 'declared' },
      { name: 'fromId', kind: 'id', wire: 'number', required: false, evidence: 'declared' },
    ],
    result: 'list',
    resultFields: [
      'orderId',
      'clientId',
      'ctimeMs',
      'ctime',
      'positionType',
      'side',
      'openOrClose',
      'leverageLevel',
      'type',
      'status',
      'volume',
      'dealVolume',
      'price',
      'avgPrice',
      'dealMoney',
      'openTakerFeeRate',
      'openMakerFeeRate',
      'closeTakerFeeRate',
      'closeMakerFeeRate',
      'contractId',
      'contractName',
    ],
    numberKeys: ['ctimeMs', 'positionType', 'leverageLevel'],
    getBody: false,
  },
  getProfitHistory: {
    operationId: 'getProfitHistory',
    method: 'POST',
    path: '/fapi/v1/profitHistorical',
    evidence: 'declared',
    effect: 'read',
    security: 'signed',
    timestampHeader: 'string',
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: false, evidence: 'declared' },
      { name: 'limit', kind: 'count', wire: 'string', required: false, evidence: 'declared' },
      { name: 'fromId', kind: 'id', wire: 'number', required: false, evidence: 'declared' },
      { name: 'startTime', kind: 'unix-time-ms', wire: 'number', required: false, evidence: 'observed' },
      { name: 'endTime', kind: 'unix-time-ms', wire: 'number', required: false, evidence: 'observed' },
    ],
    selectors: { fields: ['contractName'], without: 'the call names no contract' },
    result: 'list',
    resultFields: [
      'id',
      'side',
      'positionType',
      'leverageLevel',
      'contractId',
      'volume',
      'openPrice',
      'openEndPrice',
      'tradeFee',
      'realizedAmount',
      'settleProfit',
      'shareAmount',
      'closeProfit',
      'historyRealizedAmount',
      'capitalFee',
      'ctime',
      'mtime',
    ],
    numberKeys: ['positionType', 'leverageLevel', 'ctime', 'mtime'],
    getBody: false,
  },
  getTradeHistory: {
    operationId: 'getTradeHistory',
    method: 'GET',
    path: '/fapi/v1/myTrades',
    evidence: 'declared',
    effect: 'read',
    rateLimit: { evidence: 'observed', requests: 20, perSeconds: 2 },
    security: 'signed',
    timestampHeader: 'integer',
    input: 'query',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: false, evidence: 'declared' },
      {
        name: 'limit',
        kind: 'count',
        wire: 'string',
        required: false,
        evidence: 'declared',
        maximum: '1000',
      },
      { name: 'fromId', kind: 'id', wire: 'number', required: false, evidence: 'declared' },
    ],
    selectors: { fields: ['contractName'], without: 'the call names no contract' },
    result: 'list',
    resultFields: [
      'id',
      'tradeId',
      'bidId',
      'askId',
      'bidUserId',
      'askUserId',
      'symbol',
      'contractName',
      'price',
      'qty',
      'amount',
      'fee',
      'side',
      'isBuyer',
      'isMaker',
      'time',
    ],
    numberKeys: ['time'],
    getBody: false,
  },
  changePositionMode: {
    operationId: 'changePositionMode',
    method: 'POST',
    path: '/fapi/v1/edit_user_position_model',
    evidence: 'declared',
    effect: 'reversible',
    security: 'undeclared',
    timestampHeader: null,
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      {
        name: 'positionModel',
        kind: 'integer',
        wire: 'number',
        required: true,
        evidence: 'declared',
        codes: 'observed: 1 = net, 2 = two-way',
      },
    ],
    result: 'acknowledgement',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  changeMarginMode: {
    operationId: 'changeMarginMode',
    method: 'POST',
    path: '/fapi/v1/edit_user_margin_model',
    evidence: 'declared',
    effect: 'reversible',
    security: 'undeclared',
    timestampHeader: null,
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      {
        name: 'marginModel',
        kind: 'integer',
        wire: 'number',
        required: true,
        evidence: 'declared',
        codes: 'observed: 1 = cross, 2 = isolated',
      },
    ],
    result: 'acknowledgement',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  adjustPositionMargin: {
    operationId: 'adjustPositionMargin',
    method: 'POST',
    path: '/fapi/v1/edit_position_margin',
    evidence: 'declared',
    effect: 'money',
    weight: 1,
    security: 'signed',
    timestampHeader: 'integer',
    input: 'body',
    fields: [
      { name: 'positionId', kind: 'id', wire: 'number', required: true, evidence: 'declared' },
      { name: 'amount', kind: 'decimal', wire: 'number', required: true, evidence: 'declared' },
    ],
    result: 'acknowledgement',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  changeLeverage: {
    operationId: 'changeLeverage',
    method: 'POST',
    path: '/fapi/v1/edit_lever',
    evidence: 'declared',
    effect: 'reversible',
    weight: 1,
    security: 'signed',
    timestampHeader: 'integer',
    input: 'body',
    fields: [
      { name: 'contractName', kind: 'string', wire: 'string', required: true, evidence: 'declared' },
      { name: 'nowLevel', kind: 'integer', wire: 'number', required: true, evidence: 'declared' },
    ],
    result: 'acknowledgement',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  ping: {
    operationId: 'ping',
    method: 'GET',
    path: '/fapi/v1/ping',
    evidence: 'declared',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    input: 'none',
    fields: [],
    result: 'object',
    resultFields: [],
    numberKeys: [],
    getBody: false,
  },
  getServerTime: {
    operationId: 'getServerTime',
    method: 'GET',
    path: '/fapi/v1/time',
    evidence: 'declared',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    input: 'none',
    fields: [],
    result: 'object',
    resultFields: ['serverTime', 'timezone'],
    numberKeys: ['serverTime'],
    getBody: false,
  },
  getContracts: {
    operationId: 'getContracts',
    method: 'GET',
    path: '/pub/contracts',
    evidence: 'declared',
    effect: 'read',
    security: 'public',
    timestampHeader: null,
    input: 'none',
    fields: [],
    result: 'object',
    resultFields: ['contracts'],
    numberKeys: ['creation_timestamp', 'expiry_timestamp', 'next_funding_rate_timestamp', 'timestamp'],
    getBody: false,
  },
};

