import { setMaxListeners } from 'node:events';
import type { CallOptions } from '../../../src/client/options.js';
import type { FuturesClient } from '../../../src/index.js';
import { afterTurns, type Chance } from './chance.js';
import type { Ledger } from './ledger.js';

const contractName = 'E-BTC-USDT';

/** A deadline that never passes: such a call is always aborted. */
const NEVER_MS = 60_000;
/** Those that pass now and then. */
const DEADLINES_MS = [50, 400, 400, 800, 800];

/** A read has three attempts, and one more and two looks at the clock after -1021; the rest is for a machine that does other things. */
const graceMs = (timeoutMs: number): number => 6 * (timeoutMs === NEVER_MS ? 0 : timeoutMs) + 20_000;

/** The next action of a busy program. */
export function createTraffic(
  clients: readonly FuturesClient[],
  ledger: Ledger,
  chance: Chance,
  prefix: string,
  pace: number,
) {
  const orderIds: string[] = [];
  const shared = Array.from({ length: 4 }, () => new AbortController().signal);
  // Node.js takes more than ten calls with one signal for a leak.
  shared.forEach((signal) => setMaxListeners(0, signal));
  const signals = [...shared];
  let count = 0;
  let aborted = 0;

  /** The call, and the handle of the order that it would leave behind. */
  function choose(client: FuturesClient, options: CallOptions): [call: Promise<unknown>, clientOrderId?: string] {
    const clientOrderId = `${prefix}-${count}`;
    const order = {
      ...{ contractName, volume: 1, open: 'OPEN' as const, positionType: 1, clientOrderId },
      side: chance.pick(['BUY', 'SELL'] as const),
      price: chance.pick(['64000.50', '65100', '66000']),
    } as const;
    const dice = chance.upTo(100);
    if (dice < 50) return [client.createOrder({ ...order, type: 'LIMIT' }, options).then(remember), clientOrderId];
    if (dice < 65) {
      const condition = { ...order, type: 'LIMIT', triggerType: '3', triggerPrice: '90000' };
      return [client.createConditionOrder(condition, options), clientOrderId];
    }
    if (dice < 75) {
      const orderId = orderIds.length === 0 ? '1' : chance.pick(orderIds);
      return [client.cancelOrder({ contractName, orderId }, options)];
    }
    const others: (() => Promise<unknown>)[] = [
      () => client.cancelContractOrders({ contractName }, options),
      () => client.cancelAllOrders({}, options),
      () => client.getSomeOrder({ contractName }, options),
      () => client.getOpenOrders({ contractName }, options),
      () => client.getOrderHistory({ contractName, limit: '10' }, options),
      () => client.getProfitHistory({ contractName, limit: '10' }, options),
      () => client.getTradeHistory({ contractName, limit: '10' }, options),
      () => client.changeLeverage({ contractName, nowLevel: 10 + chance.upTo(10) }, options),
      () => client.changeMarginMode({ contractName: 'E-ORCA-USDT', marginModel: 1 + chance.upTo(2) }, options),
      () => client.changePositionMode({ contractName: 'E-ORCA-USDT', positionModel: 1 + chance.upTo(2) }, options),
      () => client.adjustPositionMargin({ positionId: 1, amount: '1' }, options),
      () => client.ping({}, options),
      () => client.getServerTime({}, options),
      () => client.getContracts({}, options),
    ];
    return [chance.pick(others)()];
  }

  function remember(receipt: { readonly orderId?: string }): void {
    if (receipt.orderId !== undefined) orderIds.push(receipt.orderId);
  }

  /** A signal, and when it is aborted. */
  function chooseSignal(mustAbort: boolean): [signal: AbortSignal | undefined, controller?: AbortController] {
    if (!mustAbort && chance.happens(0.4)) return [undefined];
    if (!mustAbort && chance.happens(0.7)) return [chance.pick(shared)];
    const controller = new AbortController();
    signals.push(controller.signal);
    return [controller.signal, controller];
  }

  return {
    /** The signals that calls were given. */
    signals,
    /** Calls that were aborted under way. */
    get aborted() {
      return aborted;
    },
    /** Makes one call and reports it; resolves when it has settled, or when it is clear that it never will. */
    async next() {
      count++;
      const timeoutMs = chance.pick([...DEADLINES_MS.map((ms) => Math.ceil(ms * pace)), NEVER_MS]);
      const [signal, controller] = chooseSignal(timeoutMs === NEVER_MS);
      const [call, clientOrderId] = choose(chance.pick(clients), { timeoutMs, signal });
      const spare =
        controller &&
        afterTurns(chance.pick([0, 1, 3, 10, 40]), () => {
          aborted++;
          controller.abort(new Error('changed my mind'));
        });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        // A process that stood still has its timers first: what was due before gets its turns.
        timer = setTimeout(() => afterTurns(200, () => resolve('late')), graceMs(timeoutMs));
      });
      try {
        if ((await Promise.race([call, late])) === 'late')
          ledger.problem(
            'unsettled',
            `a call of ${timeoutMs} ms n=${count} aborted=${signal?.aborted} id=${clientOrderId}`,
          );
        else ledger.accepted(clientOrderId);
      } catch (error) {
        ledger.failed(error, clientOrderId);
      } finally {
        clearTimeout(timer);
        spare?.();
      }
    },
  };
}
