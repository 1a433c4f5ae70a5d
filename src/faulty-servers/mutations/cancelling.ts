import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { SandboxCall, Patch } from '../../sandbox/stages.js';
import { named } from '../../core/named.js';
import { acting, actingEvery, answering, breaking, every, type Mutation, OFTEN, type RunCall } from './mutation.js';
import {
  as,
  type Asked,
  cancel,
  cancellingById,
  DONE,
  givenAgain,
  isBlank,
  type Listed,
  ofNoContract,
  openOrders,
  remembering,
} from './own-calls.js';
import { clauses } from '../../conformance/model/clauses.js';

const HERE = 'E-BTC-USDT';
/** So old is an order that some servers have forgotten, milliseconds. */
const OLD_MS = 2000;

/** Kinds of orders that some servers forget, by how each was asked for. */
export const KINDS: readonly (readonly [id: string, what: string, isSuch: (asked: Fields) => boolean])[] = [
  ['post-only', 'orders with timeInForce POST_ONLY', ({ timeInForce }) => timeInForce === 'POST_ONLY'],
  ['closing', 'orders that close a position', ({ open: opens }) => opens === 'CLOSE'],
  ['nameless', 'orders without clientOrderId', ({ clientOrderId }) => clientOrderId === undefined],
  ['of-the-other-type', 'orders with the positionType 2', ({ positionType }) => positionType === '2'],
];

export const isPartlyFilled = ({ executedQty }: Listed): boolean => Number(executedQty) > 0;

type Change = (call: SandboxCall, run: RunCall) => Reply;

/** Reports a success, and does nothing. */
const pretend: Change = ({ input: { orderId } }) => ({ ok: true, result: { orderId } });

const allOf: Change = (call, run) => run(as(call, 'cancelAllOrders', {}));
const contractOf: Change = (call, run) => run(as(call, 'cancelOrder', { contractName: call.input.contractName }));

/** Cancels the first of these orders. */
const firstOf =
  (isSuch: (order: Listed, call: SandboxCall) => boolean, isWhole = false): Change =>
  (call, run) => {
    const order = openOrders(call, run).find((one) => isSuch(one, call));
    if (order !== undefined)
      run(as(call, 'cancelOrder', isWhole ? { contractName: order.contractName } : { ...order }));
    return DONE;
  };
const isAny = (): boolean => true;
const isHere = ({ contractName }: Listed, { input }: SandboxCall): boolean => contractName === input.contractName;
const isElsewhere = ({ contractName }: Listed, { input }: SandboxCall): boolean => contractName !== input.contractName;

/** Does what was asked for, and then something else. */
const also =
  (change: Change): Change =>
  (call, run) => {
    const reply = run(call);
    if (reply.ok) change(call, run);
    return reply;
  };
/** Cancels of many that leave one kind of orders. */
const leaving = (operationId: OperationId, isLeft: (asked: Asked, nowMs: number, order: Listed) => boolean): Patch =>
  remembering((call, run, asked, nowMs) => {
    if (call.operationId !== operationId || !isBlank(call)) return run(call);
    for (const order of openOrders(call, run, call.input.contractName)) {
      const known = asked(order.orderId);
      if (known === undefined || !isLeft(known, nowMs, order)) cancel(call, run, order);
    }
    return DONE;
  });

const BLANK_CHECKS = ['omitted', 'empty'].map((how) => `rule/cancel/${how}-order-id-cancels-contract`);

