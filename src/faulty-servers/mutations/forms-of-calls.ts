import type { OperationId } from '../../../generated/operations.js';
import { refuse } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, dashed, type Mutation } from './mutation.js';
import { BODIES, CANCEL_ALL, fieldOf, rowsOf, SERVER_TIME, TRADING_SUCCESS } from './words.js';

/* What is wrong in one form of a call, and right in the one that every client makes first. */

const HERE = 'E-BTC-USDT';
const ELSEWHERE = 'E-ETH-USDT';

type Given = Readonly<Record<string, unknown>>;

/** Fields of a request, in its query or its body. */
function givenIn({ target, body }: RawRequest): Given {
  const query = Object.fromEntries(new URLSearchParams(target.split('?')[1] ?? ''));
  try {
    return { ...query, ...(JSON.parse(body) as Given) };
  } catch {
    return query;
  }
}

/** Fills in a field that is missing, instead of refusing the call. */
const filling =
  (operationId: OperationId, name: string, filler: unknown, isSuch: (given: Given) => boolean): Patch =>
  (reference) => ({
    readInput(operation, request) {
      const given = givenIn(request);
      const fills = operation.operationId === operationId && !(name in given) && isSuch(given);
      const body = fills ? JSON.stringify({ ...given, [name]: filler }) : request.body;
      return reference.readInput(operation, { ...request, body });
    },
  });

const lenient = (
  name: string,
  where: string,
  title: string,
  filler: unknown,
  isSuch: (given: Given) => boolean,
): Mutation => {
  return {
    id: `create-without-${dashed(name)}-${where}`,
    title: `Create Order takes an order without ${name} ${title}`,
    breaks: fieldOf('createOrder', name),
    killedBy: ['robust/createOrder/missing-required-field-refused'],
    patch: filling('createOrder', name, filler, isSuch),
  };
};

const HTML = '<!doctype html><html><body>There is nothing here.</body></html>';

/** Answers a call as a server that does not have it. */
const shut = (operationId: OperationId, status: number, body: string): Mutation => ({
  id: `${dashed(operationId)}-gets-${status}`,
  title: `${operationId} is answered with ${status}`,
  breaks: rowsOf([operationId]),
  killedBy: [`shape/${operationId}/success`],
  patch: () => ({
    send: (answer) =>
      answer.operation?.operationId === operationId
        ? { ...answer, refused: 'none', response: { ...answer.response, status, body } }
        : answer,
  }),
});

/** Breaks on one contract only. */
const broken = (operationId: OperationId): Mutation => ({
  id: `${dashed(operationId)}-breaks-elsewhere`,
  title: `${operationId} breaks on one contract`,
  breaks: [TRADING_SUCCESS],
  killedBy: [`shape/${operationId}/success`],
  patch: () => ({
    send(answer, request) {
      const isSuch = answer.operation?.operationId === operationId && givenIn(request)['contractName'] === ELSEWHERE;
      if (!isSuch || answer.refused !== undefined) return answer;
      return {
        ...answer,
        refused: 'none',
        response: { ...answer.response, status: 500, body: '{"error":"internal"}' },
      };
    },
  }),
});

/** Refuses one way to write what means the same in others. */
const illiterate = (
  operationId: OperationId,
  what: string,
  isSuch: (request: RawRequest) => boolean,
  breaks: Mutation['breaks'] = [BODIES],
): Mutation => ({
  id: `${dashed(operationId)}-refuses-${what.replaceAll(' ', '-')}`,
  title: `${operationId} refuses ${what}`,
  breaks,
  killedBy: [`shape/${operationId}/every-time`],
  patch: (reference) => ({
    readInput: (operation, request) =>
      operation.operationId === operationId && isSuch(request)
        ? refuse('-1102', 'Malformed request')
        : reference.readInput(operation, request),
  }),
});

