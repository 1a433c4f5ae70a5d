import { jsonIn } from '../../conformance/model/json-object.js';
import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, answering, breaking, dashed, rereading, responding, type Mutation } from './mutation.js';
import { as, resulting } from './own-calls.js';
import { clauses, type DeclaredClause, rowOf, fieldOf } from '../../conformance/model/clauses.js';

/* What is wrong in one form of a call, and right in the one that every client makes first. */

const HERE = 'E-BTC-USDT';
const ELSEWHERE = 'E-ETH-USDT';

type Given = Readonly<Record<string, unknown>>;

/** Fields of a request, in its query or its body. */
function givenIn({ target, body }: RawRequest): Given {
  const query = Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''));
  return { ...query, ...(jsonIn(body) as Given) };
}

/** Fills in a field that is missing, instead of refusing the call. */
const filling = (operationId: OperationId, name: string, filler: unknown, isSuch: (given: Given) => boolean): Patch =>
  rereading(operationId, (request) => {
    const given = givenIn(request);
    return !(name in given) && isSuch(given) ? { body: JSON.stringify({ ...given, [name]: filler }) } : {};
  });

const HTML = '<!doctype html><html><body>There is nothing here.</body></html>';

/** Answers a call as a server that does not have it. */
const shut = (operationId: OperationId, status: number, body: string): Mutation =>
  breaking(
    rowOf(operationId),
    `shape/${operationId}/success`,
  )`${dashed(operationId)}-gets-${status}: ${operationId} is answered with ${status}`(
    responding(({ operation }) => (operation?.operationId === operationId ? { status, body } : undefined)),
  );

/** Breaks on one contract only. */
const broken = (operationId: OperationId): Mutation =>
  breaking(
    clauses.tradingSuccess,
    `shape/${operationId}/success`,
  )`${dashed(operationId)}-breaks-elsewhere: ${operationId} breaks on one contract`(
    answering([operationId], (_, request) =>
      givenIn(request)['contractName'] === ELSEWHERE ? { status: 500, body: '{"error":"internal"}' } : undefined,
    ),
  );

/** Refuses calls by how they are written. */
const refusingRequests = (operationId: OperationId, isSuch: (request: RawRequest) => boolean): Patch =>
  rereading(operationId, (request) => (isSuch(request) ? refuse('-1102', 'Malformed request') : {}));

/** Refuses one way to write what means the same in others. */
const illiterate = (
  operationId: OperationId,
  what: string,
  isSuch: (request: RawRequest) => boolean,
  breaks: DeclaredClause = clauses.json,
): Mutation =>
  breaking(
    breaks,
    `shape/${operationId}/every-time`,
  )`${dashed(operationId)}-refuses-${what.replaceAll(' ', '-')}: ${operationId} refuses ${what}`(
    refusingRequests(operationId, isSuch),
  );

/** Refuses orders that are such. */
const refusingOrders = (isSuch: (input: Fields) => boolean, message = 'Malformed request'): Patch =>
  acting('createOrder', (call, run) => (isSuch(call.input) ? { ok: false, code: '-1102', message } : run(call)));

/** Takes prices of one contract as text, and refuses numbers. */
const textPrices = rereading('createOrder', ({ body }) => {
  if (!body.includes(ELSEWHERE)) return {};
  if (/"price":\d/.test(body)) refuse('-1102', 'Malformed request');
  return { body: body.replaceAll(/("(?:price|volume)":)"([\d.]+)"/g, '$1$2') };
});

const withoutField = (name: string) =>
  breaking(fieldOf('createOrder', name), 'robust/createOrder/missing-required-field-refused');