/** Rule 1 for a cancellation whose orderId is left blank in one of two ways. */
const WITH_BLANK_ID: readonly Mutation[] = ['', undefined].flatMap((given) => {
  const how = given === '' ? 'empty' : 'omitted';
  const of = breaking(clauses.cancelMany, `rule/cancel/${how}-order-id-cancels-contract`);
  const blank = (id: string, title: string, change: Change): Mutation =>
    of`cancel-with-${how}-id-${id}: Cancel with an ${how} orderId ${title}`(
      acting('cancelOrder', (call, run) => (call.input.orderId === given ? change(call, run) : run(call))),
    );
  return [
    blank('cancels-nothing', 'cancels nothing', () => DONE),
    blank('cancels-one-order', 'cancels one order of the contract', firstOf(isHere)),
    blank('cancels-another-contract', 'reaches another contract', firstOf(isElsewhere, true)),
    blank('also-cancels-the-oldest-elsewhere', 'also cancels the oldest order elsewhere', also(firstOf(isElsewhere))),
    blank('cancels-all-contracts', 'reaches all contracts', allOf),
  ];
});

/** Another response to cancels of a contract, which work. */
const ofBlank = (response: Partial<RawResponse>): Patch =>
  answering(['cancelOrder'], (_, request) => (/"orderId"/.test(request.body) ? undefined : response));

/** Cancels of the oldest orders. */
const cancellingAtMost = (most: number, operationId: OperationId): Patch =>
  acting(operationId, (call, run) => {
    if (!isBlank(call)) return run(call);
    for (const order of openOrders(call, run, call.input.contractName).slice(0, most)) cancel(call, run, order);
    return DONE;
  });

const only = breaking(clauses.cancelOne, 'rule/cancel/order-id-cancels-that-order-only');
const cancelAll = breaking(clauses.cancelAll, 'rule/cancel-all/cancels-every-contract');
const onceOmitted = breaking(clauses.cancelMany, BLANK_CHECKS[0]!);
const ofContract = breaking(clauses.cancelMany, BLANK_CHECKS);

const ofContractEachTime = breaking(clauses.cancelMany, 'rule/cancel/every-time');
const cancelAllEachTime = breaking(clauses.cancelAll, 'rule/cancel-all/every-time');

