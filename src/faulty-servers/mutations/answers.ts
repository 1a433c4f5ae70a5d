import { ALL, answering, checksOf, LISTS, type Mutation, rewriting, STANDING_ALONE } from './mutation.js';
import { BODIES, rowsOf, SUCCESS, TRADING_SUCCESS } from './words.js';

const HISTORIES: typeof LISTS = LISTS.filter((id) => id !== 'getOpenOrders');

/** Writes long numbers like a program that reads every number into a double. */
const throughDouble = (body: string): string => body.replace(/(?<![.\d])\d{17,}/g, (digits) => String(Number(digits)));

export const ANSWERS: readonly Mutation[] = [
  {
    id: 'status-201-on-success',
    title: 'Successes have HTTP status 201',
    breaks: [SUCCESS, TRADING_SUCCESS],
    killedBy: checksOf('shape', ALL, 'success'),
    patch: answering(ALL, () => ({ status: 201 })),
  },
  {
    id: 'body-not-json',
    title: 'Bodies have a brace too many',
    breaks: [SUCCESS, TRADING_SUCCESS],
    killedBy: checksOf('shape', STANDING_ALONE, 'success'),
    patch: rewriting(ALL, (body) => `${body}}`),
  },
  {
    id: 'empty-body',
    title: 'Successes have no body',
    breaks: [SUCCESS, TRADING_SUCCESS],
    killedBy: checksOf('shape', STANDING_ALONE, 'success'),
    patch: rewriting(ALL, () => ''),
  },
  {
    id: 'narrowed-lists-cut-short',
    title: 'Histories that are asked for with limit or fromId end too early',
    breaks: [BODIES],
    killedBy: checksOf('robust', HISTORIES, 'valid-input-is-answered'),
    patch: () => ({
      send(answer, { target, body }) {
        const { operation, refused, response } = answer;
        const history = operation !== undefined && HISTORIES.includes(operation.operationId) && refused === undefined;
        if (!history || !/\b(limit|fromId)\b/.test(target + body)) return answer;
        return { ...answer, response: { ...response, body: response.body.slice(0, -1) } };
      },
    }),
  },
  {
    id: 'order-details-id-through-a-double',
    title: 'Order details show an order identifier whose last digits are lost',
    breaks: [{ heading: 'Other request fields', quote: '| orderId | string | cancel |' }],
    killedBy: ['shape/getOrder/ids-keep-their-digits'],
    patch: rewriting(['getOrder'], throughDouble),
  },
  {
    id: 'order-details-of-another-contract',
    title: 'Order details name another contract than the one that was asked for',
    breaks: rowsOf(['getOrder']),
    assumes: 'response.order',
    killedBy: ['shape/getOrder/of-its-contract'],
    patch: rewriting(['getOrder'], (body) =>
      body.replace('"contractName":"E-BTC-USDT"', '"contractName":"E-ETH-USDT"'),
    ),
  },
  {
    id: 'receipt-id-through-a-double',
    title: 'The receipt of an order shows another identifier than lists do: its last digits are lost',
    breaks: [{ heading: 'Other request fields', quote: '| orderId | string | cancel |' }],
    killedBy: ['shape/getOpenOrders/ids-keep-their-digits'],
    patch: rewriting(['createOrder'], throughDouble),
  },
  {
    id: 'ids-through-a-double',
    title: 'Lists show order identifiers that are not those of the orders: their last digits are lost',
    breaks: [{ heading: 'Other request fields', quote: '| orderId | string | cancel |' }],
    killedBy: checksOf('shape', ['getOpenOrders', 'getOrderHistory', 'getTradeHistory'], 'ids-keep-their-digits'),
    patch: rewriting(LISTS, throughDouble),
  },
];
