// Generated from openapi/ by `npm run generate`. Never edit; change the description.
import type { DecimalInput, IdInput, IntegerInput } from "./client.js";
export interface paths {
    "/fapi/v1/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Order Details
         * @description Reads an order. The payload is a JSON body of a GET. Rule 7 (declared): Bodies of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them. Selection parameters of Get Order Details beyond contractName (such as an order identifier): not shown.
         */
        get: operations["getOrder"];
        put?: never;
        /**
         * Create Order
         * @description Creates a limit or market order on a named contract. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/conditionOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create Condition Order
         * @description Creates a condition (trigger) order on a named contract. Rule 7 (declared): Bodies of the trading responses: not shown. Allowed values of triggerType, open, side and type in Create Condition Order: not shown.
         */
        post: operations["createConditionOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel Order
         * @description Cancels one order, or all orders under one contract. Rule 1 (declared): when orderId is empty or omitted, then all orders under the given contractName are cancelled; otherwise the order with that orderId is cancelled. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/cancel_all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel All Orders
         * @description Cancels all open orders; no body required. Rule 2 (declared): cancels all open orders; it takes no contract. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["cancelAllOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/openOrders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Open Orders
         * @description Reads open orders. The speed limit is defined by the exchange. Rule 3 (declared): when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies; behavior beyond this is not shown. Rule 6 (declared): Get Open Orders and Get Order History are of security type TRADE. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        get: operations["getOpenOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/orderHistorical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get Order History
         * @description Reads the order history of a contract. Default of limit: 100. Rule 6 (declared): Get Open Orders and Get Order History are of security type TRADE. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["getOrderHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/profitHistorical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get Profit History
         * @description Reads the realized profit history. None of the fields is required. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["getProfitHistory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/myTrades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Trade History
         * @description Reads the trade history. None of the parameters is required. Rule 4 (declared): limit is the number of lines per page, default 100, maximum 1000; fromId starts retrieval at the given trade identifier. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        get: operations["getTradeHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/edit_user_position_model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change Position Mode
         * @description Switches the position mode of a contract. Rule 5 (declared): Change Position Mode switches between Net Position and Two-way Position modes; Change Margin Mode switches between Cross and Isolated. Rule 7 (declared): Bodies of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them.
         */
        post: operations["changePositionMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/edit_user_margin_model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change Margin Mode
         * @description Switches the margin mode of a contract. Rule 5 (declared): Change Position Mode switches between Net Position and Two-way Position modes; Change Margin Mode switches between Cross and Isolated. Rule 7 (declared): Bodies of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them.
         */
        post: operations["changeMarginMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/edit_position_margin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust Position Margin
         * @description Adjusts the margin of an open position. Weight 1. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["adjustPositionMargin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/edit_lever": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change Leverage Ratio
         * @description Changes the leverage of a contract. Weight 1. Rule 7 (declared): Bodies of the trading responses: not shown.
         */
        post: operations["changeLeverage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping
         * @description Liveness check. Called without authentication headers.
         */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fapi/v1/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server Time
         * @description Reads the server time. Called without authentication headers.
         */
        get: operations["getServerTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pub/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contracts
         * @description Reads the list of contracts with market statistics. Called without authentication headers.
         */
        get: operations["getContracts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Get Order Details. Selection parameters of Get Order Details beyond contractName (such as an order identifier): not shown. */
        GetOrderRequest: ({
            /** @description Contract identifier. */
            contractName: string;
            /**
             * Format: id
             * @description Order identifier. Some documentations require it.
             */
            orderId: IdInput;
            /** @description Client-chosen order identifier. Default "0" in two documentations; required in another one. */
            clientOrderId?: string;
        } & {
            [key: string]: unknown;
        }) | ({
            /** @description Contract identifier. */
            contractName: string;
            /**
             * Format: id
             * @description Order identifier. Some documentations require it.
             */
            orderId?: IdInput;
            /** @description Client-chosen order identifier. Default "0" in two documentations; required in another one. */
            clientOrderId: string;
        } & {
            [key: string]: unknown;
        });
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        AnyJson: {
            [key: string]: unknown;
        } | unknown[] | string | number | boolean | null;
        /** @description Order as Get Order Details returns it. */
        Order: {
            /**
             * Format: id
             * @description Order identifier.
             */
            orderId?: string;
            /** @description Contract identifier. */
            contractName?: string;
            /** @description BUY, SELL. */
            side?: string;
            /** @description OPEN, CLOSE. */
            action?: string;
            /** @description LIMIT, MARKET. */
            type?: string;
            /**
             * Format: decimal
             * @description Order price, up to 16 decimals.
             */
            price?: string;
            /**
             * Format: decimal
             * @description Ordered quantity.
             */
            origQty?: string;
            /**
             * Format: decimal
             * @description Filled quantity.
             */
            executedQty?: string;
            /**
             * Format: decimal
             * @description Average fill price; 0E-8 and null occur.
             */
            avgPrice?: string | null;
            /**
             * Format: unix-time-ms
             * @description Creation, milliseconds.
             */
            transactTime?: number;
            /**
             * Format: code
             * @description Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
             */
            status?: string;
            /**
             * Format: code
             * @description Time in force, as a code, a name or an empty text.
             */
            timeInForce?: string;
            /**
             * Format: decimal
             * @description Fee.
             */
            tradeFee?: string;
            /**
             * Format: decimal
             * @description Realised profit.
             */
            realizedAmount?: string;
            /** @description Fills; empty in the example, the shape of one is not shown anywhere. */
            fills?: {
                [key: string]: unknown;
            }[];
            /** @description Contract; documented, but never in an example. */
            symbol?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Array with one order. */
        OrderList: components["schemas"]["Order"][];
        /** @description Order in an envelope. */
        OrderEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["OrderList"] | components["schemas"]["Order"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        GetOrderResponse: components["schemas"]["Order"] | components["schemas"]["OrderList"] | components["schemas"]["OrderEnvelope"];
        /** @description Union of the error bodies that were seen. Every error that was met live, at public endpoints and for signed paths without a key, came with status 200. */
        ErrorEnvelope: {
            /**
             * Format: code
             * @description Error code; unknown codes occur. Negative and positive.
             */
            code?: string;
            /** @description Text, localised; place holders such as {0} can be left unfilled. */
            msg?: string | null;
            /** @description Null in every error seen. */
            data?: unknown;
            /** @description Null in every error seen. */
            msgData?: unknown;
            /** @description False in errors. */
            succ?: boolean;
            /** @description False in errors. */
            success?: boolean;
            /** @description Null, or the text of the framework's error body. */
            message?: string | null;
            /**
             * Format: unix-time-ms
             * @description Of the framework's error body.
             */
            timestamp?: number;
            /** @description HTTP status repeated in the framework's error body. */
            status?: number;
            /** @description Of the framework's error body. */
            error?: string;
            /** @description Of the framework's error body. */
            path?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Order (create request). */
        CreateOrderRequest: {
            /** @description Order quantity. */
            volume: DecimalInput;
            /** @description Order price. */
            price: DecimalInput;
            /** @description Contract identifier. */
            contractName: string;
            /**
             * @description Type: LIMIT, MARKET.
             * @enum {string}
             */
            type: "LIMIT" | "MARKET";
            /**
             * @description Side: BUY, SELL.
             * @enum {string}
             */
            side: "BUY" | "SELL";
            /**
             * @description Open: OPEN, CLOSE.
             * @enum {string}
             */
            open: "OPEN" | "CLOSE";
            /** @description Position type code. Meaning of the integer codes positionType, positionModel and marginModel: not shown. */
            positionType: 1 | 2 | (number & {}) | `${bigint}` | bigint;
            /** @description Client-chosen order identifier. */
            clientOrderId?: string;
            /**
             * @description Time in force: IOC, FOK, POST_ONLY.
             * @enum {string}
             */
            timeInForce?: "IOC" | "FOK" | "POST_ONLY";
            /** @description Unit of volume. Only with the header `futures-version: 101`, since 2025-08-26; default 2. From 2025-08 to 2026-02, the vendor's page had 1 and 2 the other way round. */
            orderUnit?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Receipt of an order or of a cancellation. It says that the request was taken, not that the order is in the book or cancelled. */
        OrderReceipt: {
            /**
             * Format: id
             * @description Order identifier, 18 to 19 digits.
             */
            orderId?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Order receipt in an envelope. */
        OrderReceiptEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["OrderReceipt"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        CreateOrderResponse: components["schemas"]["OrderReceipt"] | components["schemas"]["OrderReceiptEnvelope"];
        /** @description Condition order (create request). */
        CreateConditionOrderRequest: {
            /** @description Order quantity. */
            volume: DecimalInput;
            /** @description Trigger type. Allowed values: not shown. */
            triggerType: string;
            /** @description Trigger price. */
            triggerPrice: DecimalInput;
            /** @description Position type code. Meaning of the integer codes positionType, positionModel and marginModel: not shown. */
            positionType: 1 | 2 | (number & {}) | `${bigint}` | bigint;
            /** @description Allowed values: not shown. */
            open: string;
            /** @description Allowed values: not shown. */
            side: string;
            /** @description Type. Allowed values: not shown. */
            type: string;
            /** @description Contract identifier. */
            contractName: string;
            /** @description Order price. */
            price?: DecimalInput;
            /** @description Client-chosen order identifier. */
            clientOrderId?: string;
            /** @description Unit of volume. Only with the header `futures-version: 101`. See Create Order. */
            orderUnit?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Receipt of a condition order. A trigger identifier is not an order identifier, and Cancel Order does not cancel it. */
        ConditionOrderReceipt: {
            /**
             * Format: id
             * @description Identifier in the bare form.
             */
            orderId?: string;
            /** @description Trigger identifiers; the new one stands first. */
            triggerIds?: string[];
            /** @description Empty in the examples seen. */
            ids?: string[];
            /** @description Empty in the examples seen. */
            cancelIds?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description Condition order receipt in an envelope. */
        ConditionOrderReceiptEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["ConditionOrderReceipt"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        CreateConditionOrderResponse: components["schemas"]["ConditionOrderReceiptEnvelope"] | components["schemas"]["ConditionOrderReceipt"];
        /** @description Cancel Order. */
        CancelOrderRequest: {
            /** @description Contract identifier. */
            contractName: string;
            /** @description Order identifier; empty means all orders under the contract. Rule 1 (declared): when orderId is empty or omitted, then all orders under the given contractName are cancelled; otherwise the order with that orderId is cancelled. */
            orderId: IdInput;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        CancelOrderResponse: components["schemas"]["OrderReceipt"] | components["schemas"]["OrderReceiptEnvelope"];
        /** @description Envelope without data. Success is the code 0; the text of msg is never to be tested. */
        Acknowledgement: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            /** @description Null in every example seen. */
            data?: unknown;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        CancelAllOrdersResponse: components["schemas"]["Acknowledgement"];
        /** @description Row of Get Open Orders: the fields of an order without fills, and more on live hosts. */
        OpenOrder: {
            /**
             * Format: id
             * @description Order identifier.
             */
            orderId?: string;
            /** @description Contract identifier. */
            contractName?: string;
            /** @description BUY, SELL. */
            side?: string;
            /** @description OPEN, CLOSE. */
            action?: string;
            /** @description LIMIT, MARKET. */
            type?: string;
            /**
             * Format: decimal
             * @description Order price, up to 16 decimals.
             */
            price?: string;
            /**
             * Format: decimal
             * @description Ordered quantity.
             */
            origQty?: string;
            /**
             * Format: decimal
             * @description Filled quantity.
             */
            executedQty?: string;
            /**
             * Format: decimal
             * @description Average fill price; 0E-8 and null occur.
             */
            avgPrice?: string | null;
            /**
             * Format: unix-time-ms
             * @description Creation, milliseconds.
             */
            transactTime?: number;
            /**
             * Format: code
             * @description Order status, a name here. Compare without regard to case, spaces or underscore; other names occur.
             */
            status?: string;
            /**
             * Format: code
             * @description Time in force, as a code, a name or an empty text.
             */
            timeInForce?: string;
            /**
             * Format: decimal
             * @description Fee.
             */
            tradeFee?: string;
            /**
             * Format: decimal
             * @description Realised profit.
             */
            realizedAmount?: string;
            /** @description Client-chosen order identifier. */
            clientId?: string;
            /**
             * Format: id
             * @description Position identifier.
             */
            positionId?: string;
            /** @description Meaning not known. */
            mergeSplitMode?: number;
            /** @description Position type code. */
            positionType?: number;
            /**
             * Format: decimal
             * @description Ordered quantity, under the name of the history.
             */
            volume?: string;
            /**
             * Format: decimal
             * @description Filled quantity, under the name of the history.
             */
            dealVolume?: string;
            /**
             * Format: unix-time-ms
             * @description Creation, milliseconds.
             */
            ctimeMs?: number;
            /** @description Creation as a text. */
            ctime?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Open orders as a bare array. */
        OpenOrderList: components["schemas"]["OpenOrder"][];
        /** @description Open orders in an object. */
        OpenOrderListObject: {
            list?: components["schemas"]["OpenOrderList"] | null;
            orders?: components["schemas"]["OpenOrderList"] | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Open orders in an envelope; null when there are none. */
        OpenOrderListEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["OpenOrderList"] | components["schemas"]["OpenOrderListObject"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        GetOpenOrdersResponse: components["schemas"]["OpenOrderList"] | components["schemas"]["OpenOrderListEnvelope"] | components["schemas"]["OpenOrderListObject"];
        /** @description Get Order History. */
        GetOrderHistoryRequest: {
            /** @description Contract identifier. */
            contractName: string;
            /**
             * @description Page size. Maximum: not shown.
             * @default 100
             */
            limit?: IntegerInput;
            /** @description Starting identifier. */
            fromId?: IdInput;
        } & {
            [key: string]: unknown;
        };
        /** @description Record of Get Order History. */
        OrderHistoryRecord: {
            /**
             * Format: id
             * @description Order identifier, 18 to 19 digits.
             */
            orderId?: string;
            /** @description Client-chosen order identifier; 0 when there is none. */
            clientId?: string;
            /**
             * Format: unix-time-ms
             * @description Creation, milliseconds.
             */
            ctimeMs?: number;
            /** @description Creation as a text without zone (UTC+8). */
            ctime?: string;
            /** @description Position type code. */
            positionType?: number;
            /** @description BUY, SELL. */
            side?: string;
            /** @description OPEN, CLOSE. */
            openOrClose?: string;
            /** @description Leverage. */
            leverageLevel?: number;
            /**
             * Format: code
             * @description Order type, a number here.
             */
            type?: string;
            /**
             * Format: code
             * @description Order status, a number here.
             */
            status?: string;
            /**
             * Format: decimal
             * @description Ordered quantity.
             */
            volume?: string;
            /**
             * Format: decimal
             * @description Filled quantity.
             */
            dealVolume?: string;
            /**
             * Format: decimal
             * @description Order price; null occurs.
             */
            price?: string | null;
            /**
             * Format: decimal
             * @description Average fill price; null occurs.
             */
            avgPrice?: string | null;
            /**
             * Format: decimal
             * @description Value of what was filled.
             */
            dealMoney?: string;
            /**
             * Format: decimal
             * @description Taker fee rate for opening.
             */
            openTakerFeeRate?: string;
            /**
             * Format: decimal
             * @description Maker fee rate for opening.
             */
            openMakerFeeRate?: string;
            /**
             * Format: decimal
             * @description Taker fee rate for closing.
             */
            closeTakerFeeRate?: string;
            /**
             * Format: decimal
             * @description Maker fee rate for closing.
             */
            closeMakerFeeRate?: string;
            /**
             * Format: id
             * @description Contract number.
             */
            contractId?: string;
            /** @description Contract identifier. */
            contractName?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Order history as a bare array. */
        OrderHistoryList: components["schemas"]["OrderHistoryRecord"][];
        /** @description Order history in an envelope. */
        OrderHistoryListEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["OrderHistoryList"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        GetOrderHistoryResponse: components["schemas"]["OrderHistoryList"] | components["schemas"]["OrderHistoryListEnvelope"];
        /** @description Get Profit History. None of the fields is required. */
        GetProfitHistoryRequest: {
            /** @description Contract identifier. */
            contractName?: string;
            /** @description Page size. Maximum: not shown. */
            limit?: IntegerInput;
            /** @description Starting identifier. */
            fromId?: IdInput;
            /**
             * Format: unix-time-ms
             * @description Start of the range, milliseconds; only together with endTime.
             */
            startTime?: IntegerInput;
            /**
             * Format: unix-time-ms
             * @description End of the range, milliseconds; only together with startTime.
             */
            endTime?: IntegerInput;
        } & {
            [key: string]: unknown;
        };
        /** @description Record of Get Profit History. There is no contractName in it, and no source explains the fields beyond their names. */
        ProfitHistoryRecord: {
            /**
             * Format: id
             * @description Record identifier.
             */
            id?: string;
            /** @description BUY, SELL. */
            side?: string;
            /** @description Position type code. */
            positionType?: number;
            /** @description Leverage. */
            leverageLevel?: number;
            /**
             * Format: id
             * @description Contract number; to be mapped through a list that carries it, which the contracts response is not.
             */
            contractId?: string;
            /**
             * Format: decimal
             * @description Quantity.
             */
            volume?: string;
            /**
             * Format: decimal
             * @description Opening price.
             */
            openPrice?: string;
            /**
             * Format: decimal
             * @description End price; equal to openPrice in the example.
             */
            openEndPrice?: string;
            /**
             * Format: decimal
             * @description Trade fee, signed.
             */
            tradeFee?: string;
            /**
             * Format: decimal
             * @description Realised amount, signed.
             */
            realizedAmount?: string;
            /**
             * Format: decimal
             * @description Settled profit, signed; may be missing.
             */
            settleProfit?: string;
            /**
             * Format: decimal
             * @description Share amount, signed.
             */
            shareAmount?: string;
            /**
             * Format: decimal
             * @description Profit of closing, signed.
             */
            closeProfit?: string;
            /**
             * Format: decimal
             * @description Realised amount of the past, signed.
             */
            historyRealizedAmount?: string;
            /**
             * Format: decimal
             * @description Capital fee, signed.
             */
            capitalFee?: string;
            /**
             * Format: unix-time-ms
             * @description Creation, milliseconds here.
             */
            ctime?: number;
            /**
             * Format: unix-time-ms
             * @description Modification, milliseconds here.
             */
            mtime?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Profit history as a bare array. */
        ProfitHistoryList: components["schemas"]["ProfitHistoryRecord"][];
        /** @description Profit history in an envelope. */
        ProfitHistoryListEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["ProfitHistoryList"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        GetProfitHistoryResponse: components["schemas"]["ProfitHistoryList"] | components["schemas"]["ProfitHistoryListEnvelope"];
        /** @description Trade. Two record shapes exist; both are merged here. */
        Trade: {
            /**
             * Format: id
             * @description Trade identifier.
             */
            id?: string;
            /**
             * Format: id
             * @description Trade identifier.
             */
            tradeId?: string;
            /**
             * Format: id
             * @description Identifier of the bid order, 18 to 19 digits.
             */
            bidId?: string;
            /**
             * Format: id
             * @description Identifier of the ask order, 18 to 19 digits.
             */
            askId?: string;
            /**
             * Format: id
             * @description User of the bid.
             */
            bidUserId?: string;
            /**
             * Format: id
             * @description User of the ask.
             */
            askUserId?: string;
            /** @description Market, such as BTC-USDT. */
            symbol?: string;
            /** @description Contract identifier. */
            contractName?: string;
            /**
             * Format: decimal
             * @description Price.
             */
            price?: string;
            /**
             * Format: decimal
             * @description Quantity.
             */
            qty?: string;
            /**
             * Format: decimal
             * @description Value; the contract multiplier is applied.
             */
            amount?: string;
            /**
             * Format: decimal
             * @description Fee.
             */
            fee?: string;
            /** @description BUY, SELL; sometimes in lower case. */
            side?: string;
            /** @description Buyer flag. */
            isBuyer?: boolean;
            /** @description Maker flag. */
            isMaker?: boolean;
            /**
             * Format: unix-time-ms
             * @description Time of the trade, milliseconds.
             */
            time?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Trade history as a bare array. */
        TradeList: components["schemas"]["Trade"][];
        /** @description Trade history in an envelope. */
        TradeListEnvelope: {
            /**
             * Format: code
             * @description 0 reports success.
             */
            code?: string;
            /** @description Text, localised. */
            msg?: string | null;
            data?: components["schemas"]["TradeList"] | null;
            /** @description True, or missing. */
            succ?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        GetTradeHistoryResponse: components["schemas"]["TradeList"] | components["schemas"]["TradeListEnvelope"];
        /** @description Change Position Mode. */
        ChangePositionModeRequest: {
            /** @description Contract identifier. */
            contractName: string;
            /** @description Position mode code. Meaning of the integer codes positionType, positionModel and marginModel: not shown. */
            positionModel: number;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        ChangePositionModeResponse: components["schemas"]["Acknowledgement"];
        /** @description Change Margin Mode. */
        ChangeMarginModeRequest: {
            /** @description Contract identifier. */
            contractName: string;
            /** @description Margin mode code. Meaning of the integer codes positionType, positionModel and marginModel: not shown. */
            marginModel: number;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        ChangeMarginModeResponse: components["schemas"]["Acknowledgement"];
        /** @description Adjust the margin of an open position. */
        AdjustPositionMarginRequest: {
            /** @description Position identifier. */
            positionId: IdInput;
            /** @description Amount to adjust. */
            amount: DecimalInput;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        AdjustPositionMarginResponse: components["schemas"]["Acknowledgement"];
        /** @description Change the leverage of a contract. */
        ChangeLeverageRequest: {
            /** @description Contract identifier. */
            contractName: string;
            /** @description New leverage level. */
            nowLevel: number;
        } & {
            [key: string]: unknown;
        };
        /** @description JSON, 200. Bodies of the trading responses: not shown. */
        ChangeLeverageResponse: components["schemas"]["Acknowledgement"];
        /** @description Empty JSON object. */
        Ping: Record<string, never>;
        /** @description Server time (response of the time endpoint). */
        ServerTime: {
            /**
             * Format: unix-time-ms
             * @description Milliseconds since epoch.
             */
            serverTime?: number;
            /** @description Time zone name. */
            timezone?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Contract record (public contracts response). */
        Contract: {
            /** @description Ticker id. */
            ticker_id?: string;
            /** @description Base currency. */
            base_currency?: string;
            /** @description Quote currency. */
            quote_currency?: string;
            /**
             * Format: decimal
             * @description Last price.
             */
            last_price?: string;
            /**
             * Format: decimal
             * @description Base volume.
             */
            base_volume?: string;
            /**
             * Format: decimal
             * @description Quote volume.
             */
            quote_volume?: string;
            /**
             * Format: decimal
             * @description Volume USD.
             */
            volume_usd?: string;
            /**
             * Format: decimal
             * @description Bid.
             */
            bid?: string;
            /**
             * Format: decimal
             * @description Ask.
             */
            ask?: string;
            /**
             * Format: decimal
             * @description High.
             */
            high?: string;
            /**
             * Format: decimal
             * @description Low.
             */
            low?: string;
            /** @description Product type. Allowed values: not shown. */
            product_type?: string;
            /**
             * Format: decimal
             * @description Open interest.
             */
            open_interest?: string;
            /**
             * Format: decimal
             * @description Open interest USD.
             */
            open_interest_usd?: string;
            /**
             * Format: decimal
             * @description Index price.
             */
            index_price?: string;
            /** @description Creation timestamp. No unit is declared. */
            creation_timestamp?: number;
            /** @description Expiry timestamp. No unit is declared. */
            expiry_timestamp?: number;
            /**
             * Format: decimal
             * @description Funding rate.
             */
            funding_rate?: string;
            /**
             * Format: decimal
             * @description Next funding rate.
             */
            next_funding_rate?: string;
            /**
             * Format: unix-time-ms
             * @description Next funding rate timestamp. Milliseconds.
             */
            next_funding_rate_timestamp?: number;
            /**
             * Format: decimal
             * @description Open maker fee.
             */
            open_maker_fee?: string;
            /**
             * Format: decimal
             * @description Open taker fee.
             */
            open_taker_fee?: string;
            /**
             * Format: decimal
             * @description Close maker fee.
             */
            close_maker_fee?: string;
            /**
             * Format: decimal
             * @description Close taker fee.
             */
            close_taker_fee?: string;
            /** @description Contract type. Allowed values: not shown. */
            contract_type?: string;
            /**
             * Format: decimal
             * @description Contract price.
             */
            contract_price?: string;
            /** @description Contract price currency. */
            contract_price_currency?: string;
            /**
             * Format: unix-time-ms
             * @description Timestamp. Milliseconds.
             */
            timestamp?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description The data of the contracts response. */
        ContractList: {
            /** @description Contract records. */
            contracts?: components["schemas"]["Contract"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Envelope of the contracts response. It reports success with the code `0` and the message `success` (code and msg are strings). */
        ContractsResponse: {
            /** @description `0` reports success. */
            code?: string;
            /** @description `success` reports success. */
            msg?: string;
            data?: components["schemas"]["ContractList"];
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description Error response format, error codes, and the HTTP statuses other than 200: not shown. */
        ErrorNotShown: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Rate limit exceeded. Documented beside 429. */
        RateLimit410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description IP banned for 2 minutes to 3 days after ignoring 429. */
        IpBanned418: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Rate limit exceeded. */
        RateLimit429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Sent but unanswered: the outcome is unknown, not failed. Look before sending it again. */
        Unanswered504: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Malformed request. */
        MalformedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Internal error. */
        InternalError5XX: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /** @description Contract identifier. Rule 3 (declared): when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies; behavior beyond this is not shown. */
        OpenOrdersContractName: string;
        /** @description Contract identifier. */
        TradeHistoryContractName: string;
        /** @description Page size. Rule 4 (declared): limit is the number of lines per page, default 100, maximum 1000. */
        TradeHistoryLimit: IntegerInput;
        /** @description Starting identifier; for trade history it is a trade identifier. Rule 4 (declared): fromId starts retrieval at the given trade identifier. */
        TradeHistoryFromId: IdInput;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOrderRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrderResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateOrderResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    createConditionOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConditionOrderRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateConditionOrderResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelOrderRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelOrderResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    cancelAllOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelAllOrdersResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getOpenOrders: {
        parameters: {
            query?: {
                /** @description Contract identifier. Rule 3 (declared): when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies; behavior beyond this is not shown. */
                contractName?: components["parameters"]["OpenOrdersContractName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOpenOrdersResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getOrderHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOrderHistoryRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetOrderHistoryResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getProfitHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GetProfitHistoryRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetProfitHistoryResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getTradeHistory: {
        parameters: {
            query?: {
                /** @description Contract identifier. */
                contractName?: components["parameters"]["TradeHistoryContractName"];
                /** @description Page size. Rule 4 (declared): limit is the number of lines per page, default 100, maximum 1000. */
                limit?: components["parameters"]["TradeHistoryLimit"];
                /** @description Starting identifier; for trade history it is a trade identifier. Rule 4 (declared): fromId starts retrieval at the given trade identifier. */
                fromId?: components["parameters"]["TradeHistoryFromId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTradeHistoryResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    changePositionMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePositionModeRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePositionModeResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    changeMarginMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMarginModeRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeMarginModeResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    adjustPositionMargin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustPositionMarginRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustPositionMarginResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    changeLeverage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeLeverageRequest"];
            };
        };
        responses: {
            /** @description JSON, 200. Bodies of the trading responses: not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeLeverageResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Empty JSON object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ping"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getServerTime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON with serverTime and timezone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerTime"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
    getContracts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON envelope with code, msg and data.contracts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractsResponse"];
                };
            };
            410: components["responses"]["RateLimit410"];
            418: components["responses"]["IpBanned418"];
            429: components["responses"]["RateLimit429"];
            504: components["responses"]["Unanswered504"];
            "4XX": components["responses"]["MalformedRequest"];
            "5XX": components["responses"]["InternalError5XX"];
            default: components["responses"]["ErrorNotShown"];
        };
    };
}
