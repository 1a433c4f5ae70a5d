import type { Operation } from '../../generated/operations.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import { parseHttpDate } from '../core/http-date.js';
import type { EncodedInput } from '../core/encode-input.js';
import { assertNotAborted, broken, inTime, type Life } from '../transport/deadline.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { AttemptSignature, type SigningContext } from './signing/request-signature.js';
import { cleanError } from './clean-error.js';
import { headerOf, retryAfterOf } from './header-of.js';
import type { LimitedCall, Limiter, SlowDown } from '../limits/limiter.js';
import { tell, undisturbed } from './logging/log.js';
import { isSigned, prepare } from './prepare.js';
import { type Hidden, redactorOf } from './redactor-of.js';
import type { InnerClock } from './clock/service-clock.js';
import type { CallSettings, RunningSettings } from './settings.js';
import { createSigner } from './signing/signer.js';

/** How long a signed call waits for a measurement after a jump of the clock; then it goes by what it has. */
const MOST_PATIENCE_MS = 1000;

/** Sends one request once: takes its place in the rate budget, signs its exact bytes, and collects the answer. */
export type Send = (operation: Operation, input: EncodedInput, call: CallSettings) => Promise<Sent>;

export interface Sent extends Hidden {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly response: TransportResponse;
  /** Monotonic times around the exchange. */
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/*
 *   EncodedInput ─► target, body ─► rate budget ─► timestamp ─► signature over exactly these ─► headers ─► transport
 *                                                     ▲                                                      │
 *                                                     └── made anew, when they grew old in a queue ──────────┤
 *                                    clock, limiter ◄── Date, Retry-After ◄── answer ◄───────────────────────┘
 */
export function createSend(settings: RunningSettings, clock: InnerClock, monotonic: () => number): Send {
  const { limiter, log, maxBodyBytes, origin, transport } = settings;
  const signer = createSigner(settings);
  const secrets = signer?.secrets ?? [];
  const context: SigningContext | undefined = signer && { signer, clock, monotonic, settings };

  /** Waits for the rate budget like for anything else that happens before the request leaves. */
  function waitForBudget(cost: LimitedCall, life: Life): Promise<void> {
    const controller = new AbortController();
    return inTime(acquire(limiter, cost, controller.signal), life, () => controller.abort());
  }

  /** The clock jumped: one public read is better than a signed call that is refused. If it fails, the call may not. */
  async function settleClock(life: Life): Promise<void> {
    const { operationId } = life;
    const message = `${operationId}: the clock of this machine jumped; the service is asked for its time first`;
    tell(log, { level: 'warn', event: 'clock', message, operationId, details: { jumps: clock.jumps } });
    const controller = new AbortController();
    const measured = clock.sync({ signal: controller.signal }).catch(() => {});
    const { timeoutMs, waitedMs = 0 } = life;
    const patienceMs = waitedMs + Math.min(MOST_PATIENCE_MS, (timeoutMs - waitedMs) / 4);
    await inTime(measured, { ...life, timeoutMs: patienceMs }, () => controller.abort()).catch(() => {});
    assertNotAborted(life);
    clock.settle();
  }

  return async function send(operation, input, { signal, timeoutMs, headers: callHeaders }) {
    const { operationId, method, effect } = operation;
    const life: Life = { operationId, readOnly: effect === 'read', timeoutMs, signal };
    assertNotAborted(life);
    const signs = isSigned(operation, settings);
    const prepared = prepare(operation, input, callHeaders, settings);
    const { headers, target, body } = prepared;
    const startedAtMs = monotonic();
    const cost: LimitedCall = { operationId, effect, weight: operation.weight ?? 1, withinMs: timeoutMs };
    if (!tryAcquire(limiter, cost)) await waitForBudget(cost, life);
    if (signs && clock.doubtful) await settleClock({ ...life, waitedMs: monotonic() - startedAtMs });

    const signature = context !== undefined && signs ? new AttemptSignature(context, method, prepared) : undefined;
    const signing = signature?.signInto(headers);
    if (signing instanceof Promise) {
      await inTime(signing, { ...life, waitedMs: monotonic() - startedAtMs });
      // A secret that took its time has made the signature old before it left.
      const again = signature!.renew();
      if (again !== undefined) {
        const renewed = await inTime(Promise.resolve(again), { ...life, waitedMs: monotonic() - startedAtMs });
        Object.assign(headers, renewed);
      }
    }
    const sentAtMs = monotonic();
    const request: TransportRequest = {
      operationId,
      readOnly: life.readOnly,
      method,
      origin,
      target,
      headers,
      body,
      timeoutMs,
      waitedMs: Math.floor(sentAtMs - startedAtMs),
      maxBodyBytes,
      signal,
      renew: signature && (() => signature.renew()),
    };
    const response = await exchange(transport, request, { secrets, signature });
    const receivedAtMs = monotonic();
    // The answer is here: whatever the caller's clock does now is no failure of the call.
    if (clock.wantsDate(receivedAtMs)) undisturbed(() => readDate(clock, response, sentAtMs, receivedAtMs));
    const { status } = response;
    if (asksToSlowDown(status)) {
      slowDown(settings, operationId, { status, apiCode: undefined, retryAfterMs: retryAfterOf(response) });
    }
    return { method, target, response, secrets, signature, sentAtMs, receivedAtMs };
  };
}

function tryAcquire(limiter: Limiter, cost: LimitedCall): boolean {
  try {
    const taken: unknown = limiter.tryAcquire?.(cost);
    // A promise is no yes, and nobody else would look at it.
    if (taken instanceof Promise) taken.catch(() => {});
    return taken === true;
  } catch (error) {
    throw limiterFailed(cost, error);
  }
}

async function acquire(limiter: Limiter, cost: LimitedCall, signal: AbortSignal): Promise<void> {
  try {
    await limiter.acquire(cost, signal);
  } catch (error) {
    throw limiterFailed(cost, error);
  }
}

/** Whatever a limiter fails with, nothing was sent. */
function limiterFailed({ operationId }: LimitedCall, error: unknown): FuturesError {
  if (error instanceof FuturesError && error.outcome === 'not-sent') return error;
  const message = `${operationId}: the limiter failed (see cause). Nothing was sent.`;
  return new ArgumentError(message, { field: 'limiter', operationId, cause: error });
}

/** Whatever a transport of the caller fails with or answers, what leaves here is ours. */
async function exchange(transport: Transport, request: TransportRequest, hidden: Hidden): Promise<TransportResponse> {
  try {
    const response = await transport(request);
    if (Number.isInteger(response.status) && typeof response.text === 'string') return response;
  } catch (error) {
    const failure = error instanceof FuturesError ? error : broken(request, true, error);
    throw cleanError(failure, redactorOf(hidden), request.signal);
  }
  throw broken(request, true, new Error('the transport gave no status or no text'));
}

/** Whether a status alone says that there are too many calls. */
export const asksToSlowDown = (status: number): boolean => status === 429 || status === 418 || status === 410;

/** Tells the limiter, and the logger, that the service wants fewer calls. */
export function slowDown({ limiter, log }: RunningSettings, operationId: string, reason: SlowDown): void {
  undisturbed(() => limiter.slowDown?.(reason));
  const { status, apiCode, retryAfterMs } = reason;
  const asked = retryAfterMs === undefined ? '' : `, for ${retryAfterMs} ms`;
  const message = `${operationId}: the service asks for fewer calls (${apiCode ?? `status ${status}`})${asked}`;
  tell(log, { level: 'warn', event: 'slow-down', message, operationId, details: { ...reason } });
}

function readDate(clock: InnerClock, response: TransportResponse, sentAtMs: number, receivedAtMs: number): void {
  const serviceMs = parseHttpDate(headerOf(response, 'date'));
  // An answer out of a cache has a Date of long ago (RFC 9111, 4.2.3).
  if (serviceMs === undefined || headerOf(response, 'age') !== undefined) return;
  clock.observe({ source: 'date-header', serviceMs, resolutionMs: 1000, sentAtMs, receivedAtMs });
}
