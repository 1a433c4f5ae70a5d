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

it('a success with another message than other successes have is none', () => {
  const learnt = learnRefusals(
    [[-1022, 'Signature is not valid.'] as const, [-1002, 'Not authorized.'] as const].map(([code, msg]) => {
      const refused = sample({ code, msg, data: null });
      return [refused, refused] as const;
    }),
    sample({ code: 200, msg: 'ok', data: [] }),
  )!;
  expect(learnt.isRefusal(sample({ code: 200, msg: 'Success', data: null }))).toBe(false);
  expect(learnt.isRefusal(sample({ code: -1136, msg: 'The volume is too small.', data: null }))).toBe(true);
});
