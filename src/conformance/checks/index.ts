import { ArgumentError } from '../../core/errors.js';
import type { Check, CheckRow } from '../findings/check.js';
import { type Effect, operations } from '../model/operations.js';
import type { Family } from '../model/report-model.js';
import { declaredInputChecks } from './declared-input.js';
import { everyTimeChecks } from './every-time.js';
import { forgeryChecks } from './forgery/index.js';
import { heldChecks } from './orders-held.js';
import { observations } from './observed/index.js';
import { pageChecks } from './page.js';
import { isEarly, robustChecks } from './robust.js';
import { ruleChecks } from './rule.js';
import { shapeChecks, statusChecks } from './shape.js';
import { sideEffectChecks } from './side-effects.js';
import { secretChecks, signChecks } from './sign.js';
import { historyShowsChecks } from './history-shows.js';
import { idemChecks, stateChecks } from './state.js';

const rows: readonly CheckRow[] = [
  ...shapeChecks,
  ...robustChecks.filter(isEarly),
  ...ruleChecks,
  ...declaredInputChecks,
  ...pageChecks,
  ...signChecks,
  ...forgeryChecks,
  ...idemChecks,
  ...stateChecks,
  ...heldChecks,
  ...sideEffectChecks,
  ...historyShowsChecks,
  ...everyTimeChecks,
  ...robustChecks.filter((row) => !isEarly(row)),
  ...secretChecks,
  ...statusChecks,
  ...observations,
];

const EFFECTS: readonly Effect[] = ['read', 'reversible', 'money', 'wipe'];

function checkOf(row: CheckRow): Check {
  const called = row.operations.map((operationId) => operations[operationId]);
  const [word = ''] = row.id.split('/');
  return {
    family: word === 'request' ? 'RULE' : (word.toUpperCase() as Family),
    effect: EFFECTS.findLast((effect) => called.some((operation) => operation.effect === effect))!,
    signed: called.some(({ security }) => security !== 'public'),
    ...row,
  };
}

/** All checks, in the order in which they run. */
export const catalogue: readonly Check[] = rows.map(checkOf);

/**
 * The checks whose addresses begin with one of these; all of them where none is given.
 *
 * @throws {ArgumentError} When no check begins with one. `so` says what was not done then.
 */
export function checksOf(wanted: readonly string[] | undefined, so: string): readonly Check[] {
  const strange = wanted?.find((start) => !catalogue.some(({ id }) => id.startsWith(start)));
  if (strange !== undefined)
    throw new ArgumentError(`checks: no check begins with ${strange}. ${so}`, { field: 'checks' });
  return catalogue.filter(({ id }) => !wanted?.length || wanted.some((start) => id.startsWith(start)));
}
