import { describe, expect, test } from 'vitest';
import { type Before, race, relay, withRacers } from './lock-races.js';

/** Races of each kind. */
const RACES = Number(process.env['JOURNAL_RACES'] ?? 12);

const KINDS: readonly Before[] = ['nothing', 'a live lock', 'a dead lock', 'a dead lock and a dead takeover'];

describe.each(['processes', 'threads'] as const)('of four %s that go for one lock', (kind) => {
  test('one gets it, and none while another process lives that has it', async () => {
    await withRacers(4, kind, async (racers, folder) => {
      for (const before of KINDS) {
        expect([before, await race(racers, folder, before, RACES)]).toEqual([
          before,
          { races: RACES, doubles: 0, wrong: 0 },
        ]);
      }
      const { held, doubles } = await relay(racers, folder, RACES * 4);
      expect(doubles).toBe(0);
      expect(held).toBeGreaterThan(0);
    });
  }, 600_000);
});
