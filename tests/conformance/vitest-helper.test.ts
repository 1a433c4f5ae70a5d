import { expect, it } from 'vitest';
import { conformanceChecks, describeConformance } from '../../src/conformance/index.js';
import { changing, startSandbox } from './sandboxes.js';

it('makes one test of each check: passing, failing or skipped with the reason', async () => {
  const bodies = new Map([
    ['/fapi/v1/ping', '[1]'],
    ['/fapi/v1/myTrades', 'x'],
    ['/pub/contracts', '{"code":0}'],
  ]);
  const { patch } = changing(({ path, body }) => ({ body: bodies.get(path) ?? body }));
  const { baseUrl, credentials, close } = await startSandbox({}, patch);
  const tests = new Map<string, () => Promise<string>>();
  const skip = (reason?: string): void => {
    throw `skipped: ${reason}`;
  };
  describeConformance(
    { baseUrl, credentials, knownFailures: ['shape/contracts/envelope', 'shape/time/timezone-text'] },
    {
      describe: (_, body) => body(),
      it: (title, body) =>
        void tests.set(title.split(':')[0]!, () =>
          body({ skip }).then(
            () => 'passed',
            (problem: unknown) => String(problem),
          ),
        ),
    },
  );
  expect([...tests.keys()]).toEqual([...conformanceChecks.map(({ id }) => id), 'leaves no order behind']);
  expect(await tests.get('shape/time/milliseconds')!()).toBe('passed');
  expect(await tests.get('shape/ping/exactly-empty-object')!()).toContain('fail: ping returned [1], not {}');
  expect(await tests.get('shape/createOrder/success')!()).toContain('skipped: not-run: mode read sends nothing');
  expect(await tests.get('sign/window/stale')!()).toContain('skipped: not-specified');
  expect(await tests.get('shape/contracts/envelope')!()).toContain('skipped: known failure: fail');
  expect(await tests.get('shape/time/timezone-text')!()).toContain('is on the list of known failures, and passed');
  // An open question breaks no run, judged or not.
  const undeclared = conformanceChecks.filter(({ clause }) => clause.kind === 'unknown');
  for (const { id } of undeclared) expect(await tests.get(id)!(), id).toMatch(/^(?:passed|skipped)/);
  expect(await tests.get('leaves no order behind')!()).toBe('passed');
  await close();
});

it('does not pass under a framework that waits for a callback, or cannot skip', async () => {
  const bodies: ((...context: never[]) => Promise<void>)[] = [];
  describeConformance(
    { baseUrl: 'http://127.0.0.1:9' },
    { describe: (_, body) => body(), it: (_, body) => void bodies.push(body) },
  );
  for (const body of bodies) expect(body).toHaveLength(0);
  await expect(bodies[0]!()).rejects.toThrow('needs a framework whose tests can skip themselves: vitest or node:test');
});
