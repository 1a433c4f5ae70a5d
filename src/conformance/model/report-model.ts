import type { PrefixedSigningInput, SigningRule } from '../../core/signing-rule.js';
import type { HarRoundTrip } from '../../recording/har-entry.js';
import type { UnknownId } from '../../../generated/description.js';
import type { Coverage } from './coverage-model.js';
import type { Effect, OperationId } from './operations.js';

/*
 *   check ─► calls to the target, each with its evidence ─► finding ─► verdict (by clause and control) ─► report
 */

/** The basis of a check: a sentence of the service document, or a question that it leaves open. */
export type Clause =
  | { readonly kind: 'declared'; readonly heading: string; readonly quote: string }
  /** Judged of a program that calls, and not of a server: what its owner may expect of it. */
  | { readonly kind: 'caller'; readonly quote: string }
  /** Can never fail: what is found is stored as an observation. `id` is an entry of the register of unknowns. */
  | { readonly kind: 'unknown'; readonly id: string };

export const FAMILIES = ['SHAPE', 'RULE', 'PAGE', 'SIGN', 'IDEM', 'STATE', 'LIMIT', 'ROBUST'] as const;
/** All of a report: `CALLER` is of programs that call. */
export const REPORT_FAMILIES = [...FAMILIES, 'CALLER'] as const;
export type Family = (typeof REPORT_FAMILIES)[number];

export type Mode = 'read' | 'sandbox' | 'mutate';

export type Verdict =
  | 'pass'
  /** A declared fact does not hold. */
  | 'fail'
  /** The document is silent; `observed` holds what was seen. */
  | 'not-specified'
  /** The target has nothing that the check is about. */
  | 'not-applicable'
  /** A safety rule or a missing input stopped it; `reason` says which. */
  | 'not-run'
  /** The positive control failed, or the network, the clock or a rate limit was in the way. */
  | 'cannot-tell'
  /** A fault of the kit itself. */
  | 'harness-error';

/** The outcome of a check, before clause and control are taken into account. */
export type Finding =
  | { readonly outcome: 'holds'; readonly observed?: unknown }
  | {
      readonly outcome: 'broken';
      readonly problem: string;
      readonly observed?: unknown;
      /** The row or sentence that does not hold, where the check is about several. */
      readonly clause?: Clause;
      /** Nothing else explains it, and it was looked for: a response shows it, or a control was asked for next to it. */
      readonly isShown?: true;
    }
  | { readonly outcome: 'seen'; readonly observed: unknown }
  | { readonly outcome: 'not-applicable' | 'not-run' | 'cannot-tell'; readonly reason: string }
  /** A premise could not be established: one cause for all checks that rest on it. */
  | { readonly outcome: 'cannot-tell'; readonly reason: string; readonly cause: UnknownId };

/** One check. Its address is stable and in words: `rule/cancel/empty-order-id-cancels-contract`. */
export interface CheckInfo {
  readonly id: string;
  readonly family: Family;
  /** A claim about the service. */
  readonly title: string;
  readonly clause: Clause;
  /** The worst effect among its calls; decides in which modes it runs. */
  readonly effect: Effect;
  readonly operations: readonly OperationId[];
  /**
   * Open questions whose answer the check takes for granted beside what is declared. Where a run cannot establish one of
   * them on its target, the verdict is cannot-tell.
   */
  readonly premises: readonly UnknownId[];
  /** Id of the check whose success shows that a refusal here is due to what was changed. */
  readonly control?: string;
}

/** Signs a request in the caller's own way: returns the value of X-CH-SIGN. */
export type SignRequest = (request: PrefixedSigningInput & { readonly apiSecret: string }) => string;

/** An answer to an open question that a run goes by. */
export interface PremiseResult {
  readonly id: string;
  /** `target`: the target answers it in another way than the kit expects; `open`: it could not be established. */
  readonly by: 'target' | 'open';
  /** The reading that the run uses, or the reason why nothing can be said. */
  readonly text: string;
}

