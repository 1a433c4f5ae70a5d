// Generated from openapi/ by `npm run generate`. Never edit; change the description.

/**
 * A decimal: text is sent digit for digit (`'65000.10'` goes out as `65000.10`); numbers and bigints as JavaScript
 * prints them. NaN, infinities and anything that is not a JSON number are refused before sending.
 */
export type DecimalInput = string | number | bigint;

/** An identifier. A number must be a safe integer: ids above 2^53 have to be strings or bigints. */
export type IdInput = string | number | bigint;

/** A whole number, also as text or bigint. */
export type IntegerInput = string | number | bigint;

/** The input of an operation that takes none. */
type NoInput = { readonly [field: string]: never };

/** Input of {@link FuturesOperations.createOrder}. */
export interface CreateOrderInput {
  /**
   * Order quantity: contracts for LIMIT, a value in the quote currency for MARKET, in some deployments only for
   * one that opens. Precision and minimum depend on the contract (observed).
   */
  readonly volume: DecimalInput;
  /**
   * Order price, as text to keep every digit. Some deployments require it only for LIMIT. The precision depends on
   * the contract (observed).
   */
  readonly price: DecimalInput;
  /**
   * Contract, such as `E-BTC-USDT`: prefix, base and quote in upper case. It is not the `ticker_id` of
   * getContracts (observed in 1 source).
   */
  readonly contractName: string;
  /**
   * Order type.
   *
   * Values: `LIMIT`, `MARKET`.
   */
  readonly type: 'LIMIT' | 'MARKET';
  /**
   * Buy or sell.
   *
   * Values: `BUY`, `SELL`.
   */
  readonly side: 'BUY' | 'SELL';
  /**
   * Whether the order opens or closes a position.
   *
   * Values: `OPEN`, `CLOSE`.
   */
  readonly open: 'OPEN' | 'CLOSE';
  /**
   * Code of the margin mode of the position.
   *
   * Values: `1` cross; `2` isolated (observed in 6 sources).
   */
  readonly positionType: 1 | 2 | (number & {}) | `${bigint}` | bigint;
  /**
   * Your own id for the order, shorter than 32 characters. The service does not check that it is unique, so a
   * blind retry can double an order (observed).
   */
  readonly clientOrderId?: string | undefined;
  /**
   * Time in force. Leave it out for MARKET: the service treats an order with it as LIMIT (observed in 1 source).
   *
   * Values: `IOC`, `FOK`, `POST_ONLY`.
   */
  readonly timeInForce?: 'IOC' | 'FOK' | 'POST_ONLY' | undefined;
  /**
   * Unit of `volume`, default 2. Only with the header `futures-version: 101`. Until 2026-02 the documentation had
   * 1 and 2 swapped.
   *
   * Values: `1` coin; `2` contracts; `3` value (observed).
   */
  readonly orderUnit?: 1 | 2 | 3 | (number & {}) | `${number}` | bigint | undefined;
}

/** Input of {@link FuturesOperations.getOrder}. */
export interface GetOrderFields {
  /** Contract identifier. */
  readonly contractName: string;
  /** Id of the order. Pass this or clientOrderId (observed in 8 sources). */
  readonly orderId?: IdInput;
  /** The id that you chose for the order. Pass this or orderId (observed in 3 sources). */
  readonly clientOrderId?: string;
}

/** Input of {@link FuturesOperations.getOrder}: with orderId or clientOrderId, or with both. */
export type GetOrderInput = GetOrderFields & (Required<Pick<GetOrderFields, 'orderId'>> | Required<Pick<GetOrderFields, 'clientOrderId'>>);

/** Input of {@link FuturesOperations.getSomeOrder}. */
export interface GetSomeOrderInput {
  /** Contract identifier. */
  readonly contractName: string;
}

