import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../findings/property.js';

/** Pieces that servers stumble over. */
const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '256609229205684228',
  '""',
  '"E-BTC-USDT"',
  '"\\ud800"',
  '[]',
  '{}',
  '[[[[]]]]',
];
const NAMES = ['contractName', 'limit', 'fromId', '__proto__', '', 'contractName'];
const WHOLE = ['', ' ', '{', 'null', '[]', '"text"', '{"contractName":"E-BTC-USDT",}', '\u0000'];

/** Bodies that make no sense. */
export function randomBodies(fc: FastCheck): Arbitrary<string> {
  const member = fc
    .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  const object = fc.array(member, { minLength: 1, maxLength: 4 }).map((members) => `{${members.join()}}`);
  return fc.oneof({ arbitrary: fc.constantFrom(...WHOLE), weight: 3 }, { arbitrary: object, weight: 7 });
}
