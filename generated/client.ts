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
export type NoInput = { readonly [field: string]: never };

/** Input of {@link FuturesOperations.createOrder}. */
export interface CreateOrderInput {
  /**
   * Order quantity.
   *
   * Observed (6 independent sources): Contracts for LIMIT; value in the quote currency for a MARKET order (FX any,
   * OD and KB one that opens). Strings are also sent. Precision and minimum are set per contract. See orderUnit.
   */
  readonly volume: DecimalInput;
  /**
   * Order price.
   *
   * Observed (3 independent sources): Elsewhere required only for LIMIT. Strings are also sent. The precision is
   * set per contract.
   */
  readonly price: DecimalInput;
  /**
   * Contract identifier.
   *
   * Observed (6 independent sources): Prefix, base and quote in upper case, joined by hyphens. It is not the
   * ticker_id of the contracts response.
   */
  readonly contractName: string;
  /** Type: LIMIT, MARKET. */
  readonly type: 'LIMIT' | 'MARKET';
  /** Side: BUY, SELL. */
  readonly side: 'BUY' | 'SELL';
  /** Open: OPEN, CLOSE. */
  readonly open: 'OPEN' | 'CLOSE';
  /**
   * Position type code. Meaning of the integer codes positionType, positionModel and marginModel: not shown.
   *
   * Observed values (6 independent sources): `1` cross; `2` isolated.
   */
  readonly positionType: IntegerInput;
  /**
   * Client-chosen order identifier.
   *
   * Observed (6 independent sources): Shorter than 32 characters. Uniqueness is not checked and the newest match
   * is returned (VD FAQ), so repeating a create blindly can double an order.
   */
  readonly clientOrderId?: string;
  /**
   * Time in force: IOC, FOK, POST_ONLY.
   *
   * Observed (2 independent sources): To be left out for MARKET (VD). When it is present the server treats the
   * order as LIMIT (FX).
   */
  readonly timeInForce?: 'IOC' | 'FOK' | 'POST_ONLY';
  /**
   * Unit of volume. Only with the header `futures-version: 101`, since 2025-08-26; default 2. The page had 1 and 2
   * the other way round from 2025-08 to 2026-02.
   *
   * Observed, not declared (3 independent sources).
   *
   * Observed values (2 independent sources): `1` coin; `2` contracts; `3` value.
   */
  readonly orderUnit?: DecimalInput;
}

/** Input of {@link FuturesOperations.getOrder}. */
export interface GetOrderInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Order identifier. Required in VD, SL, KB and FX.
   *
   * Observed, not declared (8 independent sources).
   */
  readonly orderId?: IdInput;
  /**
   * Client-chosen order identifier. Default "0" in SL and KB; required in FX.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly clientOrderId?: string;
}

/** Input of {@link FuturesOperations.createConditionOrder}. */
export interface CreateConditionOrderInput {
  /**
   * Order quantity.
   *
   * Observed (1 source): The FX example sends every value as a string.
   */
  readonly volume: DecimalInput;
  /**
   * Trigger type. Allowed values: not shown.
   *
   * Observed values (2 independent sources): `1` stop loss; `2` take profit; `3` buy when rising; `4` sell when
   * falling.
   */
  readonly triggerType: string;
  /** Trigger price. */
  readonly triggerPrice: DecimalInput;
  /**
   * Position type code. Meaning of the integer codes positionType, positionModel and marginModel: not shown.
   *
   * Observed values (6 independent sources): `1` cross; `2` isolated.
   */
  readonly positionType: IntegerInput;
  /**
   * Allowed values: not shown.
   *
   * Observed values (6 independent sources): `OPEN` opens a position; `CLOSE` closes a position.
   */
  readonly open: string;
  /**
   * Allowed values: not shown.
   *
   * Observed values (6 independent sources): `BUY` buys; `SELL` sells.
   */
  readonly side: string;
  /**
   * Type. Allowed values: not shown.
   *
   * Assumed values: `LIMIT` limit order; `MARKET` market order.
   */
  readonly type: string;
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Order price.
   *
   * Observed (1 source): Required in SL and FX.
   */
  readonly price?: DecimalInput;
  /**
   * Client-chosen order identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly clientOrderId?: string;
  /**
   * Unit of volume. Only with the header `futures-version: 101`. See Create Order.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly orderUnit?: DecimalInput;
}

/** Input of {@link FuturesOperations.cancelOrder}. */
export interface CancelOrderInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Order identifier; empty means all orders under the contract. Rule 1 (declared): when orderId is empty or
   * omitted, then all orders under the given contractName are cancelled; otherwise the order with that orderId is
   * cancelled.
   *
   * Observed (4 independent sources): Required in SL, FX, KB, OD and ZK. BT also takes clientOrderId.
   *
   * Required here, although the document makes it optional: leaving it out has effect "wipe". Use the method made
   * for that.
   */
  readonly orderId: IdInput;
}