const OF_MANY: readonly Mutation[] = [
  ...WITH_BLANK_ID,
  ...Object.entries({
    'nothing: cancels nothing': (): Reply => DONE,
    'everything: cancels the orders of all contracts': allOf,
  }).map(([name, change]) => {
    const { id, title } = named(name);
    return onceOmitted`cancel-of-another-contract-cancels-${id}: Cancel without orderId ${title}, unless it is for the first contract`(
      acting('cancelOrder', (call, run) =>
        isBlank(call) && call.input.contractName !== HERE ? change(call, run) : run(call),
      ),
    );
  }),
  onceOmitted`cancel-of-no-contract-cancels-everything: Cancel without orderId cancels every order where the contract does not exist`(
    ofNoContract('cancelOrder', (call, run) => (isBlank(call) ? allOf(call, run) : run(call))),
  ),
  ofContract`cancel-of-nothing-cancels-everything: Cancel without orderId cancels every order where none is open in the contract`(
    acting('cancelOrder', (call, run) =>
      isBlank(call) && openOrders(call, run, call.input.contractName).length === 0 ? allOf(call, run) : run(call),
    ),
  ),
  onceOmitted`cancel-of-an-empty-name-cancels-everything: Cancel without orderId cancels every order where contractName is empty`(
    acting('cancelOrder', (call, run) => (call.input.contractName === '' ? allOf(call, run) : run(call))),
  ),
  only`cancel-of-a-similar-id: Cancel looks at no more of an orderId than all but its last digit`(
    cancellingById((call, run) => {
      const isSuch = ({ orderId }: Listed): boolean =>
        String(orderId).slice(0, -1) === call.input.orderId?.slice(0, -1);
      const found = openOrders(call, run, call.input.contractName).find(isSuch);
      return found === undefined ? run(call) : cancel(call, run, found);
    }),
  ),
  onceOmitted`cancel-of-the-first-contract-cancels-one-elsewhere: Cancel without orderId also cancels the oldest order elsewhere, where it is for the first contract`(
    acting('cancelOrder', (call, run) =>
      isBlank(call) && call.input.contractName === HERE ? also(firstOf(isElsewhere))(call, run) : run(call),
    ),
  ),
  onceOmitted`cancel-of-contract-status-201: Cancel without orderId has the status 201`(ofBlank({ status: 201 })),
  onceOmitted`cancel-of-contract-answers-500: Cancel without orderId fails with HTTP status 500`(
    ofBlank({ status: 500, body: '{"error":"internal"}' }),
  ),
  ...[
    ...KINDS,
    ['sells', 'the selling orders', ({ side }: Fields) => side === 'SELL'] as const,
    ['partly-filled', 'orders that are filled in part', (_: Fields, order: Listed) => isPartlyFilled(order)] as const,
  ].flatMap(([id, what, isSuch]) => [
    ofContract`cancel-of-contract-leaves-${id}: Cancel without orderId leaves ${what}`(
      leaving('cancelOrder', ({ input }, _, order) => isSuch(input, order)),
    ),
    cancelAll`cancel-all-leaves-${id}: Cancel All Orders leaves ${what}`(
      leaving('cancelAllOrders', ({ input }, _, order) => isSuch(input, order)),
    ),
  ]),
  cancelAll`cancel-all-leaves-old-orders: Cancel All Orders leaves orders that are older than two seconds`(
    leaving('cancelAllOrders', ({ atMs }, nowMs) => nowMs - atMs > OLD_MS),
  ),
  cancelAll`cancel-all-cancels-fifty-orders: Cancel All Orders cancels the fifty oldest orders`(
    cancellingAtMost(50, 'cancelAllOrders'),
  ),
  onceOmitted`cancel-of-contract-cancels-fifty-orders: Cancel without orderId cancels the fifty oldest orders`(
    cancellingAtMost(50, 'cancelOrder'),
  ),
  only`cancel-cancels-the-newest-there: Cancel by orderId cancels the newest order of its contract, unless that is the first`(
    cancellingById((call, run) => {
      const newest = openOrders(call, run, call.input.contractName).at(-1);
      return newest === undefined || call.input.contractName === HERE ? run(call) : cancel(call, run, newest);
    }),
  ),
  cancelAll`cancel-all-leaves-the-third-contract: Cancel All Orders reaches two contracts and no third`(
    acting('cancelAllOrders', (call, run) => {
      const orders = openOrders(call, run);
      const two = [...new Set(orders.map(({ contractName }) => contractName))].toSorted().slice(0, 2);
      for (const order of orders) if (two.includes(order.contractName)) cancel(call, run, order);
      return DONE;
    }),
  ),
  cancelAll`cancel-all-cancels-one-contract: Cancel All Orders cancels the orders of one contract only`(
    acting('cancelAllOrders', firstOf(isAny, true)),
  ),
  cancelAll`cancel-all-cancels-one-order: Cancel All Orders cancels one order only`(
    acting('cancelAllOrders', firstOf(isAny)),
  ),
  cancelAll`cancel-all-cancels-nothing: Cancel All Orders cancels nothing`(acting('cancelAllOrders', () => DONE)),
  cancelAllEachTime`cancel-all-leaves-one-of-an-odd-number: Cancel All Orders leaves one of an odd number of orders, where there are three or more`(
    acting('cancelAllOrders', (call, run) => {
      const orders = openOrders(call, run);
      for (const order of orders.slice(orders.length > 2 && orders.length % 2 === 1 ? 1 : 0)) cancel(call, run, order);
      return DONE;
    }),
  ),
  ...OFTEN.flatMap((nth) => [
    ofContractEachTime`cancel-of-contract-does-nothing-1-in-${nth}: Cancel without orderId does nothing one time in ${nth}`(
      every(nth, (strikes) => acting('cancelOrder', (call, run) => (isBlank(call) && strikes() ? DONE : run(call)))),
    ),
    cancelAllEachTime`cancel-all-cancels-one-contract-1-in-${nth}: Cancel All Orders cancels the orders of one contract one time in ${nth}`(
      actingEvery(nth, 'cancelAllOrders', (call, run) => run(as(call, 'cancelOrder', { contractName: HERE }))),
    ),
    cancelAllEachTime`cancel-all-does-nothing-1-in-${nth}: Cancel All Orders does nothing one time in ${nth}`(
      actingEvery(nth, 'cancelAllOrders', () => DONE),
    ),
  ]),
];

