import { getOrMake, remembering } from '../model/groups.js';
import type { UnknownId } from '../../../generated/description.js';
import { readSigningRule } from '../../core/read-signing-rule.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { signingHeaders } from '../../../generated/names.js';
import { headerIn } from '../../recording/header-pairs.js';
import { type Operation, type OperationId, operations } from '../model/operations.js';
import { orderIdOf, readAnswer, type Reading, type SentCall, textOf } from '../call/answer.js';
import { type Alteration, buildCall } from '../call/build-call.js';
import type { AnyInput } from '../call/input.js';
import type { RawCall } from '../call/raw-call.js';
import type { TracedCall } from '../call/traced-call.js';
import {
  cannotTell,
  type Context,
  type ContractNaming,
  needAccepted,
  notRun,
  type OrderTerms,
  type ServerTime,
  type Waits,
} from '../findings/check.js';
import { createBaseline } from '../ledger/baseline.js';
import { createLedger, type Ledger, type OwnOrder, PREFIX } from '../ledger/ledger.js';
import { createStrangers, isWithin } from '../ledger/strangers.js';
import { lookUntil } from '../findings/patience.js';
import { isForATime, TOO_MANY } from '../findings/right-call.js';
import { isAway } from '../findings/valid-call.js';
import { openRecordsOf } from '../call/open-records.js';
import { otherContracts, place, tryPlace } from '../orders/orders.js';
import type { Budget, ConformanceOptions, Mode, PremiseResult } from '../model/report-model.js';
import type { RefusalShape } from '../call/refusal-shape.js';
import { asOption, type OptionNaming } from '../model/option-names.js';
import { createOddResponses } from './odd-responses.js';
import { createRehearsal } from './rehearse.js';
import { askedToWait, createPace } from '../call/pace.js';
import { assertMaySend, weightOf } from '../call/safety.js';
import { REAL_TIME, type Timing } from '../call/timing.js';
import type { InProcessFetch } from '../call/in-process-sender.js';
import { createSecretFinder, textOfResponse } from '../call/secret-finder.js';
import { createTarget } from '../call/target.js';
import { createGate } from '../model/side-by-side.js';
import { serverTimeOf } from '../findings/server-time.js';

/** A whole run of mode `read` sends no more than this. What is only measured stays out when few are left. */
const READ_CALLS = 100;

const noCallsLeft = (budget: number, optionName: OptionNaming): string =>
  `the ${budget}-call budget of mode read is spent: ${optionName('budget')} allows more, and ${optionName('checks')} with its address runs it alone`;

/** Calls at a time, where the target takes them in any order. */
const LANES = 16;

/** Longest time that a change may take to show unless the options say otherwise, milliseconds. */
const PATIENCE_MS = 5000;

/** Requests whose timestamps are remembered: many more than are sent in a millisecond. */
const MOST_TIMESTAMPS = 1000;

/** A clock that stands still is not waited for. */
const MOST_WAITS = 3;

/** Number of times that one call is repeated after a limit, while the target is away, and after a refusal for a time. */
const MOST_REPEATS = { limited: 10, away: 3, refused: 4 };
/** The waits after a limit that names no time, milliseconds: more than a minute in all. */
const UNNAMED_MS = [1000, 2000, 4000, 8000, 16_000, 32_000];
const MOMENT_MS = 250;

/** This many calls in a row without an answer, or refused for being too many, end a run. */
const ENOUGH_TROUBLE = 3;

export interface UsualCall {
  readonly operationId: OperationId;
  readonly input: AnyInput;
  readonly alteration?: Alteration;
}

/** The work that `shared` has done, by its key. */
export type Memory = Map<string, { readonly value: Promise<unknown>; readonly exchanges: SentCall[] }>;

interface SessionSurroundings {
  readonly rehearsing?: boolean;
  /** Default: one that writes nothing down. */
  readonly ledger?: Ledger | undefined;
  readonly timing?: Timing | undefined;
  /** Default: as the options of `runConformance` are called. */
  readonly optionName?: OptionNaming | undefined;
  /** In place of HTTP. */
  readonly fetch?: InProcessFetch | undefined;
}

