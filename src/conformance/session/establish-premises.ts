import { signingHeaders } from '../../../generated/names.js';
import { flipLastBit } from '../../core/signature-encoding.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { headerIn } from '../../recording/header-pairs.js';
import { lacksPath, orderIdOf, type Reading } from '../call/answer.js';
import type { Alteration } from '../call/build-call.js';
import { asNone, type Context, Found } from '../findings/check.js';
import { serverTimeOf } from '../findings/server-time.js';
import { markets } from '../orders/orders.js';
import { valid } from '../orders/valid-inputs.js';
import type { Session } from './session.js';
import type { ConformanceOptions } from '../model/report-model.js';
import { isJsonObject } from '../model/json-object.js';
import { NAMINGS } from '../orders/contract-names.js';
import { REFUSALS, SIGNING } from '../findings/premises.js';
import { establishUsual, firstProbe, orderProbe, type Probe } from './probe.js';
import {
  areAlike,
  sampleOf,
  holdsList,
  isEmptyObject,
  learnRefusals,
  type RefusalShape,
  shapeOf,
  tellingPairs,
} from '../call/refusal-shape.js';
import { otherRules, WITHOUT_QUERY, withoutBody } from './likely-signing-rules.js';

/*
 *   a signed call that the target has ─► taken? ─► what do refusals look like? ─► is the query signed? ─► is the body?
 *                                          └─ no ─► other reads, then other rules
 *                                                     └─ none: everything signed is cannot-tell, for one reason
 */

interface Opening {
  readonly context: Context;
  readonly session: Session;
  readonly probe: Probe;
  /** True when the caller signs (`options.sign`), so that no other rule is tried. */
  readonly ownSign: boolean;
  /** Wrongly signed, and without headers; each twice. */
  readonly refusals: readonly (readonly [Reading, Reading])[];
}

/**
 * Finds out how this target signs, and how it refuses: with reads where it has one. Nothing is judged here: a target that
 * answers in another way than expected is read in its way from then on, and what cannot be found out is noted as open.
 */
export async function establishPremises(session: Session, options: ConformanceOptions): Promise<void> {
  if (options.credentials === undefined) return;
  const context = session.context([]);
  try {
    const found = await firstProbe(context, options);
    const { first } = found;
    if (isSilent(first)) return;
    if ('why' in found) return session.open(SIGNING, `no signed call was accepted (${first.summary}): ${found.why}`);
    const { probe } = found;
    const refusals = [
      [await probe(FORGED), await probe(FORGED)],
      [await probe(UNSIGNED), await probe(UNSIGNED)],
    ] as const;
    const looks: Opening = { context, session, probe, refusals, ownSign: options.sign !== undefined };
    const taken = (await takenAsSigned(first, looks)) ?? (await takenByAnotherRule(looks));
    if (taken === undefined) {
      const why =
        first.code === '-1021'
          ? 'most hosts refuse a timestamp so (observed), and that of the call follows the time endpoint of the server'
          : `the credentials are wrong, or the server signs in a way that the kit does not know. Describe it with ${session.optionName('signing')}`;
      return session.open(SIGNING, `no signed call was accepted (${first.summary}): ${why}`);
    }
    readRefusals(taken, looks);
    await establishUsual(taken, context, session);
    await establishParts(context, session);
    if (options.existing?.contractName === undefined) await establishContract(context, session);
    await establishInputRefusals(context, session);
  } catch (error) {
    // A rate limit, or nothing answers: the checks meet it, and say so.
    if (!(error instanceof Found)) throw error;
  }
}

const FORGED: Alteration = { signature: flipLastBit };
const UNSIGNED: Alteration = { unsigned: true };

const isSilent = ({ kind }: Reading): boolean => kind === 'none' || kind === 'limited';

/**
 * A fault of the input may be refused in another form than a fault of the signature. A list is asked for
 * without its required field: a server that takes such a call answers with a list, and what is not one is a refusal.
 */