/** Values of orderId that belong to no open order. */
const OF_NONE: readonly (readonly [id: string, what: string, isSuch: (orderId: string) => boolean])[] = [
  ['id-of-zero', 'the orderId 0', (orderId) => orderId === '0'],
  ['unknown-id', 'an orderId that was never given', (orderId) => /^9+$/.test(orderId)],
  ['id-that-is-a-word', 'an orderId that is a word', (orderId) => !/^\d/.test(orderId)],
  ['id-of-the-past', 'the orderId of an order that is over', (orderId) => !/^(0|9+|\D.*)$/.test(orderId)],
];

const works = breaking(clauses.cancelOne, 'state/order/every-cancel-works');

/** True for two orders of the same clientOrderId. */
const areNamesakes = (one: Asked | undefined, other: Asked | undefined): boolean =>
  one?.input.clientOrderId !== undefined && one.input.clientOrderId === other?.input.clientOrderId;

/** Lists cancelled orders again, more than so many calls later. */
const comingBack =
  (later: number): Patch =>
  () => {
    const cancelledAt = new Map<string, { readonly record: Listed; readonly at: number }>();
    let calls = 0;
    return {
      act(call, run) {
        calls++;
        const { orderId = '', contractName } = call.input;
        const isCancel = call.operationId === 'cancelOrder';
        const found = isCancel && openOrders(call, run, contractName).find((order) => order.orderId === orderId);
        if (found) cancelledAt.set(orderId, { record: found, at: calls });
        const reply = run(call);
        if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
        const back = [...cancelledAt.values()]
          .filter(
            ({ record, at }) => calls - at > later && (contractName ?? record.contractName) === record.contractName,
          )
          .map(({ record }) => record);
        return { ok: true, result: [...(reply.result as readonly Listed[]), ...back] };
      },
    };
  };

const stays = breaking(clauses.cancelOne, [
  'state/order/cancelled-is-gone',
  'rule/cancel/order-id-cancels-that-order-only',
]);
const comesBack = breaking(clauses.cancelOne, 'state/order/cancelled-stays-gone');

const isKept = breaking(clauses.reads, 'state/order/cancelled-is-gone');
const isListed = breaking(clauses.reads, 'rule/cancel-all/cancels-every-contract');
const isOver = breaking(clauses.reads, 'state/order/cancelled-stays-gone');

