import { describe, expect, test } from 'vitest';
import { judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { BROKEN_CALLERS } from './broken-callers.js';

const sceneOf = (name: string) => callerScenes().find((scene) => scene.name === name)!;

describe('a caller with one bad habit', () => {
  test.concurrent.each(BROKEN_CALLERS)('$id is caught in $scene: $verdict', async ({ caller, scene, verdict }) => {
    const { problems } = await judgeCaller(sceneOf(scene), caller);
    expect(problems.map((problem) => problem.verdict)).toContain(verdict);
  });

  test('stands in the register more than forty times, under a name of its own', () => {
    expect(BROKEN_CALLERS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(BROKEN_CALLERS.map(({ id }) => id)).size).toBe(BROKEN_CALLERS.length);
  });
});

test('of two runs that place an order each, a journal is asked for, and not a lookup after a lost response', async () => {
  const { caller, scene } = BROKEN_CALLERS.find(({ id }) => id === 'runs-twice')!;
  const [first] = (await judgeCaller(sceneOf(scene), caller)).problems;
  expect([first?.text, first?.advice]).toEqual([
    expect.stringContaining('one intent in two runs, 2 orders'),
    expect.stringContaining('journal'),
  ]);
});

test('a program that says nothing is neither right nor accused', async () => {
  for (const scene of callerScenes()) {
    const { verdict } = await judgeCaller(scene, async () => undefined);
    expect([scene.name, verdict]).toEqual([scene.name, 'cannot-tell']);
  }
});
