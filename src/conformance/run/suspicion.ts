import { assertPricesStayed, otherContract } from '../orders/orders.js';
import { assertPricesHold } from '../orders/trading.js';
import { IDLE, type Unrest, unrestOf } from '../orders/unrest.js';
import type { SentCall } from '../call/answer.js';
import { operations } from '../model/operations.js';
import type { Finding } from '../model/report-model.js';
import { tryCall } from '../orders/valid-inputs.js';
import { asNone, type Broken, type Check, findingIn } from '../findings/check.js';
import { noteRest, rest } from '../findings/patience.js';
import type { Memory, Session } from '../session/session.js';

/*
 *   broken ─► seen again, with nothing remembered? ─► orders: did prices move?
 *          └─ shown: it stands                     └─► does an account at rest change, too?
 */

interface Suspicion {
  readonly session: Session;
  readonly look: (memory: Memory) => Promise<Finding>;
  readonly sent: readonly SentCall[];
}

/**
 * Looks for another explanation of a broken finding: the one step between a suspicion and a failure. It asks nothing before there
 * is a suspicion. Returns the finding that stands.
 */
export async function judgeSuspicion(
  check: Check,
  first: Broken,
  { session, sent, look }: Suspicion,
): Promise<Finding> {
  if (first.isShown === true || check.clause.kind === 'unknown') return first;
  const context = session.context([]);
  // In mode read, where calls are few, a list or a page that is wrong is believed at the first look.
  if (context.callsLeft <= sent.length) return first;
  // Public data is changed by no call of the run.
  if (check.signed) await rest(context, context.patienceMs);
  // A fault of one call in so many strikes elsewhere in a look that is as long as the first.
  const own = check.operations[0]!;
  if (operations[own].effect === 'read') await tryCall(context, own).catch(asNone);
  const before = { calls: sent.length, atMs: session.timing.now(), waitedMs: context.pausedMs };
  const memory: Memory = new Map();
  const again = await look(memory);
  if (again.outcome === 'not-run') return first;
  noteRest(context, again.outcome === 'broken');
  if (again.outcome !== 'broken') {
    const what = 'reason' in again ? `: ${again.reason}` : '';
    const cause = 'cause' in again ? { cause: again.cause } : {};
    const reason = `${first.problem}; looked at once more, that did not show again${what}`;
    return { outcome: 'cannot-tell', reason, ...cause };
  }
  if (again.isShown === true || !looksAtOrders(check) || context.mode === 'read') return again;
  const reads = IDLE.filter((id) => !check.operations.includes(id));
  const busy = {
    calls: sent.length - before.calls,
    ms: session.timing.now() - before.atMs,
    waitedMs: context.pausedMs - before.waitedMs,
    reads,
  };
  return (await ofTheAccount(session, memory, busy)) ?? again;
}

const looksAtOrders = ({ operations: ids }: Check): boolean =>
  ids.includes('createOrder') && ids.includes('getOpenOrders');

/** Why orders come and go without the calls of a check. */
async function ofTheAccount(session: Session, memory: Memory, busy: Unrest): Promise<Finding | undefined> {
  try {
    // By the prices of the first look, and by those of the second.
    for (const context of [session.context([]), session.context([], memory)]) {
      const elsewhere = context.mode === 'sandbox' ? await otherContract(context) : undefined;
      const contracts = [context.contract, ...(elsewhere === undefined ? [] : [elsewhere])];
      for (let look = 0; look < 2; look++) await assertPricesStayed(context, contracts);
    }
    if (session.context([]).mode === 'sandbox') await assertPricesHold(session.context([], memory));
    const text = await unrestOf(session.context([]), busy);
    return text === undefined ? undefined : { outcome: 'cannot-tell', reason: text, cause: 'states.order' };
  } catch (error) {
    const finding = findingIn(error);
    return finding.outcome === 'cannot-tell' ? finding : undefined;
  }
}
