// Generated from openapi/ by `npm run generate`. Never edit; change the description.

import type { Evidence, Kind, OperationId } from './operations.js';

/** Components of the description that results are made of. */
export type ResultSchema = 'OrderReceipt' | 'Order' | 'ConditionOrderReceipt' | 'Acknowledgement' | 'OpenOrder' | 'OrderHistoryRecord' | 'ProfitHistoryRecord' | 'Trade' | 'Ping' | 'ServerTime' | 'ContractList';

/** Evidence of a fact, and the number of independent sources that saw it; who they are is in openapi/. */
export interface Sourced {
  readonly evidence: Evidence;
  readonly sources?: number;
}

/** A fact that carries its evidence: there is no way to it but through what it is wrapped in. */
export interface Fact<T> extends Sourced {
  readonly value: T;
}

/** Things sorted by how sure they are: who wants them has to say which. */
export type ByEvidence<T> = { readonly [Mark in Evidence]: readonly T[] };

/** One input field in words. */
export interface InputField extends Sourced {
  readonly name: string;
  /** Its meaning, and the values that were seen. */
  readonly help: string;
  /** JSON type of the schema: `number`, `integer`, `string`. */
  readonly type: string;
  /** Applied by the service. */
  readonly default?: unknown;
}

/** A field of a result, without its envelope. */
export interface ResultField {
  /** Path from the top of the result: `contracts.bid`. */
  readonly path: string;
  readonly kind: Kind;
  /** JSON types of the value; of an array of scalars, those of its entries. */
  readonly jsonTypes: readonly string[];
}

/** The description of one operation besides the table: texts, examples, schemas. */
export interface OperationDescription {
  readonly summary: string;
  /** Its meaning. */
  readonly help: string;
  /** The effect of the method that leaves its selectors out. */
  readonly helpWithout?: string;
  readonly securityType: Fact<string>;
  readonly weight?: Fact<number>;
  readonly speedLimit?: Fact<string>;
  readonly rateLimit?: Fact<{ readonly requests: number; readonly perSeconds: number }>;
  /** Ids of the open questions that touch it in particular. */
  readonly unknowns: readonly string[];
  readonly input: readonly InputField[];
  readonly inputExamples: readonly Fact<Readonly<Record<string, unknown>>>[];
  readonly result: {
    readonly schema: ResultSchema;
    /** True when it is declared that the result comes as `data` of an envelope. */
    readonly enveloped: boolean;
    readonly fields: ByEvidence<ResultField>;
  };
  /** HTTP statuses; `default` stands for all that are not named. */
  readonly statuses: ByEvidence<string>;
  /** Bodies of responses. */
  readonly examples: readonly Fact<unknown>[];
}

/** A question that the service document leaves open. */
export interface Unknown {
  readonly id: UnknownId;
  readonly question: string;
  /** Conformance checks that measure it, or why none can. */
  readonly check: readonly string[] | string;
}

/** Name of an input field of some operation. */
export type FieldName = 'volume' | 'price' | 'contractName' | 'type' | 'side' | 'open' | 'positionType' | 'clientOrderId' | 'timeInForce' | 'orderUnit' | 'orderId' | 'triggerType' | 'triggerPrice' | 'limit' | 'fromId' | 'startTime' | 'endTime' | 'positionModel' | 'marginModel' | 'positionId' | 'amount' | 'nowLevel';

/** The input of each operation as text, field by field, as a server reads it. */
export interface TextInputs {
  readonly createOrder: {
    readonly volume: string;
    readonly price: string;
    readonly contractName: string;
    readonly type: 'LIMIT' | 'MARKET';
    readonly side: 'BUY' | 'SELL';
    readonly open: 'OPEN' | 'CLOSE';
    readonly positionType: string;
    readonly clientOrderId?: string | undefined;
    readonly timeInForce?: 'IOC' | 'FOK' | 'POST_ONLY' | undefined;
    readonly orderUnit?: string | undefined;
  };
  readonly getOrder: {
    readonly contractName: string;
    readonly orderId?: string | undefined;
    readonly clientOrderId?: string | undefined;
  };
  readonly createConditionOrder: {
    readonly volume: string;
    readonly triggerType: string;
    readonly triggerPrice: string;
    readonly positionType: string;
    readonly open: string;
    readonly side: string;
    readonly type: string;
    readonly contractName: string;
    readonly price?: string | undefined;
    readonly clientOrderId?: string | undefined;
    readonly orderUnit?: string | undefined;
  };
  readonly cancelOrder: {
    readonly contractName: string;
    readonly orderId?: string | undefined;
  };
  readonly cancelAllOrders: { readonly [field: string]: never };
  readonly getOpenOrders: {
    readonly contractName?: string | undefined;
  };
  readonly getOrderHistory: {
    readonly contractName: string;
    readonly limit?: string | undefined;
    readonly fromId?: string | undefined;
  };
  readonly getProfitHistory: {
    readonly contractName?: string | undefined;
    readonly limit?: string | undefined;
    readonly fromId?: string | undefined;
    readonly startTime?: string | undefined;
    readonly endTime?: string | undefined;
  };
  readonly getTradeHistory: {
    readonly contractName?: string | undefined;
    readonly limit?: string | undefined;
    readonly fromId?: string | undefined;
  };
  readonly changePositionMode: {
    readonly contractName: string;
    readonly positionModel: string;
  };
  readonly changeMarginMode: {
    readonly contractName: string;
    readonly marginModel: string;
  };
  readonly adjustPositionMargin: {
    readonly positionId: string;
    readonly amount: string;
  };
  readonly changeLeverage: {
    readonly contractName: string;
    readonly nowLevel: string;
  };
  readonly ping: { readonly [field: string]: never };
  readonly getServerTime: { readonly [field: string]: never };
  readonly getContracts: { readonly [field: string]: never };
}

/** Name of a field of some result, with any evidence. */
export type ResultName = 'orderId' | 'contractName' | 'side' | 'action' | 'type' | 'price' | 'origQty' | 'executedQty' | 'avgPrice' | 'transactTime' | 'status' | 'timeInForce' | 'tradeFee' | 'realizedAmount' | 'fills' | 'symbol' | 'triggerIds' | 'ids' | 'cancelIds' | 'code' | 'msg' | 'data' | 'succ' | 'clientId' | 'positionId' | 'mergeSplitMode' | 'positionType' | 'volume' | 'dealVolume' | 'ctimeMs' | 'ctime' | 'openOrClose' | 'leverageLevel' | 'dealMoney' | 'openTakerFeeRate' | 'openMakerFeeRate' | 'closeTakerFeeRate' | 'closeMakerFeeRate' | 'contractId' | 'id' | 'openPrice' | 'openEndPrice' | 'settleProfit' | 'shareAmount' | 'closeProfit' | 'historyRealizedAmount' | 'capitalFee' | 'mtime' | 'tradeId' | 'bidId' | 'askId' | 'bidUserId' | 'askUserId' | 'qty' | 'amount' | 'fee' | 'isBuyer' | 'isMaker' | 'time' | 'serverTime' | 'timezone' | 'contracts' | 'ticker_id' | 'base_currency' | 'quote_currency' | 'last_price' | 'base_volume' | 'quote_volume' | 'volume_usd' | 'bid' | 'ask' | 'high' | 'low' | 'product_type' | 'open_interest' | 'open_interest_usd' | 'index_price' | 'creation_timestamp' | 'expiry_timestamp' | 'funding_rate' | 'next_funding_rate' | 'next_funding_rate_timestamp' | 'open_maker_fee' | 'open_taker_fee' | 'close_maker_fee' | 'close_taker_fee' | 'contract_type' | 'contract_price' | 'contract_price_currency' | 'timestamp';

/** SHA-256 of the bundled description, as lower-case hex. */
export const descriptionDigest = 'a38711b0224119da20c265999c13f647c5981a8832ee10f0e5d36a8a2bd6c2eb';

