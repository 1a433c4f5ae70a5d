import { describe, expect, test } from 'vitest';
import {
  type LastOrder,
  lookUpInput,
  remember,
  suggestInput,
  toJson,
} from '../../../scripts/docs/browser/try-it/memory.js';
import { tellCall, tellError, tellVerdict } from '../../../scripts/docs/browser/try-it/told.js';
import { createTrial, type Made, type Trial, type Wish } from '../../../scripts/docs/browser/try-it/trial.js';
import { FAULT_KINDS } from '../../../src/sandbox/http/faults.js';
import { limitBuy } from '../../support/orders.js';
import { routed } from '../../support/routed.js';

const ORDER = { ...limitBuy, ...{ price: '60000.10', volume: 1, clientOrderId: 'mine-1' } };

const place = (trial: Trial, how: Partial<Wish> = {}): Promise<Made> =>
  trial.call({ operationId: 'createOrder', input: toJson(ORDER), ...how });

const resultOf = ({ end }: Made) => (end.ok ? end.result : expect.fail(tellError(end.error))) as { orderId: string };

describe('a call', () => {
  test.each(FAULT_KINDS.filter((kind) => kind.endsWith('-after') && kind !== 'gzip-after'))(
    'struck by %s has the outcome unknown, and was done',
    async (fault) => {
      const trial = createTrial({ timeoutMs: 500, maxBodyBytes: 10_000 });
      const made = await place(trial, { fault });
      expect(made.end).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
      expect(tellCall(made)).toContain('outcome unknown');
      expect(tellVerdict(made.exchanges[0]!.verdict)).toContain('call accepted and done');
      expect(trial.sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
      // It struck once.
      expect((await place(trial)).end.ok).toBe(true);
    },
  );

  test('struck before it arrives was not done', async () => {
    const trial = createTrial();
    const made = await place(trial, { fault: 'reset-before' });
    expect(tellVerdict(made.exchanges[0]!.verdict)).toBe('Nothing was done: reset-before came first.');
    expect(trial.sandbox.state.accounts[0]!.openOrders).toHaveLength(0);
  });

  test('that reads is sent again, and says so', async () => {
    const made = await createTrial().call({ operationId: 'getOpenOrders', input: '', fault: 'reset-before' });
    expect(tellCall(made)).toBe('1. getOpenOrders: HTTP 200, sent 2 times, accepted.');
  });

  test('with a wrong input is not sent', async () => {
    const trial = createTrial();
    const made = await trial.call({ operationId: 'createOrder', input: '{"price": 1}', fault: 'reset-after' });
    expect(tellCall(made)).toContain('createOrder: not sent, ArgumentError, outcome not-sent');
    // Nor does the fault wait for the next one.
    expect((await place(trial)).end.ok).toBe(true);
    await expect(trial.call({ operationId: 'createOrder', input: '{' })).rejects.toThrow(SyntaxError);
  });

  test.each(routed)('%s goes out with its example', async (operationId) => {
    const trial = createTrial();
    const made = await trial.call({
      operationId,
      input: toJson(suggestInput(operationId, undefined, trial.sandbox.state)),
    });
    expect(made.exchanges).toHaveLength(1);
  });
});

describe('what is remembered', () => {
  test('is the order that was placed, or its own id where the answer was lost, until a look-up finds it', async () => {
    const trial = createTrial();
    let last: LastOrder | undefined;
    const call = async (wish: Wish): Promise<Made> => {
      const made = await trial.call(wish);
      last = remember(last, made);
      return made;
    };
    await call({ operationId: 'createOrder', input: toJson({ ...ORDER, price: '-1' }) });
    expect(last).toBeUndefined();
    await call({ operationId: 'createOrder', input: toJson(ORDER), fault: 'reset-after' });
    expect(lookUpInput(last!)).toEqual({ contractName: 'E-BTC-USDT', clientOrderId: 'mine-1' });
    const found = await call({ operationId: 'getOrder', input: toJson(lookUpInput(last!)) });
    const { orderId } = resultOf(found);
    expect(lookUpInput(last!)).toEqual({ contractName: 'E-BTC-USDT', orderId });
    expect(suggestInput('cancelOrder', last, trial.sandbox.state)).toEqual({ contractName: 'E-BTC-USDT', orderId });
    expect((await call({ operationId: 'cancelOrder', input: toJson(lookUpInput(last!)) })).end.ok).toBe(true);
  });

  test('is the position, for what needs its id', async () => {
    const trial = createTrial();
    await trial.call({ operationId: 'createOrder', input: toJson({ ...ORDER, price: '65000.50' }) });
    const { positionId } = trial.sandbox.state.accounts[0]!.positions[0]!;
    expect(suggestInput('adjustPositionMargin', undefined, trial.sandbox.state)).toMatchObject({ positionId });
  });
});
