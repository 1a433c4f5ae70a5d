import { isLimit } from '../call/answer.js';
import { clauses } from '../model/clauses.js';
import { problem, type ShownProblem } from './problem.js';
import { type CallerCall, type CallerTrace, signingHeader } from './trace.js';

/** Seconds without a call that are expected where the response names none. */
const PAUSE_S = 1;

/** Calls that came although the service had asked for a pause, and signatures that were sent a second time. */
export function judgeLimits({ calls }: CallerTrace): readonly ShownProblem[] {
  return [...judgePauses(calls), ...judgeSignatures(calls)];
}

function judgePauses(calls: readonly CallerCall[]): readonly ShownProblem[] {
  for (const [at, { response, atMs, operationId, overtakenBy = 0 }] of calls.entries()) {
    if (!isLimit(response.status)) continue;
    const given = response.headers['retry-after'];
    const pauseMs = Number(given ?? PAUSE_S) * 1000;
    const next = calls.slice(at + 1 + overtakenBy).find((later) => later.atMs - atMs < pauseMs);
    if (next === undefined) continue;
    const said = given === undefined ? '' : `, which said Retry-After: ${given}`;
    const silent = given === undefined ? 'A second is the least pause' : 'The status is a limit';
    return problem(
      'ignores-a-limit',
      `calls ${next.operationId ?? next.target} ${next.atMs - atMs} ms after ${response.status} to ${operationId}${said}`,
      'Send nothing until Retry-After has passed, lookups included; without it, wait at least a second.',
      { assumes: `${silent}: the service document shows none.`, call: next },
    );
  }
  return [];
}

/** The same signature after this time is no longer over the current timestamp. */
const STALE_MS = 1000;

function judgeSignatures(calls: readonly CallerCall[]): readonly ShownProblem[] {
  for (const call of calls) {
    const signature = signingHeader(call, 'signature');
    const earlier = calls.find((one) => signature !== undefined && signingHeader(one, 'signature') === signature);
    const ageMs = call.atMs - (earlier ?? call).atMs;
    if (ageMs < STALE_MS) continue;
    const text = `repeats ${call.operationId} with the signature of ${(ageMs / 1000).toFixed(1)} s before`;
    const advice = 'Re-sign each attempt with the time at which it is sent.';
    return problem('breaks-the-contract', text, advice, { clause: clauses.timestamp, call });
  }
  return [];
}
