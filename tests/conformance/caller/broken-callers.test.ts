import { expect, test, vi } from 'vitest';
import { judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { BROKEN_CALLERS } from './broken-callers.js';

// Bots wait by the clock of the exchange alone: a busy machine adds nothing to their pauses.
vi.useFakeTimers({ toFake: ['Date'] });

test.concurrent.each(BROKEN_CALLERS)('%s is caught in %s: %s', async (_, name, verdict, caller, said) => {
  const { problems } = await judgeCaller(
    callerScenes().find((one) => one.name === name)!,
    caller,
  );
  expect(problems.map((problem) => problem.verdict)).toContain(verdict);
  const { text, advice } = problems.find((problem) => problem.verdict === verdict)!;
  expect(`${text} ${advice}`).toMatch(said);
});

test('the register holds more than forty broken callers, each under a name of its own', () => {
  expect(BROKEN_CALLERS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(BROKEN_CALLERS.map(([id]) => id)).size).toBe(BROKEN_CALLERS.length);
});

test.each(callerScenes())('a program that says nothing is neither right nor accused in $name', async (scene) => {
  expect((await judgeCaller(scene, async () => undefined)).verdict).toBe('cannot-tell');
});