/** Ids of the questions that the service document leaves open. */
export type UnknownId = 'signing.composition' | 'signing.query' | 'signing.body' | 'signing.prefix' | 'signing.encoding' | 'signing.undeclared-operations' | 'signing.security-types' | 'security.trade' | 'security.public' | 'timestamp.window' | 'timestamp.recv-window' | 'request.order-by-query' | 'request.order-selector' | 'request.empty-post' | 'request.content-type' | 'request.other-methods' | 'request.extra-headers' | 'request.trailing-slash' | 'request.volume-unit' | 'request.price-market' | 'request.client-order-id' | 'request.trigger-type' | 'request.condition-values' | 'request.condition-client-order-id' | 'request.number-forms' | 'request.position-type-number' | 'request.trigger-price' | 'request.timestamp-types' | 'request.identifier-types' | 'cancel.condition-orders' | 'cancel.wipe-reply' | 'open-orders.without-contract' | 'history.without-contract' | 'history.profit-without-contract' | 'history.limit-maximum' | 'history.profit-limit' | 'history.profit-range' | 'history.from-id' | 'history.order-of-records' | 'history.fills' | 'margin.amount-sign' | 'margin.position-id' | 'leverage.bounds' | 'codes.position-type' | 'codes.position-model' | 'codes.margin-model' | 'codes.order-status' | 'codes.time-in-force' | 'response.envelope' | 'response.content-type' | 'response.number-forms' | 'response.order-receipt' | 'response.acceptance' | 'response.condition-order-receipt' | 'response.cancel-receipt' | 'response.acknowledgement' | 'response.order' | 'response.order-values' | 'response.open-orders' | 'response.order-history' | 'response.profit-history' | 'response.trade-history' | 'time.zone-name' | 'time.steps' | 'contracts.product-type' | 'contracts.contract-type' | 'contracts.timestamps' | 'contracts.names' | 'contracts.required-fields' | 'contracts.failure' | 'states.order' | 'states.condition-order' | 'states.position' | 'errors.format' | 'errors.codes' | 'errors.http-statuses' | 'errors.outcome' | 'errors.language' | 'limits.rates' | 'limits.open-orders-speed' | 'limits.counted-by' | 'limits.breach' | 'limits.weights' | 'events.push' | 'versioning.policy' | 'order.time-in-force-left-out' | 'order.time-in-force-meaning' | 'order.volume-bounds' | 'order.price-bounds' | 'order.close-beyond-position' | 'order.position-type-against-mode' | 'order.condition-without-price' | 'order.trigger-reference' | 'order.lifetime-and-number' | 'history.orders-held' | 'history.limit-above-maximum' | 'history.page-size-taken' | 'settings.same-value-again' | 'settings.effect-on-open-orders' | 'cancel.all-with-nothing-open' | 'cancel.order-of-another-contract' | 'signing.signature-used-twice' | 'signing.bytes-of-the-secret' | 'margin.amount-unit' | 'contracts.fees-and-rates' | 'request.contract-name-case' | 'response.fees';

