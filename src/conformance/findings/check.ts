import type { UnknownId } from '../../../generated/description.js';
import { leavesTraces, type Operation, type OperationId } from '../model/operations.js';
import type { Reading, SentCall } from '../call/answer.js';
import type { Alteration, KitCredentials } from '../call/build-call.js';
import type { AnyInput, Input } from '../call/input.js';
import type { SigningRule } from '../../core/signing-rule.js';
import type { TracedCall } from '../call/traced-call.js';
import type { OptionNaming } from '../model/option-names.js';
import type { CheckInfo, Clause, CodeValues, ConformanceOptions, Finding, Mode } from '../model/report-model.js';

/** Experience of a run with waiting for changes. */
export interface Waits {
  /** The longest wait, milliseconds, after which a change had shown that was not there at the first look. */
  paidMs: number;
  /** Full waits after which nothing had shown. */
  vain: number;
}

/** The time in one response of getServerTime, and the local times of its request; milliseconds. */
export interface ServerTime {
  readonly serverMs: number;
  readonly startedMs: number;
  readonly middleMs: number;
  readonly endedMs: number;
}

/** A right call whose response was neither a success as declared nor a refusal. */
export interface OddResponse {
  /** The number of such calls whose response was odd. */
  times: number;
  readonly operationId: OperationId;
  readonly input: AnyInput;
  readonly reading: Reading;
}

/** The tools of a check. Each run of a check has one; the calls sent through it are its evidence. */
export interface Context {
  readonly mode: Mode;
  readonly credentials: KitCredentials | undefined;
  readonly rule: SigningRule;
  /** Spells an option, in a reason, the way the user of this run writes it. */
  readonly optionName: OptionNaming;
  /** Values that the caller has named for what the service document leaves open. */
  readonly codes: CodeValues;
  /** Longest time that a change may take to show, milliseconds. */
  readonly patienceMs: number;
  readonly waits: Waits;
  /** Milliseconds of all pauses of the run. */
  readonly pausedMs: number;
  /** Experience of the run with resting before a second look. */
  readonly rests: Waits;
  /** Price of resting orders in hundredths of the last one; both are what the target was seen to take. */
  readonly order: OrderTerms;
  readonly existing: NonNullable<ConformanceOptions['existing']>;
  readonly seed: number;
  readonly contract: string;
  /** The form in which this run names contracts of the public list; changed when the target does not know it. */
  readonly contracts: ContractNaming;
  /** Path of the base URL, without a slash at its end; the described paths follow it. */
  readonly basePath: string;
  /** Calls that may still be sent in a whole run of mode `read`; elsewhere, and for chosen checks, Infinity. */
  readonly callsLeft: number;
  /** Begins every clientOrderId of this run. */
  readonly prefix: string;
  /** Price of resting orders, where the options name one. */
  readonly farPrice: string | undefined;
  /** Responses to the accepted condition orders of the run: the document does not show whether open orders list them. */
  readonly conditionReceipts: readonly string[];
  /** Calls at a time: 1 where the target does not take signed calls in any order, or the account matters. */
  readonly atOnce: number;
  now(): number;
  readonly serverTimes: readonly ServerTime[];
  /** The first operation of the run that answered with the API secret in it. */
  readonly secretShownBy: OperationId | undefined;
  /** Responses of the run that are neither a success as declared nor a refusal. */
  readonly odd: {
    /** Readings that count as a success with another status than 200: the first one of each operation. */
    readonly successes: readonly (readonly [OperationId, Reading])[];
    /** One of each form of a call, as far as each of its values was taken in another one. */
    forms(): readonly OddResponse[];
  };
  /** Contracts that were seen without open orders, and got no order since; of a throw-away target. */
  readonly emptied: Set<string>;
  /** Counts the orders that calls are tried on; `spend` says that the last one may be gone. */
  readonly bait: { readonly generation: number; spend(): void };
  /** Sends a call of the description, altered where asked. */
  call<Id extends OperationId>(operationId: Id, input: Input<Id>, alteration?: Alteration): Promise<Reading>;
  /** The same with an input that is wrong on purpose, or that the body of the alteration replaces. */
  callWith(operationId: OperationId, input: AnyInput, alteration?: Alteration): Promise<Reading>;
  /** Makes a right signed call that was taken when the run began; another one than `but`. Refused calls are compared with it. */
  usual(but?: OperationId, alteration?: Alteration): Promise<Reading>;
  /** Does something once in a run, for all checks that need it; the calls are evidence of each. */
  shared<T>(key: string, work: (context: Context) => Promise<T>): Promise<T>;
  /** Records that the target answers an open question in its own way, and what the run goes by. */
  goesBy(id: UnknownId, text: string): void;
  /** Ids of orders that this run has placed, as far as responses told them. */
  readonly ownIds: ReadonlySet<string>;
  /** Those that two orders of one contract were given: which of them a response is about is not known. */
  readonly twiceIds: ReadonlySet<string>;
  /** Own orders that no call has named or reached to cancel them, by their contract: a list may show others for a while. */
  readonly standing: ReadonlyMap<string, string>;
  /** Own orders at a price at which others may take them; not among those that stand. */
  readonly fillable: Set<string>;
  /** The time until which no call had named or reached an own order to cancel it: work that checks share may be judged later. */
  stoodUntilMs(orderId: string): number;
  /** The calls of the check as described, those of shared work included: what a judge sees. */
  readonly trace: readonly TracedCall[];
  /** Notes an order that has to be gone at the end. */
  keep(order: Placed): void;
  /** Waits between two looks at something that may take its time. */
  pause(ms: number): Promise<void>;
}

