import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting } from './mutation.js';

/* Calls that a faulty server makes on its own exchange, in the name of the account that calls. */

/** Lets the exchange act on a call. */
export type RunCall = (call: SandboxCall) => Reply;

/** An open order, as far as these look at it. */
export interface Listed {
  readonly orderId: string;
  readonly contractName: string;
  readonly side: string;
  readonly price: string;
}

export const DONE: Reply = { ok: true, result: undefined };

/** The same call, of another operation. */
export const as = (call: SandboxCall, operationId: OperationId, input: Fields): SandboxCall => ({
  ...call,
  operationId,
  input,
});

export function openOrders(call: SandboxCall, run: RunCall, contractName?: string): readonly Listed[] {
  const reply = run(as(call, 'getOpenOrders', contractName === undefined ? {} : { contractName }));
  return reply.ok ? (reply.result as readonly Listed[]) : [];
}

export const cancel = (
  call: SandboxCall,
  run: RunCall,
  { orderId, contractName }: Pick<Listed, 'orderId' | 'contractName'>,
): Reply => run(as(call, 'cancelOrder', { contractName, orderId: String(orderId) }));

/** Changes the list of open orders. */
export const relisting = (
  change: (orders: readonly Listed[], call: SandboxCall, run: RunCall) => readonly object[],
): Patch =>
  acting('getOpenOrders', (call, run) => {
    const reply = run(call);
    return reply.ok ? { ok: true, result: change(reply.result as readonly Listed[], call, run) } : reply;
  });
