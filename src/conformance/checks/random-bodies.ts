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

/** Bodies by chance, the same for the same seed. */
export function randomBodies(seed: number, count: number): readonly string[] {
  const random = createRandom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)]!;
  return Array.from({ length: count }, () => {
    if (random() < 0.3) return pick(WHOLE);
    const members = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => `${JSON.stringify(pick(NAMES))}:${pick(VALUES)}`,
    );
    return `{${members.join()}}`;
  });
}

/** mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
