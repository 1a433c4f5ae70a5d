import { declaredFields, declaredOperations, type Operation, type OperationId } from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  decidedBy,
  holds,
  notApplicable,
  type ServerTime,
  shown,
} from '../findings/check.js';
import { isClosed, judgeRefusal } from '../findings/right-call.js';
import { isAway, isTargetFault, isWhole } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import { sideBySide } from '../model/side-by-side.js';
import { tryCall, valid, validInput } from '../orders/valid-inputs.js';
import type { Clause, Finding } from '../model/report-model.js';
import { cancelOf } from '../orders/cancelling.js';
import { bait, clear, notYetOpen, tryPlace } from '../orders/orders.js';
import { doubtOf, stepBetween } from '../findings/server-time.js';
import { wipeOften } from '../scenes/cancels.js';
import { refusalElsewhere } from './elsewhere.js';
import { asCheck } from './judged-orders.js';
import { wrongClaimIn } from './shape.js';
import { levelsByTurns } from './levels-by-turns.js';
import { complaintSpelled } from './spellings.js';

/** Number of calls: enough to see a fault that strikes one call in six. */
const TIMES = 6;

interface Tried {
  readonly reading: Reading;
  readonly problem: string | undefined;
}

async function attempt(operationId: OperationId, call: () => Promise<Reading>): Promise<Tried> {
  const reading = await call();
  const isOpen = isAway(reading) || isClosed(reading);
  return { reading, problem: isOpen ? undefined : problemOf(operationId, reading) };
}

function summaryOf(log: readonly Tried[]) {
  const wrong = log.filter(({ problem }) => problem !== undefined);
  const others = log.filter(({ problem }) => problem === undefined);
  return {
    wrong: wrong.map(({ reading }) => reading),
    all: [...new Set(wrong.map(({ problem }) => problem))].join('; '),
    right: others.filter(isTaken).length,
    unclear: others.find((one) => !isTaken(one))?.reading.summary,
    lastRight: log.findLastIndex(isTaken),
  };
}

const isTaken = ({ reading, problem }: Tried): boolean => reading.kind === 'accepted' && problem === undefined;

/** The same right call several times: each is a success of the same form. */
async function everyTime(context: Context, operation: Operation): Promise<Finding> {
  const { operationId, effect } = operation;
  const earlier = effect === 'read' ? await valid(context, operationId) : undefined;
  const isOrder = effect === 'money' && context.mode === 'sandbox';
  const times = Array.from({ length: TIMES }, (_, time) => time);
  const hasTurns = operationId === 'changeLeverage' && context.mode === 'sandbox';
  const turns = hasTurns ? await levelsByTurns(context) : undefined;
  const log = await sideBySide(times, effect === 'read' ? context.atOnce : 1, async (time) => {
    const tried = await attempt(operationId, () => turns?.send(time) ?? once(context, operation));
    if (!isOrder || isTaken(tried) || tried.problem !== undefined) return tried;
    // It says that there are too many: they may be the open ones.
    await clear(context, context.contract);
    return attempt(operationId, () => once(context, operation));
  });
  const { wrong, all, right, unclear, lastRight } = summaryOf(log);
  const refused = wrong.filter(({ kind }) => kind === 'refused').length;
  // Nothing says that a setting can be made twice.
  if (effect === 'reversible' && refused >= TIMES - 1)
    return notApplicable(`a setting that is made again is refused: ${all}`);
  // Another check reports a call that was wrong from the start on.
  const isRead = earlier !== undefined && problemOf(operationId, earlier) === undefined;
  const last = log.at(-1)!.reading;
  const later = isRead && last.kind === 'refused' ? await refusedLater(context, operation, last) : undefined;
  if (later !== undefined && (right === 0 || later.outcome === 'broken')) return later;
  if (wrong.length > 0 && right === 0 && (refused > 0 || (await isWrongAnyway(context, operationId))))
    return notApplicable(`it fails every time, not now and then, and another check judges that: ${all}`);
  // An account may allow only a certain number of orders. What comes and goes is right again in between.
  if (effect === 'money' && refused > 1 && refused === TIMES - 1 - lastRight)
    return cannotTell(`right ${right} times, and refused from then on (${all}): the account may allow no more`);
  const lost = refused > 1 ? turns?.refused() : undefined;
  // Limits of changes are not shown, nor what has to be closed before one.
  if (lost !== undefined) return cannotTell(`${lost}: ${all}`);
  if (refused > 0) return spaced(context, operation, all);
  if (wrong.length === 0 && operationId === 'getServerTime' && context.mode === 'sandbox') {
    const clock = await judgeSpeed(context);
    if (clock !== undefined) return clock;
  }
  if (wrong.length > 0) {
    const isJson = wrong[0]!.kind === 'accepted' && wrong[0]!.status === 200;
    const clause = isJson ? wrongClaimIn(operationId, wrong[0]!)?.clause : undefined;
    const finding = broken(`right ${right} of ${TIMES} times, and else: ${all}`, undefined, clause);
    // Once wrong may be always wrong from then on: a second look would see nothing else.
    return decidedBy(isWhole(wrong[0]!) ? shown(finding) : finding, wrong[0]!);
  }
  if (unclear !== undefined) return cannotTell(unclear);
  return (await complaintSpelled(context, operation)) ?? (await refusalElsewhere(context, operation)) ?? holds(TIMES);
}

