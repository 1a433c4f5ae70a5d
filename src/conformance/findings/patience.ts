import type { Context } from './check.js';

/** Number of full waits without effect, where no wait has ever paid, after which the next ones are short. */
const MOST_VAIN_WAITS = 3;
const SHORT_MS = 200;

/** The first wait between two looks, milliseconds; each further one is twice as long. */
const FIRST_WAIT_MS = 20;

type Patient = Pick<Context, 'patienceMs' | 'waits'>;

function patienceOf({ waits, patienceMs }: Patient): number {
  const isHopeless = !waits.paid && waits.vain >= MOST_VAIN_WAITS;
  return isHopeless ? Math.min(SHORT_MS, patienceMs) : patienceMs;
}

/** A change has to show so long after a call, as far as this run waits. Timers may be a little early. */
export const settledMs = (context: Patient): number => 0.9 * patienceOf(context);

/**
 * Looks until it has shown, and for at most the patience of the run: what a call did may take its time to show (unknown
 * `states.order`). The first look is at once, so that this costs nothing on a target that is fast.
 */
export async function lookUntil<Seen>(
  context: Pick<Context, 'pause' | 'patienceMs' | 'goesBy' | 'waits'>,
  look: () => Promise<Seen>,
  hasShown: (seen: Seen) => boolean,
): Promise<Seen> {
  const { waits } = context;
  const patienceMs = patienceOf(context);
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    const seen = await look();
    const shown = hasShown(seen);
    if (shown && waitedMs > 0) {
      waits.paid = true;
      context.goesBy('states.order', `a change took up to ${waitedMs} ms to show`);
    }
    if (!shown && waitedMs >= patienceMs) waits.vain++;
    if (shown || waitedMs >= patienceMs) return seen;
    const pauseMs = Math.min(waitMs, patienceMs - waitedMs);
    await context.pause(pauseMs);
    waitedMs += pauseMs;
  }
}
