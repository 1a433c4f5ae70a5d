import { getOrMake } from '../model/groups.js';
import type { SentCall } from '../call/answer.js';
import type { OperationId } from '../model/operations.js';
import type { CoveredCheck } from '../coverage/coverage.js';
import { type Check, type Context, decidingCall, findingIn, NOT_ACCEPTED } from '../findings/check.js';
import { catalogue } from '../checks/index.js';
import { BIT_FLIPPED } from '../checks/wrong-calls.js';
import { type FindingJudgement, judge, missingControl } from './judge.js';
import { clear, otherContracts } from '../orders/orders.js';
import { premisesOf } from '../findings/premises.js';
import type { ConformanceOptions, Finding, Result, Verdict } from '../model/report-model.js';
import { NotPermitted, stoppedBy } from '../call/safety.js';
import { resultOf } from './result.js';
import { judgeSuspicion } from './suspicion.js';
import type { Memory, Session } from '../session/session.js';

const DIGITS = 'shape/getOpenOrders/ids-keep-their-digits';
/** The check that shows that the target is the service at all, and not a server that answers everything alike. */
const TELLS_TIME = 'shape/time/milliseconds';
const TAKES_FORGERY = 'the target takes a forged signature for a right one';

const byId: ReadonlyMap<string, Check> = new Map(catalogue.map((check) => [check.id, check]));

