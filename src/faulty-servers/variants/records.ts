import { operations } from '../../../generated/operations.js';
import { API_KEY } from '../../sandbox/access.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, asking, responding, rewriting } from '../mutations/mutation.js';
import { givenAgain, relisting, resulting } from '../mutations/own-calls.js';
import { demanding, REFUSED, trading, type Variant, variant } from './variant.js';

const withHeaders = (headers: Readonly<Record<string, string>>): Patch =>
  responding(({ response }) => ({ headers: { ...response.headers, ...headers } }));

const typed = (id: string, type: string): Variant =>
  variant`json-as-${id}: Bodies are JSON, and called ${type}`(
    withHeaders({ 'content-type': type }),
    'response.content-type',
  );

/** Numbers in text are numbers as well. */
const numbersAsText: Patch = (reference) => ({
  readInput(operation, request) {
    if (operation.input !== 'body' || request.body === '') return reference.readInput(operation, request);
    const body = request.body.replace(/"(\w+)":"(-?\d+(?:\.\d+)?)"/g, (member, name: string, digits: string) =>
      operation.fields.some((field) => field.name === name && field.wire === 'number') ? `"${name}":${digits}` : member,
    );
    return reference.readInput(operation, { ...request, body });
  },
});

/** A target with the members of its query in order. */
function inOrder(target: string): string {
  const [path = '', query] = target.split('?');
  return query === undefined ? path : `${path}?${query.split('&').toSorted().join('&')}`;
}

const contracts = (change: (body: string) => string): Patch => rewriting(['getContracts'], change);

