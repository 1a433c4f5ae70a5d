import { expect, it } from 'vitest';
import { learnRefusals } from '../../src/conformance/call/refusal-shape.js';

const sample = (json: unknown) => ({ status: 200, json });
const refusal = (retMsg: string) => sample({ retCode: 10001, retMsg });
const shape = learnRefusals(
  ['wrong price', 'unknown order'].map((text) => [refusal(text), refusal(text)] as const),
  sample([]),
)!;

it('an acknowledgement in the form of a refusal, with the code 0, is not one', () => {
  expect(shape.isRefusal(sample({ retCode: 0, retMsg: 'OK' }))).toBe(false);
});

it('a refusal without a message is one', () => {
  expect(shape.isRefusal(refusal(''))).toBe(true);
});
