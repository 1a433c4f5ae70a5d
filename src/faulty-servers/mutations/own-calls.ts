import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, type RunCall } from './mutation.js';

/* Calls that a faulty server makes on its own exchange, in the name of the account that calls. */

/** An open order, as far as these look at it. */
export interface Listed {
  readonly orderId: string;
  readonly contractName: string;
  readonly side: string;
  readonly price: string;
  readonly executedQty: string;
}

/** An order to buy one contract; without a price. */
export const ORDER: Fields = {
  ...{ contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: '1', volume: '1' },
};

export const DONE: Reply = { ok: true, result: undefined };

const NO_SYMBOL: Reply = { ok: false, code: '-1121', message: 'Invalid symbol.' };

/** Knows the first contract alone. */
export const ofOneContract = (operationId: OperationId): Patch =>
  acting(operationId, (call, run) =>
    (call.input['contractName'] ?? 'E-BTC-USDT') === 'E-BTC-USDT' ? run(call) : NO_SYMBOL,
  );

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

/** True for a cancel without orderId: one of a whole contract. */
export const isBlank = ({ input }: SandboxCall): boolean => (input.orderId ?? '') === '';

/** Changes what a cancel by orderId does. */
export const cancellingById = (change: Parameters<typeof acting>[1]): Patch =>
  acting('cancelOrder', (call, run) => (isBlank(call) ? run(call) : change(call, run)));

/** Does something else where a call is refused whose contract does not exist. */
export const ofNoContract = (operationId: OperationId, instead: Parameters<typeof acting>[1]): Patch =>
  acting(operationId, (call, run) => {
    const reply = run(call);
    return reply.ok || !/NONE/.test(call.input.contractName ?? '') ? reply : instead(call, run);
  });

/** Changes the result of the successes of one operation. */
export const resulting = <Result>(
  operationId: OperationId,
  change: (result: Result, call: SandboxCall, run: RunCall) => unknown,
): Patch =>
  acting(operationId, (call, run) => {
    const reply = run(call);
    return reply.ok ? { ok: true, result: change(reply.result as Result, call, run) } : reply;
  });

/** Changes the list of open orders. */
export const relisting = (
  change: (orders: readonly Listed[], call: SandboxCall, run: RunCall) => readonly object[],
): Patch => resulting('getOpenOrders', change);

/** Gives the answer to a call once more where it is repeated within a time: what came of it in between does not show. */
export const givenAgain =
  (isSuch: (operationId: OperationId) => boolean, ms: number): Patch =>
  (_reference, _secretOf, now) => {
    const given = new Map<string, { readonly reply: Reply; readonly untilMs: number }>();
    return {
      act(call, run) {
        if (!isSuch(call.operationId)) return run(call);
        const key = JSON.stringify([call.operationId, call.accountId, call.input]);
        const last = given.get(key);
        if (last !== undefined && now() < last.untilMs) return last.reply;
        const reply = run(call);
        given.set(key, { reply, untilMs: now() + ms });
        return reply;
      },
    };
  };

/** An order as it was asked for, and when. */
export interface Asked {
  readonly input: Fields;
  readonly atMs: number;
}

/** Knows of each order how and when it was asked for. */
export const remembering =
  (
    act: (
      call: SandboxCall,
      run: RunCall,
      asked: (orderId: string | undefined) => Asked | undefined,
      nowMs: number,
    ) => Reply,
  ): Patch =>
  (_reference, _secretOf, now) => {
    const known = new Map<string, Asked>();
    return {
      act(call, run) {
        const reply = act(call, run, (orderId) => known.get(String(orderId)), now());
        if (call.operationId === 'createOrder' && reply.ok)
          known.set(String((reply.result as Listed).orderId), { input: call.input, atMs: now() });
        return reply;
      },
    };
  };

/** Cancels such orders at once and shows them nowhere: an order that could be read as over would not be lost. `isResting`: only those that rest. */
export const losing =
  (isSuch: (count: number, input: Fields) => boolean, { isResting = false } = {}): Patch =>
  () => {
    let count = 0;
    const lost = new Set<string>();
    const isLost = (one: unknown): boolean => lost.has(String((one as Listed).orderId));
    return {
      act(call, run) {
        const reply = run(call);
        if (!reply.ok) return reply;
        if (call.operationId === 'createOrder' && isSuch(++count, call.input)) {
          const { orderId } = reply.result as Listed;
          const cancelled = cancel(call, run, { orderId, contractName: call.input.contractName ?? '' });
          if (cancelled.ok || !isResting) lost.add(String(orderId));
        }
        if (call.operationId === 'getOrder' && isLost(reply.result))
          return { ok: false, code: '-2013', message: 'Order does not exist.' };
        return call.operationId === 'getOrderHistory'
          ? { ok: true, result: (reply.result as readonly unknown[]).filter((one) => !isLost(one)) }
          : reply;
      },
    };
  };
