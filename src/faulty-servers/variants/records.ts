import { operations } from '../../../generated/operations.js';
import { API_KEY } from '../../sandbox/access.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { Patch } from '../../sandbox/stages.js';
import { fromQuery } from '../mutations/input.js';
import { acting, rewriting } from '../mutations/mutation.js';
import { REFUSED, trading, type Variant } from './variant.js';

const withHeaders =
  (headers: Readonly<Record<string, string>>): Patch =>
  () => ({
    send: (answer) => ({
      ...answer,
      response: { ...answer.response, headers: { ...answer.response.headers, ...headers } },
    }),
  });

const typed = (id: string, type: string): Variant => ({
  id: `json-as-${id}`,
  title: `Bodies are JSON, and called ${type}`,
  answers: ['response.content-type'],
  patch: withHeaders({ 'content-type': type }),
});

const upTo = (most: number): Patch =>
  acting('getOrderHistory', (call, run) =>
    run({ ...call, input: { ...call.input, limit: String(Math.min(most, Number(call.input.limit ?? most))) } }),
  );

/** Does what is declared for a path by any method. */
const byAnyMethod =
  (methods: readonly string[]): Patch =>
  (reference) => ({
    route(request) {
      const declared = reference.route(request);
      if (declared !== undefined || !methods.includes(request.method)) return declared;
      return reference.route({ ...request, method: 'POST' }) ?? reference.route({ ...request, method: 'GET' });
    },
    readInput(operation, request) {
      const bare = operation.input === 'body' && request.body === '' && request.method !== operation.method;
      const body = bare ? JSON.stringify(fromQuery(operation, request.target)) : request.body;
      return reference.readInput(operation, { ...request, body });
    },
  });

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

/** Answers a read as it did before, until the time is over. */
const cached =
  (ms: number): Patch =>
  (_reference, _secretOf, now) => {
    const kept = new Map<string, { readonly reply: Reply; readonly untilMs: number }>();
    return {
      act(call, run) {
        if (operations[call.operationId].effect !== 'read') return run(call);
        const key = JSON.stringify([call.operationId, call.accountId, call.input]);
        const known = kept.get(key);
        if (known !== undefined && known.untilMs > now()) return known.reply;
        const reply = run(call);
        kept.set(key, { reply, untilMs: now() + ms });
        return reply;
      },
    };
  };

const contracts = (change: (body: string) => string): Patch => rewriting(['getContracts'], change);

