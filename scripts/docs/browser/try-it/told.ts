import { ApiError, type FuturesError } from '../../../../src/core/errors.js';
import { PROMISES } from '../../../../src/core/outcome.js';
import type { CallLog } from '../../../../src/sandbox/sandbox.js';
import type { Made } from './trial.js';

export function tellCall({ number, wish, exchanges, end }: Made): string {
  const { status } = exchanges.at(-1) ?? {};
  const response = exchanges.length === 0 ? 'not sent' : status === undefined ? 'no response' : `HTTP ${status}`;
  const tries = exchanges.length > 1 ? `, sent ${exchanges.length} times` : '';
  const told = end.ok ? 'accepted' : `${end.error.name}, outcome ${end.error.outcome}: ${PROMISES[end.error.outcome]}`;
  return `${number}. ${wish.operationId}: ${response}${tries}, ${told}.`;
}

/** The exchange's word on one request. Its caller is told less. */
export function tellVerdict(verdict: CallLog | undefined): string {
  if (verdict === undefined) return 'The request did not arrive.';
  const { refused, fault, mistakes } = verdict;
  if (refused !== undefined) {
    const why = mistakes === undefined ? '' : ` ${tellMistakes(mistakes)}`;
    return `Rejected with ${refused}.${why}${fault === undefined ? '' : ` The fault was ${fault}.`}`;
  }
  if (fault === undefined) return 'Signature right, call accepted.';
  const isDone = fault.endsWith('-after') || fault === 'slow';
  return isDone
    ? `Signature right, call accepted and done. Then ${fault} hit the response.`
    : `Nothing was done: ${fault} came first.`;
}

function tellMistakes(mistakes: readonly string[]): string {
  if (mistakes.length === 0)
    return 'No known mistake gives this signature: another secret made it, or another request was signed.';
  return `What gives this signature: ${mistakes.join(', or ')}.`;
}

export function tellError(error: FuturesError): string {
  const hints = (error instanceof ApiError && error.hints) || [];
  return [`code: ${error.code}`, `outcome: ${error.outcome}`, `message: ${error.message}`]
    .concat(hints.map((hint) => `hint: ${hint}`))
    .join('\n');
}
