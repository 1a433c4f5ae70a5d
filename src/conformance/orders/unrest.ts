import { type Context, type Placed } from '../findings/check.js';
import { goneOf, maybeCondition, notYetOpen, openIds, otherContract, otherSide, tryPlace } from './orders.js';

/** The effort of a check, for a control that does as much of nothing. */
export interface Unrest {
  readonly calls: number;
  readonly ms: number;
  /** The pauses in that. */
  readonly waitedMs: number;
  /** Reads that the check does not look at. */
  readonly reads: readonly Idle[];
}

/** Calls that ask for nothing that a check of orders is about. */
export const IDLE = ['getServerTime', 'ping', 'getTradeHistory', 'getProfitHistory'] as const;
type Idle = (typeof IDLE)[number];

/** Orders that rest during the control, by mode: on an account that matters no more than are needed. */
const RESTING = { sandbox: 7, mutate: 2, read: 0 } as const;
/** Calls of the control, and how much longer than the check it goes on: what comes by chance may have stayed away at first. */
const MIN_CALLS = 24;
const MOST_CALLS = 240;
const LONGER = 3;
const LOOKS = 4;

/**
 * The control of every check that looks at orders: orders rest, and nothing is asked for that touches them, as often and for as long
 * as the check took. What comes or goes meanwhile, comes and goes by itself. Looked for after a suspicion only; what was found
 * is told again at the next one.
 */
export async function unrestOf(context: Context, busy: Unrest): Promise<string | undefined> {
  const found = await context.shared('unrest', () => Promise.resolve<Seen[]>([]));
  // A change seen while other reads were made may have come from one of them.
  const known = found.find(({ reads }) => reads.every((read) => busy.reads.includes(read)));
  if (known !== undefined) return known.text;
  const text = await look(context, busy);
  if (text !== undefined) found.push({ text, reads: busy.reads });
  return text;
}

const ENDING = 'open orders end by themselves here: some were gone while no call touched them';

interface Seen {
  readonly text: string;
  readonly reads: readonly Idle[];
}

async function look(context: Context, { calls, ms, waitedMs, reads }: Unrest): Promise<string | undefined> {
  const placed = await placeResting(context);
  const before = await everyId(context, placed);
  // The effect of placing an order on others is not unrest.
  const resting = placed.filter(({ orderId }) => before.has(orderId));
  // None was placed after the last one.
  const last = placed.at(-1);
  if (last !== undefined && !before.has(last.orderId) && (await goneOf(context, [last])).length > 0) return ENDING;
  const count = Math.min(MOST_CALLS, Math.max(MIN_CALLS, LONGER * calls));
  const spanMs = Math.max(ms, LONGER * (ms - waitedMs), 2 * context.patienceMs) / LOOKS;
  for (let step = 0; step < LOOKS; step++) {
    for (let call = 0; call < count / LOOKS; call++) {
      const read = reads[call % reads.length]!;
      await context.call(read, read === 'ping' || read === 'getServerTime' ? {} : { limit: '10' });
    }
    await context.pause(Math.ceil(spanMs));
    const now = await everyId(context, resting);
    const come = [...now].filter((id) => !before.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id));
    if (come.length > 0)
      return 'the account is used by others at the same time: orders come up while this run places none';
    const gone = resting.filter(({ orderId }) => !now.has(orderId));
    if (gone.length > 0 && (await goneOf(context, gone)).length > 0) return ENDING;
  }
  for (const { contract: contractName, orderId } of placed)
    await context.call('cancelOrder', { contractName, orderId });
  return undefined;
}

/** Orders that were seen open, each after it was placed. */
async function placeResting(context: Context): Promise<readonly Placed[]> {
  const elsewhere = context.mode === 'sandbox' ? await otherContract(context) : undefined;
  const resting: Placed[] = [];
  for (let n = 0; n < RESTING[context.mode]; n++) {
    const contract = (n % 3 === 2 ? elsewhere : undefined) ?? context.contract;
    // The account may have no more orders.
    for (const order of await tryPlace(context, contract, n % 2 === 0 ? 'BUY' : otherSide(context)))
      if ((await notYetOpen(context, [order])).length === 0) resting.push(order);
  }
  return resting;
}

/** The orders that are open now, on all contracts and on those of the control. */
async function everyId(context: Context, resting: readonly Placed[]): Promise<ReadonlySet<string>> {
  const ids = new Set(await openIds(context));
  for (const contract of new Set([context.contract, ...resting.map((order) => order.contract)]))
    for (const id of await openIds(context, contract)) ids.add(id);
  return ids;
}
