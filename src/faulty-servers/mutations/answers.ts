import { type OperationId, operations } from '../../../generated/operations.js';
import type { FaultKind } from '../../sandbox/http/faults.js';
import type { Patch } from '../../sandbox/stages.js';
import {
  ALL,
  answering,
  breaking,
  checksOf,
  dashed,
  LISTS,
  type Mutation,
  rewriting,
  STANDING_ALONE,
} from './mutation.js';
import { clauses, rowOf } from '../../conformance/model/clauses.js';

const HISTORIES: typeof LISTS = LISTS.filter((id) => id !== 'getOpenOrders');

/** Writes long numbers like a program that reads every number into a double. */
const throughDouble = (body: string): string => body.replace(/(?<![.\d])\d{17,}/g, (digits) => String(Number(digits)));

const withoutBody = breaking([clauses.success, clauses.tradingSuccess], checksOf('shape', STANDING_ALONE, 'success'));
const withoutStatus = breaking([clauses.success, clauses.tradingSuccess], checksOf('shape', ALL, 'success'));
const withoutContent = breaking(clauses.success, 'shape/every-success-has-status-200');
const cutShort = breaking(clauses.json, checksOf('robust', HISTORIES, 'valid-input-is-answered'));
const ofAnotherContract = breaking(rowOf('getOrder'), 'shape/getOrder/of-its-contract');
const rounded = breaking(clauses.orderIdText, 'shape/getOrder/ids-keep-their-digits');
const roundedInLists = breaking(
  clauses.orderIdText,
  checksOf('shape', ['getOpenOrders', 'getOrderHistory', 'getTradeHistory'], 'ids-keep-their-digits'),
);

const roundedAnywhere = breaking(clauses.orderIdText, 'state/order/one-for-each-create');
const roundedInReceipt = breaking(clauses.orderIdText, 'shape/getOpenOrders/ids-keep-their-digits');

/** The answer to a right call is damaged on its way, always on this one operation. */
const damaged =
  (operationId: OperationId, fault: FaultKind): Patch =>
  () => ({
    send: (answer) =>
      answer.operation?.operationId === operationId && answer.refused === undefined ? { ...answer, fault } : answer,
  });

const WAYS: readonly (readonly [id: string, title: string, patch: (operationId: OperationId) => Patch])[] = [
  ['resets', 'resets the connection', (id) => damaged(id, 'reset-after')],
  ['answers-504', 'ends with a gateway that gave up', (id) => damaged(id, '504-after')],
  ['answers-half', 'sends half of its body', (id) => damaged(id, 'truncated-after')],
  [
    'answers-500',
    'fails with HTTP status 500',
    (id) => answering([id], () => ({ status: 500, body: '{"error":"internal"}' })),
  ],
  ['answers-503', 'is away, while the others are there', (id) => answering([id], () => ({ status: 503 }))],
];

/** `{` of an empty object is the rest of half of it. */
const canBeHalved = (operationId: OperationId): boolean => operations[operationId].result !== 'list';

/** Each operation breaks in two of the ways, by turns. */
const BROKEN: readonly Mutation[] = ALL.flatMap((operationId, at) =>
  [at, at + 2].flatMap((turn): Mutation[] => {
    const [id, title, patch] = WAYS[turn % WAYS.length]!;
    if (id === 'answers-half' && !canBeHalved(operationId)) return [];
    return [
      {
        id: `${dashed(operationId)}-${id}`,
        title: `${operationId} ${title}, and all else is right`,
        breaks: [operations[operationId].security === 'public' ? clauses.success : clauses.tradingSuccess],
        killedBy: [`shape/${operationId}/success`],
        patch: patch(operationId),
        ...(id === 'resets' && { isOnTheWire: true }),
      },
    ];
  }),
);

export const ANSWERS: readonly Mutation[] = [
  withoutStatus`status-201-on-success: Successes have HTTP status 201`(answering(ALL, () => ({ status: 201 }))),
  withoutContent`nothing-open-is-204: Open orders of a contract that has none have status 204 and no body`(
    answering(['getOpenOrders'], ({ body }, { target }) =>
      body === '[]' && target.includes('contractName') ? { status: 204, body: '' } : undefined,
    ),
  ),
  withoutBody`body-not-json: Bodies have a brace too many`(rewriting(ALL, (body) => `${body}}`)),
  withoutBody`empty-body: Successes have no body`(rewriting(ALL, () => '')),
  cutShort`narrowed-lists-cut-short: Histories that are asked for with limit or fromId end too early`(
    answering(HISTORIES, ({ body }, request) =>
      /\b(limit|fromId)\b/.test(request.target + request.body) ? { body: body.slice(0, -1) } : undefined,
    ),
  ),
  rounded`order-details-id-through-a-double: Order details show an order identifier whose last digits are lost`(
    rewriting(['getOrder'], throughDouble),
  ),
  roundedInReceipt`receipt-id-through-a-double: The receipt of an order has lost the last digits of its identifier`(
    rewriting(['createOrder'], throughDouble),
  ),
  ofAnotherContract`order-details-of-another-contract: Order details name another contract than the one that was asked for`(
    rewriting(['getOrder'], (body) => body.replace('"contractName":"E-BTC-USDT"', '"contractName":"E-ETH-USDT"')),
  ),
  roundedAnywhere`ids-kept-as-doubles: Order identifiers are kept as doubles, so that orders share them`(() => {
    const last = new Map<string, string>();
    return {
      act(call, run) {
        const orderId = last.get(call.input.orderId ?? '');
        return run(orderId === undefined ? call : { ...call, input: { ...call.input, orderId } });
      },
      send(answer) {
        const body = answer.response.body.replace(/(?<!\d)\d{19}(?!\d)/g, (id) => {
          const kept = String(BigInt(Number(id)));
          last.set(kept, id);
          return kept;
        });
        return { ...answer, response: { ...answer.response, body } };
      },
    };
  }),
  roundedInLists`ids-through-a-double: Lists show order identifiers that are not those of the orders: their last digits are lost`(
    rewriting(LISTS, throughDouble),
  ),
  ...BROKEN,
];
