import type { Reading } from '../call/answer.js';
import { type Broken, broken, cannotTell, type Context, decidedBy, shown } from './check.js';
import { askedToWait } from '../call/pace.js';
import { longRestMs, noteRest, rest } from './patience.js';

/** A silence may be the network's, or a timeout that was set too short. */
const isSilence = ({ kind, summary }: Reading): boolean =>
  kind === 'none' && /no complete response within/.test(summary);

/** The target itself broke: a server error, half a body, a wrong length, a connection that was reset. */
export const isTargetFault = (reading: Reading): boolean =>
  !isSilence(reading) && (reading.kind === 'none' || (reading.kind === 'unclear' && (reading.status ?? 0) >= 500));

/** A success by its status, whose body shows by itself what is wrong with it. */
export const isWhole = ({ kind, status = 0 }: Reading): boolean =>
  kind === 'accepted' || (kind === 'unclear' && status >= 200 && status < 300);

/** A gateway says so when the service behind it is away: a status other than 200 is said of no refusal. */
export const isAway = ({ kind, status }: Reading): boolean =>
  kind === 'unclear' && (status === 502 || status === 503 || status === 504);

/** A gateway may answer a program with an HTML page. */
const isPage = ({ status, sent }: Reading): boolean => status === 503 && /^\s*</.test(sent.response?.body ?? '');

/** The time that a response says the target is away, milliseconds; undefined where it does not say that. */
export function awayMsOf(reading: Reading, nowMs: number): number | undefined {
  if (!isAway(reading)) return undefined;
  return isPage(reading) ? Infinity : askedToWait(reading, nowMs);
}

/**
 * Judges the answer to a call that has to succeed; undefined when it was a success as declared. Where the target itself broke, the
 * call is made once more: it is a failure of the operation when it breaks again while another call succeeds, and cannot be told
 * when nothing succeeds.
 */
export async function complaintAbout(
  context: Context,
  what: string,
  first: Reading,
  again: () => Promise<Reading>,
): Promise<Broken | undefined> {
  let reading = isTargetFault(first) && (await isAlive(context)) ? await again() : first;
  if (isAway(first) && isAway(reading)) {
    // A service that starts or is updated, and a page that a gateway puts in front of it, are not a fault of the operation.
    await rest(context, askedToWait(reading, context.now()) ?? longRestMs(context));
    reading = await again();
    noteRest(context, isAway(reading));
  }
  const found = await complain(context, what, reading);
  return found && decidedBy(found, reading);
}

async function complain(context: Context, what: string, reading: Reading): Promise<Broken | undefined> {
  const { kind, status, summary } = reading;
  if (kind === 'accepted') {
    return status === 200 ? undefined : shown(broken(`the status of a success of ${what} is ${status}, not 200`));
  }
  if (kind === 'refused') return broken(`${what} was refused: ${summary}`);
  if (!isTargetFault(reading)) {
    if (kind !== 'unclear') return cannotTell(summary);
    const finding = broken(`${what} did not succeed: ${summary}`);
    return isWhole(reading) ? shown(finding) : finding;
  }
  if (!(await isAlive(context))) return cannotTell(summary);
  if (isPage(reading)) return cannotTell(`${summary}: a page that a gateway may have put in front of the service`);
  return broken(`${what} ends with ${summary}, twice, while other calls succeed`);
}

/** True when the target responds to a call that needs nothing. Ping and time: one of them may be broken. */
async function isAlive(context: Context): Promise<boolean> {
  for (const operationId of ['getServerTime', 'ping'] as const) {
    if ((await context.call(operationId, {})).kind === 'accepted') return true;
  }
  return false;
}