/** Input of {@link FuturesOperations.createConditionOrder}. */
export interface CreateConditionOrderInput {
  /** Order quantity. */
  readonly volume: DecimalInput;
  /**
   * What triggers the order.
   *
   * Values: `1` stop loss; `2` take profit; `3` buy when rising; `4` sell when falling (observed in 2 sources).
   */
  readonly triggerType: '1' | '2' | '3' | '4' | (string & {});
  /** The price that triggers the order. */
  readonly triggerPrice: DecimalInput;
  /**
   * Code of the margin mode of the position.
   *
   * Values: `1` cross; `2` isolated (observed in 6 sources).
   */
  readonly positionType: 1 | 2 | (number & {}) | `${bigint}` | bigint;
  /**
   * Whether the order opens or closes a position.
   *
   * Values: `OPEN` opens a position; `CLOSE` closes a position (observed in 6 sources).
   */
  readonly open: 'OPEN' | 'CLOSE' | (string & {});
  /**
   * Buy or sell.
   *
   * Values: `BUY` buys; `SELL` sells (observed in 6 sources).
   */
  readonly side: 'BUY' | 'SELL' | (string & {});
  /**
   * Order type.
   *
   * Values: `LIMIT` limit order; `MARKET` market order (assumed).
   */
  readonly type: 'LIMIT' | 'MARKET' | (string & {});
  /** Contract identifier. */
  readonly contractName: string;
  /** Order price. Some deployments require it (observed in 1 source). */
  readonly price?: DecimalInput | undefined;
  /** Client-chosen order identifier (observed in 3 sources). */
  readonly clientOrderId?: string | undefined;
  /** Unit of `volume`, as in createOrder. Only with the header `futures-version: 101` (observed in 2 sources). */
  readonly orderUnit?: DecimalInput | undefined;
}

/** Input of {@link FuturesOperations.cancelOrder}. */
export interface CancelOrderInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Id of the order to cancel. Without one, the service would cancel all orders of the contract.
   *
   * **Required** by this client: `cancelContractOrders` is the call without it.
   */
  readonly orderId: IdInput;
}

/** Input of {@link FuturesOperations.cancelContractOrders}. */
export interface CancelContractOrdersInput {
  /** Contract identifier. */
  readonly contractName: string;
}

/** Input of {@link FuturesOperations.getOpenOrders}. */
export interface GetOpenOrdersInput {
  /** Contract. Without it, the orders of all contracts; some deployments require it (observed). */
  readonly contractName?: string;
}

/** Input of {@link FuturesOperations.getOrderHistory}. */
export interface GetOrderHistoryInput {
  /** Contract. */
  readonly contractName: string;
  /**
   * Page size. The maximum is 1000, 500 or 100, depending on the deployment (observed in 3 sources).
   *
   * Default `100`, applied by the service.
   */
  readonly limit?: IntegerInput | undefined;
  /** Id to start from. Whether its record is included is not known. */
  readonly fromId?: IdInput | undefined;
}

/** Input of {@link FuturesOperations.getProfitHistory}. */
export interface GetProfitHistoryInput {
  /** Contract. Without it, all contracts (observed in 1 source). */
  readonly contractName?: string;
  /** Page size. The maximum is that of getOrderHistory (observed in 1 source). */
  readonly limit?: IntegerInput | undefined;
  /** Id to start from. */
  readonly fromId?: IdInput | undefined;
  /** Start of the range, in milliseconds. Only together with endTime (observed in 3 sources). */
  readonly startTime?: IntegerInput | undefined;
  /** End of the range, in milliseconds. Only together with startTime (observed in 3 sources). */
  readonly endTime?: IntegerInput | undefined;
}

/** Input of {@link FuturesOperations.getTradeHistory}. */
export interface GetTradeHistoryInput {
  /** Contract. Some deployments require it (observed in 3 sources). */
  readonly contractName?: string;
  /**
   * Page size. Some deployments document a smaller maximum, 500 or 100 (observed in 2 sources).
   *
   * Default `100`, applied by the service.
   *
   * Maximum `1000`.
   */
  readonly limit?: IntegerInput | undefined;
  /** Id of the trade to start from. */
  readonly fromId?: IdInput | undefined;
}

/** Input of {@link FuturesOperations.changePositionMode}. */
export interface ChangePositionModeInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * The new position mode.
   *
   * Values: `1` net; `2` two-way (observed in 2 sources).
   */
  readonly positionModel: 1 | 2 | (number & {}) | `${bigint}` | bigint;
}