/** The name of the contract under test, and how it is made (`NAMINGS`). */
export interface ContractNaming {
  naming: number;
  name: string;
  /** True once a signed call with it was taken. */
  isTaken: boolean;
}

/** The terms of resting orders; changed when the target does not take them. */
export interface OrderTerms {
  volume: string;
  priceHundredths: bigint;
  /** The same of orders to sell. */
  sellHundredths: bigint;
  /** Distance from the last price of an order that meets the market, in hundredths. */
  crossHundredths: bigint;
  positionType: string;
  clientOrderId: 'long' | 'plain' | 'none';
  settled: boolean;
  /** True once it is known how far from the last price orders to sell may be, and those that meet the market. */
  sells: boolean;
  crosses: boolean;
  readonly contracts: Set<string>;
}

export interface Placed {
  readonly contract: string;
  readonly orderId: string;
  readonly clientOrderId: string;
}

export interface Check extends Omit<CheckInfo, 'premises'> {
  /**
   * Open questions whose answer it takes for granted, besides those that its calls bring with them: `premisesOf` joins both.
   */
  readonly assumes?: readonly UnknownId[];
  /** Open questions that it looks at itself: it runs where a run could not establish them. */
  readonly settles?: readonly UnknownId[];
  /** Leaves behind what cannot be undone: never on an account that matters. */
  readonly throwAway?: boolean;
  /** Tries on a further operation what another check tries on one: what differs between servers shows there as well. */
  readonly again?: boolean;
  /** Where calls are few (mode read), it comes after all others. */
  readonly late?: boolean | 'last';
  readonly signed: boolean;
  /** Takes what it observes from one success of its operation: from a recorded one as well. */
  readonly read?: (reading: Reading) => unknown;
  run(context: Context): Promise<Finding>;
}

/** A check without what follows from it: its family from its address, effect and credentials from its operations. */
export type CheckRow = Omit<Check, 'family' | 'effect' | 'signed'> & Partial<Pick<Check, 'effect' | 'signed'>>;

export const ofOperation = (operation: Operation) => ({
  operations: [operation.operationId],
  ...(leavesTraces(operation) && { throwAway: true }),
});

/** Ends a check early, from any depth, with what it has found. */
export class Found extends Error {
  constructor(readonly finding: Finding) {
    super(finding.outcome);
  }
}

export function findingIn(error: unknown): Finding {
  if (error instanceof Found) return error.finding;
  throw error;
}

/** The same tools, for another contract than the one under test. */
export const onContract = (context: Context, contract: string): Context =>
  Object.create(context, { contract: { value: contract } }) as Context;

/** A finding that says something: one that does not ends the check. */
export function needTold(finding: Finding): Finding {
  if ('reason' in finding) throw new Found(finding);
  return finding;
}

/** Nothing, where work ended early. */
export function asNone(error: unknown): undefined {
  if (!(error instanceof Found)) throw error;
}

export type Broken = Extract<Finding, { outcome: 'broken' }>;

export const holds = (observed?: unknown): Finding =>
  observed === undefined ? { outcome: 'holds' } : { outcome: 'holds', observed };
export const broken = (problem: string, observed?: unknown, clause?: Clause): Broken => ({
  outcome: 'broken',
  problem,
  ...(observed === undefined ? {} : { observed }),
  ...(clause === undefined ? {} : { clause }),
});
/**
 * Broken, and no second look is needed: a response itself says so, or a control next to it did. Without this, what is broken
 * is a suspicion, and the runner looks for what else explains it.
 */
export const shown = <Any extends Finding>(finding: Any): Any =>
  finding.outcome === 'broken' ? { ...finding, isShown: true } : finding;
/**
 * Names the call that shows the fault of a broken finding: controls often follow it. Without this, the last call of the
 * operations of the check stands for it.
 */
export const decidedBy = <Any extends Finding>(finding: Any, { sent }: { readonly sent: SentCall | undefined }): Any =>
  finding.outcome === 'broken' && sent !== undefined ? { ...finding, decidedBy: sent } : finding;
export const decidingCall = (finding: Finding): SentCall | undefined =>
  (finding as { readonly decidedBy?: SentCall }).decidedBy;
export const seen = (observed: unknown): Finding => ({ outcome: 'seen', observed });
/** The end of a call, where any end will do. */
export const seenEnd = ({ kind, status, code }: Reading): Finding => seen({ kind, status, code });

const ending =
  (outcome: 'cannot-tell' | 'not-applicable' | 'not-run') =>
  (reason: string): never => {
    throw new Found({ outcome, reason });
  };
export const cannotTell = ending('cannot-tell');
export const notApplicable = ending('not-applicable');
export const notRun = ending('not-run');
/** Ends a check whose premise could not be established; the cause is printed once for all that rest on it. */
export const premiseOpen = (cause: UnknownId, reason: string): never => {
  throw new Found({ outcome: 'cannot-tell', reason, cause });
};

/** Ends a check that takes more calls than a whole run of mode `read` has left for it. */
export function needCalls({ callsLeft, optionName }: Context, count: number): void {
  const ways = `raise ${optionName('budget')}, or run it alone with ${optionName('checks')}`;
  if (callsLeft < count) notRun(`it takes ${count} calls, and a run in mode read has ${callsLeft} left: ${ways}`);
}

const WAS_NOT = ' was not accepted:';

export const NOT_ACCEPTED = `createOrder${WAS_NOT}`;

/** Goes on only with a success: any other response says nothing about the check. */
export function needAccepted(reading: Reading, what: string): Reading {
  return reading.kind === 'accepted' ? reading : cannotTell(`${what}${WAS_NOT} ${reading.summary}`);
}
