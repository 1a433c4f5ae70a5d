import { refuse } from '../core/argument.js';
import { isOrderId } from '../core/envelope.js';
import { JournalError } from '../core/errors.js';
import { ownOptions } from '../core/options.js';
import { isOpenOutcome } from './entry.js';
import {
  isUnreadable,
  type JournalIntent,
  type JournalResult,
  type KnownOrder,
  type SettleOptions,
  type SharedJournal,
} from './journal.js';

/** The settled intent and its result. @throws {ArgumentError} When there is not exactly one that is open. */
export function settlementOf(
  known: readonly KnownOrder[],
  clientOrderId: string,
  outcome: 'accepted' | 'absent',
  options: SettleOptions = {},
): { readonly intent: JournalIntent; readonly result: JournalResult } {
  const refusing = { caller: 'settle', done: 'written' } as const;
  const { orderId, account } = ownOptions(options, ['orderId', 'account'] satisfies (keyof SettleOptions)[], refusing);
  if (outcome !== 'accepted' && outcome !== 'absent') refuse('outcome', 'must be accepted or absent', refusing);
  if (orderId !== undefined && (outcome !== 'accepted' || !isOrderId(orderId)))
    refuse('orderId', 'must be an id that the service gave, as text, and only an accepted order has one', refusing);
  const open = known.flatMap(({ intent, last }) =>
    intent !== undefined && (last === undefined || isOpenOutcome(last.outcome)) ? [intent] : [],
  );
  const ours = account === undefined ? open : open.filter((intent) => (intent.account ?? '') === account);
  const [intent, ...more] = ours;
  const doubt = known.find(({ why }) => why !== undefined)?.why;
  const wayOn = `: ${doubt}. It cannot be settled: look it up at the service. If the journal is damaged, start a new one then`;
  const problem = `${clientOrderId} is not the id of an open order in this journal${doubt === undefined ? '' : wayOn}`;
  if (intent === undefined) return refuse('clientOrderId', problem, refusing);
  const accounts = ours.map(({ account: name = '' }) => name).join(', ');
  if (more.length > 0) refuse('account', `must say which one: ${clientOrderId} is open in ${accounts}`, refusing);
  const { id } = intent;
  const common = { v: 1, type: 'result', id, clientOrderId, outcome, timestampMs: Date.now() } as const;
  return { intent, result: orderId === undefined ? common : { ...common, orderId } };
}

export const worksOnIt = (clientOrderId: string): JournalError =>
  new JournalError(
    `a process is working on the order ${clientOrderId}, or crashed less than a lease ago. Nothing was written. ` +
      'Wait for it, or run recover, then settle what is still unknown.',
    { reason: 'lease' },
  );

export async function settleShared(
  journal: SharedJournal,
  ...[clientOrderId, outcome, options]: [string, 'accepted' | 'absent', SettleOptions?]
): Promise<void> {
  const { intent, result } = settlementOf(await journal.find(clientOrderId), clientOrderId, outcome, options);
  const claim = await journal.claim({ except: [], accounts: [intent.account ?? ''], clientOrderId });
  if (
    claim === undefined ||
    isUnreadable(claim) ||
    claim.intent.id !== intent.id ||
    !(await journal.write(claim, result))
  )
    throw worksOnIt(clientOrderId);
}
