import { isLimit } from '../call/answer.js';
import { clauses } from '../model/clauses.js';
import { problem, type ShownProblem } from './problem.js';
import type { CallerScene } from './scene.js';
import { type CallerCall, type CallerTrace, signingHeader } from './trace.js';

/** Seconds without a call that are expected where the response names none. */
const PAUSE_S = 1;

/** Calls that came although the service had asked for a pause, and timestamps that are not those of the call. */
export function judgeLimits({ clock }: CallerScene, { calls }: CallerTrace): readonly ShownProblem[] {
  return [...judgePauses(calls), ...judgeSignatures(calls), ...judgeClock(clock, calls)];
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

/** Milliseconds around twice the difference of the clocks, which the wrong sign gives: a busy machine is late by anything. */
const AROUND_MS = 1000;

/** A program that asks for the time, and corrects its clock by it, corrects it the right way. */
function judgeClock(clock: CallerScene['clock'], calls: readonly CallerCall[]): readonly ShownProblem[] {
  const asked = calls.findIndex(({ operationId }) => operationId === 'getServerTime');
  if (clock === undefined || asked < 0) return [];
  for (const call of calls.slice(asked + 1)) {
    const offMs = Number(signingHeader(call, 'timestamp')) - call.atMs - clock.aheadMs;
    if (Math.abs(offMs + 2 * clock.aheadMs) > AROUND_MS || Number.isNaN(offMs)) continue;
    const text = `calls ${call.operationId} with a timestamp ${Math.abs(offMs) / 1000} s off, twice as far as its own clock`;
    const advice = 'Add serverTime - own time to the own time: the other sign doubles the difference.';
    return problem('breaks-the-contract', text, advice, { clause: clauses.timestamp, call });
  }
  return [];
}
