import type { Context, Waits } from './check.js';

/** Number of full waits without effect after which the next ones are short: a multiple of the longest that ever paid. */
const MOST_VAIN_WAITS = 3;
const OF_PAID = 4;
const SHORT_LOOK_MS = 200;
const SHORT_REST_MS = 100;

/** Waits between two looks, milliseconds; further ones are as long as the last. */
const WAITS_MS = [20, 80, 200, 400, 400, 500, 900, 2500] as const;

/** Longer than the seconds in which calls of one kind are counted, and as a multiple of the patience of the run. */
const LONG_REST_MS = 11_000;
const LONG_REST_OF_PATIENCE = 44;

type Patient = Pick<Context, 'patienceMs' | 'waits'>;
type Resting = Pick<Context, 'rests' | 'pause'>;

/** A wrong target stays wrong: where waiting did not help, it is short. */
const asLongAsItPays = ({ paidMs, vain }: Waits, ms: number, shortMs: number): number =>
  vain >= MOST_VAIN_WAITS ? Math.min(ms, Math.max(shortMs, OF_PAID * paidMs)) : ms;

const patienceOf = ({ waits, patienceMs }: Patient): number => asLongAsItPays(waits, patienceMs, SHORT_LOOK_MS);

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
  for (let looks = 0; ; looks++) {
    const seen = await look();
    const shown = hasShown(seen);
    if (shown && waitedMs > 0) {
      waits.paidMs = Math.max(waits.paidMs, waitedMs);
      context.goesBy('states.order', `a change took up to ${waitedMs} ms to show`);
    }
    if (!shown && waitedMs >= patienceMs) waits.vain++;
    if (shown || waitedMs >= patienceMs) return seen;
    const pauseMs = Math.min(WAITS_MS[looks] ?? WAITS_MS.at(-1)!, patienceMs - waitedMs);
    await context.pause(pauseMs);
    waitedMs += pauseMs;
  }
}

/** The same with one wait of full length each time: histories may be slower than anything that was waited for before. */
export const lookInFull = <Seen>(
  { pause, patienceMs, goesBy }: Context,
  look: () => Promise<Seen>,
  hasShown: (seen: Seen) => boolean,
): Promise<Seen> => lookUntil({ pause, patienceMs, goesBy, waits: { paidMs: Infinity, vain: 0 } }, look, hasShown);

export const rest = ({ rests, pause }: Resting, ms: number): Promise<void> =>
  pause(asLongAsItPays(rests, ms, SHORT_REST_MS));

export const longRestMs = ({ patienceMs }: Patient): number =>
  Math.min(LONG_REST_MS, LONG_REST_OF_PATIENCE * patienceMs);

export function noteRest({ rests }: Resting, isStillThere: boolean): void {
  if (isStillThere) rests.vain++;
  else rests.paidMs = Infinity;
}