/** Runs checks one after the other, each once, its control first. */
export function createRunner(session: Session, options: ConformanceOptions) {
  const { mode = 'read', permission, credentials, dryRun } = options;
  const results = new Map<string, Promise<Result>>();
  const calls = new Map<string, readonly SentCall[]>();

  const result = (check: Check): Promise<Result> => getOrMake(results, check.id, () => run(check));

  async function run(check: Check): Promise<Result> {
    const evidence: Evidence = { sent: [], deciding: undefined };
    const started = performance.now();
    const { sent } = evidence;
    const decided = await decide(check, evidence);
    const judgement = (await lostDigits(check, decided, sent)) ?? withinOperations(decided, sent);
    calls.set(check.id, sent);
    const durationMs = Math.round(performance.now() - started);
    return resultOf(check, judgement, durationMs, () => shownOf(check, evidence));
  }

  async function decide(check: Check, evidence: Evidence): Promise<FindingJudgement> {
    const { sent } = evidence;
    try {
      const stopped = stoppedBy(check, { mode, permission }, session.optionName);
      if (stopped !== undefined) return { verdict: 'not-run', reason: stopped };
      if (check.signed && credentials === undefined)
        return { verdict: 'not-run', reason: `no credentials were given: set ${session.optionName('credentials')}` };
      const granted = premisesOf(check).filter((id) => check.settles?.includes(id) !== true);
      const open = dryRun === true ? undefined : session.openPremise(granted);
      if (open !== undefined) return { verdict: 'cannot-tell', reason: open.text, cause: open.id };
      const control = check.control === undefined ? undefined : byId.get(check.control);
      const controlResult = control && (await result(control));
      const missing = dryRun === true ? undefined : missingControl(controlResult);
      if (missing !== undefined) return missing;
      const finding = await find(check, sent);
      if (dryRun === true) return { verdict: 'not-run', reason: 'dry run: nothing was sent' };
      const look = (memory: Memory): Promise<Finding> => find(check, sent, memory);
      const standing =
        finding.outcome === 'broken' ? await judgeSuspicion(check, finding, { session, look, sent }) : finding;
      evidence.deciding = decidingCall(standing);
      const doubt = await doubtAbout(check);
      evidence.isDoubted = standing.outcome === 'holds' && doubt !== undefined;
      return judge(check, standing, { control: controlResult, doubt });
    } catch (error) {
      if (error instanceof NotPermitted) return { verdict: 'not-run', reason: error.message };
      return { verdict: 'harness-error', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** True when the call as described was taken in this run. */
  async function wasTaken(operationId: OperationId): Promise<boolean> {
    const shape = byId.get(`shape/${operationId}/success`);
    return shape !== undefined && (await result(shape)).verdict === 'pass';
  }

  /** Why what a check of SIGN has seen shows nothing. */
  async function doubtAbout(check: Check): Promise<FindingJudgement | undefined> {
    const { id, family, clause, signed } = check;
    const open = (reason: string): FindingJudgement => ({ verdict: 'cannot-tell', reason });
    if (family !== 'SIGN' || clause.kind === 'unknown') return undefined;
    const verdictOf = async (other: string) => (await result(byId.get(other)!)).verdict;
    const time = await result(byId.get(TELLS_TIME)!);
    // The server is not said to have it, and does not.
    if (time.verdict === 'not-run') return { verdict: 'not-run', reason: time.reason ?? 'the time is not asked for' };
    const why = time.reason === undefined ? '' : `: ${time.reason}`;
    if (time.verdict !== 'pass')
      return open(`the target does not tell the time as the service does (${TELLS_TIME} is ${time.verdict}${why})`);
    // A server may lack the operation that is asked first: another one shows as much, and one without signed calls has none to forge.
    const others: readonly OperationId[] = signed
      ? check.operations.slice(0, 1)
      : ['getTradeHistory', 'getOrderHistory'];
    const verdicts: Verdict[] = [];
    let isSigned = signed;
    for (const operationId of ['getOpenOrders', ...others] as const) {
      const control = `sign/${operationId}/${BIT_FLIPPED}`;
      if (control === id) return verdicts.includes('fail') ? open(TAKES_FORGERY) : undefined;
      const verdict = await verdictOf(control);
      if (verdict === 'fail') return open(TAKES_FORGERY);
      if (!signed && verdict === 'pass') return undefined;
      verdicts.push(verdict);
      isSigned ||= await wasTaken(operationId);
    }
    return verdicts.includes('pass') || !isSigned
      ? undefined
      : open(`nothing shows that it refuses a forged signature (${verdicts[0]})`);
  }

  /** Turns cannot-tell into not-run where the check needs an operation that the server is not said to have. */
  function withinOperations(judgement: FindingJudgement, sent: readonly SentCall[]): FindingJudgement {
    const { operations, orders } = options;
    if (judgement.verdict !== 'cannot-tell' || operations === undefined) return judgement;
    const other = sent.find(({ call: { operationId: id } }) => id !== undefined && !operations.includes(id))?.call;
    if (other === undefined) return judgement;
    const isPrice = other.operationId === 'getContracts' && orders?.price === undefined;
    const price = isPrice
      ? `. For the price of orders that rest, ${session.optionName('orders.price')} does as well`
      : '';
    const reason = `it also needs ${other.operationId!}, which is not among the operations that were named${price}`;
    return { verdict: 'not-run', reason };
  }

  /** Where a list rounds identifiers, no order is found on it: that there is none is not said then, nor that a history is needed. */
  async function lostDigits(
    { id }: Check,
    judgement: FindingJudgement,
    sent: readonly SentCall[],
  ): Promise<FindingJudgement | undefined> {
    const isOpen = ['not-applicable', 'not-run'].includes(withinOperations(judgement, sent).verdict);
    const isListed = sent.some(({ call }) => call.operationId === 'getOpenOrders');
    // One that was not asked for is not run for this.
    const digits = isOpen && isListed && /^(?:rule|state)\//.test(id) ? await results.get(DIGITS) : undefined;
    return digits?.verdict === 'fail'
      ? { verdict: 'cannot-tell', reason: `${DIGITS} is fail: ${digits.reason}` }
      : undefined;
  }

  async function find(check: Check, exchanges: SentCall[], memory?: Memory): Promise<Finding> {
    const context = session.context(exchanges, memory);
    // A check may also throw before it has a promise.
    const look = (): Promise<Finding> => (async () => check.run(context))().catch(findingIn);
    const finding = await look();
    // An account may have a limit of open orders: what earlier checks have left would stop this one, and all that follow.
    const mayBeFull = finding.outcome === 'cannot-tell' && finding.reason.startsWith(NOT_ACCEPTED);
    if (mode !== 'sandbox' || !mayBeFull || !context.order.settled) return finding;
    await clearAll(context).catch(findingIn);
    return look();
  }

  function covered(check: Result): CoveredCheck {
    const sent = calls.get(check.id) ?? [];
    return { check, calls: sent.map(({ call, response }) => ({ ...call, response })) };
  }

  return { result, covered };
}

async function clearAll(context: Context): Promise<void> {
  for (const contract of [context.contract, ...(await otherContracts(context))]) await clear(context, contract);
}

interface Evidence {
  readonly sent: SentCall[];
  deciding: SentCall | undefined;
  /** True where calls of other checks put in doubt what these have shown. */
  isDoubted?: boolean;
}

/** Another check may have made the call that a failure rests on; without one, it is the last call of the check's own operations. */
function shownOf({ operations }: Check, { sent, deciding, isDoubted }: Evidence) {
  if (isDoubted === true) return { sent: [], deciding: undefined };
  const ofItsOwn = sent.findLast(({ call }) => call.operationId !== undefined && operations.includes(call.operationId));
  const call = deciding ?? ofItsOwn ?? sent.at(-1);
  return { sent: call === undefined || sent.includes(call) ? sent : [call, ...sent], deciding: call };
}