/** One call as it went over the wire, raw; secrets are named placeholders (`<API_KEY>`, `<SIGNING_SECRET>`, `<SIGNATURE>`). */
export interface Exchange extends HarRoundTrip {
  readonly operationId: OperationId | undefined;
  readonly request: HarRoundTrip['request'] & {
    /** The text that was signed; undefined when nothing was. */
    readonly signingString: string | undefined;
  };
  /** True on the call that the verdict `fail` rests on. */
  readonly deciding?: true;
}

export interface Result extends CheckInfo {
  readonly verdict: Verdict;
  /** Why it is not a pass, for a person. */
  readonly reason?: string;
  readonly observed?: unknown;
  /** The open question that could not be established, where that is why nothing can be told. */
  readonly cause?: string;
  /** Calls of the check: all, the last few for `not-specified`, none for `pass`. */
  readonly exchanges: readonly Exchange[];
  readonly durationMs: number;
}

export interface Totals {
  readonly checks: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** Declared facts that were judged, and those that were not reached. */
  readonly specifiedAndChecked: number;
  readonly specifiedNotReached: number;
  /** Open questions for which something was seen. */
  readonly notSpecifiedObserved: number;
}

/** Calls of a run by plan. Weights that are not declared count as 1 (unknown `limits.weights`). */
export interface Budget {
  readonly calls: number;
  readonly weight: number;
  readonly byOperation: Readonly<Record<string, number>>;
}

/** The content of a recording that was judged in place of a server. */
export interface RecordingCoverage {
  readonly files: readonly string[];
  /** Calls of described operations. */
  readonly calls: number;
  /** When the first began and the last ended, ISO 8601; null where there is none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly operations: readonly {
    readonly operationId: OperationId;
    readonly calls: number;
    readonly accepted: number;
    readonly refused: number;
    /** Calls that had to be refused. */
    readonly wrong: number;
  }[];
  /** The parts that the recording lacks, in words. */
  readonly notContained: readonly string[];
  /** Faults of recorded requests: mistakes of the caller, each with its count. */
  readonly requestFaults: readonly string[];
  /** Calls to other addresses. */
  readonly elsewhere?: number;
  /** Calls to this address that no operation describes. */
  readonly undescribed?: number;
  /** Entries that could not be read. */
  readonly unreadable?: number;
  /** Calls that stand in two files, and were judged once. */
  readonly repeated?: number;
}

/** The outcome of one run. Plain JSON; holds no secret. */
export interface Report {
  readonly version: 1;
  readonly target: { readonly baseUrl: string; readonly label?: string };
  /** `observe`: recorded calls were judged, and none was sent. `caller`: a program that calls was judged. */
  readonly mode: Mode | 'observe' | 'caller';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly calls: number;
  readonly seed: number;
  /** Service time minus this machine's, milliseconds, as measured at the start; null when it was not. */
  readonly clockOffsetMs: number | null;
  /** The signing rule of the calls of the run. */
  readonly signing?: SigningRule;
  /** SHA-256 of the description and of the suite's checks, in hex. */
  readonly digests: { readonly description: string; readonly suite: string };
  readonly results: readonly Result[];
  /** Open questions to which the target has another answer than the kit expects, and those without an answer. */
  readonly premises?: readonly PremiseResult[];
  readonly totals: Totals;
  /** The judged part of the description; absent in a dry run. */
  readonly coverage?: Coverage | undefined;
  /** Checks that were expected to fail (known failures) and did: they do not break the run. */
  readonly knownFailures?: readonly string[];
  /** Checks that were expected to fail (known failures) and passed: they break the run. */
  readonly unexpectedPasses: readonly string[];
  /** Present in a report on recorded calls. */
  readonly recording?: RecordingCoverage;
  /** The calls that a run in `mutate`, or a dry run, would send by plan, computed before the first call. */
  readonly budget?: Budget;
  /** Where the orders of a run in `mutate` are written down. */
  readonly journal?: string;
  /** Orders of a run in `mutate` that could not be shown to be gone; they break the run. */
  readonly leftBehind?: readonly string[];
  /** Declared checks that were not judged and had to be: they break the run, because the answer is not known. */
  readonly undecided?: readonly string[];
  /** True when something was judged, nothing declared failed or stayed undecided, and no known failure passed. */
  readonly ok: boolean;
}

