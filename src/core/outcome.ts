import type { Effect } from '../../generated/operations.js';
import { isSuccessCode } from './envelope.js';
import type { Outcome } from './errors.js';

/**
 * The promise of each outcome, word for word as in the table of docs/errors.md. A promise about money is written once: help,
 * hover, page and guide quote these sentences, and tests/core/promises.test.ts holds them to it.
 */
export const PROMISES: Readonly<Record<Outcome, string>> = {
  'not-sent': 'nothing was sent',
  rejected: 'the service rejected the call; that nothing was done is assumed',
  unknown: 'the service may have acted: look before you repeat the call',
};

/** A server that does not have this call will not have it after a retry either (RFC 9110, 15.6.2). */
export const NOT_IMPLEMENTED = 501;

/** The facts that the last sentence of a message depends on, besides the outcome. */
export interface Concern {
  readonly readOnly: boolean;
  readonly status?: number;
  /** An order when left out. */
  readonly operation?:
    | {
        readonly effect: Effect;
        readonly result: string;
        readonly safeMethod?: string | undefined;
        readonly fields?: readonly { readonly name: string }[];
      }
    | undefined;
}

/** The last sentence of a message: what the outcome means for the caller. */
export function consequenceOf(outcome: Outcome, { readOnly, status, operation }: Concern): string {
  if (outcome === 'not-sent') return 'Nothing was sent.';
  if (outcome === 'rejected') return readOnly ? 'It only reads: nothing changed.' : 'Nothing was done (assumed).';
  if (readOnly)
    return status === NOT_IMPLEMENTED ? 'The server does not have this call: a retry does not help.' : DOUBT.read;
  const { effect = 'money', result, safeMethod, fields } = operation ?? {};
  if (safeMethod !== undefined) return `${DOUBT[effect].slice(0, -1)} (${safeMethod} does it).`;
  if (effect !== 'money') return DOUBT[effect];
  // A call that moves money and returns only an acknowledgement leaves nothing to look up.
  if (result === 'acknowledgement') return DOUBT.unseen;
  return fields?.some(({ name }) => name === 'triggerPrice') ? DOUBT.waiting : DOUBT.money;
}

/** Advice when nothing proves whether an operation has acted. */
const DOUBT: Readonly<Record<Effect | 'unseen' | 'waiting', string>> = {
  read: 'It only reads: retry it.',
  reversible: 'The service may have acted, and no call shows it: set the same value again (assumed to do no harm).',
  money: 'The service may have acted: look it up before you retry.',
  unseen: 'The service may have acted, and no call shows it: check the position by hand before you retry.',
  waiting:
    'The service may have acted, and no read shows for sure that the order is absent: make sure that its trigger cannot be live before you retry.',
  wipe: 'The service may have acted: look at the open orders before you cancel again. A bulk cancel also cancels newer ones.',
};

/** The end of a call: without a complete response, or with one that is not a success. */
export type Ending =
  /** `connected`: whether there ever was a connection on which bytes could leave. */
  { readonly connected: boolean } | FailedResponse;

/** The fact that the response is taken to prove; see `docs/errors.md`. */
export interface FailedResponse {
  readonly status: number;
  /** The envelope's code when it has one other than 0. */
  readonly apiCode?: string | undefined;
  /** The envelope's data, or an identifier that comes in its place. A refusal has none. */
  readonly data?: unknown;
  /** True when the transport may have sent the request twice. */
  readonly maybeResent?: boolean | undefined;
}

/** The facts that the outcome of a failed response depends on, besides the response. */
export interface RefusalReading {
  /** A read changes nothing: a code that no list has is a rejection of it. */
  readonly readOnly?: boolean;
  /** The call makes something: that an order does not exist, or is over, is no reason to refuse it. */
  readonly makes?: boolean;
  /** The outcome of a 4xx without a code (`dialect.refusalWithoutCode`). Default `rejected`. */
  readonly withoutCode?: 'rejected' | 'unknown';
}

/**
 * Says what is known about a call that did not succeed. `not-sent` needs the certainty that no byte could leave, `rejected`
 * needs a refusal without data beside it: a listed code that names a reason, with 2xx or with a 4xx other than 408 and 499, or such a
 * 4xx without a code (409 proves nothing of a call that makes something). That a refusal comes before the service acts is our reading (unknown `errors.outcome`): the service document
 * shows no errors. A code that no list has may mean anything, success and "accepted, processing" included. Everything else is `unknown`.
 *
 * @param codes The listed codes (`x-error-codes` of the description).
 */
export function classifyOutcome(
  ending: Ending,
  codes: Readonly<Record<string, { readonly outcome: Outcome; readonly order?: string }>> = {},
  { readOnly = false, makes = false, withoutCode = 'rejected' }: RefusalReading = {},
): Outcome {
  if ('connected' in ending) return ending.connected ? 'unknown' : 'not-sent';
  const { status, apiCode, data, maybeResent = false } = ending;
  const is4xx = status >= 400 && status < 500 && !GIVEN_UP.has(status);
  if (maybeResent || !isEmpty(data) || !(is4xx || (status >= 200 && status < 300))) return 'unknown';
  // A conflict may be with what the same request has just made, by another way.
  if (apiCode === undefined) return is4xx && !(makes && status === CONFLICT) ? withoutCode : 'unknown';
  if (isSuccessCode(apiCode)) return 'unknown';
  const code = Object.hasOwn(codes, apiCode) ? codes[apiCode]! : undefined;
  if (code !== undefined) return makes && code.order !== undefined ? 'unknown' : code.outcome;
  // With 2xx, a word or 200 may say success (observed elsewhere on the platform).
  return readOnly && (is4xx || (apiCode !== '200' && WHOLE_NUMBER.test(apiCode))) ? 'rejected' : 'unknown';
}

const WHOLE_NUMBER = /^[+-]?\d+$/;

const CONFLICT = 409;

/** The server stopped waiting for the rest of the request, or a gateway for the response. */
const GIVEN_UP: ReadonlySet<number> = new Set([408, 499]);

function isEmpty(data: unknown): boolean {
  const value = data ?? {};
  return typeof value === 'object' && Object.keys(value).length === 0;
}
