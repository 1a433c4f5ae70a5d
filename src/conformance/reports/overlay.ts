import { addTo } from '../model/groups.js';
import { operations } from '../model/operations.js';
import type { Report, Result } from '../model/report-model.js';

/**
 * The observations where the service document is silent, as an OpenAPI Overlay 1.0 document: one action for each operation,
 * which adds `x-observed.checks`, by check, to it. Checks that belong to no operation are added to the root. The first action
 * writes down where the observations come from; it is there even when there are none, because an overlay needs one.
 * Written as JSON, which every reader of YAML reads.
 *
 * @see OpenAPI Overlay Specification 1.0.0
 */
export function toOverlay(report: Report): string {
  const { target, startedAt, mode, seed, digests } = report;
  const seen = report.results.filter(({ verdict }) => verdict === 'not-specified');
  const provenance = { target: target.baseUrl, label: target.label, at: startedAt, mode, seed, digests };
  const document = {
    overlay: '1.0.0',
    info: { title: `Observations at ${target.baseUrl}`, version: startedAt },
    actions: [
      {
        target: '$.info',
        description: 'Where the observations come from.',
        update: { 'x-observed-in': { [startedAt]: provenance } },
      },
      ...[...byTarget(seen)].map(([place, results]) => ({
        target: place,
        update: { 'x-observed': { checks: Object.fromEntries(results.map((result) => observation(report, result))) } },
      })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** By check and not as a list, because merging a list twice would double it. */
function observation({ target, startedAt }: Report, { id, title, clause, observed }: Result): [string, object] {
  const source =
    clause.kind === 'unknown' ? { unknown: clause.id } : 'heading' in clause && { heading: clause.heading };
  return [id, { value: observed ?? null, claim: title, check: id, ...source, target: target.baseUrl, at: startedAt }];
}

function byTarget(results: readonly Result[]): Map<string, Result[]> {
  const places = new Map<string, Result[]>();
  for (const result of results) {
    const targets = result.operations.length === 0 ? ['$'] : result.operations.map(operationTarget);
    for (const target of targets) addTo(places, target, result);
  }
  return places;
}

function operationTarget(operationId: Result['operations'][number]): string {
  const { path, method } = operations[operationId];
  return `$.paths['${path}'].${method.toLowerCase()}`;
}
