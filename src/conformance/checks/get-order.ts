import { cannotTell, type CheckRow, type Context, needCalls, seen } from '../findings/check.js';
import { unknown } from '../model/clauses.js';
import { validInput } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';

/**
 * The one call that the row declares: a JSON body with contractName. The account has an order then, so that there is something to
 * answer with.
 */
async function byContractAlone(context: Context): Promise<Finding> {
  needCalls(context, 4);
  await validInput(context, 'getOrder');
  const { kind, summary } = await context.call('getOrder', { contractName: context.contract }, { place: 'body' });
  if (kind === 'accepted') return seen('taken');
  return kind === 'refused' ? seen(`refused: ${summary}`) : cannotTell(summary);
}

export const getOrderChecks: readonly CheckRow[] = [
  {
    id: 'request/getOrder/contract-alone',
    title: 'whether getOrder takes a JSON body with contractName alone',
    // The row declares that body, and a rule says that further selection parameters are not shown.
    clause: unknown('request.order-selector'),
    operations: ['getOrder'],
    late: true,
    control: 'shape/getOrder/success',
    run: byContractAlone,
  },
];
