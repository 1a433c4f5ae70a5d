import { describe, expect, test } from 'vitest';
import { ArgumentError } from '../../src/index.js';
import { described } from '../../scripts/described.js';
import { planTour } from '../../scripts/tour/plan.js';
import { tellStory, untoldIn } from '../../scripts/tour/story.js';
import { createSandbox } from '../../src/sandbox/index.js';

const options = { contract: 'E-BTC-USDT', calls: [], signed: true };
const sent = (steps: ReturnType<typeof planTour>) =>
  steps.filter(({ skip }) => skip === undefined).map(({ operation }) => operation.operationId);

describe('a tour of a real service', () => {
  test('sends the declared reads that need a contract at most, and nothing else', () => {
    for (const { operation, skip } of planTour(described, options)) {
      const { operationId, effect, evidence, fields, selectors } = operation;
      const others = fields.filter(({ name, required }) => required && name !== 'contractName');
      const needsNoId = others.length === 0 && selectors?.methodWithout === undefined;
      const sends = effect === 'read' && evidence === 'declared' && needsNoId;
      expect([operationId, skip === undefined]).toEqual([operationId, sends]);
    }
  });

  test('sends only public operations without credentials', () => {
    const signed = new Set(sent(planTour(described, options)));
    expect(sent(planTour(described, { ...options, signed: false }))).toEqual(
      described
        .filter(({ operation }) => operation.security === 'public' && signed.has(operation.operationId))
        .map(({ operation }) => operation.operationId),
    );
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
});

describe('the tour of the embedded exchange', () => {
  test('calls every operation that the service document declares', () => {
    const untold = untoldIn(tellStory(createSandbox())).filter(({ evidence }) => evidence === 'declared');
    expect(
      untold.map(({ operationId }) => operationId),
      'scripts/tour/story.ts: add a step, call(operationId, input), for each of these',
    ).toEqual([]);
  });
});