export const unknowns: readonly Unknown[] = [
  {
    id: 'signing.composition',
    question: 'What is the text that is signed, and in which order are its parts joined?',
    check: ['sign/text/composition'],
  },
  {
    id: 'signing.query',
    question: 'Is the query part of the signed text?',
    check: ['sign/text/without-query'],
  },
  {
    id: 'signing.body',
    question: 'Is the body signed as sent, or in a normal form?',
    check: ['sign/text/body-in-normal-form'],
  },
  {
    id: 'signing.prefix',
    question: 'Is a path in the base address part of the signed text?',
    check: ['sign/text/with-prefix'],
  },
  {
    id: 'signing.encoding',
    question: 'How is the signature written in X-CH-SIGN?',
    check: ['sign/encoding/base64', 'sign/encoding/upper-case'],
  },
  {
    id: 'signing.undeclared-operations',
    question: 'Are Get Order Details, Change Position Mode and Change Margin Mode signed?',
    check: [
      'sign/undeclared/getOrder/signed',
      'sign/undeclared/getOrder/unsigned',
      'sign/undeclared/changePositionMode/signed',
      'sign/undeclared/changePositionMode/unsigned',
      'sign/undeclared/changeMarginMode/signed',
      'sign/undeclared/changeMarginMode/unsigned',
    ],
  },
  {
    id: 'signing.security-types',
    question: 'Which security type does each endpoint have?',
    check: [
      'sign/public/ping/with-headers',
      'sign/public/getServerTime/with-headers',
      'sign/public/getContracts/with-headers',
    ],
  },
  {
    id: 'security.trade',
    question: 'What is the security type TRADE, which is not among those that are listed?',
    check: 'What else TRADE asks for, such as a permission of the key, shows with another key only, and a run has one.',
  },
  {
    id: 'security.public',
    question: 'Are the public endpoints of security type public, although the types of all but two endpoints are not shown?',
    check: 'The name of a type is not on the wire; that the calls work without headers is declared and has its own checks.',
  },
  {
    id: 'timestamp.window',
    question: 'How far may X-CH-TS be from server time?',
    check: ['sign/window/stale', 'sign/window/future'],
  },
  {
    id: 'timestamp.recv-window',
    question: 'Is there a recvWindow input, where does it go, and what is its upper bound?',
    check: ['sign/window/recv-window'],
  },
  {
    id: 'request.order-by-query',
    question: 'May the fields of Get Order Details be sent in the query, beside or instead of the declared body?',
    check: ['request/get-order/by-body', 'request/get-order/by-query'],
  },
  {
    id: 'request.order-selector',
    question: 'What selects one order in Get Order Details?',
    check: ['request/getOrder/contract-alone', 'request/get-order/selectors'],
  },
  {
    id: 'request.empty-post',
    question: 'What does a POST without input send?',
    check: ['request/empty-post/braces'],
  },
  {
    id: 'request.content-type',
    question: 'Is Content-Type expected on a request without a body?',
    check: ['request/content-type/optional'],
  },
  {
    id: 'request.other-methods',
    question: 'What does a path do with a method that is not declared for it?',
    check: 'None. No declared sentence is about a method that is not declared, and a call with one may change an account.',
  },
  {
    id: 'request.extra-headers',
    question: 'Are further headers needed or understood, and are names known in any letter case?',
    check: ['sign/header-names-any-case', 'shape/refusal/extra-headers'],
  },
  {
    id: 'request.trailing-slash',
    question: 'Is the path of Create Condition Order with a slash behind it the same path?',
    check: ['request/condition-order/trailing-slash'],
  },
  {
    id: 'request.volume-unit',
    question: 'In which unit is volume counted?',
    check: 'No declared response shows how much of what a volume came to.',
  },
  {
    id: 'request.price-market',
    question: 'What does the required price mean for a MARKET order?',
    check: ['request/market-order/price'],
  },
  {
    id: 'request.client-order-id',
    question: 'How long may clientOrderId be, and is it unique?',
    check: ['idem/create/same-client-order-id'],
  },
  {
    id: 'request.trigger-type',
    question: 'Which values does triggerType take?',
    check: ['request/condition-order/trigger-types'],
  },
  {
    id: 'request.condition-values',
    question: 'Which values do open, side and type of a condition order take?',
    check: ['request/condition-order/values'],
  },
  {
    id: 'request.condition-client-order-id',
    question: 'Does Create Condition Order take a clientOrderId?',
    check: ['request/condition-order/client-order-id'],
  },
  {
    id: 'request.number-forms',
    question: 'May a declared number be sent as a string, and a declared string as a number?',
    check: ['request/number-forms/text-and-numbers'],
  },
  {
    id: 'request.position-type-number',
    question: 'May positionType, declared as a number beside "integer codes", be a fraction?',
    check: 'A fraction could choose the margin mode of a real order, and nothing declared shows which it chose.',
  },
  {
    id: 'request.trigger-price',
    question: 'Is triggerPrice, declared as a string beside a price that is a number, always a decimal number?',
    check: 'No declared operation shows at which price a condition order fires.',
  },
  {
    id: 'request.timestamp-types',
    question: 'What does it mean that X-CH-TS is declared as a string for some endpoints and as an integer for others?',
    check: ['sign/timestamp-with-fraction'],
  },
  {
    id: 'request.identifier-types',
    question: 'Why is orderId declared as a string, and fromId and positionId as integers, and may an identifier be anything but digits?',
    check: 'What a service takes besides the declared types is measured at request.number-forms.',
  },
  {
    id: 'cancel.condition-orders',
    question: 'Do Cancel All Orders, and Cancel Order with contractName alone, cancel condition orders too, and does Get Open Orders list them?',
    check: 'No declared operation lists a condition order or cancels one, so none that is left could be told or removed.',
  },
  {
    id: 'cancel.wipe-reply',
    question: 'What does Cancel Order return when orderId is omitted?',
    check: ['rule/cancel/omitted-order-id-reply'],
  },
  {
    id: 'open-orders.without-contract',
    question: 'What exactly does Get Open Orders return without contractName?',
    check: ['page/open-orders/without-contract'],
  },
  {
    id: 'history.without-contract',
    question: 'What does Get Trade History return without contractName?',
    check: ['page/trades/without-contract'],
  },
  {
    id: 'history.profit-without-contract',
    question: 'What does Get Profit History return without contractName?',
    check: 'A profit needs a closed position, which the kit does not open, and its record names no contract.',
  },
  {
    id: 'history.limit-maximum',
    question: 'What is the maximum of limit in Get Order History?',
    check: ['page/orders/maximum'],
  },
  {
    id: 'history.profit-limit',
    question: 'What are the default and the maximum of limit in Get Profit History?',
    check: ['page/profits/limit'],
  },
  {
    id: 'history.profit-range',
    question: 'Can Get Profit History be restricted to a range of time?',
    check: ['page/profits/range'],
  },
  {
    id: 'history.from-id',
    question: 'Is fromId inclusive, and which identifier is it in the histories other than trades?',
    check: ['page/trades/from-id-inclusive', 'page/orders/from-id'],
  },
  {
    id: 'history.order-of-records',
    question: 'In which order do the records come, and which way does paging go?',
    check: [
      'page/getOrderHistory/order-of-records',
      'page/getProfitHistory/order-of-records',
      'page/getTradeHistory/order-of-records',
      'page/getOpenOrders/order-of-records',
    ],
  },
  {
    id: 'history.fills',
    question: 'Does each order that was filled have a trade in Get Trade History?',
    check: ['page/trades/of-each-filled-order'],
  },
  {
    id: 'margin.amount-sign',
    question: 'Which sign of amount adds margin and which removes it?',
    check: 'No declared operation shows the margin of a position.',
  },
  {
    id: 'margin.position-id',
    question: 'Where does positionId come from?',
    check: ['shape/lists/position-id'],
  },
  {
    id: 'leverage.bounds',
    question: 'Which levels are allowed, and what blocks a change?',
    check: ['rule/leverage/levels'],
  },
  {
    id: 'codes.position-type',
    question: 'What do the codes of positionType mean?',
    check: 'No declared operation shows how a position is margined.',
  },
  {
    id: 'codes.position-model',
    question: 'What do the codes of positionModel mean?',
    check: ['rule/position-mode/codes'],
  },
  {
    id: 'codes.margin-model',
    question: 'What do the codes of marginModel mean?',
    check: 'No declared operation shows how a contract is margined.',
  },
  {
    id: 'codes.order-status',
    question: 'Which values does the status of an order take, as a name and as a number?',
    check: ['shape/lists/order-status'],
  },
  {
    id: 'codes.time-in-force',
    question: 'Which values do timeInForce and type take in responses?',
    check: ['shape/lists/type-and-time-in-force'],
  },
  {
    id: 'response.envelope',
    question: 'Are trading responses bare or in an envelope, and what says success?',
    check: [
      'shape/getOrder/observed-form',
      'shape/getOpenOrders/observed-form',
      'shape/getOrderHistory/observed-form',
      'shape/getProfitHistory/observed-form',
      'shape/getTradeHistory/observed-form',
    ],
  },
  {
    id: 'response.content-type',
    question: 'Which Content-Type does a response have?',
    check: [
      'shape/createOrder/content-type',
      'shape/getOrder/content-type',
      'shape/createConditionOrder/content-type',
      'shape/cancelOrder/content-type',
      'shape/cancelAllOrders/content-type',
      'shape/getOpenOrders/content-type',
      'shape/getOrderHistory/content-type',
      'shape/getProfitHistory/content-type',
      'shape/getTradeHistory/content-type',
      'shape/changePositionMode/content-type',
      'shape/changeMarginMode/content-type',
      'shape/adjustPositionMargin/content-type',
      'shape/changeLeverage/content-type',
      'shape/ping/content-type',
      'shape/getServerTime/content-type',
      'shape/getContracts/content-type',
    ],
  },
  {
    id: 'response.number-forms',
    question: 'Do identifiers and decimals arrive as strings or as numbers?',
    check: ['shape/lists/number-forms'],
  },
  {
    id: 'response.order-receipt',
    question: 'What does Create Order return?',
    check: ['shape/createOrder/fields'],
  },
  {
    id: 'response.acceptance',
    question: 'Does a response with status 200 mean that the order is in the book?',
    check: ['state/order/after-acceptance'],
  },
  {
    id: 'response.condition-order-receipt',
    question: 'What does Create Condition Order return?',
    check: ['shape/createConditionOrder/fields'],
  },
  {
    id: 'response.cancel-receipt',
    question: 'What does Cancel Order return?',
    check: ['shape/cancelOrder/fields'],
  },
  {
    id: 'response.acknowledgement',
    question: 'What do Cancel All Orders, Change Position Mode, Change Margin Mode, Adjust Position Margin and Change Leverage return?',
    check: [
      'shape/cancelAllOrders/fields',
      'shape/changePositionMode/fields',
      'shape/changeMarginMode/fields',
      'shape/adjustPositionMargin/fields',
      'shape/changeLeverage/fields',
    ],
  },
  {
    id: 'response.order',
    question: 'Which fields and which outer form does Get Order Details return?',
    check: ['shape/getOrder/fields'],
  },
  {
    id: 'response.order-values',
    question: 'Is an order shown with the volume and the clientOrderId that were sent?',
    check: ['state/order/shown-volume', 'state/order/shown-client-order-id'],
  },
  {
    id: 'response.open-orders',
    question: 'Which fields and which outer form does Get Open Orders return, and what when there are none?',
    check: ['shape/getOpenOrders/fields'],
  },
  {
    id: 'response.order-history',
    question: 'Which fields does a record of Get Order History have?',
    check: ['shape/getOrderHistory/fields'],
  },
  {
    id: 'response.profit-history',
    question: 'Which fields does a record of Get Profit History have?',
    check: ['shape/getProfitHistory/fields'],
  },
  {
    id: 'response.trade-history',
    question: 'Which fields does a record of Get Trade History have?',
    check: ['shape/getTradeHistory/fields'],
  },
  { id: 'time.zone-name', question: 'Which names does timezone take?', check: ['shape/time/zone-name'] },
  { id: 'time.steps', question: 'Does server time go on steadily?', check: ['shape/time/steady'] },
  {
    id: 'contracts.product-type',
    question: 'Which values does product_type take?',
    check: ['shape/contracts/product-types'],
  },
  {
    id: 'contracts.contract-type',
    question: 'Which values does contract_type take?',
    check: ['shape/contracts/contract-types'],
  },
  {
    id: 'contracts.timestamps',
    question: 'In which unit are creation_timestamp and expiry_timestamp?',
    check: ['shape/contracts/creation-and-expiry'],
  },
  {
    id: 'contracts.names',
    question: 'How does ticker_id relate to the contractName used for trading?',
    check: ['shape/contracts/names'],
  },
  {
    id: 'contracts.required-fields',
    question: 'Does every contract record, and the server time, always have every listed field?',
    check: 'No sentence says whether a field may be missing; the check of the fields of a contract names one that is.',
  },
  {
    id: 'contracts.failure',
    question: 'How does the contracts endpoint report a failure?',
    check: 'The call has no input, so nothing declared makes it fail.',
  },
  {
    id: 'states.order',
    question: 'Which states does an order have, and which transitions?',
    check: ['idem/cancel/repeated', 'state/order/through-cancellation'],
  },
  {
    id: 'states.condition-order',
    question: 'Which states does a condition order have, and what becomes of its identifier?',
    check: ['state/condition-order/as-an-order'],
  },
  {
    id: 'states.position',
    question: 'Which states does a position have?',
    check: 'No declared operation reads a position.',
  },
  { id: 'errors.format', question: 'What does an error body look like?', check: ['shape/refusal/format'] },
  {
    id: 'errors.codes',
    question: 'Which error codes exist, and what do they mean?',
    check: ['shape/refusal/codes'],
  },
  {
    id: 'errors.http-statuses',
    question: 'Which HTTP statuses other than 200 occur?',
    check: 'The status of a refusal is seen where its form is, which is the question errors.format.',
  },
  {
    id: 'errors.outcome',
    question: 'Which failures prove that nothing was done?',
    check: 'Whether something was done after a failure shows for each failure only, and the kit causes none of that kind.',
  },
  { id: 'errors.language', question: 'In which language is the message?', check: ['shape/refusal/language'] },
  {
    id: 'limits.rates',
    question: 'What are the numeric request-rate limits?',
    check: 'Only too many calls would show it, and the kit sends few and stops at the first complaint.',
  },
  {
    id: 'limits.open-orders-speed',
    question: 'What is the speed limit of Get Open Orders, which the exchange defines?',
    check: 'Only too many calls would show it, and the kit sends few and stops at the first complaint.',
  },
  {
    id: 'limits.counted-by',
    question: 'Is the rate counted by IP, by user or by API key?',
    check: ['limit/counted-by'],
  },
  {
    id: 'limits.breach',
    question: 'What does the service return when a rate limit is exceeded?',
    check: 'Only too many calls would show it, and the kit sends few and stops at the first complaint.',
  },
  {
    id: 'limits.weights',
    question: 'What are the weights of the endpoints other than Adjust Position Margin and Change Leverage Ratio?',
    check: ['limit/weights'],
  },
  {
    id: 'events.push',
    question: 'Are there events, pushes or callbacks?',
    check: 'The service document has no address at which to listen.',
  },
  {
    id: 'versioning.policy',
    question: 'How are versions negotiated, deprecated and kept compatible?',
    check: 'A policy shows over time and not in one run.',
  },
  {
    id: 'order.time-in-force-left-out',
    question: 'How long does an order live whose timeInForce is left out?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.time-in-force-meaning',
    question: 'What exactly do IOC, FOK and POST_ONLY do, and is a POST_ONLY order that would trade rejected or cancelled?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.volume-bounds',
    question: 'Which minimum, maximum and step does volume have, for each contract?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.price-bounds',
    question: 'Which tick and which limits does price have, for each contract?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.close-beyond-position',
    question: 'What becomes of a CLOSE order that is larger than the position, or without one?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.position-type-against-mode',
    question: 'What becomes of an order whose positionType is not the contract\'s margin mode?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.condition-without-price',
    question: 'What is placed when a condition order without a price is triggered?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.trigger-reference',
    question: 'Which price triggers a condition order: the last, the mark or the index price?',
    check: 'No declared response shows it.',
  },
  {
    id: 'order.lifetime-and-number',
    question: 'Does an order end by itself after some time, and how many may be open?',
    check: 'No declared response shows it.',
  },
  {
    id: 'history.orders-held',
    question: 'Which orders does the order history hold: finished ones only, for how long, and rejected ones?',
    check: 'No declared response shows it.',
  },
  {
    id: 'history.limit-above-maximum',
    question: 'Is a limit above the maximum rejected, cut, or taken?',
    check: 'No declared response shows it.',
  },
  {
    id: 'history.page-size-taken',
    question: 'Does a page hold as many records as limit asks for whenever there are that many?',
    check: 'No declared response shows it.',
  },
  {
    id: 'settings.same-value-again',
    question: 'Is a mode, a margin mode or a leverage that is set already accepted again?',
    check: 'No declared response shows it.',
  },
  {
    id: 'settings.effect-on-open-orders',
    question: 'What does a change of mode or leverage do to open orders and positions?',
    check: 'No declared response shows it.',
  },
  {
    id: 'cancel.all-with-nothing-open',
    question: 'Does Cancel All Orders with nothing open succeed?',
    check: 'No declared response shows it.',
  },
  {
    id: 'cancel.order-of-another-contract',
    question: 'What becomes of a cancel whose orderId belongs to another contract?',
    check: 'No declared response shows it.',
  },
  {
    id: 'signing.signature-used-twice',
    question: 'Is a signed request that comes a second time rejected?',
    check: 'No declared response shows it.',
  },
  {
    id: 'signing.bytes-of-the-secret',
    question: 'Which bytes of the secret are the key of the HMAC: those of its text, or what the text encodes?',
    check: 'No declared response shows it.',
  },
  {
    id: 'margin.amount-unit',
    question: 'In which currency is amount counted?',
    check: 'No declared response shows it.',
  },
  {
    id: 'contracts.fees-and-rates',
    question: 'Are fees and funding rates fractions or per cents, and whose fees are they?',
    check: 'No declared response shows it.',
  },
  {
    id: 'request.contract-name-case',
    question: 'Does the letter case of contractName matter?',
    check: 'No declared response shows it.',
  },
  {
    id: 'response.fees',
    question: 'In which currency are the fees and profits of orders, trades and histories, which sign has a fee that was paid, and are fee rates fractions?',
    check: 'No declared response shows it.',
  },
];