async function establishInputRefusals(context: Context, session: Session): Promise<void> {
  const ask = (): Promise<Reading> => context.callWith('getOrderHistory', {});
  const first = await ask();
  if (first.kind !== 'accepted' && first.kind !== 'unclear') return;
  const { status = 0, json } = first;
  // A framework tells its exceptions so: where one operation does, it may be a fault of its own.
  const isThrown =
    status === 500 && namesIn(json) !== '' && namesIn((await context.callWith('getOrder', {})).json) === namesIn(json);
  if (!isThrown && (status < 200 || status >= 300 || first.code === '0')) return;
  const right = await context.call('getOrderHistory', { contractName: context.contract });
  // Records of other contracts say nothing where there are none of this one.
  if (Array.isArray(first.json) && Array.isArray(right.json) && right.json.length === 0) return;
  if (right.kind !== 'accepted' || areAlike(sampleOf(first), sampleOf(right))) return;
  const shape = learnRefusals([[sampleOf(first), sampleOf(await ask())]], sampleOf(right));
  if (shape === undefined) return;
  session.readBy(shape);
  session.goBy('errors.format', `a refusal of input has ${shape.text}`);
}

const namesIn = (json: unknown): string => (isJsonObject(json) ? Object.keys(json).sort().join() : '');

async function takenAsSigned(first: Reading, looks: Opening): Promise<Reading | undefined> {
  if (isTaken(first, looks)) return first;
  const second = await looks.context.call('getTradeHistory', {});
  return isTaken(second, looks) ? second : undefined;
}

/** True when this is not a refusal: by its code, or because it holds a list where the response to a forgery holds none. */
function isTaken(reading: Reading, { refusals }: Opening): boolean {
  if (reading.status === undefined || reading.status < 200 || reading.status >= 300) return false;
  const sample = sampleOf(reading);
  const [[forged]] = refusals as [readonly [Reading, Reading]];
  const alike = areAlike(sample, sampleOf(forged));
  // Where a forgery is answered in the same way, nothing is verified, or nothing is accepted: a list or a new order says which.
  if (alike) return reading.kind === 'accepted' && (holdsList(sample) || orderIdOf(reading) !== undefined);
  if (reading.kind === 'refused') return holdsList(sample) && !holdsList(sampleOf(forged));
  return true;
}

async function takenByAnotherRule(looks: Opening): Promise<Reading | undefined> {
  const { context, session, probe, ownSign } = looks;
  if (ownSign) return undefined;
  for (const rule of otherRules(context.basePath !== '')) {
    const reading = await probe({ rule });
    if (!isTaken(reading, looks) || !(await isTakenAgain(rule, looks))) continue;
    session.signBy(rule);
    noteRule(session, rule);
    return reading;
  }
  return undefined;
}

/** The characters that tell base64 from base64url; one signature in four has none of them. */
const TELLING = /[+/_-]/;
const MOST_REPEATS = 8;

/** Two encodings may write one signature alike: the rule has to hold for one that tells them apart. */
async function isTakenAgain(rule: Partial<SigningRule>, looks: Opening): Promise<boolean> {
  if (rule.encoding?.startsWith('base64') !== true) return true;
  for (let repeat = 1; repeat <= MOST_REPEATS; repeat++) {
    const reading = await looks.probe({ rule, offsetMs: -repeat });
    if (!isTaken(reading, looks)) return false;
    if (TELLING.test(headerIn(reading.sent.call.headers, signingHeaders.signature) ?? '')) return true;
  }
  return true;
}

function noteRule(session: Session, rule: Partial<SigningRule>): void {
  if (rule.encoding !== undefined) session.goBy('signing.encoding', `signatures are written as ${rule.encoding}`);
  if (rule.signPrefix !== undefined) session.goBy('signing.prefix', 'the path of the base URL is signed');
  if (rule.composition === undefined && rule.methodCase === undefined && rule.emptyBody === undefined) return;
  const parts = rule.composition?.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.text))) ?? [];
  const text = [
    ...(parts.length > 0 ? [`${parts.join(', ')} are signed in this order`] : []),
    ...(rule.methodCase === undefined ? [] : [`the method is signed in ${rule.methodCase} case`]),
    ...(rule.emptyBody === undefined ? [] : [`an empty body is signed as ${rule.emptyBody}`]),
  ];
  session.goBy('signing.composition', text.join('; '));
}