/** Input of {@link FuturesOperations.getOpenOrders}. */
export interface GetOpenOrdersInput {
  /**
   * Contract identifier. Rule 3 (declared): when contractName is omitted, open orders are not restricted to one
   * contract as the optional parameter implies; behavior beyond this is not shown.
   *
   * Observed (3 independent sources): VD says "all contracts" when it is left out; SL, FX and HX require it.
   */
  readonly contractName?: string;
}

/** Input of {@link FuturesOperations.getOrderHistory}. */
export interface GetOrderHistoryInput {
  /**
   * Contract identifier.
   *
   * Observed (1 source): Optional in KB.
   */
  readonly contractName: string;
  /**
   * Page size. Maximum: not shown.
   *
   * Observed (5 independent sources): Maximum 1000, 500 or 100, depending on the source. ZK, SV and OD send a
   * number.
   *
   * Default `100`, applied by the service.
   */
  readonly limit?: IntegerInput;
  /**
   * Starting identifier.
   *
   * Observed (1 source): Of the size of an order identifier. Whether it is inclusive is not known.
   */
  readonly fromId?: IdInput;
}

/** Input of {@link FuturesOperations.getProfitHistory}. */
export interface GetProfitHistoryInput {
  /**
   * Contract identifier.
   *
   * Observed (1 source): All contracts when it is left out.
   */
  readonly contractName?: string;
  /**
   * Page size. Maximum: not shown.
   *
   * Observed (1 source): Default 100; maximum 1000, 500 or 100, depending on the source.
   */
  readonly limit?: IntegerInput;
  /** Starting identifier. */
  readonly fromId?: IdInput;
  /**
   * Start of the range, milliseconds; only together with endTime.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly startTime?: IntegerInput;
  /**
   * End of the range, milliseconds; only together with startTime.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly endTime?: IntegerInput;
}

/** Input of {@link FuturesOperations.getTradeHistory}. */
export interface GetTradeHistoryInput {
  /**
   * Contract identifier.
   *
   * Observed (3 independent sources): Required in KB, ZK, FX and SL.
   */
  readonly contractName?: string;
  /**
   * Page size. Rule 4 (declared): limit is the number of lines per page, default 100, maximum 1000. Declared as a
   * string, so the maximum stands in `x-maximum`.
   *
   * Observed (2 independent sources): Some deployments document a maximum of 500 or 100.
   *
   * Default `100`, applied by the service.
   *
   * Maximum `1000`.
   */
  readonly limit?: IntegerInput;
  /**
   * Starting identifier; for trade history it is a trade identifier. Rule 4 (declared): fromId starts retrieval at
   * the given trade identifier.
   */
  readonly fromId?: IdInput;
}

/** Input of {@link FuturesOperations.changePositionMode}. */
export interface ChangePositionModeInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Position mode code. Meaning of the integer codes positionType, positionModel and marginModel: not shown.
   *
   * Observed values (2 independent sources): `1` net; `2` two-way.
   */
  readonly positionModel: IntegerInput;
}

/** Input of {@link FuturesOperations.changeMarginMode}. */
export interface ChangeMarginModeInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * Margin mode code. Meaning of the integer codes positionType, positionModel and marginModel: not shown.
   *
   * Observed values (1 source): `1` cross; `2` isolated.
   */
  readonly marginModel: IntegerInput;
}

/** Input of {@link FuturesOperations.adjustPositionMargin}. */
export interface AdjustPositionMarginInput {
  /**
   * Position identifier.
   *
   * Observed (2 independent sources): An `id` from the account's positions.
   */
  readonly positionId: IdInput;
  /**
   * Amount to adjust.
   *
   * Observed (1 source): Which sign adds and which removes is not stated by any source. ZK sends a string.
   */
  readonly amount: DecimalInput;
}

