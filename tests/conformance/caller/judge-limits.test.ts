import { expect, test } from 'vitest';
import { judgeLimits } from '../../../src/conformance/caller/judge-limits.js';
import type { CallerCall, CallerTrace } from '../../../src/conformance/caller/trace.js';

const call = (operationId: CallerCall['operationId'], atMs: number, status: number, overtakenBy = 0): CallerCall => ({
  ...{ operationId, atMs, overtakenBy, method: '', target: '', headers: {}, body: '', acted: false },
  ...{ isTroubled: false, response: { status, headers: {}, body: '' } },
});

test.each([
  ['a lookup in the same millisecond as the end of the pause', 1000, 0, []],
  ['a lookup that was on its way', 1, 1, []],
  ['a lookup at once', 0, 0, ['ignores-a-limit']],
  ['a lookup within 5 ms', 4, 0, ['ignores-a-limit']],
])('after 429, %s: %#', (_, atMs, overtakenBy, verdicts) => {
  const calls = [call('createOrder', 0, 429, overtakenBy), call('getOrder', atMs, 200)];
  expect(judgeLimits({ calls } as unknown as CallerTrace).map(({ verdict }) => verdict)).toEqual(verdicts);
});