/** Input of {@link FuturesOperations.changeMarginMode}. */
export interface ChangeMarginModeInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * The new margin mode.
   *
   * Values: `1` cross; `2` isolated (observed in 1 source).
   */
  readonly marginModel: 1 | 2 | (number & {}) | `${bigint}` | bigint;
}

/** Input of {@link FuturesOperations.adjustPositionMargin}. */
export interface AdjustPositionMarginInput {
  /**
   * No call lists positions. The `id` of one of the account's positions; open orders of one deployment have it
   * (observed).
   */
  readonly positionId: IdInput;
  /** Amount to adjust by. No source says which sign adds and which removes. */
  readonly amount: DecimalInput;
}

/** Input of {@link FuturesOperations.changeLeverage}. */
export interface ChangeLeverageInput {
  /** Contract identifier. */
  readonly contractName: string;
  /** The new leverage. */
  readonly nowLevel: IntegerInput;
}

/**
 * Receipt of an order or of a cancellation. It says that the request was taken, not that the order is in the book
 * or cancelled (observed in 4 sources).
 */
export interface OrderReceipt {
  /** Order identifier, 18 to 19 digits (observed in 4 sources). */
  readonly orderId: string;
}

/** Order as Get Order Details returns it (observed in 3 sources). */
export interface Order {
  /** Order identifier (observed in 3 sources). */
  readonly orderId?: string;
  /** Contract identifier (observed in 3 sources). */
  readonly contractName?: string;
  /** BUY, SELL (observed in 3 sources). */
  readonly side?: string;
  /** OPEN, CLOSE (observed in 3 sources). */
  readonly action?: string;
  /** LIMIT, MARKET (observed in 3 sources). */
  readonly type?: string;
  /** Order price, up to 16 decimals (observed in 2 sources). */
  readonly price?: string;
  /** Ordered quantity (observed in 2 sources). */
  readonly origQty?: string;
  /** Filled quantity (observed in 3 sources). */
  readonly executedQty?: string;
  /** Average fill price; 0E-8 and null occur (observed in 4 sources). */
  readonly avgPrice?: string | null;
  /** Creation, milliseconds (observed in 4 sources). */
  readonly transactTime?: number;
  /**
   * Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
   *
   * Values: `INIT` accepted, not in the book yet; `NEW` in the book; `PARTIALLY_FILLED` partly filled;
   * `PART_FILLED` partly filled; `FILLED` filled; `CANCELED` cancelled; `CANCELLED` cancelled; `PENDING_CANCEL`
   * cancellation taken, not done yet; `REJECTED` rejected; `EXPIRED` expired; `PENDING_CREATE` in one source only;
   * `ERROR` in one source only; `New Order` display text; `Partially Filled` display text; `Filled` display text;
   * `Cancelled` display text; `To be Cancelled` display text; `Partially Filled/Cancelled` display text; a partly
   * filled order that was cancelled (observed in 7 sources).
   */
  readonly status?: 'INIT' | 'NEW' | 'PARTIALLY_FILLED' | 'PART_FILLED' | 'FILLED' | 'CANCELED' | 'CANCELLED' | 'PENDING_CANCEL' | 'REJECTED' | 'EXPIRED' | 'PENDING_CREATE' | 'ERROR' | 'New Order' | 'Partially Filled' | 'Filled' | 'Cancelled' | 'To be Cancelled' | 'Partially Filled/Cancelled' | (string & {});
  /**
   * Time in force, as a code, a name or an empty text.
   *
   * Values: `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY (observed).
   */
  readonly timeInForce?: '1' | '2' | '3' | '4' | '5' | (string & {});
  /** Fee (observed in 3 sources). */
  readonly tradeFee?: string;
  /** Realised profit (observed in 3 sources). */
  readonly realizedAmount?: string;
  /** Fills; empty in the example, the shape of one is not shown anywhere (observed in 2 sources). */
  readonly fills?: readonly { readonly [field: string]: unknown }[];
  /** Contract; documented, but never in an example (observed in 1 source). */
  readonly symbol?: string;
}

/**
 * Receipt of a condition order. A trigger identifier is not an order identifier, and Cancel Order does not cancel
 * it (observed in 4 sources).
 */