const isWrongAnyway = async (context: Context, operationId: OperationId): Promise<boolean> =>
  problemOf(operationId, await valid(context, operationId)) !== undefined;

/** A read that was taken at first, and is refused now; undefined where it is taken after all, as for an order that is new. */
async function refusedLater(
  context: Context,
  { operationId, security }: Operation,
  first: Reading,
): Promise<Finding | undefined> {
  const isPublic = security === 'public';
  const signed = (): Promise<Reading> => tryCall(context, operationId, { signed: true });
  const finding = await judgeRefusal(context, first, {
    what: `${operationId}, which was taken before,`,
    ask: () => tryCall(context, operationId, {}),
    control: isPublic
      ? () => context.call(operationId === 'ping' ? 'getServerTime' : 'ping', {})
      : () => context.usual(operationId),
    ...(isPublic && { signed }),
  });
  if (finding?.outcome !== 'broken' || !isPublic) return finding;
  // With headers or without, it may be a limit of this operation.
  if ((await signed()).kind !== 'accepted')
    return { outcome: 'cannot-tell', reason: `${finding.problem}; with headers as well` };
  return { ...finding, clause: clauses.publicWithout };
}

/** A clock is looked at over twice this time, milliseconds. */
const HALF_MS = 2500;
/** Tolerance for a clock that is set right, and for a response that is kept for a moment. */
const STEP_MS = 1000;
const DRIFT = 0.4;
/** No clock is set back so far, and set right in between. */
const FAR_BACK_MS = 10_000;

/** Compares the speed of the target's clock with the clock here: it has to be off the same way twice in a row. */
async function judgeSpeed(context: Context): Promise<Finding | undefined> {
  const { serverTimes } = context;
  const ask = async (): Promise<ServerTime | undefined> => {
    await context.call('getServerTime', {});
    return serverTimes.at(-1);
  };
  const [first, latest] = [serverTimes[0], serverTimes.at(-1)];
  if (first === undefined || latest === undefined) return undefined;
  if (latest.middleMs - first.middleMs < HALF_MS) await context.pause(HALF_MS);
  const middle = await ask();
  if (middle === undefined) return undefined;
  await context.pause(HALF_MS);
  const end = (await ask())!;
  const keptMs = longestKept(serverTimes);
  const kept = broken(`serverTime was the same for ${Math.round(keptMs)} ms`, undefined, clauses.serverTime);
  // For a short time it may be one response from a cache.
  if (keptMs > 2 * HALF_MS) return keptMs > FAR_BACK_MS ? shown(kept) : kept;
  const back = serverTimes.slice(1).map((next, at) => -stepBetween(serverTimes[at]!, next));
  const far = back.filter((ms) => ms > FAR_BACK_MS);
  // Once may be a clock that is set right.
  if (far.length > 1)
    return broken(
      `serverTime went back by ${Math.round(Math.max(...far))} ms, and ${far.length} times`,
      undefined,
      clauses.serverTime,
    );
  const offs = [offBetween(first, middle), offBetween(middle, end)];
  if (offs.includes(0) || Math.sign(offs[0]!) !== Math.sign(offs[1]!)) return undefined;
  const [serverMs, hereMs] = [end.serverMs - first.serverMs, Math.round(end.middleMs - first.middleMs)];
  return broken(`serverTime went on by ${serverMs} ms in ${hereMs} ms`, undefined, clauses.serverTime);
}

/** The longest time for which all responses had the same time in them, milliseconds. */
function longestKept(times: readonly ServerTime[]): number {
  let from = times[0]!;
  let most = 0;
  for (const next of times) {
    if (next.serverMs !== from.serverMs) from = next;
    most = Math.max(most, next.middleMs - from.middleMs - doubtOf(from, next));
  }
  return most;
}

/** Milliseconds that the clock of the target gained on the clock here; 0 where a step or a delay explains it. */
function offBetween(one: ServerTime, next: ServerTime): number {
  const hereMs = next.middleMs - one.middleMs;
  const off = stepBetween(one, next);
  return hereMs >= HALF_MS / 2 && Math.abs(off) > STEP_MS + doubtOf(one, next) + DRIFT * hereMs ? off : 0;
}

