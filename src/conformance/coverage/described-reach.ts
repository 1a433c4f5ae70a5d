import { catalogue } from '../checks/index.js';
import { declaredOperations } from '../model/operations.js';
import type { Reach } from './coverage.js';
import { pointIds, pointsOfOperation } from './points.js';

let known: Reach | undefined;

export function describedReach(): Reach {
  return (known ??= build());
}

function build(): Reach {
  const reach = new Map<string, readonly string[]>();
  const declared = catalogue.filter(({ clause }) => clause.kind === 'declared');
  for (const operation of declaredOperations) {
    const own = declared.filter(({ operations }) => operations.includes(operation.operationId));
    const all = own.map(({ id }) => id);
    // Only what looks at responses shows something of one.
    const shapes = own.flatMap(({ id, family }) => (family === 'SHAPE' ? [id] : []));
    for (const { id, kind, outOfReach } of pointsOfOperation(operation))
      if (outOfReach === undefined) reach.set(id, kind === 'field' ? shapes : all);
  }
  for (const { id, clause } of declared) {
    if (clause.kind !== 'declared') continue;
    const sentence = pointIds.clause(clause.heading, clause.quote);
    reach.set(sentence, [...(reach.get(sentence) ?? []), id]);
  }
  return reach;
}