export interface ConditionOrderReceipt {
  /** Identifier in the bare form (observed in 1 source). */
  readonly orderId?: string;
  /** Trigger identifiers; the new one stands first (observed in 3 sources). */
  readonly triggerIds?: readonly string[];
  /** Empty in the examples seen (observed in 3 sources). */
  readonly ids?: readonly string[];
  /** Empty in the examples seen (observed in 3 sources). */
  readonly cancelIds?: readonly string[];
}

/**
 * Envelope without data. Success is the code 0; the text of msg is never to be tested (observed in 2 sources).
 */
export interface Acknowledgement {
  /** 0 reports success (observed in 2 sources). */
  readonly code?: string;
  /** Text, localised (observed in 2 sources). */
  readonly msg?: string | null;
  /** Null in every example seen (observed in 2 sources). */
  readonly data?: unknown;
  /** True, or missing (assumed). */
  readonly succ?: boolean;
}

/**
 * Row of Get Open Orders: the fields of an order without fills, and more on live hosts (observed in 3 sources).
 */
export interface OpenOrder {
  /** Order identifier (observed in 3 sources). */
  readonly orderId?: string;
  /** Contract identifier (observed in 3 sources). */
  readonly contractName?: string;
  /** BUY, SELL (observed in 3 sources). */
  readonly side?: string;
  /** OPEN, CLOSE (observed in 3 sources). */
  readonly action?: string;
  /** LIMIT, MARKET (observed in 3 sources). */
  readonly type?: string;
  /** Order price, up to 16 decimals (observed in 2 sources). */
  readonly price?: string;
  /** Ordered quantity (observed in 2 sources). */
  readonly origQty?: string;
  /** Filled quantity (observed in 3 sources). */
  readonly executedQty?: string;
  /** Average fill price; 0E-8 and null occur (observed in 4 sources). */
  readonly avgPrice?: string | null;
  /** Creation, milliseconds (observed in 4 sources). */
  readonly transactTime?: number;
  /**
   * Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
   *
   * Values: `INIT` accepted, not in the book yet; `NEW` in the book; `PARTIALLY_FILLED` partly filled;
   * `PART_FILLED` partly filled; `FILLED` filled; `CANCELED` cancelled; `CANCELLED` cancelled; `PENDING_CANCEL`
   * cancellation taken, not done yet; `REJECTED` rejected; `EXPIRED` expired; `PENDING_CREATE` in one source only;
   * `ERROR` in one source only; `New Order` display text; `Partially Filled` display text; `Filled` display text;
   * `Cancelled` display text; `To be Cancelled` display text; `Partially Filled/Cancelled` display text; a partly
   * filled order that was cancelled (observed in 7 sources).
   */
  readonly status?: 'INIT' | 'NEW' | 'PARTIALLY_FILLED' | 'PART_FILLED' | 'FILLED' | 'CANCELED' | 'CANCELLED' | 'PENDING_CANCEL' | 'REJECTED' | 'EXPIRED' | 'PENDING_CREATE' | 'ERROR' | 'New Order' | 'Partially Filled' | 'Filled' | 'Cancelled' | 'To be Cancelled' | 'Partially Filled/Cancelled' | (string & {});
  /**
   * Time in force, as a code, a name or an empty text.
   *
   * Values: `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY (observed).
   */
  readonly timeInForce?: '1' | '2' | '3' | '4' | '5' | (string & {});
  /** Fee (observed in 3 sources). */
  readonly tradeFee?: string;
  /** Realised profit (observed in 3 sources). */
  readonly realizedAmount?: string;
  /** Client-chosen order identifier (observed in 1 source). */
  readonly clientId?: string;
  /** Position identifier (observed in 1 source). */
  readonly positionId?: string;
  /** Meaning not known (observed in 1 source). */
  readonly mergeSplitMode?: number;
  /** Position type code (observed in 1 source). */
  readonly positionType?: number;
  /** Ordered quantity, under the name of the history (observed in 1 source). */
  readonly volume?: string;
  /** Filled quantity, under the name of the history (observed in 1 source). */
  readonly dealVolume?: string;
  /** Creation, milliseconds (observed in 1 source). */
  readonly ctimeMs?: number;
  /** Creation as a text (observed in 1 source). */
  readonly ctime?: string;
}

