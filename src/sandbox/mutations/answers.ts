import { ALL, answering, checksOf, LISTS, type Mutation, rewriting } from './mutation.js';

const SUCCESS = 'All successful calls described here answer with HTTP status 200 and a JSON body.';
const HISTORIES: typeof LISTS = LISTS.filter((id) => id !== 'getOpenOrders');
const SERVICE = 'What the service does';

/** As a program writes them that reads every number into a double. */
const throughDouble = (body: string): string => body.replace(/(?<![.\d])\d{17,}/g, (digits) => String(Number(digits)));

export const ANSWERS: readonly Mutation[] = [
  {
    id: 'content-type-html',
    title: 'Answers call themselves text/html',
    heading: SERVICE,
    quote: SUCCESS,
    killedBy: checksOf('shape', ALL, 'content-type'),
    patch: answering(ALL, (response) => ({ ...response, headers: { 'content-type': 'text/html' } })),
  },
  {
    id: 'status-201-on-success',
    title: 'Successes have HTTP status 201',
    heading: SERVICE,
    quote: SUCCESS,
    killedBy: checksOf('shape', ALL, 'success'),
    patch: answering(ALL, (response) => ({ ...response, status: 201 })),
  },
  {
    id: 'body-not-json',
    title: 'Bodies have a brace too many',
    heading: 'Futures Trading Service Interface',
    quote: 'Bodies are JSON.',
    killedBy: checksOf('shape', ALL, 'success'),
    patch: rewriting(ALL, (body) => `${body}}`),
  },
  {
    id: 'empty-body',
    title: 'Successes have no body',
    heading: SERVICE,
    quote: SUCCESS,
    killedBy: checksOf('shape', ALL, 'success'),
    patch: rewriting(ALL, () => ''),
  },
  {
    id: 'narrowed-lists-cut-short',
    title: 'Histories that are asked for with limit or fromId end too early',
    heading: 'Futures Trading Service Interface',
    quote: 'Bodies are JSON.',
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
    id: 'ids-through-a-double',
    title: 'Lists show order identifiers that are not those of the orders: their last digits are lost',
    heading: 'Endpoints',
    quote: 'otherwise the order with that orderId is cancelled',
    killedBy: checksOf('shape', ['getOpenOrders', 'getOrderHistory', 'getTradeHistory'], 'ids-keep-their-digits'),
    patch: rewriting(LISTS, throughDouble),
  },
];
