import { operations } from '../../../generated/operations.js';
import type { Budget } from '../../conformance/model/report-model.js';
import { plainTable } from '../plain-table.js';

const DECLARED = Object.values(operations)
  .filter(({ weight }) => weight !== undefined)
  .map(({ operationId }) => operationId);

/** The plan of a run: calls by operation, and their weight. */
export function showBudget({ calls, weight, byOperation }: Budget): string {
  const rows = Object.entries(byOperation).sort(([, one], [, other]) => other - one);
  const table = plainTable(
    ['operation', 'calls'],
    rows.map(([operationId, count]) => [operationId, String(count)]),
  );
  return `${table}
Weight budget: ${weight}, for ${calls} calls by plan. Answers may make it somewhat less or more.
The service document declares a weight for ${DECLARED.join(' and ')} only; every other call is taken as 1.
`;
}