const OF_ONE: readonly Mutation[] = [
  isOver`order-details-of-half-a-minute-ago: Get Order Details answers for thirty seconds as it did at first`(
    givenAgain((operationId) => operationId === 'getOrder', 30_000),
  ),
  only`cancel-by-id-cancels-contract: Cancel with an orderId cancels every order of the contract`(
    cancellingById(also(contractOf)),
  ),
  only`cancel-by-id-cancels-another-order: Cancel with an orderId cancels another order of the contract, where there is one`(
    cancellingById((call, run) => {
      const other = openOrders(call, run).find((order) => isHere(order, call) && order.orderId !== call.input.orderId);
      if (other === undefined) return run(call);
      cancel(call, run, other);
      return pretend(call, run);
    }),
  ),
  only`cancel-by-id-cancels-namesakes: Cancel with an orderId cancels every order of the same clientOrderId`(
    remembering((call, run, asked) => {
      const reply = run(call);
      if (call.operationId !== 'cancelOrder' || isBlank(call) || !reply.ok) return reply;
      for (const order of openOrders(call, run, call.input.contractName))
        if (areNamesakes(asked(call.input.orderId), asked(order.orderId))) cancel(call, run, order);
      return reply;
    }),
  ),
  only`cancel-by-id-places-again: Cancel with an orderId places the order once more`(
    remembering((call, run, asked) => {
      const reply = run(call);
      const known = call.operationId === 'cancelOrder' && reply.ok ? asked(call.input.orderId) : undefined;
      if (known !== undefined) run(as(call, 'createOrder', { ...known.input, clientOrderId: undefined }));
      return reply;
    }),
  ),
  only`cancel-by-id-also-cancels-the-oldest-elsewhere: Cancel with an orderId also cancels the oldest order of other contracts`(
    cancellingById(also(firstOf(isElsewhere))),
  ),
  ...OF_NONE.map(([id, what, isSuch]) =>
    only`cancel-by-${id}-cancels-contract: Cancel with ${what} cancels every order of the contract`(
      cancellingById((call, run) => {
        const reply = run(call);
        return !reply.ok && isSuch(call.input.orderId ?? '') ? contractOf(call, run) : reply;
      }),
    ),
  ),
  stays`cancelled-order-still-open: Cancel with an orderId reports success, and the order stays open`(
    cancellingById((call, run) => {
      const { orderId, contractName } = call.input;
      const isOpen = openOrders(call, run, contractName).some((order) => order.orderId === orderId);
      return isOpen ? pretend(call, run) : run(call);
    }),
  ),
  ...OFTEN.map((nth) =>
    works`cancel-does-nothing-${nth}: Cancel with an orderId does nothing one time in ${nth}`(
      actingEvery(nth, 'cancelOrder', pretend),
    ),
  ),
  works`cancel-by-id-also-cancels-the-oldest-1-in-3: Cancel with an orderId also cancels the oldest order of the contract, one time in three`(
    every(3, (strikes) => cancellingById(also((call, run) => (strikes() ? firstOf(isHere)(call, run) : DONE)))),
  ),
  works`cancel-by-id-leaves-partly-filled: Cancel with an orderId reports success, and leaves an order that is filled in part`(
    cancellingById((call, run) => {
      const isAsked = ({ orderId }: Listed): boolean => String(orderId) === call.input.orderId;
      const order = openOrders(call, run, call.input.contractName).find(isAsked);
      return order !== undefined && isPartlyFilled(order) ? pretend(call, run) : run(call);
    }),
  ),
  works`cancel-by-id-cancels-contract-elsewhere: Cancel with an orderId cancels every order of the contract, unless it is the first`(
    cancellingById(also((call, run) => (call.input.contractName === HERE ? DONE : contractOf(call, run)))),
  ),
  ...[
    ...KINDS.map(([id, what, isSuch]) => [id, what, ({ input }: Asked) => isSuch(input)] as const),
    [
      'old-orders',
      'an order that is older than two seconds',
      ({ atMs }: Asked, nowMs: number) => nowMs - atMs > OLD_MS,
    ] as const,
  ].map(([id, what, isLeft]) =>
    works`cancel-by-id-leaves-${id}: Cancel with an orderId reports success, and leaves ${what}`(
      remembering((call, run, asked, nowMs) => {
        const known = call.operationId === 'cancelOrder' ? asked(call.input.orderId) : undefined;
        return known !== undefined && isLeft(known, nowMs) ? pretend(call, run) : run(call);
      }),
    ),
  ),
  comesBack`cancelled-order-comes-back: A cancelled order is open again some calls later`(comingBack(10)),
  isListed`open-orders-of-all-until-an-order: Get Open Orders without a contract is the same until an order is placed`(
    () => {
      let kept: Reply | undefined;
      return {
        act(call, run) {
          const reply = run(call);
          if (call.operationId === 'createOrder') kept = undefined;
          const isWhole = call.operationId === 'getOpenOrders' && call.input.contractName === undefined && reply.ok;
          return isWhole ? (kept ??= reply) : reply;
        },
      };
    },
  ),
  isKept`cancelled-orders-are-listed: Get Open Orders goes on to list orders that were cancelled by their id`(
    comingBack(0),
  ),
];

export const CANCELLING: readonly Mutation[] = [...OF_MANY, ...OF_ONE];