export type Session = ReturnType<typeof createSession>;

export function createSession(options: ConformanceOptions, baseUrl: URL, surroundings: SessionSurroundings) {
  const { rehearsing = false, timing = REAL_TIME, optionName = asOption } = surroundings;
  const {
    mode = 'read',
    credentials,
    permission,
    existing = {},
    seed = 1,
    timeoutMs = 10_000,
    lanes = LANES,
  } = options;
  const { volume = '1' } = options.orders ?? {};
  const { sign, codes = {}, budget: mostCalls = READ_CALLS, patienceMs = PATIENCE_MS } = options;
  const premises = new Map<UnknownId, PremiseResult>();
  const terms: OrderTerms = {
    volume,
    priceHundredths: 50n,
    sellHundredths: 150n,
    crossHundredths: 5n,
    positionType: codes.positionType ?? '1',
    clientOrderId: 'long',
    settled: false,
    sells: false,
    crosses: false,
    contracts: new Set(),
  };
  // A second look waits in full again: what made waits short must not decide.
  const waitsOf = remembering((_memory: Memory): Waits => ({ paidMs: 0, vain: 0 }));
  let pausedMs = 0;
  const rests: Waits = { paidMs: 0, vain: 0 };
  const contracts: ContractNaming = { naming: 0, name: 'E-BTC-USDT', isTaken: false };
  let rule = readSigningRule(options.signing ?? {}, 'signing');
  const refusals: RefusalShape[] = [];
  let usual: UsualCall = { operationId: 'getOpenOrders', input: {} };
  const basePath = baseUrl.pathname.replace(/\/$/, '');
  const ledger = surroundings.ledger ?? createLedger({ prefix: options.orders?.prefix ?? PREFIX, now: timing.now });
  const baseline = createBaseline();
  const strangers = createStrangers(timing.now, patienceMs);
  const pace = createPace(rehearsing ? undefined : options.rate, timing);
  // A call that places an order is not cut off: what became of it would be unknown.
  const leave = mode === 'mutate' ? options.leaveSignal : options.signal;
  let cleaning = false;
  let limited = false;
  const counted: Record<string, number> = {};
  let weight = 0;
  let trouble = 0;
  let troubledMs = 0;
  let stopped: string | undefined;
  const gate = createGate(lanes);
  const target = createTarget({
    baseUrl,
    timeoutMs,
    signal: leave,
    timing,
    fetch: surroundings.fetch,
    credentials,
    guard: (call) => assertMaySend(call.method, call.target, { mode, permission }, optionName),
    rehearse: rehearsing ? createRehearsal() : undefined,
  });
  const conditionReceipts: string[] = [];
  const serverTimes: ServerTime[] = [];
  const emptied = new Set<string>();
  const restedInVain = new Set<OperationId>();
  /** Operations that were refused for a time, or limited: their calls go one at a time from then on, so that none of them is refused for long. */
  const queues = new Map<OperationId, ReturnType<typeof createGate>>();
  /** Operations and codes of refusals for a time that stayed. */
  const waitedInVain = new Set<string>();
  const timestamps = new Set<string>();
  /** When the last signed request was sent, by the service's clock. */
  let lastMs = 0;
  let secretShownBy: OperationId | undefined;
  const showsSecret = createSecretFinder(credentials?.apiSecret);
  const odd = createOddResponses();

  const ownIds = new Set<string>();
  /** The clientOrderId of each own order, by its contract and id. */
  const names = new Map<string, string | undefined>();
  const twiceIds = new Set<string>();
  const standing = new Map<string, string>();
  const fillable = new Set<string>();
  const cancelledMs = new Map<string, number>();
  const bait = {
    generation: 1,
    spend(): void {
      bait.generation++;
    },
  };
  const ofRun: Memory = new Map();
  const traced = new WeakMap<SentCall, TracedCall>();
  let tracedMs = 0;
  /** Later than the last one: calls that one millisecond holds stay in their order. */
  const nextMs = (): number => (tracedMs = Math.max(timing.now(), tracedMs + 0.001));

  const session = {
    get calls(): number {
      return target.calls;
    },
    ledger,
    /** Orders that were open before; kept in mode `mutate`. */
    baseline,
    /** Orders of others that lists have shown; kept in mode `mutate`. */
    strangers,
    get rule(): SigningRule {
      return rule;
    },
    timing,
    optionName,
    clockOffsetMs: null as number | null,
    /** Calls at a time of one lane: more than one where they may arrive in any order. */
    atOnce: 1,
    lanes,
    /** True once a right signed call is known that was taken. */
    hasUsual: false,
    /** Calls by plan up to now. */
    get budget(): Budget {
      const calls = Object.values(counted).reduce((sum, count) => sum + count, 0);
      return { calls, weight, byOperation: counted };
    },
    /** Why nothing more is sent, if so. */
    get stopped(): string | undefined {
      if (leave?.aborted === true || (!cleaning && options.signal?.aborted === true)) return 'stopped from outside';
      return stopped;
    },
    /** From now on calls are sent although the run was interrupted or had no responses: orders have to be cancelled. */
    beginCleanUp(): void {
      cleaning = true;
      trouble = 0;
      if (!limited) stopped = undefined;
    },
    /** Open questions that the target answers in its own way, or not at all. */
    get premises(): readonly PremiseResult[] {
      return [...premises.values()];
    },
    /** The first of these that could not be established. */
    openPremise: (ids: readonly UnknownId[]): PremiseResult | undefined =>
      ids.map((id) => premises.get(id)).find((found) => found?.by === 'open'),
    open(ids: readonly UnknownId[], text: string): void {
      for (const id of ids) premises.set(id, { id, by: 'open', text });
    },
    goBy(id: UnknownId, text: string): void {
      premises.set(id, { id, by: 'target', text });
    },
    signBy(change: Partial<SigningRule>): void {
      rule = { ...rule, ...change };
    },
    /** Takes responses of this shape for refusals as well from now on. */
    readBy(shape: RefusalShape): void {
      refusals.push(shape);
    },
    /** Compares with this call from now on, where a refusal is compared with a right call. */
    compareWith(call: UsualCall): void {
      usual = call;
      session.hasUsual = true;
    },
    context,
    close: () => target.close(),
  };

  /** A target may take each timestamp once, and none that is from the future: a signed request waits for its own millisecond. */
  async function untilFresh({ security }: Operation, here: Context): Promise<void> {
    if (rehearsing || security === 'public') return;
    for (let tries = 0; Math.round(here.now()) <= lastMs && tries < MOST_WAITS; tries++) await timing.pause(1);
    lastMs = Math.round(here.now());
  }

  /** A target may refuse a signature that it has seen: no signed request is sent twice with the same timestamp. */
  function buildFresh(operation: Operation, input: AnyInput, nowMs: number, alteration?: Alteration): RawCall {
    const signing = { credentials, rule, sign, prefix: basePath };
    for (let atMs = nowMs; ; atMs++) {
      const call = buildCall(operation, input, signing, atMs, alteration);
      const timestamp = headerIn(call.headers, signingHeaders.timestamp);
      const key = `${timestamp} ${call.method} ${call.target} ${call.body ?? ''}`;
      // One that is wrong on purpose does not change with the time.
      if (alteration?.timestamp !== undefined) return call;
      if (timestamp !== undefined && timestamps.has(key)) continue;
      if (timestamps.size >= MOST_TIMESTAMPS) timestamps.clear();
      timestamps.add(key);
      return call;
    }
  }

  /**
   * Allows a call that can reach several orders only when all of them belong to this run. A list may be old, or leave out a contract:
   * it has to show the last order of the run, on each of two contracts where all are reached. What any list has shown of others may
   * still be there.
   */
  async function assertOnlyOurs(here: Context, operationId: OperationId, input: AnyInput): Promise<void> {
    if (operationId === 'cancelOrder' && textOf(input.orderId) !== undefined) return;
    const contract = operationId === 'cancelOrder' ? textOf(input.contractName) : undefined;
    const inputOfList = contract === undefined ? {} : { contractName: contract };
    const assertNoneOfOthers = (): void => {
      const foreign = strangers.all.filter((one) => isWithin(contract, one.contract) && !ledger.isOurs(one));
      if (foreign.length > 0)
        notRun(`the account has ${foreign.length} open orders that this run did not place, or had them during the run`);
    };
    assertNoneOfOthers();
    const last = async (under: string, make: typeof tryPlace): Promise<readonly string[]> => {
      const known = [...standing].findLast(([, of]) => of === under);
      return known === undefined ? (await make(here, under)).map(({ orderId }) => orderId) : [known[0]];
    };
    const others = contract === undefined ? (await otherContracts(here)).slice(0, 1) : [];
    const wanted = await last(contract ?? here.contract, async (...where) => [await place(...where)]);
    const ids = [...wanted, ...(await Promise.all(others.map((other) => last(other, tryPlace)))).flat()];
    const missing = await lookUntil(
      here,
      async () => {
        const reading = needAccepted(await here.call('getOpenOrders', inputOfList), 'getOpenOrders');
        const records =
          openRecordsOf(reading) ?? cannotTell('the open orders are not a list of records with an orderId');
        return ids.filter((orderId) => !records.some(({ id }) => id === orderId));
      },
      ({ length }) => length === 0,
    );
    assertNoneOfOthers();
    if (missing[0] !== undefined)
      cannotTell(
        `the open orders do not show ${missing[0]}, which this run placed: they may lack orders of others, too`,
      );
  }

  function noteCancel(input: AnyInput): void {
    const [named, under] = [textOf(input.orderId), textOf(input.contractName)];
    if (named === undefined) strangers.wiped(under);
    for (const [orderId, contract] of standing)
      if (named === undefined ? under === undefined || under === contract : named === orderId) {
        standing.delete(orderId);
        cancelledMs.set(orderId, timing.now());
      }
  }

  /** The wait before the next call; undefined where there is none, as where that was in vain for its operation or the last call. */
  function waitMsAfter(
    reading: Reading,
    operationId: OperationId,
    { repeats, mayRepeat }: { readonly repeats: number; readonly mayRepeat: boolean },
  ): number | undefined {
    const isLimit = reading.kind === 'limited';
    // A limit may have the form of any other refusal. Of a call that places or cancels, only the code says that nothing was done. One
    // that stays may be of another kind, and is waited for once.
    const isTold = mayRepeat || reading.code === TOO_MANY;
    const refusal = `${operationId} ${reading.code}`;
    const isForTime = mode !== 'mutate' && isTold && isForATime(reading) && !waitedInVain.has(refusal);
    const mayWait = isLimit || isAway(reading) || isForTime;
    const most = MOST_REPEATS[isLimit ? 'limited' : isForTime ? 'refused' : 'away'];
    const isOver = repeats >= most || restedInVain.has(operationId) || trouble > 0;
    // A gateway that is away for a moment says no time, and is asked once more.
    const momentMs = mayRepeat && repeats === 0 ? MOMENT_MS : undefined;
    const unnamedMs = mode === 'mutate' ? undefined : isLimit || isForTime ? UNNAMED_MS[repeats] : momentMs;
    const waitMs = mayWait && !isOver ? askedToWait(reading, timing.now(), unnamedMs) : undefined;
    if ((isForTime || isLimit) && waitMs !== undefined) getOrMake(queues, operationId, () => createGate(1));
    if (waitMs === undefined && repeats > 0 && isForTime) waitedInVain.add(refusal);
    if (!mayWait) restedInVain.delete(operationId);
    else if (waitMs === undefined && repeats > 0) restedInVain.add(operationId);
    return waitMs;
  }

  function note({ kind, summary, status }: Reading, waitMs: number | undefined, startMs: number): void {
    if (waitMs !== undefined) return pace.rest(waitMs);
    const isTrouble = kind === 'none' || kind === 'limited';
    // Calls that were under way together have met one trouble.
    if (!isTrouble || startMs >= troubledMs) trouble = isTrouble ? trouble + 1 : 0;
    if (isTrouble) troubledMs = nextMs();
    const isBan = status === 418;
    limited = kind === 'limited' && (mode === 'mutate' || isBan || trouble >= ENOUGH_TROUBLE);
    if (limited) stopped = `the target asks for fewer calls (${summary}); nothing more is sent`;
    else if (trouble >= ENOUGH_TROUBLE) stopped = `no response (${summary}); nothing more is sent`;
  }

  /** Makes the context of a check. A second look passes a new memory, so that work shared by a run is done once more. */
  function context(exchanges: SentCall[], memory: Memory = ofRun): Context {
    /** One call, and its repeats where the target asks to come back later. */
    async function exchange(operationId: OperationId, input: AnyInput, alteration?: Alteration): Promise<Reading> {
      const operation = operations[operationId];
      let placed: OwnOrder | undefined;
      for (let repeats = 0; ; repeats++) {
        await pace.turn(cleaning ? leave : options.signal);
        if (session.stopped !== undefined) cannotTell(session.stopped);
        const { sent, startMs } = await gate(async () => {
          await untilFresh(operation, here);
          const nowMs = here.now();
          lastMs = Math.max(lastMs, Math.round(nowMs));
          const call = buildFresh(operation, input, nowMs, alteration);
          if (mode === 'mutate') placed ??= ledger.before(operationId, input);
          // It may have placed an order, even if its response says otherwise.
          if (operation.effect === 'money') emptied.clear();
          return { startMs: nextMs(), sent: await target.send(call) };
        });
        exchanges.push(sent);
        if (secretShownBy === undefined && showsSecret(textOfResponse(sent.response))) secretShownBy = operationId;
        const reading = readAnswer(sent, operation.security === 'public' ? [] : refusals);
        counted[operationId] = (counted[operationId] ?? 0) + 1;
        weight += weightOf(operation);
        // A service that is away may have done it: an order would be there twice, and a cancelled one is unknown.
        const isSafe = mode !== 'mutate' && (operation.effect === 'reversible' || alteration !== undefined);
        const mayRepeat = operation.effect === 'read' || isSafe;
        const waitMs = here.callsLeft > 0 ? waitMsAfter(reading, operationId, { repeats, mayRepeat }) : undefined;
        note(reading, waitMs, startMs);
        odd.noteSuccess(operationId, reading);
        if (mode === 'mutate') ledger.after(operationId, input, reading, placed);
        // A body changes nothing of what an operation is asked for that has none.
        const isSame = (name: string): boolean => name === 'place' || (name === 'body' && operation.input === 'none');
        if (Object.keys(alteration ?? {}).every(isSame)) {
          odd.note(operationId, input, reading);
          traced.set(sent, { operation, input, startMs, endMs: nextMs(), reading });
        }
        const isUndone = reading.kind === 'limited' || reading.kind === 'refused';
        if (waitMs === undefined || !(isUndone || mayRepeat)) return reading;
      }
    }

    async function send(operationId: OperationId, input: AnyInput, alteration?: Alteration): Promise<Reading> {
      if (session.stopped !== undefined) cannotTell(session.stopped);
      if (here.callsLeft <= 0) notRun(noCallsLeft(mostCalls, optionName));
      const operation = operations[operationId];
      const contract = textOf(input.contractName);
      if (mode === 'mutate') {
        if (operation.effect === 'wipe') await assertOnlyOurs(here, operationId, input);
        if (operation.effect === 'money' && contract !== undefined) await baseline.before(context([]), contract);
      }
      if (operation.effect === 'wipe') noteCancel(input);
      const inTurn = queues.get(operationId) ?? ((work) => work());
      const reading = await inTurn(() => exchange(operationId, input, alteration));
      if (reading.kind === 'accepted' && alteration === undefined && contract === here.contract)
        contracts.isTaken = true;
      if (operationId === 'getServerTime') serverTimes.push(...serverTimeOf(reading));
      if (operationId === 'createConditionOrder' && reading.kind === 'accepted') {
        conditionReceipts.push(reading.sent.response?.body ?? '');
      }
      if (operationId === 'createOrder' && reading.kind === 'accepted') {
        const id = orderIdOf(reading) ?? '';
        const [key, name] = [`${contract} ${id}`, textOf(input.clientOrderId)];
        // The effect of a repeated clientOrderId is an open question.
        const isOther = name === undefined || names.get(key) !== name;
        if (alteration === undefined && /[1-9]/.test(id) && names.has(key) && isOther) twiceIds.add(id);
        names.set(key, name);
        ownIds.add(id);
      }
      if (operationId === 'getOpenOrders' && mode === 'mutate') {
        const records = openRecordsOf(reading, contract) ?? [];
        strangers.note(records);
        ledger.noteNames(records);
      }
      if (operationId === 'getOpenOrders' && alteration === undefined && contract !== undefined && !cleaning) {
        ledger.looked(contract, reading);
      }
      if (reading.kind === 'limited') cannotTell(`limited: ${reading.summary}`);
      return reading;
    }

    const here: Context = {
      mode: mode satisfies Mode,
      credentials,
      get rule() {
        return rule;
      },
      optionName,
      codes,
      get atOnce() {
        return session.atOnce;
      },
      patienceMs,
      waits: waitsOf(memory),
      rests,
      get pausedMs() {
        return pausedMs;
      },
      order: terms,
      goesBy: (id, text) => session.goBy(id, text),
      existing,
      seed,
      prefix: ledger.prefix,
      basePath,
      get callsLeft() {
        const whole = mode === 'read' && (options.checks ?? []).length === 0;
        return whole ? mostCalls - session.budget.calls : Infinity;
      },
      farPrice: options.orders?.price,
      emptied,
      bait,
      get contract() {
        return existing.contractName ?? contracts.name;
      },
      contracts,
      conditionReceipts,
      serverTimes,
      get secretShownBy() {
        return secretShownBy;
      },
      now: () => timing.now() + (session.clockOffsetMs ?? 0),
      odd,
      ownIds,
      twiceIds,
      standing,
      fillable,
      stoodUntilMs: (orderId) => (standing.has(orderId) ? Infinity : (cancelledMs.get(orderId) ?? 0)),
      get trace() {
        return [...new Set(exchanges)].flatMap((sent) => traced.get(sent) ?? []);
      },
      keep(order) {
        ownIds.add(order.orderId);
        if (!fillable.has(order.orderId)) standing.set(order.orderId, order.contract);
        ledger.keep(order);
      },
      async pause(ms) {
        if (rehearsing) return;
        pausedMs += ms;
        await timing.pause(ms, cleaning ? leave : options.signal);
      },
      call: send,
      callWith: send,
      usual: (but, alteration) =>
        usual.operationId === but
          ? send('getTradeHistory', {}, alteration)
          : send(
              usual.operationId,
              usual.input,
              alteration ? { ...usual.alteration, ...alteration } : usual.alteration,
            ),
      async shared(key, work) {
        const entry = getOrMake(memory, key, () => {
          const own: SentCall[] = [];
          return { value: work(context(own, memory)), exchanges: own };
        });
        try {
          return (await entry.value) as Awaited<ReturnType<typeof work>>;
        } finally {
          exchanges.push(...entry.exchanges);
        }
      },
    };
    return here;
  }
  return session;
}