export const description: { readonly [Id in OperationId]: OperationDescription } = {
  createOrder: {
    summary: 'Create Order',
    help: 'Places a LIMIT or MARKET order. The result means that the order was accepted, not that it is in the book (observed in 1 source).',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 6 },
    unknowns: [
      'order.time-in-force-left-out',
      'order.time-in-force-meaning',
      'order.volume-bounds',
      'order.price-bounds',
      'order.close-beyond-position',
      'order.position-type-against-mode',
      'order.lifetime-and-number',
      'signing.signature-used-twice',
      'signing.bytes-of-the-secret',
      'request.contract-name-case',
      'request.position-type-number',
      'request.price-market',
      'request.volume-unit',
      'request.client-order-id',
      'request.number-forms',
      'request.extra-headers',
      'codes.position-type',
      'response.order-receipt',
      'response.acceptance',
      'states.order',
      'errors.outcome',
    ],
    input: [
      {
        name: 'volume',
        help: 'Order quantity: contracts for LIMIT, a value in the quote currency for MARKET, in some deployments only for one that opens. Precision and minimum depend on the contract (observed).',
        type: 'number',
        evidence: 'declared',
      },
      {
        name: 'price',
        help: 'Order price, as text to keep every digit. Some deployments require it only for LIMIT. The precision depends on the contract (observed).',
        type: 'number',
        evidence: 'declared',
      },
      {
        name: 'contractName',
        help: 'Contract, such as E-BTC-USDT: prefix, base and quote in upper case. It is not the ticker_id of getContracts (observed in 1 source).',
        type: 'string',
        evidence: 'declared',
      },
      { name: 'type', help: 'Order type.', type: 'string', evidence: 'declared' },
      { name: 'side', help: 'Buy or sell.', type: 'string', evidence: 'declared' },
      {
        name: 'open',
        help: 'Whether the order opens or closes a position.',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'positionType',
        help: 'Code of the margin mode of the position.\nValues: 1 cross; 2 isolated (observed in 6 sources).',
        type: 'number',
        evidence: 'declared',
      },
      {
        name: 'clientOrderId',
        help: 'Your own id for the order, shorter than 32 characters. The service does not check that it is unique, so a blind retry can double an order (observed).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'timeInForce',
        help: 'Time in force. Leave it out for MARKET: the service treats an order with it as LIMIT (observed in 1 source).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'orderUnit',
        help: 'Unit of volume, default 2. Only with the header futures-version: 101. Until 2026-02 the documentation had 1 and 2 swapped.\nValues: 1 coin; 2 contracts; 3 value (observed).',
        type: 'number',
        evidence: 'observed',
        sources: 3,
      },
    ],
    inputExamples: [
      {
        value: {
          volume: 1,
          price: 65000,
          contractName: 'E-BTC-USDT',
          type: 'LIMIT',
          side: 'BUY',
          open: 'OPEN',
          positionType: 1,
          clientOrderId: 'job-17',
        },
        evidence: 'assumed',
      },
      {
        value: {
          volume: 1,
          price: 0,
          contractName: 'E-BTC-USDT',
          type: 'MARKET',
          side: 'SELL',
          open: 'CLOSE',
          positionType: 1,
          clientOrderId: 'job-18',
        },
        evidence: 'assumed',
      },
      {
        value: {
          volume: 2,
          price: 65000.5,
          contractName: 'E-BTC-USDT',
          type: 'LIMIT',
          side: 'BUY',
          open: 'OPEN',
          positionType: 2,
          clientOrderId: 'my-order-1',
          timeInForce: 'POST_ONLY',
        },
        evidence: 'assumed',
      },
    ],
    result: {
      schema: 'OrderReceipt',
      enveloped: false,
      fields: {
        declared: [],
        observed: [{ path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] }],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { orderId: '3302507625176983697' }, evidence: 'observed', sources: 2 },
      {
        value: { code: '0', msg: 'success', data: { orderId: '256609229205684228' } },
        evidence: 'observed',
        sources: 2,
      },
      { value: { code: '110047', msg: '价格或金额小于最小值', data: null }, evidence: 'observed', sources: 2 },
      {
        value: { code: '1', msg: 'fail', data: null, message: null, succ: false },
        evidence: 'observed',
        sources: 1,
      },
      {
        value: { code: '-1102', msg: 'Forced parameter {0} not sent, empty or incorrect format', data: null },
        evidence: 'observed',
        sources: 1,
      },
    ],
  },
  getOrder: {
    summary: 'Get Order Details',
    help: 'Reads one order, by orderId or clientOrderId beside contractName (observed in 3 sources).',
    helpWithout: 'Reads an order of the contract without saying which one. The service document does not say which one the service returns, so never take it for a certain order.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 6 },
    unknowns: [
      'request.order-by-query',
      'request.order-selector',
      'request.client-order-id',
      'signing.query',
      'signing.undeclared-operations',
      'response.order',
      'response.fees',
      'response.order-values',
      'response.number-forms',
      'codes.order-status',
      'codes.time-in-force',
      'states.order',
    ],
    input: [
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      {
        name: 'orderId',
        help: 'Id of the order. Pass this or clientOrderId (observed in 8 sources).',
        type: 'string',
        evidence: 'observed',
        sources: 8,
      },
      {
        name: 'clientOrderId',
        help: 'The id that you chose for the order. Pass this or orderId (observed in 3 sources).',
        type: 'string',
        evidence: 'observed',
        sources: 3,
      },
    ],
    inputExamples: [
      {
        value: { contractName: 'E-BTC-USDT', orderId: '2006628907041292645' },
        evidence: 'observed',
        sources: 8,
      },
      { value: { contractName: 'E-BTC-USDT' }, evidence: 'assumed' },
    ],
    result: {
      schema: 'Order',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'contractName', kind: 'string', jsonTypes: ['string'] },
          { path: 'side', kind: 'string', jsonTypes: ['string'] },
          { path: 'action', kind: 'string', jsonTypes: ['string'] },
          { path: 'type', kind: 'string', jsonTypes: ['string'] },
          { path: 'price', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'origQty', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'executedQty', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'avgPrice', kind: 'decimal', jsonTypes: ['string', 'number', 'null'] },
          { path: 'transactTime', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
          { path: 'status', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'timeInForce', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'tradeFee', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'realizedAmount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'fills', kind: 'string', jsonTypes: ['object'] },
          { path: 'symbol', kind: 'string', jsonTypes: ['string'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: {
          orderId: '2006628907041292645',
          contractName: 'E-BTC-USDT',
          side: 'BUY',
          action: 'OPEN',
          type: 'LIMIT',
          price: '67000.0000000000000000',
          origQty: '1.0000000000000000',
          executedQty: 0,
          avgPrice: '0E-8',
          transactTime: 1607702400000,
          status: 'NEW',
          timeInForce: '1',
          tradeFee: 0,
          realizedAmount: 0,
          fills: [],
        },
        evidence: 'observed',
        sources: 4,
      },
      {
        value: [
          {
            orderId: '259396989397942275',
            contractName: 'E-BTC-USDT',
            side: 'BUY',
            action: 'OPEN',
            type: 'LIMIT',
            price: '10000.0000000000000000',
            origQty: '1.0000000000000000',
            executedQty: 0,
            avgPrice: 0,
            transactTime: '1607702400000',
            status: 'NEW',
          },
        ],
        evidence: 'observed',
        sources: 1,
      },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
      {
        value: { code: '-1002', data: null, msg: 'UNAUTHORIZED', msgData: null, succ: false },
        evidence: 'observed',
        sources: 2,
      },
    ],
  },
  createConditionOrder: {
    summary: 'Create Condition Order',
    help: 'Places a condition (trigger) order. The id in the result is not an order id, and cancelOrder does not cancel it (observed in 2 sources).',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 6 },
    unknowns: [
      'order.price-bounds',
      'order.close-beyond-position',
      'order.position-type-against-mode',
      'order.condition-without-price',
      'order.trigger-reference',
      'request.contract-name-case',
      'cancel.condition-orders',
      'request.trigger-price',
      'request.position-type-number',
      'request.trigger-type',
      'request.condition-values',
      'request.condition-client-order-id',
      'request.trailing-slash',
      'request.volume-unit',
      'request.number-forms',
      'request.extra-headers',
      'codes.position-type',
      'response.condition-order-receipt',
      'response.acceptance',
      'states.condition-order',
      'errors.outcome',
    ],
    input: [
      { name: 'volume', help: 'Order quantity.', type: 'number', evidence: 'declared' },
      {
        name: 'triggerType',
        help: 'What triggers the order.\nValues: 1 stop loss; 2 take profit; 3 buy when rising; 4 sell when falling (observed in 2 sources).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'triggerPrice',
        help: 'The price that triggers the order.',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'positionType',
        help: 'Code of the margin mode of the position.\nValues: 1 cross; 2 isolated (observed in 6 sources).',
        type: 'number',
        evidence: 'declared',
      },
      {
        name: 'open',
        help: 'Whether the order opens or closes a position.\nValues: OPEN opens a position; CLOSE closes a position (observed in 6 sources).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'side',
        help: 'Buy or sell.\nValues: BUY buys; SELL sells (observed in 6 sources).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'type',
        help: 'Order type.\nValues: LIMIT limit order; MARKET market order (assumed).',
        type: 'string',
        evidence: 'declared',
      },
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      {
        name: 'price',
        help: 'Order price. Some deployments require it (observed in 1 source).',
        type: 'number',
        evidence: 'declared',
      },
      {
        name: 'clientOrderId',
        help: 'Client-chosen order identifier (observed in 3 sources).',
        type: 'string',
        evidence: 'observed',
        sources: 3,
      },
      {
        name: 'orderUnit',
        help: 'Unit of volume, as in createOrder. Only with the header futures-version: 101 (observed in 2 sources).',
        type: 'number',
        evidence: 'observed',
        sources: 2,
      },
    ],
    inputExamples: [
      {
        value: {
          volume: 1,
          triggerType: '3',
          triggerPrice: '68000.5',
          positionType: 1,
          open: 'OPEN',
          side: 'BUY',
          type: 'LIMIT',
          contractName: 'E-BTC-USDT',
          price: 68001,
        },
        evidence: 'assumed',
      },
    ],
    result: {
      schema: 'ConditionOrderReceipt',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'triggerIds', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'ids', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'cancelIds', kind: 'id', jsonTypes: ['string', 'integer'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: {
          code: '0',
          msg: 'Success',
          data: { triggerIds: ['1322738336974712847'], ids: [], cancelIds: [] },
          succ: true,
        },
        evidence: 'observed',
        sources: 3,
      },
      { value: { orderId: '256609229205684228' }, evidence: 'observed', sources: 1 },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  cancelOrder: {
    summary: 'Cancel Order',
    help: 'Cancels one order. The order becomes PENDING_CANCEL, and only later CANCELED. Code -2013 means that there is no such order, -1145 that it cannot be cancelled any more (observed).',
    helpWithout: 'Cancels every open order of one contract, by a cancel without orderId (rule 1). Condition orders may stay, and can open a position later; no method of this client is known to list or cancel them. The service document does not show the response.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 6 },
    rateLimit: { value: { requests: 20, perSeconds: 2 }, evidence: 'observed', sources: 1 },
    unknowns: [
      'cancel.order-of-another-contract',
      'signing.signature-used-twice',
      'request.contract-name-case',
      'cancel.condition-orders',
      'request.identifier-types',
      'cancel.wipe-reply',
      'response.cancel-receipt',
      'response.acceptance',
      'states.order',
      'errors.outcome',
    ],
    input: [
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      {
        name: 'orderId',
        help: 'Id of the order to cancel. Without one, the service would cancel all orders of the contract.',
        type: 'string',
        evidence: 'declared',
      },
    ],
    inputExamples: [
      { value: { contractName: 'E-BTC-USDT', orderId: '256609229205684228' }, evidence: 'assumed' },
      { value: { contractName: 'E-BTC-USDT' }, evidence: 'assumed' },
    ],
    result: {
      schema: 'OrderReceipt',
      enveloped: false,
      fields: {
        declared: [],
        observed: [{ path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] }],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { orderId: '256609229205684228' }, evidence: 'observed', sources: 2 },
      {
        value: { code: '0', msg: 'success', data: { orderId: '256609229205684228' } },
        evidence: 'observed',
        sources: 2,
      },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  cancelAllOrders: {
    summary: 'Cancel All Orders',
    help: 'Cancels all open orders of the account, in every contract. Condition orders may stay, and can open a position later; no method of this client is known to list or cancel them.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 3 },
    unknowns: [
      'cancel.all-with-nothing-open',
      'cancel.condition-orders',
      'request.empty-post',
      'request.content-type',
      'response.acknowledgement',
      'response.acceptance',
      'states.order',
      'errors.outcome',
    ],
    input: [],
    inputExamples: [],
    result: {
      schema: 'Acknowledgement',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'code', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'msg', kind: 'string', jsonTypes: ['string', 'null'] },
          { path: 'data', kind: 'string', jsonTypes: [] },
        ],
        assumed: [{ path: 'succ', kind: 'boolean', jsonTypes: ['boolean'] }],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { code: '0', msg: 'Success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '0', msg: '成功', data: null }, evidence: 'observed', sources: 1 },
      {
        value: { code: '-1002', data: null, msg: 'UNAUTHORIZED', msgData: null, succ: false },
        evidence: 'observed',
        sources: 2,
      },
    ],
  },
  getOpenOrders: {
    summary: 'Get Open Orders',
    help: 'Reads the open orders of one contract, or of all contracts.',
    securityType: { value: 'TRADE', evidence: 'declared' },
    speedLimit: { value: 'defined by the exchange', evidence: 'declared' },
    rateLimit: { value: { requests: 20, perSeconds: 2 }, evidence: 'observed', sources: 2 },
    unknowns: [
      'signing.bytes-of-the-secret',
      'request.contract-name-case',
      'cancel.condition-orders',
      'security.trade',
      'signing.query',
      'open-orders.without-contract',
      'response.open-orders',
      'response.order-values',
      'response.number-forms',
      'codes.order-status',
      'codes.time-in-force',
      'states.order',
      'limits.open-orders-speed',
    ],
    input: [
      {
        name: 'contractName',
        help: 'Contract. Without it, the orders of all contracts; some deployments require it (observed).',
        type: 'string',
        evidence: 'declared',
      },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT' }, evidence: 'observed', sources: 6 }],
    result: {
      schema: 'OpenOrder',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'contractName', kind: 'string', jsonTypes: ['string'] },
          { path: 'side', kind: 'string', jsonTypes: ['string'] },
          { path: 'action', kind: 'string', jsonTypes: ['string'] },
          { path: 'type', kind: 'string', jsonTypes: ['string'] },
          { path: 'price', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'origQty', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'executedQty', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'avgPrice', kind: 'decimal', jsonTypes: ['string', 'number', 'null'] },
          { path: 'transactTime', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
          { path: 'status', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'timeInForce', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'tradeFee', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'realizedAmount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'clientId', kind: 'string', jsonTypes: ['string'] },
          { path: 'positionId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'mergeSplitMode', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'positionType', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'volume', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'dealVolume', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'ctimeMs', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
          { path: 'ctime', kind: 'string', jsonTypes: ['string'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: [
          {
            orderId: '3215386721681467793',
            contractName: 'E-BTC-USDT',
            side: 'BUY',
            action: 'OPEN',
            type: 'LIMIT',
            price: '67000.0',
            origQty: '1.0000000000000000',
            executedQty: 0.5,
            avgPrice: '67000.0',
            transactTime: 1607702400000,
            status: 'PART_FILLED',
            timeInForce: 'POST_ONLY',
            clientId: '0',
            positionId: 107154,
          },
        ],
        evidence: 'observed',
        sources: 3,
      },
      { value: { code: '0', msg: 'success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  getOrderHistory: {
    summary: 'Get Order History',
    help: 'Reads one page of the order history of a contract; iterateOrderHistory reads all of it. Which orders it holds is not known, so a missing one proves nothing. Sort the records, because their order differs between deployments (observed in 3 sources).',
    securityType: { value: 'TRADE', evidence: 'declared' },
    unknowns: [
      'history.orders-held',
      'history.limit-above-maximum',
      'history.page-size-taken',
      'security.trade',
      'request.identifier-types',
      'history.limit-maximum',
      'history.from-id',
      'history.order-of-records',
      'request.number-forms',
      'response.order-history',
      'response.fees',
      'response.number-forms',
      'codes.position-type',
      'codes.order-status',
      'codes.time-in-force',
    ],
    input: [
      { name: 'contractName', help: 'Contract.', type: 'string', evidence: 'declared' },
      {
        name: 'limit',
        help: 'Page size. The maximum is 1000, 500 or 100, depending on the deployment (observed in 3 sources).',
        type: 'string',
        evidence: 'declared',
        default: '100',
      },
      {
        name: 'fromId',
        help: 'Id to start from. Whether its record is included is not known.',
        type: 'integer',
        evidence: 'declared',
      },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT', limit: '100' }, evidence: 'assumed' }],
    result: {
      schema: 'OrderHistoryRecord',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'orderId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'clientId', kind: 'string', jsonTypes: ['string'] },
          { path: 'ctimeMs', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
          { path: 'ctime', kind: 'string', jsonTypes: ['string'] },
          { path: 'positionType', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'side', kind: 'string', jsonTypes: ['string'] },
          { path: 'openOrClose', kind: 'string', jsonTypes: ['string'] },
          { path: 'leverageLevel', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'type', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'status', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'volume', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'dealVolume', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'price', kind: 'decimal', jsonTypes: ['string', 'number', 'null'] },
          { path: 'avgPrice', kind: 'decimal', jsonTypes: ['string', 'number', 'null'] },
          { path: 'dealMoney', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'openTakerFeeRate', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'openMakerFeeRate', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'closeTakerFeeRate', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'closeMakerFeeRate', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'contractId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'contractName', kind: 'string', jsonTypes: ['string'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: [
          {
            orderId: '777293886968070157',
            clientId: '0',
            ctimeMs: 1632903411000,
            ctime: '2021-09-29T16:16:51',
            positionType: 2,
            side: 'BUY',
            openOrClose: 'OPEN',
            leverageLevel: 26,
            type: 4,
            status: 4,
            volume: 2,
            dealVolume: 1,
            price: 41000,
            avgPrice: 41000,
            dealMoney: 4.1,
            openTakerFeeRate: 0.00065,
            openMakerFeeRate: 0.00025,
            closeTakerFeeRate: 0.00065,
            closeMakerFeeRate: 0.00025,
            contractId: 1,
            contractName: 'E-BTC-USDT',
          },
        ],
        evidence: 'observed',
        sources: 4,
      },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  getProfitHistory: {
    summary: 'Get Profit History',
    help: 'Reads one page of the realised profits; iterateProfitHistory reads all of them.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 3 },
    unknowns: [
      'history.profit-without-contract',
      'request.identifier-types',
      'history.profit-limit',
      'history.profit-range',
      'history.from-id',
      'history.order-of-records',
      'request.number-forms',
      'request.empty-post',
      'response.profit-history',
      'response.fees',
      'response.number-forms',
      'codes.position-type',
    ],
    input: [
      {
        name: 'contractName',
        help: 'Contract. Without it, all contracts (observed in 1 source).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'limit',
        help: 'Page size. The maximum is that of getOrderHistory (observed in 1 source).',
        type: 'string',
        evidence: 'declared',
      },
      { name: 'fromId', help: 'Id to start from.', type: 'integer', evidence: 'declared' },
      {
        name: 'startTime',
        help: 'Start of the range, in milliseconds. Only together with endTime (observed in 3 sources).',
        type: 'number',
        evidence: 'observed',
        sources: 3,
      },
      {
        name: 'endTime',
        help: 'End of the range, in milliseconds. Only together with startTime (observed in 3 sources).',
        type: 'number',
        evidence: 'observed',
        sources: 3,
      },
    ],
    inputExamples: [
      { value: { contractName: 'E-BTC-USDT', limit: '100', fromId: 8764 }, evidence: 'assumed' },
      {
        value: { contractName: 'E-BTC-USDT', startTime: 1632882691000, endTime: 1632903411000 },
        evidence: 'observed',
        sources: 3,
      },
    ],
    result: {
      schema: 'ProfitHistoryRecord',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'id', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'side', kind: 'string', jsonTypes: ['string'] },
          { path: 'positionType', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'leverageLevel', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'contractId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'volume', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'openPrice', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'openEndPrice', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'tradeFee', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'realizedAmount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'settleProfit', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'shareAmount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'closeProfit', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'historyRealizedAmount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'capitalFee', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'ctime', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
          { path: 'mtime', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: [
          {
            id: 8764,
            side: 'SELL',
            positionType: 2,
            leverageLevel: 26,
            contractId: 1,
            volume: 900,
            openPrice: 44500,
            openEndPrice: 44500,
            tradeFee: -5.23575,
            realizedAmount: 0,
            settleProfit: 0,
            shareAmount: 0,
            closeProfit: -45,
            historyRealizedAmount: -50.23575,
            capitalFee: 0,
            ctime: 1632882691000,
            mtime: 1632882691000,
          },
        ],
        evidence: 'observed',
        sources: 1,
      },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  getTradeHistory: {
    summary: 'Get Trade History',
    help: 'Reads one page of your trades; iterateTradeHistory reads all of them.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 4 },
    rateLimit: { value: { requests: 20, perSeconds: 2 }, evidence: 'observed', sources: 1 },
    unknowns: [
      'history.limit-above-maximum',
      'history.page-size-taken',
      'request.identifier-types',
      'signing.query',
      'history.without-contract',
      'history.from-id',
      'history.order-of-records',
      'history.fills',
      'response.trade-history',
      'response.fees',
      'response.number-forms',
    ],
    input: [
      {
        name: 'contractName',
        help: 'Contract. Some deployments require it (observed in 3 sources).',
        type: 'string',
        evidence: 'declared',
      },
      {
        name: 'limit',
        help: 'Page size. Some deployments document a smaller maximum, 500 or 100 (observed in 2 sources).',
        type: 'string',
        evidence: 'declared',
        default: '100',
      },
      { name: 'fromId', help: 'Id of the trade to start from.', type: 'integer', evidence: 'declared' },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT', limit: '100', fromId: 1528 }, evidence: 'assumed' }],
    result: {
      schema: 'Trade',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'id', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'tradeId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'bidId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'askId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'bidUserId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'askUserId', kind: 'id', jsonTypes: ['string', 'integer'] },
          { path: 'symbol', kind: 'string', jsonTypes: ['string'] },
          { path: 'contractName', kind: 'string', jsonTypes: ['string'] },
          { path: 'price', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'qty', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'amount', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'fee', kind: 'decimal', jsonTypes: ['string', 'number'] },
          { path: 'side', kind: 'string', jsonTypes: ['string'] },
          { path: 'isBuyer', kind: 'boolean', jsonTypes: ['boolean'] },
          { path: 'isMaker', kind: 'boolean', jsonTypes: ['boolean'] },
          { path: 'time', kind: 'unix-time-ms', jsonTypes: ['integer', 'string'] },
        ],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: [
          {
            tradeId: 100211,
            bidId: '1954072405852309104',
            askId: '1874564572563538130',
            symbol: 'BTC-USDT',
            contractName: 'E-BTC-USDT',
            price: '10.0',
            qty: 3,
            amount: 0.3,
            fee: '0.001',
            side: 'BUY',
            isBuyer: true,
            isMaker: false,
            time: 1607702400000,
          },
        ],
        evidence: 'observed',
        sources: 2,
      },
      {
        value: [
          {
            id: 1528,
            bidId: '150695552109032492',
            askId: '150695552109032493',
            symbol: 'BTC-USDT',
            price: '4.00000100',
            qty: '4.00000100',
            fee: '0.001',
            isBuyer: true,
            isMaker: false,
            time: 1607702400000,
          },
        ],
        evidence: 'observed',
        sources: 1,
      },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  changePositionMode: {
    summary: 'Change Position Mode',
    help: 'Switches a contract between net and two-way positions.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 2 },
    unknowns: [
      'settings.same-value-again',
      'settings.effect-on-open-orders',
      'signing.undeclared-operations',
      'codes.position-model',
      'response.acknowledgement',
    ],
    input: [
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      {
        name: 'positionModel',
        help: 'The new position mode.\nValues: 1 net; 2 two-way (observed in 2 sources).',
        type: 'integer',
        evidence: 'declared',
      },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT', positionModel: 2 }, evidence: 'assumed' }],
    result: {
      schema: 'Acknowledgement',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'code', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'msg', kind: 'string', jsonTypes: ['string', 'null'] },
          { path: 'data', kind: 'string', jsonTypes: [] },
        ],
        assumed: [{ path: 'succ', kind: 'boolean', jsonTypes: ['boolean'] }],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { code: '0', msg: 'Success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '0', msg: '成功', data: null }, evidence: 'observed', sources: 1 },
      {
        value: { code: '-1002', data: null, msg: 'UNAUTHORIZED', msgData: null, succ: false },
        evidence: 'observed',
        sources: 2,
      },
    ],
  },
  changeMarginMode: {
    summary: 'Change Margin Mode',
    help: 'Switches a contract between cross and isolated margin.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 3 },
    unknowns: [
      'settings.same-value-again',
      'settings.effect-on-open-orders',
      'signing.undeclared-operations',
      'codes.margin-model',
      'response.acknowledgement',
    ],
    input: [
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      {
        name: 'marginModel',
        help: 'The new margin mode.\nValues: 1 cross; 2 isolated (observed in 1 source).',
        type: 'integer',
        evidence: 'declared',
      },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT', marginModel: 1 }, evidence: 'assumed' }],
    result: {
      schema: 'Acknowledgement',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'code', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'msg', kind: 'string', jsonTypes: ['string', 'null'] },
          { path: 'data', kind: 'string', jsonTypes: [] },
        ],
        assumed: [{ path: 'succ', kind: 'boolean', jsonTypes: ['boolean'] }],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { code: '0', msg: 'Success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '0', msg: '成功', data: null }, evidence: 'observed', sources: 1 },
      {
        value: { code: '-1002', data: null, msg: 'UNAUTHORIZED', msgData: null, succ: false },
        evidence: 'observed',
        sources: 2,
      },
    ],
  },
  adjustPositionMargin: {
    summary: 'Adjust Position Margin',
    help: 'Changes the margin of an open position.',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 3 },
    weight: { value: 1, evidence: 'declared' },
    unknowns: [
      'margin.amount-unit',
      'request.identifier-types',
      'margin.amount-sign',
      'margin.position-id',
      'request.number-forms',
      'response.acknowledgement',
      'states.position',
      'errors.outcome',
    ],
    input: [
      {
        name: 'positionId',
        help: 'No call lists positions. The id of one of the account\'s positions; open orders of one deployment have it (observed).',
        type: 'integer',
        evidence: 'declared',
      },
      {
        name: 'amount',
        help: 'Amount to adjust by. No source says which sign adds and which removes.',
        type: 'number',
        evidence: 'declared',
      },
    ],
    inputExamples: [{ value: { positionId: 13603, amount: 10.5 }, evidence: 'assumed' }],
    result: {
      schema: 'Acknowledgement',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'code', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'msg', kind: 'string', jsonTypes: ['string', 'null'] },
          { path: 'data', kind: 'string', jsonTypes: [] },
        ],
        assumed: [{ path: 'succ', kind: 'boolean', jsonTypes: ['boolean'] }],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { code: '0', msg: 'Success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '0', msg: '成功', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  changeLeverage: {
    summary: 'Change Leverage Ratio',
    help: 'Changes the leverage of a contract. Open orders can block the change (observed in 1 source).',
    securityType: { value: 'TRADE', evidence: 'observed', sources: 3 },
    weight: { value: 1, evidence: 'declared' },
    unknowns: [
      'settings.same-value-again',
      'settings.effect-on-open-orders',
      'leverage.bounds',
      'response.acknowledgement',
    ],
    input: [
      { name: 'contractName', help: 'Contract identifier.', type: 'string', evidence: 'declared' },
      { name: 'nowLevel', help: 'The new leverage.', type: 'integer', evidence: 'declared' },
    ],
    inputExamples: [{ value: { contractName: 'E-BTC-USDT', nowLevel: 10 }, evidence: 'assumed' }],
    result: {
      schema: 'Acknowledgement',
      enveloped: false,
      fields: {
        declared: [],
        observed: [
          { path: 'code', kind: 'code', jsonTypes: ['string', 'integer'] },
          { path: 'msg', kind: 'string', jsonTypes: ['string', 'null'] },
          { path: 'data', kind: 'string', jsonTypes: [] },
        ],
        assumed: [{ path: 'succ', kind: 'boolean', jsonTypes: ['boolean'] }],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      { value: { code: '0', msg: 'Success', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '0', msg: '成功', data: null }, evidence: 'observed', sources: 1 },
      { value: { code: '-1121', msg: '无效的合约', data: null }, evidence: 'assumed' },
    ],
  },
  ping: {
    summary: 'Ping',
    help: 'Checks that the service can be reached.',
    securityType: { value: 'PUBLIC', evidence: 'assumed' },
    unknowns: ['security.public'],
    input: [],
    inputExamples: [],
    result: { schema: 'Ping', enveloped: false, fields: { declared: [], observed: [], assumed: [] } },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [{ value: {}, evidence: 'assumed' }],
  },
  getServerTime: {
    summary: 'Server Time',
    help: 'Reads the time of the service.',
    securityType: { value: 'PUBLIC', evidence: 'assumed' },
    unknowns: ['security.public', 'contracts.required-fields', 'time.zone-name', 'time.steps'],
    input: [],
    inputExamples: [],
    result: {
      schema: 'ServerTime',
      enveloped: false,
      fields: {
        declared: [
          { path: 'serverTime', kind: 'unix-time-ms', jsonTypes: ['integer'] },
          { path: 'timezone', kind: 'string', jsonTypes: ['string'] },
        ],
        observed: [],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [{ value: { serverTime: 1607702400000, timezone: 'GMT+08:00' }, evidence: 'observed', sources: 2 }],
  },
  getContracts: {
    summary: 'Contracts',
    help: 'Reads the list of contracts with market statistics.',
    securityType: { value: 'PUBLIC', evidence: 'assumed' },
    unknowns: [
      'contracts.fees-and-rates',
      'security.public',
      'contracts.required-fields',
      'contracts.product-type',
      'contracts.contract-type',
      'contracts.timestamps',
      'contracts.names',
      'contracts.failure',
    ],
    input: [],
    inputExamples: [],
    result: {
      schema: 'ContractList',
      enveloped: true,
      fields: {
        declared: [
          { path: 'contracts', kind: 'string', jsonTypes: ['object'] },
          { path: 'contracts.ticker_id', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.base_currency', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.quote_currency', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.last_price', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.base_volume', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.quote_volume', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.volume_usd', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.bid', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.ask', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.high', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.low', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.product_type', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.open_interest', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.open_interest_usd', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.index_price', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.creation_timestamp', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'contracts.expiry_timestamp', kind: 'integer', jsonTypes: ['integer'] },
          { path: 'contracts.funding_rate', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.next_funding_rate', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.next_funding_rate_timestamp', kind: 'unix-time-ms', jsonTypes: ['integer'] },
          { path: 'contracts.open_maker_fee', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.open_taker_fee', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.close_maker_fee', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.close_taker_fee', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.contract_type', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.contract_price', kind: 'decimal', jsonTypes: ['string'] },
          { path: 'contracts.contract_price_currency', kind: 'string', jsonTypes: ['string'] },
          { path: 'contracts.timestamp', kind: 'unix-time-ms', jsonTypes: ['integer'] },
        ],
        observed: [],
        assumed: [],
      },
    },
    statuses: { declared: ['200', 'default'], observed: ['410', '418', '429', '504', '4XX', '5XX'], assumed: [] },
    examples: [
      {
        value: {
          code: '0',
          msg: 'success',
          data: {
            contracts: [
              {
                ticker_id: 'ORCA-PERPUSDT',
                base_currency: 'ORCA',
                quote_currency: 'USDT',
                last_price: '1.959',
                base_volume: '67282.6',
                quote_volume: '133293.8',
                volume_usd: '133304.463504',
                bid: '1.958',
                ask: '1.961',
                high: '2.011',
                low: '1.902',
                product_type: 'Perpetual',
                open_interest: '1898',
                open_interest_usd: '3723.541192799999493826176',
                index_price: '1.9616666666666664',
                creation_timestamp: 0,
                expiry_timestamp: 0,
                funding_rate: '0.0001',
                next_funding_rate: '0.0001',
                next_funding_rate_timestamp: 1751299200000,
                open_maker_fee: '0.0003',
                open_taker_fee: '0.0005',
                close_maker_fee: '0.0003',
                close_taker_fee: '0.0005',
                contract_type: 'Vanilla',
                contract_price: '1.959',
                contract_price_currency: 'USDT',
                timestamp: 1751281672227,
              },
            ],
          },
        },
        evidence: 'observed',
        sources: 1,
      },
    ],
  },
};