export const RECORD_VARIANTS: readonly Variant[] = [
  {
    id: 'reads-are-cached',
    title: 'A response to a read is kept for 900 ms',
    answers: [],
    patch: cached(900),
    history: 'short',
    isSlow: true,
  },
  {
    id: 'query-signed-in-order-of-names',
    title: 'The query is signed with its names in order',
    answers: [],
    patch: (reference) => ({
      authorize: (operation, request, ...rest) =>
        reference.authorize(operation, { ...request, target: inOrder(request.target) }, ...rest),
    }),
  },
  {
    id: 'pages-of-ten-and-more',
    title: 'A page has 10, 20, 50, 100, 500 or 1000 lines, and no other limit is taken',
    answers: [],
    patch: (reference) => ({
      act: (call, run) =>
        call.input.limit === undefined || ['10', '20', '50', '100', '500', '1000'].includes(call.input.limit)
          ? reference.act(call, run)
          : REFUSED('There is no page of that size.'),
    }),
  },
  {
    id: 'profits-without-ids',
    title: 'Profits are amounts, and several are alike',
    answers: [],
    patch: acting('getProfitHistory', (call, run) => {
      const reply = run(call);
      return reply.ok ? { ok: true, result: (reply.result as readonly unknown[]).map(() => ({ amount: '1' })) } : reply;
    }),
  },
  {
    id: 'records-numbered-by-page',
    title: 'Records tell where on a page they are',
    answers: [],
    patch: (reference) => ({
      act(call, run) {
        const reply = reference.act(call, run);
        if (!reply.ok || !Array.isArray(reply.result)) return reply;
        const all = reply.result as readonly object[];
        return { ok: true, result: all.map((one, at) => ({ ...one, line: `${at + 1} of ${all.length}` })) };
      },
    }),
  },
  {
    id: 'no-funding-time',
    title: 'The next funding of contracts without one is at 0',
    answers: [],
    patch: contracts((body) => body.replace(/"next_funding_rate_timestamp":\d+/g, '"next_funding_rate_timestamp":0')),
  },
  {
    id: 'no-funding-ever',
    title: 'The next funding of contracts without one is at -1, or in the year 9999',
    answers: [],
    patch: contracts((body) => {
      let count = 0;
      const never = (): string => (count++ % 2 === 0 ? '-1' : '253402300799000');
      return body.replace(/(?<="next_funding_rate_timestamp":)\d+/g, never);
    }),
  },
  {
    id: 'decimals-in-other-forms',
    title: 'Decimals of contracts are written +1, .5, 2. and 1E-4',
    answers: [],
    patch: contracts((body) => {
      const forms = { funding_rate: '1E-4', next_funding_rate: '.0005', base_volume: '+12', quote_volume: '12.' };
      return Object.entries(forms).reduce(
        (text, [name, form]) => text.replaceAll(new RegExp(`(?<="${name}":")[^"]*`, 'g'), form),
        body,
      );
    }),
  },
  typed('text', 'text/plain;charset=UTF-8'),
  typed('a-page', 'text/html'),
  typed('bytes', 'application/octet-stream'),
  {
    id: 'every-method-acts',
    title: 'A path does what is declared by other methods as well',
    answers: ['request.other-methods'],
    patch: byAnyMethod(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  },
  { id: 'numbers-in-text', title: 'Numbers may be text', answers: ['request.number-forms'], patch: numbersAsText },
  {
    id: 'content-type-with-bodies-only',
    title: 'Content-Type without a body is refused',
    answers: ['request.content-type'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        request.body === '' && request.headers['content-type'] !== undefined
          ? refuse('-1017', 'Content-Type without a body.')
          : reference.readInput(operation, request),
    }),
  },
  {
    id: 'no-other-headers',
    title: 'Headers that are not declared are refused',
    answers: ['request.extra-headers'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        request.headers['admin-language'] === undefined
          ? reference.readInput(operation, request)
          : refuse('-1100', 'A header is not known.'),
    }),
  },
  {
    id: 'weights-counted-by-user',
    title: 'Headers count weight by user',
    answers: ['limits.weights', 'limits.counted-by'],
    patch: withHeaders({ 'x-used-weight-uid': '12' }),
  },
  {
    id: 'trades-without-contract-are-none',
    title: 'Trades without contractName are none',
    answers: ['history.without-contract'],
    patch: acting('getTradeHistory', (call, run) =>
      call.input.contractName === undefined ? { ok: true, result: [] } : run(call),
    ),
  },
  {
    id: 'order-pages-of-100',
    title: 'A page of orders has at most 100 lines',
    answers: ['history.limit-maximum'],
    patch: upTo(100),
  },
  {
    id: 'profit-pages-of-20',
    title: 'A page of profits has 20 lines without limit',
    answers: ['history.profit-limit'],
    patch: acting('getProfitHistory', (call, run) =>
      run({ ...call, input: { ...call.input, limit: call.input.limit ?? '20' } }),
    ),
  },
  {
    id: 'profits-without-range',
    title: 'Profits take no startTime and no endTime',
    answers: ['history.profit-range'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        operation.operationId === 'getProfitHistory' && /"(start|end)Time"/.test(request.body)
          ? refuse('-1101', 'A field is not known.')
          : reference.readInput(operation, request),
    }),
  },
  {
    id: 'trades-known-by-number',
    title: 'Trades call their identifier tradeNo, and count lines in id',
    answers: ['response.trade-history', 'history.from-id'],
    patch: tradeNumbers(),
  },
  {
    id: 'orders-with-position-ids',
    title: 'Open orders carry a positionId',
    answers: ['margin.position-id'],
    patch: rewriting(['getOpenOrders'], (body) => body.replaceAll('"orderId":', '"positionId":107154,"orderId":')),
  },
  {
    id: 'order-states-in-lower-case',
    title: 'States of orders are written in lower case',
    answers: ['codes.order-status'],
    patch: trading((body) =>
      body.replace(/"status":"(\w+)"/g, (_, word: string) => `"status":"${word.toLowerCase()}"`),
    ),
  },
  {
    id: 'types-as-words',
    title: 'Types of orders are words',
    answers: ['codes.time-in-force'],
    patch: trading((body) => body.replace(/"type":"[12345]"/g, '"type":"limit order"')),
  },
  {
    id: 'orders-with-other-fields',
    title: 'Order details call their fields otherwise',
    answers: ['response.order'],
    patch: rewriting(['getOrder'], (body) =>
      body.replaceAll('"origQty"', '"quantity"').replaceAll('"status"', '"state"'),
    ),
  },
  {
    id: 'open-orders-under-data',
    title: 'Open orders come under a name, with a count',
    answers: ['response.open-orders'],
    patch: rewriting(['getOpenOrders'], (body) => `{"count":1,"rows":${body}}`),
  },
  {
    id: 'open-orders-say-id',
    title: 'Open orders call their identifier id',
    answers: ['response.open-orders'],
    patch: rewriting(['getOpenOrders'], (body) => body.replaceAll('"orderId"', '"id"')),
  },
  {
    id: 'open-orders-name-contracts-in-short',
    title: 'Open orders name a contract otherwise than a request does',
    answers: [],
    patch: rewriting(['getOpenOrders'], (body) =>
      body.replace(/"contractName":"E-(\w+)-(\w+)"/g, '"contractName":"$1$2"'),
    ),
  },
  {
    id: 'open-orders-hide-prices-of-sells',
    title: 'Open orders to sell show no price',
    answers: [],
    patch: acting('getOpenOrders', (call, run) => {
      const reply = run(call);
      if (!reply.ok) return reply;
      const list = reply.result as readonly { readonly side: string }[];
      return { ok: true, result: list.map((one) => (one.side === 'SELL' ? { ...one, price: '0' } : one)) };
    }),
  },
  {
    id: 'order-history-says-id',
    title: 'The order history calls its identifier id',
    answers: ['response.order-history'],
    patch: rewriting(['getOrderHistory'], (body) => body.replaceAll('"orderId"', '"id"')),
  },
  {
    id: 'profits-with-contract',
    title: 'Profits name their contract',
    answers: ['response.profit-history'],
    patch: rewriting(['getProfitHistory'], (body) => body.replaceAll('{"', '{"contractName":"E-BTC-USDT","')),
  },
  {
    id: 'condition-receipts-say-plan',
    title: 'Receipts of condition orders are of another form',
    answers: ['response.condition-order-receipt'],
    patch: rewriting(['createConditionOrder'], () => '{"planId":"17"}'),
  },
  {
    id: 'time-zone-as-offset',
    title: 'The time zone is an offset',
    answers: ['time.zone-name'],
    patch: rewriting(['getServerTime'], (body) => body.replace(/"timezone":"[^"]*"/, '"timezone":"GMT+08:00"')),
  },
  {
    id: 'product-types-of-their-own',
    title: 'Product types are other words',
    answers: ['contracts.product-type'],
    patch: contracts((body) => body.replace(/"product_type":"[^"]*"/g, '"product_type":"Swap"')),
  },
  {
    id: 'contract-types-of-their-own',
    title: 'Contract types are other words',
    answers: ['contracts.contract-type'],
    patch: contracts((body) => body.replace(/"contract_type":"[^"]*"/g, '"contract_type":"Inverse"')),
  },
  {
    id: 'contracts-created-in-seconds',
    title: 'The creation of a contract is told in seconds',
    answers: ['contracts.timestamps'],
    patch: contracts((body) => body.replace(/"creation_timestamp":\d+/g, '"creation_timestamp":1700000000')),
  },
  {
    id: 'public-calls-signed-too',
    title: 'Public endpoints look at headers that come along',
    answers: ['signing.security-types'],
    patch: (reference) => ({
      authorize: (operation, request, ...rest) =>
        reference.authorize(
          operation.security === 'public' && request.headers[API_KEY] !== undefined
            ? { ...operation, security: 'signed' }
            : operation,
          request,
          ...rest,
        ),
    }),
  },
  {
    id: 'ids-named-order-id',
    title: 'Results are rows of order_id',
    answers: ['response.order', 'response.open-orders'],
    patch: trading((body) => {
      const named = body.replaceAll('"orderId":', '"order_id":');
      return body.startsWith('[') ? `{"result":{"rows":${named}}}` : named;
    }),
  },
  {
    id: 'undeclared-operations-without-headers',
    title: 'The three operations without declared headers belong to the only account',
    answers: ['signing.undeclared-operations'],
    patch: (reference) => ({
      authorize: (operation, request, keys, ...rest) =>
        operation.security === 'undeclared'
          ? [...keys.values()][0]!.accountId
          : reference.authorize(operation, request, keys, ...rest),
    }),
  },
];

function tradeNumbers(): Patch {
  let line = 0;
  return rewriting(['getTradeHistory'], (body) =>
    body.replace(/"tradeId":/g, () => `"id":${++line},"tradeNo":`).replace(/"id":\d{10,},/g, ''),
  );
}