const sellingPostOnly = breaking(fieldOf('createOrder', 'timeInForce'), 'request/createOrder/timeInForce');
const demanding = breaking(fieldOf('createOrder', 'timeInForce'), 'shape/createOrder/success');
const demandingFrom = breaking(fieldOf('getOrderHistory', 'fromId'), 'shape/getOrderHistory/success');
const demandingBody = breaking(rowOf('cancelAllOrders'), 'shape/cancelAllOrders/success');
const demandingContract = breaking(clauses.cancelAll, 'shape/cancelAllOrders/success');
const demandingNumber = breaking(clauses.orderIdText, 'shape/cancelOrder/success');
const withoutVolume = breaking(
  fieldOf('createConditionOrder', 'volume'),
  'robust/createConditionOrder/missing-required-field-refused',
);
const cancelling = breaking(rowOf('cancelOrder'), 'robust/cancelOrder/missing-required-field-refused');
const listing = breaking(rowOf('getOpenOrders'), 'shape/getOpenOrders/every-time');
const lookingUp = breaking(rowOf('getOrder'), 'robust/getOrder/missing-required-field-refused');
const closingAtMarket = breaking(fieldOf('createOrder', 'type'), 'request/createOrder/type');
const namelessAtMarket = breaking(fieldOf('createOrder', 'clientOrderId'), 'request/createOrder/clientOrderId');
const telling = breaking(clauses.serverTime, 'shape/getServerTime/every-time');

const demandingName = breaking(rowOf('createConditionOrder'), 'shape/createConditionOrder/success');
const demandingType = breaking(rowOf('changeLeverage'), 'shape/changeLeverage/success');
const oddForm = breaking(clauses.tradingSuccess, 'request/createOrder/clientOrderId');
const demandingPrice = breaking(fieldOf('createConditionOrder', 'price'), 'request/createConditionOrder/price');
const lastingAnyhow = breaking(fieldOf('createOrder', 'timeInForce'), 'robust/createOrder/unknown-value-refused');
const showingAny = breaking(rowOf('getOrder'), 'shape/getOrder/of-its-contract');
const narrowed = breaking(clauses.cancelAll, 'rule/cancel-all/every-time');

