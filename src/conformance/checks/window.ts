import { type CheckRow, type Context, needAccepted, seen } from '../findings/check.js';
import { unknown } from '../model/clauses.js';

/** Distances that are tried, milliseconds; the edge is looked for by halving, so that seven take three calls. */
const RUNGS = [500, 1000, 2000, 3000, 5000, 10_000, 60_000, 600_000] as const;
/** The longest wait for a target that takes no call after a timestamp from the future. */
const LONGEST_MS = 5000;
/** Precision of the measured edge where calls are free. */
const FINE_MS = 100;

/** Measures the largest accepted distance of X-CH-TS from the service's clock in one direction, once in a run. */
export const measureWindow = (context: Context, name: 'stale' | 'future') =>
  context.shared(`window ${name}`, async (inner) => {
    const direction = name === 'stale' ? -1 : 1;
    const accepts = (distance: number): Promise<boolean> => isAccepted(inner, direction * distance);
    let low = -1;
    let high: number = RUNGS.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await accepts(RUNGS[middle]!)) low = middle;
      else high = middle;
    }
    let acceptedMs: number = RUNGS[low] ?? 0;
    let refusedMs: number | undefined = RUNGS[high];
    while (inner.mode === 'sandbox' && refusedMs !== undefined && refusedMs - acceptedMs > FINE_MS) {
      const middle = Math.round((acceptedMs + refusedMs) / 2);
      if (await accepts(middle)) acceptedMs = middle;
      else refusedMs = middle;
    }
    // A target may take no timestamp that is earlier than the last one it saw, one that it refused included.
    for (const waitMs of direction > 0 ? RUNGS.filter((distance) => distance <= LONGEST_MS) : [])
      if ((await inner.usual()).kind === 'refused') await inner.pause(waitMs);
      else break;
    return { acceptedMs, refusedMs: refusedMs ?? null };
  });

/** Measured, never judged. */
const windowCheck = (name: 'stale' | 'future'): CheckRow => ({
  id: `sign/window/${name}`,
  title: `how far X-CH-TS may lie in the ${name === 'stale' ? 'past' : 'future'}`,
  clause: unknown('timestamp.window'),
  operations: ['getOpenOrders'],
  control: 'shape/getOpenOrders/success',
  run: async (context) => seen(await measureWindow(context, name)),
});

async function isAccepted(context: Context, offsetMs: number): Promise<boolean> {
  const reading = await context.call('getOpenOrders', { contractName: context.contract }, { offsetMs });
  if (reading.kind === 'refused') return false;
  needAccepted(reading, `a timestamp ${offsetMs} ms from now`);
  return true;
}

export const windowChecks: readonly CheckRow[] = [windowCheck('stale'), windowCheck('future')];
