import { expect, test, vi } from 'vitest';
import { judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { BROKEN_CALLERS } from './broken-callers.js';

// Bots wait by the clock of the exchange alone: a busy machine adds nothing to their pauses.
vi.useFakeTimers({ toFake: ['Date'] });

test.concurrent.each(BROKEN_CALLERS)('$id is caught in $scene.name: $verdict', async (row) => {
  const { problems } = await judgeCaller(row.scene, row.caller);
  const caught = problems.find(({ verdict }) => verdict === row.verdict);
  expect(problems.map(({ verdict }) => verdict)).toContain(row.verdict);
  expect(`${caught?.text} ${caught?.advice}`).toMatch(row.said);
});

test.each(callerScenes())('a program that says nothing is neither right nor accused in $name', async (scene) => {
  expect((await judgeCaller(scene, async () => undefined)).verdict).toBe('cannot-tell');
});
