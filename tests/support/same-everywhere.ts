import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

/*
 * The findings of a run must not depend on where or when it runs.
 *
 * Programs started by a test print without colour: on many CI services `CI` alone turns colours on in a pipe.
 * Property tests begin with the same seed; `FUZZ_SEED=<number>` takes another one, `FUZZ_SEED=random` a new one each time.
 */
delete process.env['FORCE_COLOR'];
process.env['NO_COLOR'] = '1';

const { FUZZ_SEED = '20261121' } = process.env;
if (FUZZ_SEED !== 'random') fc.configureGlobal({ seed: Number(FUZZ_SEED) });

/** Tests that run at once share what they fake, and the next file may run in the same process. */
afterEach(({ task }) => {
  if (task.concurrent !== true) undo();
});
afterAll(undo);

function undo(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
}