/** Record of Get Order History (observed in 4 sources). */
export interface OrderHistoryRecord {
  /** Order identifier, 18 to 19 digits (observed in 4 sources). */
  readonly orderId?: string;
  /** Client-chosen order identifier; 0 when there is none (observed in 4 sources). */
  readonly clientId?: string;
  /** Creation, milliseconds (observed in 4 sources). */
  readonly ctimeMs?: number;
  /** Creation as a text without zone (UTC+8) (observed in 4 sources). */
  readonly ctime?: string;
  /**
   * Position type code.
   *
   * Values: `1` cross; `2` isolated (observed).
   */
  readonly positionType?: 1 | 2 | (number & {});
  /** BUY, SELL (observed in 4 sources). */
  readonly side?: string;
  /** OPEN, CLOSE (observed in 4 sources). */
  readonly openOrClose?: string;
  /** Leverage (observed in 4 sources). */
  readonly leverageLevel?: number;
  /**
   * Order type, a number here.
   *
   * Values: `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY (observed in 2 sources).
   */
  readonly type?: '1' | '2' | '3' | '4' | '5' | (string & {});
  /**
   * Order status, a number here.
   *
   * Values: `0` INIT, accepted, not in the book yet; `1` NEW; `2` FILLED; `3` PART_FILLED; `4` CANCELED; `5`
   * PENDING_CANCEL; `6` EXPIRED or abnormal (observed in 2 sources).
   */
  readonly status?: '0' | '1' | '2' | '3' | '4' | '5' | '6' | (string & {});
  /** Ordered quantity (observed in 4 sources). */
  readonly volume?: string;
  /** Filled quantity (observed in 4 sources). */
  readonly dealVolume?: string;
  /** Order price; null occurs (observed in 1 source). */
  readonly price?: string | null;
  /** Average fill price; null occurs (observed in 1 source). */
  readonly avgPrice?: string | null;
  /** Value of what was filled (observed in 4 sources). */
  readonly dealMoney?: string;
  /** Taker fee rate for opening (observed in 4 sources). */
  readonly openTakerFeeRate?: string;
  /** Maker fee rate for opening (observed in 4 sources). */
  readonly openMakerFeeRate?: string;
  /** Taker fee rate for closing (observed in 4 sources). */
  readonly closeTakerFeeRate?: string;
  /** Maker fee rate for closing (observed in 4 sources). */
  readonly closeMakerFeeRate?: string;
  /** Contract number (observed in 4 sources). */
  readonly contractId?: string;
  /** Contract identifier (observed in 4 sources). */
  readonly contractName?: string;
}

/**
 * Record of Get Profit History. There is no contractName in it, and no source explains the fields beyond their
 * names (observed in 1 source).
 */
export interface ProfitHistoryRecord {
  /** Record identifier (observed in 1 source). */
  readonly id?: string;
  /** BUY, SELL (observed in 1 source). */
  readonly side?: string;
  /**
   * Position type code.
   *
   * Values: `1` cross; `2` isolated (observed).
   */
  readonly positionType?: 1 | 2 | (number & {});
  /** Leverage (observed in 1 source). */
  readonly leverageLevel?: number;
  /**
   * Contract number; to be mapped through a list that carries it, which the contracts response is not (observed in
   * 1 source).
   */
  readonly contractId?: string;
  /** Quantity (observed in 1 source). */
  readonly volume?: string;
  /** Opening price (observed in 1 source). */
  readonly openPrice?: string;
  /** End price; equal to openPrice in the example (observed in 1 source). */
  readonly openEndPrice?: string;
  /** Trade fee, signed (observed in 1 source). */
  readonly tradeFee?: string;
  /** Realised amount, signed (observed in 1 source). */
  readonly realizedAmount?: string;
  /** Settled profit, signed; may be missing (observed in 1 source). */
  readonly settleProfit?: string;
  /** Share amount, signed (observed in 1 source). */
  readonly shareAmount?: string;
  /** Profit of closing, signed (observed in 1 source). */
  readonly closeProfit?: string;
  /** Realised amount of the past, signed (observed in 1 source). */
  readonly historyRealizedAmount?: string;
  /** Capital fee, signed (observed in 1 source). */
  readonly capitalFee?: string;
  /** Creation, milliseconds here (observed in 1 source). */
  readonly ctime?: number;
  /** Modification, milliseconds here (observed in 1 source). */
  readonly mtime?: number;
}

