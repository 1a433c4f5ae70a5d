import type { LimitRow } from './types.js';

/** The document's opening and its first section. */
export const introduction = {
  title: 'Futures Trading Service Interface',
  text: 'This document covers the whole interface of the futures trading service: orders, condition orders, cancellation, order/trade/profit history, position and margin settings, leverage, and three public endpoints. The base address is {base_url}. Bodies are JSON.',
  purpose: 'The service is a futures trading interface over HTTP. A client can:',
  abilities: [
    'create limit or market orders and condition (trigger) orders on a named contract;',
    'cancel one order, all orders under one contract, or all open orders;',
    'read an order, open orders, order history, realized profit history and trade history;',
    'switch the position mode (net or two-way) and the margin mode (cross or isolated) of a contract;',
    'adjust the margin of an open position and change the leverage of a contract;',
    'read public data: liveness check, server time, and the list of contracts with market statistics.',
  ],
  success: 'All successful calls described here answer with HTTP status 200 and a JSON body.',
  baseAddress: '{base_url}',
} as const;

/** The sentences above the endpoint table. */
export const endpointsPreface =
  'All trading endpoints answer 200 with a JSON body on success. Header names: X-CH-TS, X-CH-APIKEY, X-CH-SIGN (see Authentication). The declared type of X-CH-TS differs per endpoint and is given below.';

/** Service document, Authentication, by its numbers; 6 is in the list of what is not shown. */
export const authentication = {
  1: 'Each endpoint has a security type (public, signed, or API key required).',
  2: 'Signed calls carry three headers:',
  3: 'The API key and the secret are case-sensitive; exact casing is required.',
  4: "Credentials are created by a verified user (identity verification is a precondition) in the account's API management area: a label is given, IP restrictions may optionally be set. The secret is displayed once at creation and is not displayed again.",
  5: 'The public endpoints (ping, server time, contracts) are called without authentication headers.',
} as const;

/** Service document, Authentication, 2; `essence` leaves out the placeholders. */
export const signedHeaders = [
  { name: 'X-CH-APIKEY', content: 'the API key, <API_KEY>', essence: 'the API key' },
  {
    name: 'X-CH-SIGN',
    content: 'HMAC-SHA256 signature made with the API secret, <SIGNING_SECRET> being the key of the HMAC',
    essence: 'HMAC-SHA256 signature made with the API secret',
  },
  { name: 'X-CH-TS', content: 'current timestamp in milliseconds', essence: 'current timestamp in milliseconds' },
] as const;

/** Security types: rule 6. Those of all other endpoints are not shown (Authentication, 6), the public ones among them. */
export const securityTypes: Readonly<Record<string, 'TRADE'>> = {
  getOpenOrders: 'TRADE',
  getOrderHistory: 'TRADE',
};

/** Service document, Errors, 1; 2 is in the list of what is not shown. */
export const success = {
  text: 'The public contracts response reports success with the code `0` and the message `success` in its envelope (code and msg are strings).',
  code: '0',
  msg: 'success',
} as const;

/** Service document, Limits. */
export const limits: readonly LimitRow[] = [
  {
    limit: 'limit default',
    appliesTo: [
      { name: 'Get Trade History', operationId: 'getTradeHistory' },
      { name: 'Get Order History', operationId: 'getOrderHistory' },
    ],
    value: '100',
  },
  {
    limit: 'limit maximum',
    appliesTo: [{ name: 'Get Trade History', operationId: 'getTradeHistory' }],
    value: '1000',
  },
  {
    limit: 'weight',
    appliesTo: [
      { name: 'Adjust Position Margin', operationId: 'adjustPositionMargin' },
      { name: 'Change Leverage Ratio', operationId: 'changeLeverage' },
    ],
    value: '1 each',
  },
  {
    limit: 'speed limit',
    appliesTo: [{ name: 'Get Open Orders', operationId: 'getOpenOrders' }],
    value: 'defined by the exchange',
  },
];

/** Service document, Versioning, by its numbers; 3 is in the list of what is not shown. */
export const versioning = {
  1: 'Trading and the basic public endpoints carry the version segment `v1` in the path prefix /fapi/v1.',
  2: 'The contracts endpoint path (/pub/contracts) carries no version segment.',
} as const;
