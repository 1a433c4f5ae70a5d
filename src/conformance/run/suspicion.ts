import { assertPricesStayed, otherContract } from '../orders/orders.js';
import { assertPricesHold } from '../orders/trading.js';
import { IDLE, type Unrest, unrestOf } from '../orders/unrest.js';
import { lacksPath, type SentCall } from '../call/answer.js';
import { tryCall } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';
import { operations as described, type OperationId } from '../model/operations.js';
import { asNone, type Broken, type Check, findingIn } from '../findings/check.js';
import { noteRest, rest } from '../findings/patience.js';
import type { Memory, Session } from '../session/session.js';

/*
 *   broken ─► are right calls still taken? ─► seen again, with nothing remembered? ─► orders: did prices move?
 *          └─ shown: it stands                                                      └─► does an account at rest change, too?
 */

const SIGNED_READS = ['getTradeHistory', 'getProfitHistory'] as const;
const PUBLIC_READS = ['getServerTime', 'ping', 'getContracts'] as const;

interface Suspicion {
  readonly session: Session;
  readonly look: (memory: Memory) => Promise<Finding>;
  readonly sent: readonly SentCall[];
  /** True when the call as described was taken in this run. */
  readonly wasTaken: (operationId: OperationId) => Promise<boolean>;
}

/**
 * Looks for another explanation of a broken finding: the one step between a suspicion and a failure. It asks nothing before there
 * is a suspicion. Returns the finding that stands.
 */
export async function judgeSuspicion(check: Check, first: Broken, room: Suspicion): Promise<Finding> {
  const { session, sent } = room;
  const closed = await closedFor(check, room);
  if (closed !== undefined) return { outcome: 'cannot-tell', reason: closed };
  if (first.isShown === true || check.clause.kind === 'unknown') return first;
  const context = session.context([]);
  // In mode read, where calls are few, a list or a page that is wrong is believed at the first look.
  if (context.callsLeft < sent.length + SIGNED_READS.length + 1) return first;
  // Public data is changed by no call of the run.
  if (check.signed) await rest(context, context.patienceMs);
  const { waits } = context;
  const before = { calls: sent.length, atMs: session.timing.now(), waitedMs: waits.ms };
  const memory: Memory = new Map();
  const again = await room.look(memory);
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
    waitedMs: waits.ms - before.waitedMs,
    reads,
  };
  return (await ofTheAccount(session, memory, busy)) ?? again;
}

const looksAtOrders = ({ operations }: Check): boolean =>
  operations.includes('createOrder') && operations.includes('getOpenOrders');

/** Why orders come and go without the calls of a check. */
async function ofTheAccount(session: Session, memory: Memory, busy: Unrest): Promise<Finding | undefined> {
  try {
    // By the prices of the first look, and by those of the second.
    for (const context of [session.context([]), session.context([], memory)]) {
      const elsewhere = context.mode === 'sandbox' ? await otherContract(context) : undefined;
      const contracts = [context.contract, ...(elsewhere === undefined ? [] : [elsewhere])];
      for (let look = 0; look < 2; look++)
        await assertPricesStayed(
          context,
          contracts.map((contract) => ({ contract })),
        );
    }
    if (session.context([]).mode === 'sandbox') await assertPricesHold(session.context([], memory));
    const text = await unrestOf(session.context([]), busy);
    return text === undefined ? undefined : { outcome: 'cannot-tell', reason: text, cause: 'states.order' };
  } catch (error) {
    const finding = findingIn(error);
    return finding.outcome === 'cannot-tell' ? finding : undefined;
  }
}

/**
 * Why a refusal shows nothing: a target that locks an account after wrong signatures, or limits calls with its own code,
 * refuses right calls as well. One right call that is taken is enough.
 */
async function closedFor(
  { id, signed, settles, operations: [own] }: Check,
  { session, wasTaken }: Suspicion,
): Promise<string | undefined> {
  // A check of the way calls are signed shows by itself whether right ones are taken.
  if (settles !== undefined) return undefined;
  const context = session.context([]);
  const ask = async (): Promise<boolean> => (await tryCall(context, own!).catch(asNone))?.kind === 'refused';
  const isShape = id === `shape/${own}/success`;
  const once = !isShape && signed && own !== undefined && described[own].effect === 'read' && (await wasTaken(own));
  if (once && (await ask()) && (await ask()))
    return `the target refuses ${own} as it was taken before: it may limit its calls`;
  const toCall = (read: OperationId) => () => context.call(read, {});
  const signedReads = [() => context.usual(), ...SIGNED_READS.map(toCall)];
  const publicReads = PUBLIC_READS.map(toCall);
  let isClosed = false;
  for (const read of signed ? signedReads : publicReads) {
    if (context.callsLeft <= 0) return undefined;
    const reading = await read().catch(asNone);
    if (reading?.kind !== 'refused') return undefined;
    // A target that never had the operation refuses it as before.
    isClosed ||= !lacksPath(reading);
  }
  return isClosed
    ? 'the target refuses calls now that it took before: it may limit calls, or have locked the account'
    : undefined;
}