/** Input of {@link FuturesOperations.changeLeverage}. */
export interface ChangeLeverageInput {
  /** Contract identifier. */
  readonly contractName: string;
  /**
   * New leverage level.
   *
   * Observed (2 independent sources): A string in FX and KB examples. FX documented `newLever` until 2026-02-03.
   */
  readonly nowLevel: IntegerInput;
}

/**
 * Receipt of an order or of a cancellation. It says that the request was taken, not that the order is in the book
 * or cancelled.
 *
 * Observed, not declared (4 independent sources).
 */
export interface OrderReceipt {
  /**
   * Order identifier, 18 to 19 digits.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly orderId?: string;
}

/**
 * Order as Get Order Details answers it.
 *
 * Observed, not declared (3 independent sources).
 */
export interface Order {
  /**
   * Order identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly orderId?: string;
  /**
   * Contract identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly contractName?: string;
  /**
   * BUY, SELL.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly side?: string;
  /**
   * OPEN, CLOSE.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly action?: string;
  /**
   * LIMIT, MARKET.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly type?: string;
  /**
   * Order price, up to 16 decimals.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly price?: string;
  /**
   * Ordered quantity.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly origQty?: string;
  /**
   * Filled quantity.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly executedQty?: string;
  /**
   * Average fill price; 0E-8 and null occur.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly avgPrice?: string | null;
  /**
   * Creation, milliseconds.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly transactTime?: number;
  /**
   * Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
   *
   * Observed, not declared (7 independent sources).
   *
   * Observed values (7 independent sources): `INIT` accepted, not in the book yet; `NEW` in the book;
   * `PARTIALLY_FILLED` partly filled; `PART_FILLED` partly filled (BB live); `FILLED` filled; `CANCELED`
   * cancelled; `CANCELLED` cancelled; `PENDING_CANCEL` cancellation taken, not done yet; `REJECTED` rejected;
   * `EXPIRED` expired; `PENDING_CREATE` in CX only; `ERROR` in ZK only; `New Order` display text (FX, OD, BB);
   * `Partially Filled` display text (FX, OD, BB); `Filled` display text (FX, OD, BB); `Cancelled` display text
   * (FX, OD, BB); `To be Cancelled` display text (FX, OD, BB); `Partially Filled/Cancelled` display text (FX, OD,
   * BB); a partly filled order that was cancelled.
   */
  readonly status?: string;
  /**
   * Time in force, as a code, a name or an empty text.
   *
   * Observed, not declared (3 independent sources).
   *
   * Observed values (1 source): `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY.
   */
  readonly timeInForce?: string;
  /**
   * Fee.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly tradeFee?: string;
  /**
   * Realised profit.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly realizedAmount?: string;
  /**
   * Fills; empty in the example, the shape of one is not shown anywhere.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly fills?: readonly { readonly [field: string]: unknown }[];
  /**
   * In the VD table only, never in an example.
   *
   * Observed, not declared (1 source).
   */
  readonly symbol?: string;
}

/**
 * Receipt of a condition order. A trigger identifier is not an order identifier, and Cancel Order does not cancel
 * it.
 *
 * Observed, not declared (4 independent sources).
 */
export interface ConditionOrderReceipt {
  /**
   * Identifier in the bare form.
   *
   * Observed, not declared (1 source).
   */
  readonly orderId?: string;
  /**
   * Trigger identifiers; the new one stands first.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly triggerIds?: readonly string[];
  /**
   * Empty in the examples seen.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly ids?: readonly string[];
  /**
   * Empty in the examples seen.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly cancelIds?: readonly string[];
}

/**
 * Envelope without data. Success is the code 0; the text of msg is never to be tested.
 *
 * Observed, not declared (2 independent sources).
 */
export interface Acknowledgement {
  /**
   * 0 reports success.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly code?: string;
  /**
   * Text, localised.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly msg?: string | null;
  /**
   * Null in every example seen.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly data?: unknown;
  /**
   * True, or missing.
   *
   * Assumed, not declared.
   */
  readonly succ?: boolean;
}

/**
 * Row of Get Open Orders: the fields of an order without fills, and more on live hosts.
 *
 * Observed, not declared (3 independent sources).
 */
export interface OpenOrder {
  /**
   * Order identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly orderId?: string;
  /**
   * Contract identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly contractName?: string;
  /**
   * BUY, SELL.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly side?: string;
  /**
   * OPEN, CLOSE.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly action?: string;
  /**
   * LIMIT, MARKET.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly type?: string;
  /**
   * Order price, up to 16 decimals.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly price?: string;
  /**
   * Ordered quantity.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly origQty?: string;
  /**
   * Filled quantity.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly executedQty?: string;
  /**
   * Average fill price; 0E-8 and null occur.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly avgPrice?: string | null;
  /**
   * Creation, milliseconds.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly transactTime?: number;
  /**
   * Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
   *
   * Observed, not declared (7 independent sources).
   *
   * Observed values (7 independent sources): `INIT` accepted, not in the book yet; `NEW` in the book;
   * `PARTIALLY_FILLED` partly filled; `PART_FILLED` partly filled (BB live); `FILLED` filled; `CANCELED`
   * cancelled; `CANCELLED` cancelled; `PENDING_CANCEL` cancellation taken, not done yet; `REJECTED` rejected;
   * `EXPIRED` expired; `PENDING_CREATE` in CX only; `ERROR` in ZK only; `New Order` display text (FX, OD, BB);
   * `Partially Filled` display text (FX, OD, BB); `Filled` display text (FX, OD, BB); `Cancelled` display text
   * (FX, OD, BB); `To be Cancelled` display text (FX, OD, BB); `Partially Filled/Cancelled` display text (FX, OD,
   * BB); a partly filled order that was cancelled.
   */
  readonly status?: string;
  /**
   * Time in force, as a code, a name or an empty text.
   *
   * Observed, not declared (3 independent sources).
   *
   * Observed values (1 source): `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY.
   */
  readonly timeInForce?: string;
  /**
   * Fee.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly tradeFee?: string;
  /**
   * Realised profit.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly realizedAmount?: string;
  /**
   * Client-chosen order identifier.
   *
   * Observed, not declared (1 source).
   */
  readonly clientId?: string;
  /**
   * Position identifier.
   *
   * Observed, not declared (1 source).
   */
  readonly positionId?: string;
  /**
   * Meaning not known.
   *
   * Observed, not declared (1 source).
   */
  readonly mergeSplitMode?: number;
  /**
   * Position type code.
   *
   * Observed, not declared (1 source).
   */
  readonly positionType?: number;
  /**
   * Ordered quantity, under the name of the history.
   *
   * Observed, not declared (1 source).
   */
  readonly volume?: string;
  /**
   * Filled quantity, under the name of the history.
   *
   * Observed, not declared (1 source).
   */
  readonly dealVolume?: string;
  /**
   * Creation, milliseconds.
   *
   * Observed, not declared (1 source).
   */
  readonly ctimeMs?: number;
  /**
   * Creation as a text.
   *
   * Observed, not declared (1 source).
   */
  readonly ctime?: string;
}

/**
 * Record of Get Order History.
 *
 * Observed, not declared (4 independent sources).
 */
export interface OrderHistoryRecord {
  /**
   * Order identifier, 18 to 19 digits.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly orderId?: string;
  /**
   * Client-chosen order identifier; 0 when there is none.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly clientId?: string;
  /**
   * Creation, milliseconds.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly ctimeMs?: number;
  /**
   * Creation as a text without zone (UTC+8).
   *
   * Observed, not declared (4 independent sources).
   */
  readonly ctime?: string;
  /**
   * Position type code.
   *
   * Observed, not declared (4 independent sources).
   *
   * Observed values (6 independent sources): `1` cross; `2` isolated.
   */
  readonly positionType?: number;
  /**
   * BUY, SELL.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly side?: string;
  /**
   * OPEN, CLOSE.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly openOrClose?: string;
  /**
   * Leverage.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly leverageLevel?: number;
  /**
   * Order type, a number here.
   *
   * Observed, not declared (2 independent sources).
   *
   * Observed values (2 independent sources): `1` limit; `2` market; `3` IOC; `4` FOK; `5` POST_ONLY.
   */
  readonly type?: string;
  /**
   * Order status, a number here.
   *
   * Observed, not declared (2 independent sources).
   *
   * Observed values (2 independent sources): `0` INIT, accepted, not in the book yet; `1` NEW; `2` FILLED; `3`
   * PART_FILLED; `4` CANCELED; `5` PENDING_CANCEL; `6` EXPIRED or abnormal.
   */
  readonly status?: string;
  /**
   * Ordered quantity.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly volume?: string;
  /**
   * Filled quantity.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly dealVolume?: string;
  /**
   * Order price; null occurs.
   *
   * Observed, not declared (1 source).
   */
  readonly price?: string | null;
  /**
   * Average fill price; null occurs.
   *
   * Observed, not declared (1 source).
   */
  readonly avgPrice?: string | null;
  /**
   * Value of what was filled.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly dealMoney?: string;
  /**
   * Taker fee rate for opening.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly openTakerFeeRate?: string;
  /**
   * Maker fee rate for opening.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly openMakerFeeRate?: string;
  /**
   * Taker fee rate for closing.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly closeTakerFeeRate?: string;
  /**
   * Maker fee rate for closing.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly closeMakerFeeRate?: string;
  /**
   * Contract number.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly contractId?: string;
  /**
   * Contract identifier.
   *
   * Observed, not declared (4 independent sources).
   */
  readonly contractName?: string;
}

/**
 * Record of Get Profit History. There is no contractName in it, and no source explains the fields beyond their
 * names.
 *
 * Observed, not declared (1 source).
 */
export interface ProfitHistoryRecord {
  /**
   * Record identifier.
   *
   * Observed, not declared (1 source).
   */
  readonly id?: string;
  /**
   * BUY, SELL.
   *
   * Observed, not declared (1 source).
   */
  readonly side?: string;
  /**
   * Position type code.
   *
   * Observed, not declared (1 source).
   *
   * Observed values (6 independent sources): `1` cross; `2` isolated.
   */
  readonly positionType?: number;
  /**
   * Leverage.
   *
   * Observed, not declared (1 source).
   */
  readonly leverageLevel?: number;
  /**
   * Contract number; to be mapped through a list that carries it, which the contracts response is not.
   *
   * Observed, not declared (1 source).
   */
  readonly contractId?: string;
  /**
   * Quantity.
   *
   * Observed, not declared (1 source).
   */
  readonly volume?: string;
  /**
   * Opening price.
   *
   * Observed, not declared (1 source).
   */
  readonly openPrice?: string;
  /**
   * End price; equal to openPrice in the example.
   *
   * Observed, not declared (1 source).
   */
  readonly openEndPrice?: string;
  /**
   * Trade fee, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly tradeFee?: string;
  /**
   * Realised amount, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly realizedAmount?: string;
  /**
   * Settled profit, signed; may be missing.
   *
   * Observed, not declared (1 source).
   */
  readonly settleProfit?: string;
  /**
   * Share amount, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly shareAmount?: string;
  /**
   * Profit of closing, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly closeProfit?: string;
  /**
   * Realised amount of the past, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly historyRealizedAmount?: string;
  /**
   * Capital fee, signed.
   *
   * Observed, not declared (1 source).
   */
  readonly capitalFee?: string;
  /**
   * Creation, milliseconds here.
   *
   * Observed, not declared (1 source).
   */
  readonly ctime?: number;
  /**
   * Modification, milliseconds here.
   *
   * Observed, not declared (1 source).
   */
  readonly mtime?: number;
}

/**
 * Trade. Two record shapes exist; both are merged here.
 *
 * Observed, not declared (3 independent sources).
 */
export interface Trade {
  /**
   * Trade identifier.
   *
   * Observed, not declared (1 source).
   */
  readonly id?: string;
  /**
   * Trade identifier.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly tradeId?: string;
  /**
   * Identifier of the bid order, 18 to 19 digits.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly bidId?: string;
  /**
   * Identifier of the ask order, 18 to 19 digits.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly askId?: string;
  /**
   * User of the bid.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly bidUserId?: string;
  /**
   * User of the ask.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly askUserId?: string;
  /**
   * Market, such as BTC-USDT.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly symbol?: string;
  /**
   * Contract identifier.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly contractName?: string;
  /**
   * Price.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly price?: string;
  /**
   * Quantity.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly qty?: string;
  /**
   * Value; the contract multiplier is applied.
   *
   * Observed, not declared (1 source).
   */
  readonly amount?: string;
  /**
   * Fee.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly fee?: string;
  /**
   * BUY, SELL; buy in one VD table.
   *
   * Observed, not declared (2 independent sources).
   */
  readonly side?: string;
  /**
   * Buyer flag.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly isBuyer?: boolean;
  /**
   * Maker flag.
   *
   * Observed, not declared (3 independent sources).
   */
  readonly isMaker?: boolean;
  /**
   * Time of the trade, milliseconds.
   *
   * Observed, not declared (3 independent sources).
   */
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
   * Observed (6 independent sources): "China Standard Time", "China standard time", "GMT+08:00", "格林尼治标准时间" and
   * "Coordinated Universal Time" were seen. Not to be parsed.
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
   * Observed (1 source): A display name such as ORCA-PERPUSDT, not the contractName used for trading.
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
   * Product type. Allowed values: not shown.
   *
   * Observed values (1 source): `Perpetual` in every example.
   */
  readonly product_type?: string;
  /** Open interest. */
  readonly open_interest?: string;
  /** Open interest USD. */
  readonly open_interest_usd?: string;
  /** Index price. */
  readonly index_price?: string;
  /**
   * Creation timestamp. No unit is declared.
   *
   * Observed (1 source): 0 in the example.
   */
  readonly creation_timestamp?: number;
  /**
   * Expiry timestamp. No unit is declared.
   *
   * Observed (1 source): 0 in the example.
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
   * Contract type. Allowed values: not shown.
   *
   * Observed values (1 source): `Vanilla` in every example; `Inverse` named by VD beside it; `Quanto` named by VD
   * beside it.
   */
  readonly contract_type?: string;
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
   * Create Order: `POST /fapi/v1/order`, signed; effect: money.
   *
   * Creates a limit or market order on a named contract. Rule 7 (declared): Bodies of the trading responses: not
   * shown.
   *
   * Observed (5 independent sources): An answer with an identifier means that the order was taken (INIT), not that
   * it is in the book. A refusal comes with status 200 and a code, negative or positive. After an unknown outcome,
   * look the order up by clientOrderId before sending it again: uniqueness of clientOrderId is not checked. BT
   * also takes leverageLevel.
   *
   * Not shown by the service document: `request.position-type-number`, `request.price-market`,
   * `request.volume-unit`, `request.client-order-id`, `request.number-forms`, `request.extra-headers`,
   * `codes.position-type`, `response.order-receipt`, `response.acceptance`, `states.order`, `errors.outcome` (see
   * the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<OrderReceipt>;
  /**
   * Get Order Details: `GET /fapi/v1/order`, no signing headers declared; signed when the client has credentials;
   * effect: read.
   *
   * Reads an order. The payload is a JSON body of a GET. Rule 7 (declared): Bodies of the trading responses: not
   * shown. Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them. Selection
   * parameters of Get Order Details beyond contractName (such as an order identifier): not shown.
   *
   * Observed (6 independent sources): Every client sends contractName with orderId or clientOrderId in the query,
   * signed; none sends a body. The answer is one object, or an array with one object. An unknown identifier gives
   * an envelope with data null (KB live).
   *
   * Not shown by the service document: `request.get-body`, `request.order-selector`, `request.client-order-id`,
   * `signing.query`, `signing.undeclared-operations`, `response.order`, `response.number-forms`,
   * `codes.order-status`, `codes.time-in-force`, `states.order` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<Order>;
  /**
   * Create Condition Order: `POST /fapi/v1/conditionOrder`, signed; effect: money.
   *
   * Creates a condition (trigger) order on a named contract. Rule 7 (declared): Bodies of the trading responses:
   * not shown. Allowed values of triggerType, open, side and type in Create Condition Order: not shown.
   *
   * Observed (2 independent sources): KB needs a trailing slash after conditionOrder; BS documents
   * /fapi/v1/order/conditionOrder. The trigger identifier of the answer is not an order identifier: Cancel Order
   * does not cancel it.
   *
   * Not shown by the service document: `cancel.condition-orders`, `request.trigger-price`,
   * `request.position-type-number`, `request.trigger-type`, `request.condition-values`,
   * `request.condition-client-order-id`, `request.condition-order-slash`, `request.volume-unit`,
   * `request.number-forms`, `request.extra-headers`, `codes.position-type`, `response.condition-order-receipt`,
   * `response.acceptance`, `states.condition-order`, `errors.outcome` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  createConditionOrder(input: CreateConditionOrderInput, options?: CallOptions): Promise<ConditionOrderReceipt>;
  /**
   * Cancel Order: `POST /fapi/v1/cancel`, signed; effect: wipe.
   *
   * Cancels one order, or all orders under one contract. Rule 1 (declared): when orderId is empty or omitted, then
   * all orders under the given contractName are cancelled; otherwise the order with that orderId is cancelled.
   * Rule 7 (declared): Bodies of the trading responses: not shown.
   *
   * Observed (4 independent sources): SL, FX, KB, OD and ZK require orderId. The cancellation is asynchronous: the
   * order becomes PENDING_CANCEL and only later CANCELED. Code -2013 means no such order, -1145 that the state
   * does not allow cancelling.
   *
   * Not shown by the service document: `cancel.condition-orders`, `request.identifier-types`,
   * `cancel.empty-order-id`, `cancel.wipe-reply`, `response.cancel-receipt`, `response.acceptance`,
   * `states.order`, `errors.outcome` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<OrderReceipt>;
  /**
   * Cancel All Orders: `POST /fapi/v1/cancel_all`, signed; effect: wipe.
   *
   * Cancels all open orders; no body required. Rule 2 (declared): cancels all open orders; it takes no contract.
   * Rule 7 (declared): Bodies of the trading responses: not shown.
   *
   * Observed (6 independent sources): Clients send either an empty object, signed, or no body at all; nobody
   * reports a server that refuses one of the two. ZK allows an optional contractName and calls that an assumption.
   *
   * Not shown by the service document: `cancel.condition-orders`, `request.empty-post`, `request.content-type`,
   * `response.acknowledgement`, `response.acceptance`, `states.order`, `errors.outcome` (see the unknowns
   * register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  cancelAllOrders(input?: NoInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Get Open Orders: `GET /fapi/v1/openOrders`, signed; effect: read.
   *
   * Reads open orders. Rule 3 (declared): when contractName is omitted, open orders are not restricted to one
   * contract as the optional parameter implies; behavior beyond this is not shown. Rule 6 (declared): Get Open
   * Orders and Get Order History are of security type TRADE. Rule 7 (declared): Bodies of the trading responses:
   * not shown. The speed limit is defined by the exchange.
   *
   * Observed (1 source): When there are no open orders, the answer is an envelope with data null, not an empty
   * array.
   *
   * Not shown by the service document: `cancel.condition-orders`, `security.trade`, `signing.query`,
   * `open-orders.without-contract`, `response.open-orders`, `response.number-forms`, `codes.order-status`,
   * `codes.time-in-force`, `states.order`, `limits.open-orders-speed` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getOpenOrders(input?: GetOpenOrdersInput, options?: CallOptions): Promise<readonly OpenOrder[]>;
  /**
   * Get Order History: `POST /fapi/v1/orderHistorical`, signed; effect: read.
   *
   * Reads the order history of a contract. Default of limit: 100. Rule 6 (declared): Get Open Orders and Get Order
   * History are of security type TRADE. Rule 7 (declared): Bodies of the trading responses: not shown.
   *
   * Observed (4 independent sources): The maximum of limit is 1000, 500 or 100. Sources contradict each other on
   * the order of the records; sort them.
   *
   * Not shown by the service document: `security.trade`, `request.identifier-types`, `history.limit-maximum`,
   * `history.from-id`, `history.order-of-records`, `request.number-forms`, `response.order-history`,
   * `response.number-forms`, `codes.position-type`, `codes.order-status`, `codes.time-in-force` (see the unknowns
   * register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getOrderHistory(input: GetOrderHistoryInput, options?: CallOptions): Promise<readonly OrderHistoryRecord[]>;
  /**
   * Get Profit History: `POST /fapi/v1/profitHistorical`, signed; effect: read.
   *
   * Reads the realized profit history. None of the fields is required. Rule 7 (declared): Bodies of the trading
   * responses: not shown.
   *
   * Observed (3 independent sources): startTime and endTime, milliseconds, restrict the range when both are given.
   * FX does not have this endpoint.
   *
   * Not shown by the service document: `history.profit-without-contract`, `request.identifier-types`,
   * `history.profit-limit`, `history.profit-range`, `history.from-id`, `history.order-of-records`,
   * `request.number-forms`, `request.empty-post`, `response.profit-history`, `response.number-forms`,
   * `codes.position-type` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getProfitHistory(input?: GetProfitHistoryInput, options?: CallOptions): Promise<readonly ProfitHistoryRecord[]>;
  /**
   * Get Trade History: `GET /fapi/v1/myTrades`, signed; effect: read.
   *
   * Reads the trade history. None of the parameters is required. Rule 4 (declared): limit is the number of lines
   * per page, default 100, maximum 1000; fromId starts retrieval at the given trade identifier. Rule 7 (declared):
   * Bodies of the trading responses: not shown.
   *
   * Not shown by the service document: `request.identifier-types`, `signing.query`, `history.without-contract`,
   * `history.from-id`, `history.order-of-records`, `response.trade-history`, `response.number-forms` (see the
   * unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getTradeHistory(input?: GetTradeHistoryInput, options?: CallOptions): Promise<readonly Trade[]>;
  /**
   * Change Position Mode: `POST /fapi/v1/edit_user_position_model`, no signing headers declared; signed when the
   * client has credentials; effect: reversible.
   *
   * Switches the position mode of a contract. Rule 5 (declared): Change Position Mode switches between Net
   * Position and Two-way Position modes; Change Margin Mode switches between Cross and Isolated. Rule 7
   * (declared): Bodies of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown,
   * because none are declared for them.
   *
   * Not shown by the service document: `signing.undeclared-operations`, `codes.position-model`,
   * `response.acknowledgement` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  changePositionMode(input: ChangePositionModeInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Change Margin Mode: `POST /fapi/v1/edit_user_margin_model`, no signing headers declared; signed when the
   * client has credentials; effect: reversible.
   *
   * Switches the margin mode of a contract. Rule 5 (declared): Change Position Mode switches between Net Position
   * and Two-way Position modes; Change Margin Mode switches between Cross and Isolated. Rule 7 (declared): Bodies
   * of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown, because none are
   * declared for them.
   *
   * Observed (2 independent sources): Two SL documents repeat the positionModel text here, and the SV client
   * really sends positionModel on this path; a server that answers success to that changes nothing.
   *
   * Not shown by the service document: `signing.undeclared-operations`, `codes.margin-model`,
   * `response.acknowledgement` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  changeMarginMode(input: ChangeMarginModeInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Adjust Position Margin: `POST /fapi/v1/edit_position_margin`, signed; effect: money.
   *
   * Adjusts the margin of an open position. Weight 1. Rule 7 (declared): Bodies of the trading responses: not
   * shown.
   *
   * Not shown by the service document: `request.identifier-types`, `margin.amount-sign`, `margin.position-id`,
   * `request.number-forms`, `response.acknowledgement`, `states.position`, `errors.outcome` (see the unknowns
   * register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  adjustPositionMargin(input: AdjustPositionMarginInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Change Leverage Ratio: `POST /fapi/v1/edit_lever`, signed; effect: reversible.
   *
   * Changes the leverage of a contract. Weight 1. Rule 7 (declared): Bodies of the trading responses: not shown.
   *
   * Observed (1 source): Open orders can block the change.
   *
   * Not shown by the service document: `leverage.bounds`, `response.acknowledgement` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  changeLeverage(input: ChangeLeverageInput, options?: CallOptions): Promise<Acknowledgement>;
  /**
   * Ping: `GET /fapi/v1/ping`, public, never signed; effect: read.
   *
   * Liveness check. Called without authentication headers.
   *
   * Not shown by the service document: `security.public` (see the unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  ping(input?: NoInput, options?: CallOptions): Promise<Ping>;
  /**
   * Server Time: `GET /fapi/v1/time`, public, never signed; effect: read.
   *
   * Reads the server time. Called without authentication headers.
   *
   * Not shown by the service document: `security.public`, `contracts.required-fields`, `time.zone-name` (see the
   * unknowns register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getServerTime(input?: NoInput, options?: CallOptions): Promise<ServerTime>;
  /**
   * Contracts: `GET /pub/contracts`, public, never signed; effect: read.
   *
   * Reads the list of contracts with market statistics. Called without authentication headers.
   *
   * Observed (4 independent sources): Other contract lists exist beside this one: /pub/coingecko/contracts, a bare
   * array with decimals as numbers, and /fapi/v1/contracts, a bare array of trading rules.
   *
   * Not shown by the service document: `security.public`, `contracts.required-fields`, `contracts.product-type`,
   * `contracts.contract-type`, `contracts.timestamps`, `contracts.names`, `contracts.failure` (see the unknowns
   * register).
   *
   * @throws {FuturesError} Its `outcome` says whether the service may have acted.
   */
  getContracts(input?: NoInput, options?: CallOptions): Promise<ContractList>;

}