export const RECORD_VARIANTS: readonly Variant[] = [
  variant`reads-are-cached: A response to a read is kept for 900 ms`({
    patch: givenAgain((operationId) => operations[operationId].effect === 'read', 900),
    history: 'short',
    isSlow: true,
  }),
  variant`query-signed-in-order-of-names: The query is signed with its names in order`((reference) => ({
    authorize: (operation, request, ...rest) =>
      reference.authorize(operation, { ...request, target: inOrder(request.target) }, ...rest),
  })),
  variant`pages-of-ten-and-more: A page has 10, 20, 50, 100, 500 or 1000 lines, and no other limit is taken`(() => ({
    act: (call, run) =>
      [undefined, '10', '20', '50', '100', '500', '1000'].includes(call.input.limit)
        ? run(call)
        : REFUSED('There is no page of that size.'),
  })),
  variant`profits-without-ids: Profits are amounts, and several are alike`(
    resulting<readonly object[]>('getProfitHistory', (list) => list.map(() => ({ amount: '1' }))),
  ),
  variant`records-numbered-by-page: Records tell where on a page they are`((reference) => ({
    act(call, run) {
      const reply = reference.act(call, run);
      if (!reply.ok || !Array.isArray(reply.result)) return reply;
      const all = reply.result as readonly object[];
      return { ok: true, result: all.map((one, at) => ({ ...one, line: `${at + 1} of ${all.length}` })) };
    },
  })),
  variant`no-funding-time: The next funding of contracts without one is at 0`(
    contracts((body) => body.replace(/"next_funding_rate_timestamp":\d+/g, '"next_funding_rate_timestamp":0')),
  ),
  variant`no-funding-ever: The next funding of contracts without one is at -1, or in the year 9999`(
    contracts((body) => {
      let count = 0;
      const never = (): string => (count++ % 2 === 0 ? '-1' : '253402300799000');
      return body.replace(/(?<="next_funding_rate_timestamp":)\d+/g, never);
    }),
  ),
  variant`decimals-in-other-forms: Decimals of contracts are written +1, .5, 2. and 1E-4`(
    contracts((body) => {
      const forms = { funding_rate: '1E-4', next_funding_rate: '.0005', base_volume: '+12', quote_volume: '12.' };
      return Object.entries(forms).reduce(
        (text, [name, form]) => text.replaceAll(new RegExp(`(?<="${name}":")[^"]*`, 'g'), form),
        body,
      );
    }),
  ),
  typed('text', 'text/plain;charset=UTF-8'),
  typed('a-page', 'text/html'),
  typed('bytes', 'application/octet-stream'),
  variant`every-method-acts: A path does what is declared by other methods as well`(
    ({ route }) => ({
      route: (request) =>
        route(request) ?? route({ ...request, method: 'POST' }) ?? route({ ...request, method: 'GET' }),
    }),
    'request.other-methods',
  ),
  variant`numbers-in-text: Numbers may be text`(numbersAsText, 'request.number-forms'),
  variant`content-type-with-bodies-only: Content-Type without a body is refused`(
    demanding('-1017', (_, { body, headers }) =>
      body === '' && headers['content-type'] !== undefined ? 'Content-Type without a body.' : undefined,
    ),
    'request.content-type',
  ),
  variant`no-other-headers: Headers that are not declared are refused`(
    demanding('-1100', (_, { headers }) =>
      headers['admin-language'] === undefined ? undefined : 'A header is not known.',
    ),
    'request.extra-headers',
  ),
  variant`weights-counted-by-user: Headers count weight by user`(
    withHeaders({ 'x-used-weight-uid': '12' }),
    'limits.weights',
    'limits.counted-by',
  ),
  variant`trades-without-contract-are-none: Trades without contractName are none`(
    acting('getTradeHistory', (call, run) =>
      call.input.contractName === undefined ? { ok: true, result: [] } : run(call),
    ),
    'history.without-contract',
  ),
  variant`order-pages-of-100: A page of orders has at most 100 lines`(
    asking('getOrderHistory', (input) => ({ ...input, limit: String(Math.min(100, Number(input.limit ?? 100))) })),
    'history.limit-maximum',
  ),
  variant`profit-pages-of-ten-at-most: A page of profits has at most ten lines`(
    asking('getProfitHistory', (input) => ({ ...input, limit: String(Math.min(10, Number(input.limit ?? 10))) })),
  ),
  variant`profit-pages-of-20: A page of profits has 20 lines without limit`(
    asking('getProfitHistory', ({ limit = '20', ...input }) => ({ ...input, limit })),
    'history.profit-limit',
  ),
  variant`profits-without-range: Profits take no startTime and no endTime`(
    demanding('-1101', ({ operationId }, { body }) =>
      operationId === 'getProfitHistory' && /"(start|end)Time"/.test(body) ? 'A field is not known.' : undefined,
    ),
    'history.profit-range',
  ),
  variant`trades-known-by-number: Trades call their identifier tradeNo, and count lines in id`(
    tradeNumbers(),
    'response.trade-history',
    'history.from-id',
  ),
  variant`orders-with-position-ids: Open orders carry a positionId`(
    rewriting(['getOpenOrders'], (body) => body.replaceAll('"orderId":', '"positionId":107154,"orderId":')),
    'margin.position-id',
  ),
  variant`order-states-in-lower-case: States of orders are written in lower case`(
    trading((body) => body.replace(/"status":"(\w+)"/g, (_, word: string) => `"status":"${word.toLowerCase()}"`)),
    'codes.order-status',
  ),
  variant`types-as-words: Types of orders are words`(
    trading((body) => body.replace(/"type":"[12345]"/g, '"type":"limit order"')),
    'codes.time-in-force',
  ),
  variant`orders-with-other-fields: Order details call their fields otherwise`(
    rewriting(['getOrder'], (body) => body.replaceAll('"origQty"', '"quantity"').replaceAll('"status"', '"state"')),
    'response.order',
  ),
  variant`open-orders-under-data: Open orders come under a name, with a count`(
    rewriting(['getOpenOrders'], (body) => `{"count":1,"rows":${body}}`),
    'response.open-orders',
  ),
  variant`open-orders-say-id: Open orders call their identifier id`(
    rewriting(['getOpenOrders'], (body) => body.replaceAll('"orderId"', '"id"')),
    'response.open-orders',
  ),
  variant`open-orders-name-contracts-in-short: Open orders name a contract otherwise than a request does`(
    rewriting(['getOpenOrders'], (body) => body.replace(/"contractName":"E-(\w+)-(\w+)"/g, '"contractName":"$1$2"')),
  ),
  variant`open-orders-hide-prices-of-sells: Open orders to sell show no price`(
    relisting((list) => list.map((one) => (one.side === 'SELL' ? { ...one, price: '0' } : one))),
  ),
  variant`order-history-says-id: The order history calls its identifier id`(
    rewriting(['getOrderHistory'], (body) => body.replaceAll('"orderId"', '"id"')),
    'response.order-history',
  ),
  variant`profits-with-contract: Profits name their contract`(
    rewriting(['getProfitHistory'], (body) => body.replaceAll('{"', '{"contractName":"E-BTC-USDT","')),
    'response.profit-history',
  ),
  variant`condition-receipts-say-plan: Receipts of condition orders are of another form`(
    rewriting(['createConditionOrder'], () => '{"planId":"17"}'),
    'response.condition-order-receipt',
  ),
  variant`time-zone-as-offset: The time zone is an offset`(
    rewriting(['getServerTime'], (body) => body.replace(/"timezone":"[^"]*"/, '"timezone":"GMT+08:00"')),
    'time.zone-name',
  ),
  variant`product-types-of-their-own: Product types are other words`(
    contracts((body) => body.replace(/"product_type":"[^"]*"/g, '"product_type":"Swap"')),
    'contracts.product-type',
  ),
  variant`contract-types-of-their-own: Contract types are other words`(
    contracts((body) => body.replace(/"contract_type":"[^"]*"/g, '"contract_type":"Inverse"')),
    'contracts.contract-type',
  ),
  variant`contracts-created-in-seconds: The creation of a contract is told in seconds`(
    contracts((body) => body.replace(/"creation_timestamp":\d+/g, '"creation_timestamp":1700000000')),
    'contracts.timestamps',
  ),
  variant`public-calls-signed-too: Public endpoints look at headers that come along`(
    (reference) => ({
      authorize: (operation, request, ...rest) =>
        reference.authorize(
          operation.security === 'public' && request.headers[API_KEY] !== undefined
            ? { ...operation, security: 'signed' }
            : operation,
          request,
          ...rest,
        ),
    }),
    'signing.security-types',
  ),
  variant`ids-named-order-id: Results are rows of order_id`(
    trading((body) => {
      const named = body.replaceAll('"orderId":', '"order_id":');
      return body.startsWith('[') ? `{"result":{"rows":${named}}}` : named;
    }),
    'response.order',
    'response.open-orders',
  ),
  variant`undeclared-operations-without-headers: The three operations without declared headers belong to the only account`(
    (reference) => ({
      authorize: (operation, request, keys, ...rest) =>
        operation.security === 'undeclared'
          ? [...keys.values()][0]!.accountId
          : reference.authorize(operation, request, keys, ...rest),
    }),
    'signing.undeclared-operations',
  ),
];

function tradeNumbers(): Patch {
  let line = 0;
  return rewriting(['getTradeHistory'], (body) =>
    body.replace(/"tradeId":/g, () => `"id":${++line},"tradeNo":`).replace(/"id":\d{10,},/g, ''),
  );
}
