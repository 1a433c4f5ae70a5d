import { flipLastBit } from '../../core/signature-encoding.js';
import { lacksPath, type Reading } from '../call/answer.js';
import { areAlike, sampleOf } from '../call/refusal-shape.js';
import { broken, cannotTell, type Context, decidedBy, Found, needAccepted, premiseOpen, shown } from './check.js';
import { longRestMs, noteRest, rest } from './patience.js';
import { operations } from '../model/operations.js';
import type { Finding } from '../model/report-model.js';
import { complaintAbout, isTargetFault } from './valid-call.js';

/*
 *   refused ─► control ─► the call once more ─► control ─► three rounds, later each time
 *                 │               └─ taken: no accusation
 *                 └─ refused as well: nothing can be told
 */

export interface RightCall {
  readonly what: string;
  /** The call, with input that is fresh; undefined where there was nothing to ask for. */
  readonly ask: () => Promise<Reading | undefined>;
  /**
   * The same call without what is in question: it has to be taken before and after. Where a whole operation is in question, another
   * right call. Default: a list that needs nothing.
   */
  readonly control?: (() => Promise<Reading>) | undefined;
  /** For a public call, which names no contract: the same with the headers of a signed call. */
  readonly signed?: () => Promise<Reading>;
}

/** Number of rounds: a target may refuse calls at intervals, calls after a wrong one, or too many in a time. */
const ROUNDS = 3;
/** Rounds in which the call has to be refused between two controls that are taken. */
const ENOUGH = 2;
const CALLS_OF_A_ROUND = 4;

/**
 * Judges the refusal of a right call: undefined when it is taken after all; broken when it is refused again and again, while
 * the control is taken; and cannot-tell in all other cases. Every accusation that a right call was refused comes from here.
 */
export async function judgeRefusal(context: Context, first: Reading, call: RightCall): Promise<Finding | undefined> {
  const { what, ask, control = () => context.usual(), signed } = call;
  const rounds = Math.min(ROUNDS, Math.floor(context.callsLeft / CALLS_OF_A_ROUND));
  const { summary } = first;
  const closed = await whyClosed(context, first, signed);
  if (closed !== undefined) return { outcome: 'cannot-tell', reason: `${what} was refused: ${summary}; ${closed}` };
  let refused = 0;
  let last = first;
  let isRefusedLast = false;
  let why = 'the calls of a run in mode read do not suffice to ask again';
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await rest(context, round === rounds - 1 ? longRestMs(context) : context.patienceMs);
    // Not always as many calls apart.
    for (let more = 0; more < round; more++) await control();
    const before = await control();
    const reading = await ask();
    const after = await control();
    if (reading?.kind === 'accepted') {
      if (round > 0) noteRest(context, false);
      return undefined;
    }
    isRefusedLast = false;
    if (reading === undefined) why = 'there was nothing left to ask for';
    else if (reading.kind !== 'refused') why = `once more it is ${reading.summary}`;
    else if (before.kind === 'accepted' && after.kind === 'accepted') {
      refused++;
      isRefusedLast = true;
      last = reading;
    } else {
      why = 'what is known to be right was refused next to it as well';
      if (before.kind !== 'accepted' && after.kind !== 'accepted') break;
    }
  }
  if (isRefusedLast && rounds > 1) noteRest(context, true);
  if (refused >= ENOUGH && isRefusedLast && (signed !== undefined || (await isContractKnown(context))))
    return decidedBy(shown(broken(`${what} was refused: ${summary}`)), last);
  return { outcome: 'cannot-tell', reason: `${what} was refused: ${summary}; ${why}` };
}

const NO_SUCH_PATH = '/fapi/v1/there-is-no-such-path';

/**
 * True when the target seems to lack the operation: by the status, or because an unknown path gets the same response and a
 * forged signature does not.
 */
export async function lacksOperation(context: Context, reading: Reading): Promise<boolean> {
  if (lacksPath(reading) || context.mode === 'read') return lacksPath(reading);
  const [unknown, forged] = await context.shared('an unknown path', async (inner) => [
    sampleOf(await inner.call('getOpenOrders', {}, { path: NO_SUCH_PATH })),
    sampleOf(await inner.call('getOpenOrders', {}, { signature: flipLastBit })),
  ]);
  return areAlike(sampleOf(reading), unknown!) && !areAlike(unknown!, forged!);
}

