import { counted } from '../../conformance/model/counted.js';
import { operations } from '../../../generated/operations.js';
import type { Budget, CheckInfo, Report } from '../../conformance/model/report-model.js';
import { plainTable } from '../plain-table.js';
import { printable } from '../printable.js';

/** The checks with what they claim. */
export function listChecks(checks: readonly CheckInfo[]): string {
  const rows = checks.map(({ id, effect, clause, title }) => [
    id,
    effect,
    clause.kind === 'declared' ? 'declared' : 'not declared',
    title,
  ]);
  return `${plainTable(['check', 'effect', 'fact', 'title'], rows)}\n${counted(checks.length, 'check')}\n`;
}

/** The calls of a dry run; a check whose calls depend on responses is shown with its operations. */
export function listCalls({ results, target, mode, budget }: Report): string {
  const rows = results.flatMap(({ id, effect, verdict, reason, exchanges, operations: ids }) => {
    if (verdict !== 'pass' && exchanges.length === 0 && reason !== undefined)
      return [[id, effect, `${verdict}: ${printable(reason)}`]];
    const calls =
      exchanges.length > 0
        ? exchanges.map(({ request }) => `${request.method} ${request.url}`)
        : ids.map((operationId) => `${operations[operationId].method} ${operations[operationId].path}`);
    return calls.map((call) => [id, effect, printable(call)]);
  });
  const planned = budget === undefined ? '' : `\n${showBudget(budget)}`;
  return `${plainTable(['check', 'effect', 'call'], rows)}\n${planned}${counted(rows.length, 'line')}, mode ${mode}, ${printable(target.baseUrl)}. Nothing was sent.\n`;
}

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