/** Learns what a refusal is here, where it is not one by its status or code. */
function readRefusals(taken: Reading, { session, refusals }: Opening): void {
  const success = sampleOf(taken);
  const unlike = tellingPairs(
    taken,
    refusals.filter((pair) => !pair.every(isSilent)),
  );
  if (unlike.length === 0) return;
  const shape: RefusalShape | undefined = learnRefusals(unlike, success);
  // Refusals that come in one form and in another by turns.
  const odd = refusals
    .flat()
    .filter((one) => one.kind === 'accepted' && !isEmptyObject(one.json) && !areAlike(sampleOf(one), success));
  if (shape !== undefined) {
    session.readBy(shape);
    session.goBy('errors.format', `a refusal has ${shape.text}`);
  } else if (odd.length > 0 && odd.length < refusals.flat().length) {
    for (const one of odd) session.readBy(shapeOf(sampleOf(one)));
    session.goBy('errors.format', 'a refusal has one of several forms');
  } else if (unlike.length === refusals.length && refusals.every(([one]) => one.kind === 'accepted')) {
    session.open(
      REFUSALS,
      'the response to a wrongly signed call is neither like that of a right one nor a refusal that can be read',
    );
  }
}

/** A query is sent, and then a body: those that need no contract, where the target has them. */
async function establishParts(context: Context, session: Session): Promise<void> {
  const { contract: contractName } = context;
  const queries: readonly Probe[] = [
    (alteration) => context.call('getTradeHistory', { limit: '5' }, alteration),
    (alteration) => context.call('getOpenOrders', { contractName }, alteration),
  ];
  if ((await isTakenBy(WITHOUT_QUERY, queries, context)) === true) {
    session.signBy(WITHOUT_QUERY);
    session.goBy('signing.query', 'the query is not signed');
  }
  const bodies: readonly Probe[] = [
    (alteration) => context.call('getProfitHistory', { limit: '5' }, alteration),
    (alteration) => context.call('getOrderHistory', { contractName }, alteration),
  ];
  const rule = withoutBody(context.rule);
  const isBare = await isTakenBy(rule, bodies, context);
  if ((isBare ?? (await isTakenBy(rule, await orderProbe(context), context))) !== true) return;
  session.signBy(rule);
  session.goBy('signing.body', 'the body is not signed');
}

/**
 * True when the first of these calls that the target supports is refused under the present rule and accepted under the other one;
 * undefined where it supports none of them.
 */
async function isTakenBy(
  rule: Partial<SigningRule>,
  calls: readonly Probe[],
  context: Context,
): Promise<boolean | undefined> {
  for (const call of calls) {
    const first = await call();
    if (lacksPath(first)) continue;
    return first.kind === 'refused' && (await call({ rule: { ...context.rule, ...rule } })).kind === 'accepted';
  }
  return undefined;
}

/** Finds the name that trading uses for a contract of the public list: a read that needs one is tried with each. */
async function establishContract(context: Context, session: Session): Promise<void> {
  const ask = (): Promise<Reading> => context.call('getOrderHistory', { contractName: context.contract });
  const first = await ask();
  // The call that every check of the history begins with: it need not be made twice.
  if (first.kind === 'accepted' && first.status === 200)
    await context.shared('valid getOrderHistory', () => Promise.resolve(first));
  if (first.kind !== 'refused') return;
  const listed = await markets(context);
  const known = { ...context.contracts };
  for (const [naming, nameOf] of NAMINGS.entries()) {
    const market = listed.find(({ base }) => base === 'BTC') ?? listed[0];
    if (market === undefined) break;
    Object.assign(context.contracts, { naming, name: nameOf(market) });
    if (context.contract === known.name || (await ask()).kind !== 'accepted') continue;
    session.goBy('contracts.names', `trading names a contract as ${context.contract}`);
    return;
  }
  Object.assign(context.contracts, known);
}

/** Service time minus this machine's, from the middle of one call. */
export async function measureClock(session: Session): Promise<void> {
  const reading = await valid(session.context([]), 'getServerTime').catch(asNone);
  const [time] = reading === undefined ? [] : serverTimeOf(reading);
  if (time !== undefined) session.clockOffsetMs = Math.round(time.serverMs - time.middleMs);
}
