import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/conformance/call/answer.js';
import type { Context } from '../../src/conformance/findings/check.js';
import { judgeRefusal, type RightCall } from '../../src/conformance/findings/right-call.js';

const reading = (kind: Reading['kind'], status = 200, body = '{}'): Reading =>
  ({ kind, status, summary: kind, sent: { call: {}, response: { status, headers: [], body } } }) as unknown as Reading;
const REFUSED = reading('refused');
const TAKEN = reading('accepted');

/** A target by what it answers to the n-th call of either kind; `waited` tells how long the kit has rested before. */
function target(
  answer: (call: number, isControl: boolean, waitedMs: number) => Reading | undefined,
  callsLeft = Infinity,
) {
  let [calls, waitedMs] = [0, 0];
  const context = {
    callsLeft,
    patienceMs: 5000,
    rests: { paidMs: 0, vain: 0 },
    contracts: { isTaken: true },
    credentials: {},
    pause: async (ms: number) => void (waitedMs += ms),
  } as unknown as Context;
  const call = (isControl: boolean) => async () => answer(++calls, isControl, waitedMs);
  const control = call(true) as () => Promise<Reading>;
  const judge = (first = REFUSED, more: Partial<RightCall> = {}) =>
    judgeRefusal(context, first, { what: 'the call', ask: call(false), control, ...more });
  return {
    judge,
    count: () => ({ calls, waitedMs }),
  };
}

describe('a right call that was refused', () => {
  it('is a failure where it is refused each time between others that are taken', async () => {
    const { judge } = target((_call, isControl) => (isControl ? TAKEN : REFUSED));
    expect(await judge()).toMatchObject({ outcome: 'broken', problem: 'the call was refused: refused', isShown: true });
  });

  it('is none where it is taken once more, at once or later', async () => {
    const atOnce = target(() => TAKEN);
    expect(await atOnce.judge()).toBeUndefined();
    expect(atOnce.count()).toEqual({ calls: 3, waitedMs: 0 });
    const later = target((_call, isControl, waitedMs) => (isControl || waitedMs > 10_000 ? TAKEN : REFUSED));
    expect(await later.judge()).toBeUndefined();
  });

  it('says nothing where the control is refused as well, and asks no further', async () => {
    const { judge, count } = target(() => REFUSED);
    expect(await judge()).toMatchObject({ outcome: 'cannot-tell' });
    expect(count().calls).toBe(3);
  });

  it.each([3, 4, 5, 7, 11])('says nothing where one call in %d is refused, whatever it asks for', async (nth) => {
    const { judge } = target((call) => (call % nth === 0 ? REFUSED : TAKEN));
    expect((await judge())?.outcome).not.toBe('broken');
  });

  it('says nothing where there was nothing to ask for, or too few calls are left', async () => {
    const over = target((_call, isControl) => (isControl ? TAKEN : undefined));
    expect(await over.judge()).toMatchObject({ outcome: 'cannot-tell' });
    const poor = target((_call, isControl) => (isControl ? TAKEN : REFUSED), 3);
    expect(await poor.judge()).toMatchObject({ outcome: 'cannot-tell' });
    expect(poor.count().calls).toBe(0);
  });

  it.each([
    [200, '{"code":"-1015","msg":"Too many requests"}'],
    [400, '{"msg":"Daily quota exceeded"}'],
    [200, '{"code":"-1016","msg":"System maintenance, try again later"}'],
  ])('says nothing where the refusal is for a time by its own words: %d %s', async (status, body) => {
    const { judge, count } = target((_call, isControl) => (isControl ? TAKEN : REFUSED));
    expect(await judge(reading('refused', status, body))).toMatchObject({ outcome: 'cannot-tell' });
    expect(count().calls).toBe(0);
  });
});

describe('a public call that was refused', () => {
  const refused = () => target((_call, isControl) => (isControl ? TAKEN : REFUSED));
  const signed = (kind: Reading['kind']) => ({ signed: async () => reading(kind, 403) });

  it.each([403, 407, 451])(
    'may be closed to a network with status %d, when signing does not open it',
    async (status) => {
      const first = reading('refused', status, '<html></html>');
      expect(await refused().judge(first, signed('refused'))).toMatchObject({ outcome: 'cannot-tell' });
      expect(await refused().judge(first, signed('accepted'))).toMatchObject({ outcome: 'broken' });
    },
  );

  it('asks for a signature where its refusal speaks of one', async () => {
    const first = reading('refused', 403, '{"msg":"X-CH-APIKEY is missing"}');
    expect(await refused().judge(first, signed('refused'))).toMatchObject({ outcome: 'broken' });
  });

  it.each([200, 400, 401, 404])('is a failure with status %d', async (status) => {
    expect(await refused().judge(reading('refused', status), signed('refused'))).toMatchObject({ outcome: 'broken' });
  });
});
