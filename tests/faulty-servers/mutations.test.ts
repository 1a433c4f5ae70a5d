import { beforeAll, describe, expect, test } from 'vitest';
import { createFaultySandbox, type Mutation, MUTATIONS } from '../../src/faulty-servers/index.js';
import { unknownIds } from './unknown-ids.js';
import { differences, playSession, VISIBLE } from './plain-session.js';
import { PROBES } from './probes.js';
import { RawDesk } from './raw-desk.js';

const rows: readonly (readonly [id: string, mutation: Mutation])[] = MUTATIONS.map((one) => [one.id, one]);

describe('mutations', () => {
  let plain: Awaited<ReturnType<typeof playSession>>;
  beforeAll(async () => {
    plain = await playSession({});
  });

  test('are at least forty, each with an id of its own, a probe and a check', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
    expect(Object.keys(PROBES).filter((id) => !MUTATIONS.some((one) => one.id === id))).toEqual([]);
    for (const { id, killedBy } of MUTATIONS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(killedBy).not.toEqual([]);
      expect(new Set(killedBy).size).toBe(killedBy.length);
    }
  });

  test('assume only what is in the register of unknowns', () => {
    const assumed = MUTATIONS.flatMap(({ assumes }) => (assumes === undefined ? [] : [assumes]));
    expect(assumed).not.toEqual([]);
    for (const id of assumed) expect(unknownIds()).toContain(id);
  });

  // That each is caught by every check that it names is what the self-test shows: tests/cli/selftest.test.ts.
  test.each(rows.filter(([id]) => PROBES[id] !== undefined))(
    '%s differs from the sandbox in the respect that it names',
    async (id) => {
      const [ask, reference, mutant] = PROBES[id]!;
      expect(mutant).not.toEqual(reference);
      expect(await ask(new RawDesk({}))).toEqual(reference);
      expect(await ask(new RawDesk({ mutation: id }))).toEqual(mutant);
    },
  );

  test.each(rows)('%s shows in a plain session in nothing else', async (id) => {
    expect(differences(plain, await playSession({ mutation: id }))).toEqual(VISIBLE[id] ?? []);
  });

  test('an unknown one is refused, and the known ones are named', () => {
    expect(() => createFaultySandbox({ mutation: 'any-signature' })).toThrow(
      /any-signature is unknown.*any-signature-accepted/,
    );
  });
});