/** Calls with time between them; a fault is shown by so many that were refused where the next one, sent at once, was taken. */
const SPACED = 18;
const ENOUGH = 3;
/** Rests as multiples of one that is longer than a call takes. Not all alike: a limit may begin again and again. */
const RESTS = [2, 3, 4, 2, 3, 2, 4];
const OF_A_CALL = 4;

/**
 * The same with time before each call, but none after a refusal. A limit of calls refuses what comes at once after a refusal, too;
 * a limit of orders is out, because none of those that were placed is left; and other right calls come before, not always as many.
 * Where these are refused now and then as well, it is a limit that is not shown; a fault of the operation is its own.
 */
async function spaced(context: Context, operation: Operation, earlier: string): Promise<Finding> {
  const { effect, operationId } = operation;
  let isOpen = true;
  let restMs = context.patienceMs / 12;
  const log: Tried[] = [];
  const shownAt: number[] = [];
  const call = async (): Promise<Reading> => {
    if (operationId !== 'cancelOrder') return once(context, operation);
    context.bait.spend();
    const order = await bait(context);
    const cancel = cancelOf(context, [order], '', operationId, {
      contractName: order.contract,
      orderId: order.orderId,
    });
    return (await cancel.ask()) ?? cannotTell(`the order ${order.orderId} that was to be cancelled is over`);
  };
  for (let rested = false; log.length < SPACED;) {
    const time = log.length;
    const mayShow: boolean = rested && log.at(-1)?.problem !== undefined;
    rested = !mayShow;
    if (rested) {
      if (effect === 'money' && context.mode === 'sandbox') await clear(context, context.contract);
      for (let more = 0; more <= time % 3; more++) isOpen &&= (await context.usual(operationId)).kind === 'accepted';
    }
    // Last, because a server that limits cancels counts those that made room.
    if (rested) await context.pause(restMs * RESTS[time % RESTS.length]!);
    const atMs = context.now();
    log.push(await attempt(operationId, call));
    restMs = Math.max(restMs, OF_A_CALL * (context.now() - atMs));
    if (mayShow && isTaken(log.at(-1)!)) shownAt.push(time - 1);
  }
  const { all, right } = summaryOf(log);
  if (shownAt.length >= ENOUGH && isOpen)
    return decidedBy(
      shown(broken(`right ${right} of ${SPACED} times with time between them, and else: ${all}`)),
      log[shownAt[0]!]!.reading,
    );
  return cannotTell(`${earlier}; ${isOpen ? 'not with time between the calls' : 'other calls are refused as well'}`);
}

/** A short page of a list says as much as a long one. */
async function once(context: Context, operation: Operation): Promise<Reading> {
  const { operationId } = operation;
  if (declaredFields(operation).some(({ name }) => name === 'limit'))
    return context.callWith(operationId, { ...(await validInput(context, operationId)), limit: '5' });
  // An order may be known to a cancel no sooner than it is listed.
  if (operationId === 'cancelOrder') await notYetOpen(context, [await bait(context)]);
  // Where nothing is open, there may be nothing to cancel.
  if (operationId === 'cancelAllOrders') await notYetOpen(context, await tryPlace(context));
  // Without an alteration, what was looked up before would be told again.
  return tryCall(context, operationId, {});
}

export function problemOf(operationId: OperationId, reading: Reading): string | undefined {
  const { kind, status, summary } = reading;
  if (kind === 'refused' || kind === 'unclear' || isTargetFault(reading)) return summary;
  if (kind !== 'accepted') return undefined;
  if (status !== 200) return `the status of a success is ${status}, not 200`;
  return wrongClaimIn(operationId, reading)?.problem;
}

const wipe = (operationId: 'cancelOrder' | 'cancelAllOrders', name: string, title: string, clause: Clause): CheckRow =>
  asCheck({
    id: `rule/${name}/every-time`,
    title,
    clause,
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder', operationId],
    throwAway: true,
    control: `shape/${operationId}/success`,
    play: (context) => wipeOften(context, operationId),
  });

export const everyTimeChecks: readonly CheckRow[] = [
  ...declaredOperations.map((operation): CheckRow => {
    const { operationId, effect, security } = operation;
    return {
      id: `shape/${operationId}/every-time`,
      title: `${operationId} as described succeeds each of ${TIMES} times`,
      clause: security === 'public' ? clauses.success : clauses.tradingSuccess,
      // A call that costs something is not repeated on an account that matters.
      ...(effect === 'read' && { effect: 'reversible' }),
      operations: [operationId],
      again: true,
      throwAway: true,
      run: (context) => everyTime(context, operation),
    };
  }),
  wipe(
    'cancelOrder',
    'cancel',
    'a cancel without orderId cancels the orders of its contract each time',
    clauses.cancelMany,
  ),
  wipe('cancelAllOrders', 'cancel-all', 'cancel_all cancels all open orders each time', clauses.cancelAll),
];
