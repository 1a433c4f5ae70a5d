import { endpoints } from './endpoints.js';
import type { Rule } from './types.js';

/** Operations 1 to 13; the document calls the other three public. */
const trading = endpoints.filter((row) => row.headers !== 'none').map((row) => row.operationId);

/** Service document, Endpoints, Rules 1 to 7. */
export const rules: readonly Rule[] = [
  {
    number: 1,
    text: 'Cancel Order: when orderId is empty or omitted, then all orders under the given contractName are cancelled; otherwise the order with that orderId is cancelled.',
    clauses: [
      {
        words:
          'when orderId is empty or omitted, then all orders under the given contractName are cancelled; otherwise the order with that orderId is cancelled',
        binds: ['cancelOrder'],
      },
    ],
  },
  {
    number: 2,
    text: 'Cancel All Orders: cancels all open orders; it takes no contract.',
    clauses: [{ words: 'cancels all open orders; it takes no contract', binds: ['cancelAllOrders'] }],
  },
  {
    number: 3,
    text: 'Get Open Orders: when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies; behavior beyond this is not shown.',
    clauses: [
      {
        words:
          'when contractName is omitted, open orders are not restricted to one contract as the optional parameter implies; behavior beyond this is not shown',
        binds: ['getOpenOrders'],
      },
    ],
  },
  {
    number: 4,
    text: 'Get Trade History: limit is the number of lines per page, default 100, maximum 1000; fromId starts retrieval at the given trade identifier.',
    clauses: [
      {
        words:
          'limit is the number of lines per page, default 100, maximum 1000; fromId starts retrieval at the given trade identifier',
        binds: ['getTradeHistory'],
      },
    ],
  },
  {
    number: 5,
    text: 'Change Position Mode switches between Net Position and Two-way Position modes; Change Margin Mode switches between Cross and Isolated.',
    clauses: [
      { words: 'switches between Net Position and Two-way Position modes', binds: ['changePositionMode'] },
      { words: 'switches between Cross and Isolated', binds: ['changeMarginMode'] },
    ],
  },
  {
    number: 6,
    text: 'Get Open Orders and Get Order History are of security type TRADE.',
    clauses: [
      {
        words: 'Get Open Orders and Get Order History are of security type TRADE',
        binds: ['getOpenOrders', 'getOrderHistory'],
      },
    ],
  },
  {
    number: 7,
    text: 'Bodies of the trading responses: not shown. Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them. Selection parameters of Get Order Details beyond contractName (such as an order identifier): not shown. Allowed values of triggerType, open, side and type in Create Condition Order: not shown.',
    clauses: [
      { words: 'Bodies of the trading responses: not shown', binds: trading },
      {
        words: 'Headers required by endpoints 5, 10 and 11: not shown, because none are declared for them',
        binds: ['getOrder', 'changePositionMode', 'changeMarginMode'],
      },
      {
        words: 'Selection parameters of Get Order Details beyond contractName (such as an order identifier): not shown',
        binds: ['getOrder'],
      },
      {
        words: 'Allowed values of triggerType, open, side and type in Create Condition Order: not shown',
        binds: ['createConditionOrder'],
      },
    ],
  },
];
