import { describe, expect, test } from 'vitest';
import { ArgumentError } from '../../src/index.js';
import { described } from '../../scripts/described.js';
import { planTour } from '../../scripts/tour/plan.js';

const options = { contract: 'E-BTC-USDT', calls: [], signed: true };
const sent = (steps: ReturnType<typeof planTour>) =>
  steps.filter(({ skip }) => skip === undefined).map(({ operation }) => operation.operationId);

describe('a tour of a real service', () => {
  test('sends only what reads', () => {
    for (const { operation, skip } of planTour(described, options)) {
      expect([operation.operationId, skip === undefined]).toEqual([operation.operationId, operation.effect === 'read']);
    }
  });

  test('sends only the public operations without credentials', () => {
    expect(sent(planTour(described, { ...options, signed: false }))).toEqual(['ping', 'getServerTime', 'getContracts']);
  });

  test('sends another effect when it is asked for by name, with the input given and no other', () => {
    const steps = planTour(described, { ...options, calls: ['changeLeverage={"contractName":"X","nowLevel":"5"}'] });
    const asked = steps.find(({ operation }) => operation.operationId === 'changeLeverage')!;
    expect(asked).toMatchObject({ input: { contractName: 'X', nowLevel: '5' } });
    expect(sent(steps)).toContain('changeLeverage');
    expect(sent(steps)).not.toContain('createOrder');
  });

  test.each(['createOrder', 'createOrder=', 'createOrder=[]', 'createOrder={', 'buyEverything={}'])(
    'refuses --call %s before anything is sent',
    (call) => {
      expect(() => planTour(described, { ...options, calls: [call] })).toThrow(ArgumentError);
    },
  );

  test('names the contract that was given, never one of an example', () => {
    const steps = planTour(described, { ...options, contract: 'E-ETH-USDT' });
    for (const { input } of steps) expect([undefined, 'E-ETH-USDT']).toContain(input['contractName']);
  });
});