export const FORMS_OF_CALLS: readonly Mutation[] = [
  lenient('positionType', 'elsewhere', 'on all contracts but the first', 1, (given) => given['contractName'] !== HERE),
  lenient('side', 'post-only', 'with POST_ONLY', 'BUY', (given) => given['timeInForce'] === 'POST_ONLY'),
  lenient('open', 'nameless', 'that has no clientOrderId', 'OPEN', (given) => !('clientOrderId' in given)),
  {
    id: 'create-refuses-post-only-sells',
    title: 'Create Order refuses SELL with POST_ONLY',
    breaks: fieldOf('createOrder', 'timeInForce'),
    killedBy: ['request/createOrder/timeInForce'],
    patch: acting('createOrder', (call, run) =>
      call.input.side === 'SELL' && call.input.timeInForce === 'POST_ONLY'
        ? { ok: false, code: '-1102', message: 'timeInForce is wrong' }
        : run(call),
    ),
  },
  {
    id: 'time-in-force-demanded',
    title: 'Create Order refuses every order without timeInForce',
    breaks: fieldOf('createOrder', 'timeInForce'),
    killedBy: ['shape/createOrder/success'],
    patch: acting('createOrder', (call, run) =>
      call.input.timeInForce === undefined ? { ok: false, code: '-1102', message: 'timeInForce is wrong' } : run(call),
    ),
  },
  {
    id: 'condition-order-to-sell-without-volume',
    title: 'Create Condition Order takes a SELL without volume',
    breaks: fieldOf('createConditionOrder', 'volume'),
    killedBy: ['robust/createConditionOrder/missing-required-field-refused'],
    patch: filling('createConditionOrder', 'volume', 1, ({ side }) => side === 'SELL'),
  },
  {
    id: 'condition-order-elsewhere-without-trigger-type',
    title: 'Create Condition Order takes an order on another contract than the first without triggerType',
    breaks: fieldOf('createConditionOrder', 'triggerType'),
    killedBy: ['robust/createConditionOrder/missing-required-field-refused'],
    patch: filling('createConditionOrder', 'triggerType', '1', (given) => given['contractName'] !== HERE),
  },
  {
    id: 'condition-order-to-sell-needs-a-price',
    title: 'Create Condition Order refuses a SELL without price',
    breaks: fieldOf('createConditionOrder', 'price'),
    killedBy: ['request/createConditionOrder/price'],
    patch: acting('createConditionOrder', (call, run) =>
      call.input.side === 'SELL' && call.input.price === undefined
        ? { ok: false, code: '-1102', message: 'price is wrong' }
        : run(call),
    ),
  },
  {
    id: 'create-takes-any-time-in-force-to-close',
    title: 'Create Order takes any timeInForce where a position is closed',
    breaks: fieldOf('createOrder', 'timeInForce'),
    killedBy: ['robust/createOrder/unknown-value-refused'],
    patch: (reference) => ({
      readInput(operation, request) {
        const { timeInForce, ...given } = givenIn(request);
        const isKnown = ['IOC', 'FOK', 'POST_ONLY', '', undefined].includes(timeInForce as string);
        const isSuch = operation.operationId === 'createOrder' && given['open'] === 'CLOSE' && !isKnown;
        return reference.readInput(operation, isSuch ? { ...request, body: JSON.stringify(given) } : request);
      },
    }),
  },
  {
    id: 'get-order-without-id-of-any-contract',
    title: 'Get Order Details, asked for a contract alone, shows the newest order of the account',
    breaks: rowsOf(['getOrder']),
    killedBy: ['shape/getOrder/of-its-contract'],
    patch: (reference) => {
      let newest = { orderId: '1', contractName: HERE };
      return {
        readInput(operation, request) {
          const given = givenIn(request);
          const isAlone = operation.operationId === 'getOrder' && 'contractName' in given && !('orderId' in given);
          return reference.readInput(
            operation,
            isAlone ? { ...request, body: JSON.stringify({ ...given, orderId: newest.orderId }) } : request,
          );
        },
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
  },
  {
    id: 'cancel-all-of-one-contract',
    title: 'Cancel All Orders, sent with a contractName, cancels that contract',
    breaks: [CANCEL_ALL],
    killedBy: ['rule/cancel-all/every-time'],
    patch: (reference) => {
      let named: unknown;
      return {
        readInput(operation, request) {
          named = givenIn(request)['contractName'];
          return reference.readInput(operation, request);
        },
        act: (call, run) =>
          call.operationId === 'cancelAllOrders' && typeof named === 'string'
            ? run({ ...call, operationId: 'cancelOrder', input: { contractName: named } })
            : run(call),
      };
    },
  },
  {
    id: 'cancel-of-nothing-without-contract',
    title: 'Cancel Order takes an empty orderId without contractName',
    breaks: rowsOf(['cancelOrder']),
    killedBy: ['robust/cancelOrder/missing-required-field-refused'],
    patch: filling('cancelOrder', 'contractName', HERE, ({ orderId }) => orderId === ''),
  },
  illiterate('createOrder', 'white space between tokens', ({ body }) => /[:,]\s/.test(body)),
  illiterate('createOrder', 'numbers with an exponent', ({ body }) => /"\s*:\s*[\d.]+e/.test(body)),
  illiterate('getOrderHistory', 'escaped letters', ({ body }) => body.includes('\\u')),
  illiterate(
    'getTradeHistory',
    'percent-encoded letters',
    ({ target }) => /=%/.test(target),
    rowsOf(['getTradeHistory']),
  ),
  {
    id: 'open-orders-percent-encoded-is-empty',
    title: 'Get Open Orders does not decode its query',
    breaks: rowsOf(['getOpenOrders']),
    killedBy: ['shape/getOpenOrders/every-time'],
    patch: () => ({
      send: (answer, { target }) =>
        /contractName=[^&]*%/.test(target) && answer.refused === undefined
          ? { ...answer, response: { ...answer.response, body: '[]' } }
          : answer,
    }),
  },
  {
    id: 'get-order-by-id-without-contract',
    title: 'Get Order Details takes an orderId without contractName',
    breaks: rowsOf(['getOrder']),
    killedBy: ['robust/getOrder/missing-required-field-refused'],
    patch: filling('getOrder', 'contractName', HERE, ({ orderId }) => orderId !== undefined),
  },
  shut('createConditionOrder', 404, '{"status":404,"error":"Not Found"}'),
  shut('changeMarginMode', 404, HTML),
  shut('createOrder', 405, '{"status":405,"error":"Method Not Allowed"}'),
  shut('changeLeverage', 415, '{"status":415,"error":"Unsupported Media Type"}'),
  shut('getProfitHistory', 501, '{"error":"Not Implemented"}'),
  broken('getTradeHistory'),
  broken('changeLeverage'),
  broken('createOrder'),
  {
    id: 'create-refuses-market-orders-that-close',
    title: 'Create Order refuses market orders that close a position',
    breaks: fieldOf('createOrder', 'type'),
    killedBy: ['request/createOrder/type'],
    patch: acting('createOrder', (call, run) =>
      call.input.type === 'MARKET' && call.input.open === 'CLOSE'
        ? { ok: false, code: '-1102', message: 'type is wrong' }
        : run(call),
    ),
  },
  {
    id: 'create-refuses-nameless-market-orders',
    title: 'Create Order refuses market orders without clientOrderId',
    breaks: fieldOf('createOrder', 'clientOrderId'),
    killedBy: ['request/createOrder/clientOrderId'],
    patch: acting('createOrder', (call, run) =>
      call.input.type === 'MARKET' && call.input.clientOrderId === undefined
        ? { ok: false, code: '-1102', message: 'Forced parameter clientOrderId not sent' }
        : run(call),
    ),
  },
  {
    id: 'time-at-double-speed',
    title: 'Server time goes on twice as fast as time',
    breaks: [SERVER_TIME],
    killedBy: ['shape/getServerTime/every-time'],
    patch: (_reference, _secretOf, now) => {
      const begun = now();
      return acting('getServerTime', (call, run) => {
        const reply = run(call);
        const serverTime = Math.round(now() + (now() - begun));
        return reply.ok ? { ok: true, result: { ...(reply.result as object), serverTime } } : reply;
      })(_reference, _secretOf, now);
    },
  },
];