/** Trade. Two record shapes exist; both are merged here (observed in 3 sources). */
export interface Trade {
  /** Trade identifier (observed in 1 source). */
  readonly id?: string;
  /** Trade identifier (observed in 2 sources). */
  readonly tradeId?: string;
  /** Identifier of the bid order, 18 to 19 digits (observed in 3 sources). */
  readonly bidId?: string;
  /** Identifier of the ask order, 18 to 19 digits (observed in 3 sources). */
  readonly askId?: string;
  /** User of the bid (observed in 2 sources). */
  readonly bidUserId?: string;
  /** User of the ask (observed in 2 sources). */
  readonly askUserId?: string;
  /** Market, such as BTC-USDT (observed in 2 sources). */
  readonly symbol?: string;
  /** Contract identifier (observed in 3 sources). */
  readonly contractName?: string;
  /** Price (observed in 2 sources). */
  readonly price?: string;
  /** Quantity (observed in 2 sources). */
  readonly qty?: string;
  /** Value; the contract multiplier is applied (observed in 1 source). */
  readonly amount?: string;
  /** Fee (observed in 3 sources). */
  readonly fee?: string;
  /** BUY, SELL; sometimes in lower case (observed in 2 sources). */
  readonly side?: string;
  /** Buyer flag (observed in 3 sources). */
  readonly isBuyer?: boolean;
  /** Maker flag (observed in 3 sources). */
  readonly isMaker?: boolean;
  /** Time of the trade, milliseconds (observed in 3 sources). */
  readonly time?: number;
}

/** Empty JSON object. */
export type Ping = { readonly [field: string]: never };

/** Server time (response of the time endpoint). */
export interface ServerTime {
  /** Milliseconds since epoch. */
  readonly serverTime?: number;
  /**
   * Time zone name.
   *
   * "China Standard Time", "China standard time", "GMT+08:00", "格林尼治标准时间" and "Coordinated Universal Time" were
   * seen. Not to be parsed (observed in 6 sources).
   */
  readonly timezone?: string;
}

/** The data of the contracts response. */
export interface ContractList {
  /** Contract records. */
  readonly contracts?: readonly Contract[];
}

/** Contract record (public contracts response). */
export interface Contract {
  /**
   * Ticker id.
   *
   * A display name such as ORCA-PERPUSDT, not the contractName used for trading (observed in 1 source).
   */
  readonly ticker_id?: string;
  /** Base currency. */
  readonly base_currency?: string;
  /** Quote currency. */
  readonly quote_currency?: string;
  /** Last price. */
  readonly last_price?: string;
  /** Base volume. */
  readonly base_volume?: string;
  /** Quote volume. */
  readonly quote_volume?: string;
  /** Volume USD. */
  readonly volume_usd?: string;
  /** Bid. */
  readonly bid?: string;
  /** Ask. */
  readonly ask?: string;
  /** High. */
  readonly high?: string;
  /** Low. */
  readonly low?: string;
  /**
   * Product type.
   *
   * Values: `Perpetual` in every example (observed in 1 source).
   */
  readonly product_type?: 'Perpetual' | (string & {});
  /** Open interest. */
  readonly open_interest?: string;
  /** Open interest USD. */
  readonly open_interest_usd?: string;
  /** Index price. */
  readonly index_price?: string;
  /**
   * Creation timestamp. No unit is declared.
   *
   * 0 in the example (observed in 1 source).
   */
  readonly creation_timestamp?: number;
  /**
   * Expiry timestamp. No unit is declared.
   *
   * 0 in the example (observed in 1 source).
   */
  readonly expiry_timestamp?: number;
  /** Funding rate. */
  readonly funding_rate?: string;
  /** Next funding rate. */
  readonly next_funding_rate?: string;
  /** Next funding rate timestamp. Milliseconds. */
  readonly next_funding_rate_timestamp?: number;
  /** Open maker fee. */
  readonly open_maker_fee?: string;
  /** Open taker fee. */
  readonly open_taker_fee?: string;
  /** Close maker fee. */
  readonly close_maker_fee?: string;
  /** Close taker fee. */
  readonly close_taker_fee?: string;
  /**
   * Contract type.
   *
   * Values: `Vanilla` in every example; `Inverse` named beside it; `Quanto` named beside it (observed in 1
   * source).
   */
  readonly contract_type?: 'Vanilla' | 'Inverse' | 'Quanto' | (string & {});
  /** Contract price. */
  readonly contract_price?: string;
  /** Contract price currency. */
  readonly contract_price_currency?: string;
  /** Timestamp. Milliseconds. */
  readonly timestamp?: number;
}

