import type { OperationId } from '../../../generated/operations.js';
import { operations } from '../../../generated/operations.js';
import type { FaultKind } from '../../sandbox/http/faults.js';
import type { Patch } from '../../sandbox/stages.js';
import { ALL, answering, dashed, type Mutation } from './mutation.js';
import { clauses } from '../../conformance/model/clauses.js';

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
export const BROKEN_ANSWERS: readonly Mutation[] = ALL.flatMap((operationId, at) =>
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