/** Words of a refusal that blame the number of calls, or a service that is down for a time. */
const FOR_A_TIME =
  /too (many(?!\s+(?:param|field|argument|member|propert|value|digit|decimal|character))|often|frequent)|rate.?limit|quota|throttl|maintenance|temporar|(try|come back|retry).{0,9} later/i;
/** Words of a setting that is refused for what the account holds. */
const IN_THE_WAY =
  /\b(?:there (?:are|is)|while|open|existing|have|has|close|hold(?:ing)?|active)\b[^"]{0,40}?(?<!\b(?:no|such|in) )\b(?:positions?|orders?)\b(?! ?(?:type|mode|model|side|id))|\b(?:positions?|orders?) exist/i;
/** Refusals that are about a call's headers say so. */
const HEADERS = /x-ch-|api.?key|signature/i;

const bodyOf = ({ sent }: Reading): string => sent.response?.body ?? '';

/** The code of too many orders: observed. */
export const TOO_MANY = '-1015';

/** True for a refusal whose reason is the number of calls or a service that is away. */
export const isForATime = (reading: Reading): boolean =>
  reading.kind === 'refused' && (reading.code === TOO_MANY || FOR_A_TIME.test(bodyOf(reading)));

/** The advice where the reason of a refusal is the number of calls or a service that is away; undefined where nothing says so. */
export const adviceToWait = ({ optionName }: Context, reading: Reading): string | undefined =>
  isForATime(reading) ? `that is for a time: send fewer calls with ${optionName('rate')}, or run it later` : undefined;

/**
 * True when a refusal may be about the caller and not about the call: its country, its network, or a program without a browser
 * (RFC 9110 15.5.4 and 15.5.8, RFC 7725).
 */
const isOfCaller = (reading: Reading): boolean =>
  [403, 407, 451].includes(reading.status ?? 0) && !HEADERS.test(bodyOf(reading));

/** True when a public call is refused for a reason that has nothing to do with it. */
export const isClosed = (reading: Reading): boolean =>
  reading.kind === 'refused' && (isOfCaller(reading) || FOR_A_TIME.test(bodyOf(reading)));

/** The reason why a refusal says nothing about the call; undefined when it does, as for a public call that succeeds once it is signed. */
async function whyClosed(
  context: Context,
  reading: Reading,
  signed: (() => Promise<Reading>) | undefined,
): Promise<string | undefined> {
  if (FOR_A_TIME.test(bodyOf(reading))) return 'it says itself that this is for a time';
  const { operationId } = reading.sent.call;
  // The account may have had it before the run, and no operation lists positions.
  if (operationId && operations[operationId].effect === 'reversible' && IN_THE_WAY.test(bodyOf(reading)))
    return 'it says itself that a position or an order is in the way';
  if (signed === undefined || !isOfCaller(reading)) return undefined;
  if (context.credentials !== undefined && (await signed()).kind === 'accepted') return undefined;
  return 'that may be about the address that it was called from';
}

/** Tests whether trading takes the name of the contract: if not, a refusal does not judge a call with it, and the check ends. */
async function isContractKnown(context: Context): Promise<boolean> {
  const { contracts, contract } = context;
  for (const operationId of ['getOpenOrders', 'getOrderHistory'] as const)
    contracts.isTaken ||= (await context.call(operationId, { contractName: contract })).kind === 'accepted';
  return contracts.isTaken || premiseOpen('contracts.names', `trading knows no contract named ${contract}`);
}

/**
 * Makes a call that has to succeed, and goes on with the success.
 *
 * @throws {Found} When it is refused for good, when the target breaks or says another status than 200, or when that cannot be told.
 */
export async function rightly(context: Context, call: RightCall): Promise<Reading> {
  let taken: Reading | undefined;
  const ask = async (): Promise<Reading | undefined> => {
    const reading = await call.ask();
    if (reading?.kind === 'accepted') taken = reading;
    return reading;
  };
  const first = (await ask()) ?? cannotTell(`there was nothing to ask for: ${call.what}`);
  if (first.kind !== 'refused') {
    const isOdd = first.kind === 'accepted' ? first.status !== 200 : isTargetFault(first);
    const complaint = isOdd
      ? await complaintAbout(context, call.what, first, async () => (await ask()) ?? first)
      : undefined;
    if (complaint !== undefined) throw new Found(complaint);
    return taken ?? needAccepted(first, call.what);
  }
  const finding = await judgeRefusal(context, first, { ...call, ask });
  if (taken !== undefined) return taken;
  throw new Found(finding ?? { outcome: 'cannot-tell', reason: call.what });
}