/** Values that the service document leaves open, by the field that they go into. */
export interface CodeValues {
  readonly positionType?: string;
  readonly positionModel?: readonly [string, string];
  readonly marginModel?: readonly [string, string];
  readonly triggerType?: string;
  readonly amount?: string;
  readonly nowLevel?: string;
}

/** Options of `runConformance`. */
export interface ConformanceOptions {
  readonly baseUrl: string | URL;
  readonly credentials?: { readonly apiKey: string; readonly apiSecret: string } | undefined;
  /** The parts of the signing rule in which the target differs from the observed one. */
  readonly signing?: Partial<SigningRule> | undefined;
  /** Signs in place of any rule, for a target that no rule describes. */
  readonly sign?: SignRequest | undefined;
  /** The most calls that a whole run of mode `read` sends. Default 100. */
  readonly budget?: number | undefined;
  /** Longest time that a change may take to show, milliseconds. Default 5000; costs nothing where changes show at once. */
  readonly patienceMs?: number | undefined;
  /** Values of codes and numbers that the service document does not show. Default: the observed ones, or what the target takes. */
  readonly codes?: CodeValues | undefined;
  /** Default `read`: no call of effect money, wipe or reversible is sent. */
  readonly mode?: Mode | undefined;
  /** Addresses or their beginnings (`sign/`); default all. */
  readonly checks?: readonly string[] | undefined;
  /** The operations that the target implements: a check runs when all its operations are among these. Default all. */
  readonly operations?: readonly OperationId[] | undefined;
  /** Runs what needs no credentials, and nothing else. Without it, missing credentials are not a success. */
  readonly publicOnly?: boolean | undefined;
  /** Every declared check that the mode allows has to be judged: one that found nothing to judge breaks the run as well. */
  readonly strict?: boolean | undefined;
  /** Addresses of checks that are known to fail, or cannot be judged. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Data of the account that may be read: makes more checks applicable in `read`. */
  readonly existing?:
    | {
        /** Default `E-BTC-USDT`. */
        readonly contractName?: string;
        /** A second contract, for what must not reach another one. Default: read from the list of contracts. */
        readonly otherContractName?: string;
        readonly orderId?: string;
        /** An isolated position: no operation returns its id. */
        readonly positionId?: string;
      }
    | undefined;
  /** Orders that `sandbox` and `mutate` place. */
  readonly orders?:
    | {
        /** Limit price of orders that must not be filled. Default half of the contract's last price. */
        readonly price?: string;
        /** Default 1. */
        readonly volume?: string;
        /** Beginning of each clientOrderId, before the stamp of the run. Default `fcheck-`. */
        readonly prefix?: string;
      }
    | undefined;
  /** The permissions that `mutate` needs, each written out. */
  readonly permission?:
    | {
        /** Operations of effect wipe that may be called, by operationId. */
        readonly wipe: readonly OperationId[];
        /** Host names that may be changed, with their port or without. */
        readonly hosts: readonly string[];
        /** Label of the account, typed by the person who runs this. */
        readonly account: string;
      }
    | undefined;
  /**
   * File in which `mutate` writes down each order before it is sent, so that what a killed run leaves behind can be
   * cancelled (`cleanUpConformance`). Default `futures-conformance-journal.jsonl` in the working directory.
   */
  readonly journal?: string | undefined;
  readonly seed?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Calls per second at most. Without it a run sends as fast as the target responds; Retry-After is kept either way. */
  readonly rate?: number | undefined;
  /**
   * Calls at a time, in mode `sandbox`, where they do not depend on one another. Default 16; 1 where the target takes each
   * timestamp once, or none that is earlier than the last one.
   */
  readonly lanes?: number | undefined;
  /** Ends the run: nothing more is judged. In `mutate` the orders of the run are still cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the clean-up of `mutate` as well, and the call under way: `leftBehind` names the remaining orders. */
  readonly leaveSignal?: AbortSignal | undefined;
  /** Called before and after each check, for a progress line. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Lists the calls and sends none. */
  readonly dryRun?: boolean | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly current: string;
  readonly last?: Result;
}
