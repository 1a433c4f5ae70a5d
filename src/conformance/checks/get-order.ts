import { broken, cannotTell, type Check, type Context, holds, notRun } from '../engine/check.js';
import { rowOf } from '../clauses.js';
import { validInput } from '../call/inputs.js';
import type { Finding } from '../model.js';

/**
 * The one call that the row declares: a JSON body with contractName. The account has an order then, so that there is something to
 * answer with.
 */
async function byContractAlone(context: Context): Promise<Finding> {
  if (context.callsLeft < 4)
    return notRun('the calls of a run in mode read do not suffice: chosen with --check it has its own');
  await validInput(context, 'getOrder');
  const { kind, summary } = await context.call('getOrder', { contractName: context.contract }, { place: 'body' });
  if (kind === 'accepted') return holds();
  if (kind === 'refused') return broken(`a JSON body with contractName alone was refused: ${summary}`);
  return cannotTell(summary);
}

export const getOrderChecks: readonly Check[] = [
  {
    id: 'request/getOrder/contract-alone',
    family: 'RULE',
    title: 'getOrder takes a JSON body with contractName alone',
    clause: rowOf('getOrder'),
    effect: 'read',
    operations: ['getOrder'],
    signed: true,
    late: true,
    control: 'shape/getOrder/success',
    run: byContractAlone,
  },
];
