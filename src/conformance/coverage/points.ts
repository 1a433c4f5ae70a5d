import { description } from '../../../generated/description.js';
import { signingHeaders } from '../../../generated/names.js';
import {
  declaredFields,
  declaredOperations,
  declaredResultFields,
  nameOf,
  type Operation,
  type OperationId,
} from '../model/operations.js';
import type { PointKind } from '../model/coverage-model.js';

/*
 *   generated description ─► points ──────────────────────────────┐
 *   declared checks       ─► reach: which checks come to a point ─┼─► coverage of a run, or of a recording
 *   calls                 ─► points that they reach ──────────────┤
 *   verdicts              ─► points that are judged ──────────────┘
 */

/** One thing that the description declares and a call can show. */
export interface Point {
  /** In words: `createOrder timeInForce=IOC`. */
  readonly id: string;
  readonly kind: PointKind;
  /** The reason that no check can judge it, with any call. */
  readonly outOfReach?: string;
}

export const pointIds = {
  operation: (operationId: OperationId) => operationId,
  present: (operationId: OperationId, name: string) => `${operationId} ${name} present`,
  absent: (operationId: OperationId, name: string) => `${operationId} ${name} absent`,
  value: (operationId: OperationId, name: string, value: string) => `${operationId} ${name}=${value}`,
  status: (operationId: OperationId, status: string) => `${operationId} → ${status}`,
  field: (operationId: OperationId, path: string) => `${operationId} → ${path}`,
  clause: (heading: string, quote: string) => `${heading}: ${quote}`,
} as const;

export const declaredHeaders = ({ timestampHeader }: Operation): readonly string[] =>
  timestampHeader === null ? [] : Object.values(signingHeaders);

/** The values of a field that are tested one by one: those that are listed, and the largest. */
export const declaredValues = ({ enum: values = [], maximum }: ReturnType<typeof declaredFields>[number]) => [
  ...values,
  ...(maximum === undefined ? [] : [maximum]),
];

/** Every point that the description declares of an operation. Sentences come from the checks that cite them. */
export const pointsOfOperation = (operation: Operation): readonly Point[] => [
  { id: pointIds.operation(operation.operationId), kind: 'operation' },
  ...parameterPoints(operation),
  ...statusPoints(operation),
  ...declaredResultFields(operation).map(({ path }): Point => ({
    id: pointIds.field(operation.operationId, path),
    kind: 'field',
  })),
  ...silentFacts(operation),
];

export const descriptionPoints: readonly Point[] = declaredOperations.flatMap(pointsOfOperation);

function parameterPoints(operation: Operation): readonly Point[] {
  const { operationId } = operation;
  const fields = declaredFields(operation);
  const names = [...declaredHeaders(operation), ...fields.map(({ name }) => name)];
  const ids = [
    ...names.flatMap((name) => [pointIds.present(operationId, name), pointIds.absent(operationId, name)]),
    ...fields.flatMap((field) => declaredValues(field).map((value) => pointIds.value(operationId, field.name, value))),
  ];
  return ids.map((id) => ({ id, kind: 'parameter' }));
}

function statusPoints({ operationId }: Operation): readonly Point[] {
  return description[operationId].statuses.declared.map((status) => ({
    id: pointIds.status(operationId, status),
    kind: 'status',
    ...(status === 'default' && {
      outOfReach: 'the service document does not show which statuses there are (unknown errors.http-statuses)',
    }),
  }));
}

function silentFacts({ operationId }: Operation): readonly Point[] {
  const { securityType, weight, speedLimit } = description[operationId];
  const facts = [
    [securityType, 'security type', 'no response names the security type of a call'],
    [weight, 'weight', 'no response counts the weight of a call'],
    [speedLimit, 'speed limit', 'its value is not shown (unknown limits.rates)'],
  ] as const;
  return facts.flatMap(([fact, name, outOfReach]) =>
    fact?.evidence === 'declared'
      ? [{ id: `${nameOf(operationId)}: ${name} ${fact.value}`, kind: 'clause', outOfReach } as const]
      : [],
  );
}
