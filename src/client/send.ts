import type { Operation } from '../../generated/operations.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import type { EncodedInput } from '../core/input.js';
import { assertNotAborted, broken, inTime, type Life } from '../transport/lifetime.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { AttemptSignature, type SigningContext } from './attempt-signature.js';
import { headerOf, retryAfterOf } from './header-of.js';
import type { LimitedCall, Limiter, SlowDown } from './limiter.js';
import { isSigned, prepare } from './prepare.js';
import type { InnerClock } from './service-clock.js';
import type { CallSettings, Settings } from './settings.js';
import { createSigner } from './sign.js';

/** Sends one request once: takes its place in the rate budget, signs its exact bytes, and collects the answer. */
export type Send = (operation: Operation, input: EncodedInput, call: CallSettings) => Promise<Sent>;

export interface Sent {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly response: TransportResponse;
  /** How it was signed; undefined when it was not. */
  readonly signature: AttemptSignature | undefined;
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
export function createSend(settings: Settings, clock: InnerClock, monotonic: () => number): Send {
  const { limiter, maxBodyBytes, origin, transport } = settings;
  const signer = createSigner(settings);
  const context: SigningContext | undefined = signer && { signer, clock, monotonic, settings };

  /** Waits for the rate budget like for anything else that happens before the request leaves. */
  function waitForBudget(cost: LimitedCall, life: Life): Promise<void> {
    const controller = new AbortController();
    return inTime(
      limiter.acquire(cost, controller.signal).catch((error: unknown) => {
        if (error instanceof FuturesError) throw error;
        throw new ArgumentError('limiter failed (see cause). Nothing was sent.', { field: 'limiter', cause: error });
      }),
      life,
      () => controller.abort(),
    );
  }

  /** The clock jumped: one public read is better than a signed call that is refused. If it fails, the call may not. */
  async function settleClock(life: Life): Promise<void> {
    const controller = new AbortController();
    const measured = clock.sync({ signal: controller.signal }).catch(() => {});
    await inTime(measured, life, () => controller.abort());
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
    if (limiter.tryAcquire?.(cost) !== true) await waitForBudget(cost, life);
    if (signs && clock.doubtful) await settleClock(life);

    const signature = context !== undefined && signs ? new AttemptSignature(context, method, prepared) : undefined;
    const signing = signature?.signInto(headers);
    if (signing instanceof Promise) await inTime(signing, life);
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
    const response = await exchange(transport, request);
    const receivedAtMs = monotonic();
    if (clock.wantsDate(receivedAtMs)) readDate(clock, response, sentAtMs, receivedAtMs);
    const { status } = response;
    if (status === 429 || status === 418 || status === 410) {
      slowDown(limiter, { status, apiCode: undefined, retryAfterMs: retryAfterOf(response) });
    }
    return { method, target, response, signature, sentAtMs, receivedAtMs };
  };
}

/** Whatever a transport of the caller fails with or answers, what leaves here is ours. */
async function exchange(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  try {
    const response = await transport(request);
    if (typeof response.status === 'number' && typeof response.text === 'string') return response;
  } catch (error) {
    throw error instanceof FuturesError ? error : broken(request, true, error);
  }
  throw broken(request, true, new Error('the transport gave no status or no text'));
}

/** Tells the limiter that the service wants fewer calls. A limiter that throws here disturbs nothing. */
export function slowDown(limiter: Limiter, reason: SlowDown): void {
  try {
    limiter.slowDown?.(reason);
  } catch {
    // The answer matters more.
  }
}

function readDate(clock: InnerClock, response: TransportResponse, sentAtMs: number, receivedAtMs: number): void {
  const serviceMs = Date.parse(headerOf(response, 'date') ?? '');
  // An answer out of a cache has a Date of long ago (RFC 9111, 4.2.3).
  if (Number.isNaN(serviceMs) || headerOf(response, 'age') !== undefined) return;
  clock.observe({ source: 'date-header', serviceMs, resolutionMs: 1000, sentAtMs, receivedAtMs });
}