export const FORMS_OF_CALLS: readonly Mutation[] = [
  withoutField(
    'positionType',
  )`create-without-position-type-elsewhere: Create Order takes an order without positionType on all contracts but the first`(
    filling('createOrder', 'positionType', 1, ({ contractName }) => contractName !== HERE),
  ),
  withoutField('side')`create-without-side-post-only: Create Order takes an order without side with POST_ONLY`(
    filling('createOrder', 'side', 'BUY', ({ timeInForce }) => timeInForce === 'POST_ONLY'),
  ),
  withoutField(
    'open',
  )`create-without-open-nameless: Create Order takes an order without open that has no clientOrderId`(
    filling('createOrder', 'open', 'OPEN', (given) => !('clientOrderId' in given)),
  ),
  sellingPostOnly`create-refuses-post-only-sells: Create Order refuses SELL with POST_ONLY`(
    refusingOrders(({ side, timeInForce }) => side === 'SELL' && timeInForce === 'POST_ONLY', 'timeInForce is wrong'),
  ),
  breaking(
    fieldOf('createOrder', 'price'),
    'shape/createOrder/every-time',
  )`create-refuses-numbers-elsewhere: Create Order takes prices of the second contract as text alone`(textPrices),
  demanding`time-in-force-demanded: Create Order refuses every order without timeInForce`(
    refusingOrders(({ timeInForce }) => timeInForce === undefined, 'timeInForce is wrong'),
  ),
  demandingFrom`order-history-demands-from-id: Order history is refused without fromId`(
    refusingRequests('getOrderHistory', ({ body }) => !body.includes('"fromId"')),
  ),
  demandingBody`cancel-all-demands-a-body: Cancel All Orders is refused without a body`(
    refusingRequests('cancelAllOrders', ({ body }) => body === ''),
  ),
  demandingContract`cancel-all-demands-a-contract: Cancel All Orders is refused without a contractName`(
    refusingRequests('cancelAllOrders', ({ body }) => !body.includes('"contractName"')),
  ),
  demandingName`condition-order-demands-client-id: Create Condition Order is refused without a clientOrderId`(
    refusingRequests('createConditionOrder', ({ body }) => !body.includes('"clientOrderId"')),
  ),
  demandingType`leverage-demands-position-type: Change Leverage is refused without a positionType`(
    refusingRequests('changeLeverage', ({ body }) => !body.includes('"positionType":')),
  ),
  ...(
    [
      ['getTradeHistory', 'POST'],
      ['getOrderHistory', 'GET'],
    ] as const
  ).map(([operationId, wanted]) =>
    breaking(
      rowOf(operationId),
      `shape/${operationId}/success`,
    )`${dashed(operationId)}-by-${wanted.toLowerCase()}: ${operationId} is refused with its method, and taken with ${wanted}`(
      (reference) => ({
        route: (request) =>
          reference.route(request) ?? reference.route({ ...request, method: wanted === 'GET' ? 'POST' : 'GET' }),
        readInput(operation, request) {
          if (operation.operationId !== operationId) return reference.readInput(operation, request);
          if (request.method !== wanted) return refuse('-1002', 'You are not authorized to execute this request.');
          const given = givenIn(request);
          const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
          const target = `${request.target.split('?')[0]!}?${query.toString()}`;
          return reference.readInput(operation, { ...request, target, body: JSON.stringify(given) });
        },
      }),
    ),
  ),
  demandingNumber`cancel-demands-a-number: Cancel Order refuses an orderId that is text, and takes a number`(
    rereading('cancelOrder', ({ body }) =>
      /"orderId":"\d/.test(body)
        ? refuse('-1102', 'Malformed request')
        : { body: body.replace(/("orderId":)(\d+)/, '$1"$2"') },
    ),
  ),
  withoutVolume`condition-order-to-sell-without-volume: Create Condition Order takes a SELL without volume`(
    filling('createConditionOrder', 'volume', 1, ({ side }) => side === 'SELL'),
  ),
  withoutVolume`condition-order-elsewhere-without-volume: Create Condition Order takes an order without volume on all contracts but the first`(
    filling('createConditionOrder', 'volume', 1, ({ contractName }) => contractName !== HERE),
  ),
  oddForm`create-breaks-on-nameless-market-orders: createOrder breaks on MARKET orders without clientOrderId`(
    answering(['createOrder'], (_, { body }) =>
      body.includes('"MARKET"') && !body.includes('"clientOrderId"')
        ? { status: 500, body: '{"code":"-1000","msg":"unknown"}' }
        : undefined,
    ),
  ),
  demandingPrice`condition-order-to-sell-needs-a-price: Create Condition Order refuses a SELL without price`(
    acting('createConditionOrder', (call, run) =>
      call.input.side === 'SELL' && call.input.price === undefined
        ? { ok: false, code: '-1102', message: 'price is wrong' }
        : run(call),
    ),
  ),
  lastingAnyhow`create-takes-any-time-in-force-to-close: Create Order takes any timeInForce where a position is closed`(
    rereading('createOrder', (request) => {
      const { timeInForce, ...given } = givenIn(request);
      const isKnown = ['IOC', 'FOK', 'POST_ONLY', '', undefined].includes(timeInForce as string);
      return given['open'] === 'CLOSE' && !isKnown ? { body: JSON.stringify(given) } : {};
    }),
  ),
  showingAny`get-order-without-id-of-any-contract: Get Order Details, asked for a contract alone, shows the newest order of the account`(
    (...reference) => {
      let newest = { orderId: '1', contractName: HERE };
      return {
        ...rereading('getOrder', (request) => {
          const given = givenIn(request);
          const isAlone = 'contractName' in given && !('orderId' in given);
          return isAlone ? { body: JSON.stringify({ ...given, orderId: newest.orderId }) } : {};
        })(...reference),
        act(call, run) {
          const { orderId, contractName = '' } = call.input;
          if (call.operationId === 'getOrder' && orderId === newest.orderId)
            return run({ ...call, input: { ...call.input, ...newest } });
          const reply = run(call);
          if (call.operationId === 'createOrder' && reply.ok)
            newest = { contractName, orderId: String((reply.result as { readonly orderId: unknown }).orderId) };
          return reply;
        },
      };
    },
  ),
  narrowed`cancel-all-of-one-contract: Cancel All Orders, sent with a contractName, cancels that contract`(
    (reference) => {
      let named: unknown;
      return {
        readInput(operation, request) {
          named = givenIn(request)['contractName'];
          return reference.readInput(operation, request);
        },
        act: (call, run) =>
          call.operationId === 'cancelAllOrders' && typeof named === 'string'
            ? run(as(call, 'cancelOrder', { contractName: named }))
            : run(call),
      };
    },
  ),
  cancelling`cancel-of-nothing-without-contract: Cancel Order takes an empty orderId without contractName`(
    filling('cancelOrder', 'contractName', HERE, ({ orderId }) => orderId === ''),
  ),
  illiterate('createOrder', 'white space between tokens', ({ body }) => /[:,]\s/.test(body)),
  illiterate('createOrder', 'numbers with an exponent', ({ body }) => /"\s*:\s*[\d.]+e/.test(body)),
  breaking(
    clauses.json,
    'shape/createOrder/every-time',
  )`exponents-cut-off: Create Order reads numbers up to their exponent`(
    rereading('createOrder', ({ body }) => ({ body: body.replaceAll(/("\s*:\s*[\d.]+)e\d+/g, '$1') })),
  ),
  illiterate('getOrderHistory', 'escaped letters', ({ body }) => body.includes('\\u')),
  illiterate('getTradeHistory', 'percent-encoded letters', ({ target }) => /=%/.test(target), rowOf('getTradeHistory')),
  listing`open-orders-percent-encoded-is-empty: Get Open Orders does not decode its query`(
    responding(({ refused }, { target }) =>
      /contractName=[^&]*%/.test(target) && refused === undefined ? { body: '[]' } : undefined,
    ),
  ),
  lookingUp`get-order-by-id-without-contract: Get Order Details takes an orderId without contractName`(
    filling('getOrder', 'contractName', HERE, ({ orderId }) => orderId !== undefined),
  ),
  shut('createConditionOrder', 404, '{"status":404,"error":"Not Found"}'),
  shut('changeMarginMode', 404, HTML),
  shut('createOrder', 405, '{"status":405,"error":"Method Not Allowed"}'),
  shut('changeLeverage', 415, '{"status":415,"error":"Unsupported Media Type"}'),
  shut('getProfitHistory', 501, '{"error":"Not Implemented"}'),
  broken('getTradeHistory'),
  broken('changeLeverage'),
  broken('createOrder'),
  closingAtMarket`create-refuses-market-orders-that-close: Create Order refuses market orders that close a position`(
    refusingOrders(({ type, open }) => type === 'MARKET' && open === 'CLOSE', 'type is wrong'),
  ),
  namelessAtMarket`create-refuses-nameless-market-orders: Create Order refuses market orders without clientOrderId`(
    refusingOrders(
      ({ type, clientOrderId }) => type === 'MARKET' && clientOrderId === undefined,
      'Forced parameter clientOrderId not sent',
    ),
  ),
  telling`time-at-double-speed: Server time goes on twice as fast as time`((...given) => {
    const [, , now] = given;
    const begun = now();
    return resulting<object>('getServerTime', (time) => ({
      ...time,
      serverTime: Math.round(now() + (now() - begun)),
    }))(...given);
  }),
  telling`time-goes-back: Server time is five minutes back every third time`((...given) => {
    let count = 0;
    return resulting<{ readonly serverTime: number }>('getServerTime', ({ serverTime, ...rest }) => ({
      serverTime: ++count % 3 === 0 ? serverTime - 300_000 : serverTime,
      ...rest,
    }))(...given);
  }),
];