/** The operations of the service, by operationId. `CallOptions` are those of one call. */
export interface FuturesOperations<CallOptions> {

  /**
   * Places a LIMIT or MARKET order. The result means that the order was accepted, not that it is in the book
   * (observed in 1 source).
   *
   * **Moves money.** After outcome `unknown`, look up what happened before you retry.
   *
   * `submitOrder` makes this call once, and looks up what happened after a lost response.
   *
   * @example
   * ```ts
   * const result = await client.createOrder({
   *   volume: 2,
   *   price: '65000.5',
   *   contractName: 'E-BTC-USDT',
   *   type: 'LIMIT',
   *   side: 'BUY',
   *   open: 'OPEN',
   *   positionType: 2,
   *   clientOrderId: 'my-order-1',
   *   timeInForce: 'POST_ONLY',
   * });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link CreateOrderInput}
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<OrderReceipt>;
  /**
   * Reads one order, by orderId or clientOrderId beside contractName (observed in 3 sources).
   *
   * `getSomeOrder` is the call without orderId and clientOrderId.
   *
   * Signed if the client has credentials.
   *
   * @example
   * ```ts
   * const result = await client.getOrder({ contractName: 'E-BTC-USDT', orderId: '2006628907041292645' });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link GetOrderInput}
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Reads an order of the contract without saying which one. The service document does not say which one the
   * service returns, so never take it for a certain order.
   *
   * Signed if the client has credentials.
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link FuturesOperations.getOrder}
   */
  getSomeOrder(input: GetSomeOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Places a condition (trigger) order. The id in the result is not an order id, and cancelOrder does not cancel
   * it (observed in 2 sources).
   *
   * **Moves money.** After outcome `unknown`, look up what happened before you retry.
   *
   * @example
   * ```ts
   * const result = await client.createConditionOrder({
   *   volume: 1,
   *   triggerType: '3',
   *   triggerPrice: '68000.5',
   *   positionType: 1,
   *   open: 'OPEN',
   *   side: 'BUY',
   *   type: 'LIMIT',
   *   contractName: 'E-BTC-USDT',
   *   price: 68001,
   * });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link CreateConditionOrderInput}
   */
  createConditionOrder(input: CreateConditionOrderInput, options?: CallOptions): Promise<ConditionOrderReceipt>;
  /**
   * Cancels one order. The order becomes PENDING_CANCEL, and only later CANCELED. Code -2013 means that there is
   * no such order, -1145 that it cannot be cancelled any more (observed).
   *
   * `cancelContractOrders` is the call without orderId.
   *
   * **Cancels orders.** After outcome `unknown`, look at the open orders before you retry.
   *
   * @example
   * ```ts
   * const result = await client.cancelOrder({ contractName: 'E-BTC-USDT', orderId: '256609229205684228' });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link CancelOrderInput}
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Partial<OrderReceipt>>;
  /**
   * Cancels **every** open order of one contract, by a cancel without orderId (rule 1). Condition orders may stay,
   * and can open a position later; no method of this client is known to list or cancel them. The service document
   * does not show the response.
   *
   * **Cancels orders.** After outcome `unknown`, look at the open orders before you retry.
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link FuturesOperations.cancelOrder}
   */
  cancelContractOrders(input: CancelContractOrdersInput, options?: CallOptions): Promise<Partial<OrderReceipt>>;
  /**
   * Cancels all open orders of the account, in every contract. Condition orders may stay, and can open a position
   * later; no method of this client is known to list or cancel them.
   *
   * **Cancels orders.** After outcome `unknown`, look at the open orders before you retry.
   *
   * @example
   * ```ts
   * const result = await client.cancelAllOrders();
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  cancelAllOrders(input?: NoInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Reads the open orders of one contract, or of all contracts.
   *
   * @example
   * ```ts
   * const records = await client.getOpenOrders({ contractName: 'E-BTC-USDT' });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link GetOpenOrdersInput}
   */
  getOpenOrders(input?: GetOpenOrdersInput, options?: CallOptions): Promise<readonly OpenOrder[]>;
  /**
   * Reads one page of the order history of a contract; `iterateOrderHistory` reads all of it. Which orders it
   * holds is not known, so a missing one proves nothing. Sort the records, because their order differs between
   * deployments (observed in 3 sources).
   *
   * @example
   * ```ts
   * const records = await client.getOrderHistory({ contractName: 'E-BTC-USDT', limit: '100' });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link GetOrderHistoryInput}
   */
  getOrderHistory(input: GetOrderHistoryInput, options?: CallOptions): Promise<readonly OrderHistoryRecord[]>;
  /**
   * Reads one page of the realised profits; `iterateProfitHistory` reads all of them.
   *
   * @example
   * ```ts
   * const records = await client.getProfitHistory({ contractName: 'E-BTC-USDT', limit: '100', fromId: 8764 });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link GetProfitHistoryInput}
   */
  getProfitHistory(input?: GetProfitHistoryInput, options?: CallOptions): Promise<readonly ProfitHistoryRecord[]>;
  /**
   * Reads one page of your trades; `iterateTradeHistory` reads all of them.
   *
   * @example
   * ```ts
   * const records = await client.getTradeHistory({ contractName: 'E-BTC-USDT', limit: '100', fromId: 1528 });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link GetTradeHistoryInput}
   */
  getTradeHistory(input?: GetTradeHistoryInput, options?: CallOptions): Promise<readonly Trade[]>;
  /**
   * Switches a contract between net and two-way positions.
   *
   * Signed if the client has credentials.
   *
   * @example
   * ```ts
   * const result = await client.changePositionMode({ contractName: 'E-BTC-USDT', positionModel: 2 });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link ChangePositionModeInput}
   */
  changePositionMode(input: ChangePositionModeInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Switches a contract between cross and isolated margin.
   *
   * Signed if the client has credentials.
   *
   * @example
   * ```ts
   * const result = await client.changeMarginMode({ contractName: 'E-BTC-USDT', marginModel: 1 });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link ChangeMarginModeInput}
   */
  changeMarginMode(input: ChangeMarginModeInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Changes the margin of an open position.
   *
   * **Moves money.** After outcome `unknown`, look up what happened before you retry.
   *
   * @example
   * ```ts
   * const result = await client.adjustPositionMargin({ positionId: 13603, amount: '10.5' });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link AdjustPositionMarginInput}
   */
  adjustPositionMargin(input: AdjustPositionMarginInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Changes the leverage of a contract. Open orders can block the change (observed in 1 source).
   *
   * @example
   * ```ts
   * const result = await client.changeLeverage({ contractName: 'E-BTC-USDT', nowLevel: 10 });
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   * @see {@link ChangeLeverageInput}
   */
  changeLeverage(input: ChangeLeverageInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Checks that the service can be reached.
   *
   * Public, never signed.
   *
   * @example
   * ```ts
   * const result = await client.ping();
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  ping(input?: NoInput, options?: CallOptions): Promise<Ping>;
  /**
   * Reads the time of the service.
   *
   * Public, never signed.
   *
   * @example
   * ```ts
   * const result = await client.getServerTime();
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getServerTime(input?: NoInput, options?: CallOptions): Promise<ServerTime>;
  /**
   * Reads the list of contracts with market statistics.
   *
   * Public, never signed.
   *
   * @example
   * ```ts
   * const result = await client.getContracts();
   * ```
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getContracts(input?: NoInput, options?: CallOptions): Promise<ContractList>;

}
