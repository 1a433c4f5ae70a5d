import { expect, it } from 'vitest';
import { learnRefusals } from '../../src/conformance/call/refusal-shape.js';

it('takes a refusal without a message for one, where all others have one', () => {
  const sample = (json: unknown) => ({ status: 200, json });
  const refusal = (retMsg: string) => sample({ retCode: 10001, retMsg });
  const pairs = ['wrong price', 'unknown order'].map((text) => [refusal(text), refusal(text)] as const);
  expect(learnRefusals(pairs, sample([]))!.isRefusal(refusal(''))).toBe(true);
});
