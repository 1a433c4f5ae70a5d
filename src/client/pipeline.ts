import type { ServerTime } from '../../generated/client.js';
import { type Operation, operations } from '../../generated/operations.js';
import { encodeInput } from '../core/encode-input.js';
import { namesAnother } from '../core/same-order.js';
import { isSuccessCode, openEnvelope, resultRuleOf, takeResult } from '../core/envelope.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import { parseHttpDate } from '../core/http-date.js';
import { decoderOf } from '../core/json/decode.js';
import { signedTarget } from '../core/signing-rule.js';
import type { LimitedCall, Limiter } from '../limits/limiter.js';
import { createReactiveLimiter } from '../limits/reactive-limiter.js';
import { assertNotAborted, assertTimeToReturn, inTime } from '../transport/deadline.js';
import { broken } from '../transport/failures.js';
import type { Life, SignedHeaders, TransportRequest, TransportResponse } from '../transport/transport.js';
import { readCallOptions } from './call-options.js';
import type { Call } from './call.js';
import { settleClock } from './clock/settle-clock.js';
import { type ClockInit, createServiceClock, type InnerClock, isPlausible } from './clock/service-clock.js';
import { openChannels } from './logging/channels.js';
import { sendAndPublish } from './logging/round-trip.js';
import { callSafely, tell } from './logging/log.js';
import { ObservedAttempt } from './logging/observe.js';
import type { CallOptions } from './options.js';
import { COSTLY, fromPage } from './page-guard.js';
import { cleanError, redactorOf } from './redaction.js';
import { refusal, shapeError, statusError, unreadable } from './response-error.js';
import { ageOf, headerOf, retryAfterOf } from './response-headers.js';
import { prepareRetry } from './retry.js';
import { RetryBudget } from './retry-budget.js';
import type { Settings } from './settings.js';
import { noCredentials } from './signing/credentials.js';
import { RequestSignature } from './signing/request-signature.js';
import { asksToSlowDown, slowDown, TOO_MANY } from './slow-down.js';

/*
 *   client.createOrder(input, options)
 *      │
 *    build                        checks the input and writes the request, byte for byte
 *      │
 *      ▼   ┌── attempt ─────────────────────────────────────────────────────────┐
 *          │  wait for budget ──► sign ──► send ──► read ─────────────────────────► result
 *          │   limits/             ▲        │         │                         │
 *          │                     clock ◄── Date       │ failed                  │
 *          └──────────────────────────────────────────┼─────────────────────────┘
 *      ▲                                              ▼
 *      └── a read that may succeed now, signed again ── retry ──► the error     retry.ts
 */

/** Turns a response into what the call is about. */
type ReadResponse<T> = (call: Call, response: TransportResponse, pipeline: Pipeline) => T | Promise<T>;

/** Makes the calls of one client. */
export class Pipeline {
  readonly settings: Settings;
  readonly limiter: Limiter;
  readonly clock: InnerClock;
  readonly retryBudget = new RetryBudget();
  readonly #channels = openChannels();

  constructor(settings: Settings) {
    this.settings = settings;
    this.limiter = settings.limiter ?? createReactiveLimiter(settings.time.monotonic, settings.time.wait);
    const { now, clock, time } = settings;
    const measure = (signal: AbortSignal): Promise<void> => this.#measureClock(signal);
    const warn: ClockInit['warn'] = (text, details) =>
      tell(settings.log, { level: 'warn', event: 'clock', message: text, details });
    this.clock = createServiceClock({ now, monotonic: time.monotonic, follow: clock === 'service', measure, warn });
  }

  /** The method of the client for one operation, or the one that leaves its selectors out. */
  methodOf(
    operation: Operation,
    withoutSelectors = false,
  ): (input: unknown, options?: CallOptions) => Promise<unknown> {
    return (input, options) => this.call(operation, input, options, withoutSelectors);
  }

  // An asynchronous function takes several hundred bytes of each call, so there is one on its usual way: #run.

  /** Makes a call, to its documented result. */
  call(
    operation: Operation,
    input: unknown,
    options: CallOptions | undefined,
    without: boolean,
    beforeSigning?: (timestampMs: number) => void,
    readAs: ReadResponse<unknown> = readAsAsked,
  ): Promise<unknown> {
    try {
      return this.#run(buildCall(operation, input, this.settings, options, without, beforeSigning), readAs, true);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  /** Makes a call as {@link call} does, to its response as it came. */
  async callForResponse(
    operation: Operation,
    input: unknown,
    options: CallOptions,
  ): Promise<[Call, TransportResponse]> {
    const keep: ReadResponse<[Call, TransportResponse]> = async (call, response) => {
      await readAsAsked(call, response, this);
      return [call, response];
    };
    return this.#run(buildCall(operation, input, this.settings, options), keep, true);
  }

  /** Makes attempts until one succeeds, or fails in a way that must not be repeated. Without `retries` it makes one. */
  async #run<T>(call: Call, readAs: ReadResponse<T>, retries: boolean): Promise<T> {
    for (; ; call.attempt++) {
      const observed = this.#isObserved() ? new ObservedAttempt(call, this.settings) : undefined;
      let cost: LimitedCall | undefined;
      let failure: unknown;
      try {
        assertNotAborted(call);
        call.startedAtMs = this.settings.time.monotonic();
        call.startedWallMs = this.settings.time.wall();
        call.measurements = this.clock.measurements;
        call.pauseMs = 0;

        cost = costOf(call);
        const waiting = this.#takeBudget(call, cost);
        if (waiting !== undefined) await waiting;

        if (call.signs && this.clock.doubtful) await settleClock(call, this);
        this.#assertInTime(call);
        const signing = this.#sign(call);
        const headers = signing instanceof Promise ? await signing : signing;

        const request = this.#requestOf(call, headers);
        let response: TransportResponse;
        try {
          response = await this.#send(call, request);
          assertResponse(response, request);
        } catch (error) {
          throw sendFailure(call, request, error);
        }
        this.#learn(call, response);
        observed?.received(response);

        const reading = readAs(call, response, this);
        const result = reading instanceof Promise ? await reading : reading;
        if (retries && this.retryBudget.spent > 0) this.retryBudget.refill();
        return result;
      } catch (error) {
        failure = error;
        observed?.failed(error);
      } finally {
        if (cost !== undefined) this.#tellEnded(cost);
        observed?.end();
      }
      if (!retries) throw failure;
      await prepareRetry(failure, call, this);
    }
  }

  /** Tells whether a logger or a diagnostics channel wants to know about an attempt. */
  #isObserved(): boolean {
    const channels = this.#channels;
    if (this.settings.log.logger !== undefined) return true;
    return channels !== undefined && (channels.start.hasSubscribers || channels.end.hasSubscribers);
  }

  /** Takes the weight of the call from the rate budget. Undefined when there is nothing to wait for. */
  #takeBudget(call: Call, cost: LimitedCall): Promise<void> | undefined {
    try {
      const taken: unknown = this.limiter.tryAcquire?.(cost);
      if (taken === true) return undefined;
      // A promise is not a yes, and its rejection would be unhandled.
      if (taken instanceof Promise) taken.catch(() => {});
    } catch (error) {
      throw limiterFailed(cost, error);
    }
    return this.#waitForBudget(call, cost);
  }

  #waitForBudget(call: Call, cost: LimitedCall): Promise<void> {
    const controller = new AbortController();
    return inTime(acquire(this.limiter, cost, controller.signal), call, () => controller.abort());
  }

  /** Signs for now. A signature that took its time is made again before it leaves. */
  #sign(call: Call): SignedHeaders | Promise<SignedHeaders> {
    if (!call.signs) return { ...call.unsignedHeaders };
    call.timeSource = this.clock.source;
    const signature = (call.signature = new RequestSignature(call, this));
    const signing = signature.sign();
    return signing instanceof Promise ? this.#waitForSignature(call, signature, signing) : signing;
  }

  async #waitForSignature(
    call: Call,
    signature: RequestSignature,
    signing: Promise<SignedHeaders>,
  ): Promise<SignedHeaders> {
    const headers = await inTime(signing, lifeOf(call, this.settings));
    const renewing = signature.renew();
    return renewing === undefined ? headers : inTime(Promise.resolve(renewing), lifeOf(call, this.settings));
  }

  /** The request as it is sent, exactly these bytes and once. */
  #requestOf(call: Call, headers: SignedHeaders): TransportRequest {
    const { settings } = this;
    const { operation, operationId, readOnly, attempt, target, body, timeoutMs, signal, signature } = call;
    call.sentAtMs = settings.time.monotonic();
    this.#assertInTime(call);
    return {
      operationId,
      readOnly,
      operation,
      attempt,
      method: operation.method,
      origin: settings.origin,
      target,
      headers,
      body,
      timeoutMs,
      waitedMs: Math.floor(call.sentAtMs - call.startedAtMs),
      maxBodyBytes: settings.maxBodyBytes,
      signal,
      renew:
        signature &&
        (() => {
          this.#assertInTime(call);
          return signature.renew();
        }),
    };
  }

  /** By two clocks: one of them stands still while the machine sleeps, and an order is not meant for the hour after. */
  #assertInTime(call: Call): void {
    const { time } = this.settings;
    assertTimeToReturn(call, Math.max(time.monotonic() - call.startedAtMs, time.wall() - call.startedWallMs));
  }

  #send(call: Call, request: TransportRequest): Promise<TransportResponse> {
    const { transport } = this.settings;
    return this.#channels?.roundTrip.hasSubscribers === true
      ? sendAndPublish(call, transport, request)
      : transport(request);
  }

  #tellEnded(cost: LimitedCall): void {
    if (this.limiter.ended !== undefined) callSafely(() => this.limiter.ended!(cost));
  }

  /** Learns what a response says about time and limits. */
  #learn(call: Call, response: TransportResponse): void {
    const { clock } = this;
    call.receivedAtMs = this.settings.time.monotonic();
    if (clock.wantsDate(call.receivedAtMs)) this.#learnDate(call, response);
    const { status } = response;
    if (status >= 400 && asksToSlowDown(status))
      slowDown(this, call, { status, apiCode: undefined, retryAfterMs: retryAfterOf(response) });
  }

  /** The response is here: what the caller's clock does now is not a failure of the call. */
  #learnDate({ sentAtMs, receivedAtMs }: Call, response: TransportResponse): void {
    const serviceMs = parseHttpDate(headerOf(response, 'date'));
    // A response from a cache has a Date of long ago (RFC 9111, 4.2.3).
    if (serviceMs === undefined || headerOf(response, 'age') !== undefined) return;
    const times = { serviceMs, resolutionMs: 1000, sentAtMs, receivedAtMs };
    callSafely(() => this.clock.observe({ source: 'date-header', ...times }));
  }

  /** Makes one getServerTime call for the clock. It is not retried: the clock decides how often it asks. */
  async #measureClock(signal: AbortSignal): Promise<void> {
    const call = buildCall(operations.getServerTime, undefined, this.settings, { signal });
    const learn = async (_call: Call, response: TransportResponse): Promise<void> => {
      const { serverTime: serviceMs } = (await read(call, response, this)) as Unchecked<ServerTime>;
      const age = ageOf(response);
      if (!isPlausible(serviceMs)) throw shapeError(call, response, 'serverTime is not in milliseconds');
      if (age > MOST_AGE) throw fromCache(call, response, age);
      const { sentAtMs, receivedAtMs } = call;
      // A cache counts whole seconds (RFC 9111, 4.2.3): the time may be one more behind.
      const resolutionMs = 1 + (age === 0 ? 0 : (age + 1) * 1000);
      this.clock.observe({ source: 'time', serviceMs, resolutionMs, sentAtMs, receivedAtMs });
    };
    await this.#run(call, learn, false);
  }
}

/** A result of which only the name of a field is sure. */
type Unchecked<Result> = { readonly [Name in keyof Result]?: unknown };

/**
 * The part of `timeoutMs` that must be left when an operation of effect `money` or `wipe` is sent, at most half of it. With less, its
 * response would come too late, and the outcome would be unknown.
 */
const MIN_ROUND_TRIP_MS = 250;

/**
 * Builds the request of a call, byte for byte, except for its signing headers. The input is read at once: later changes to the
 * object have no effect. `withoutSelectors`: they are left out on purpose.
 *
 * @throws {ArgumentError} When the input or an option is wrong, or credentials are missing. Nothing was sent.
 * @throws {UnsupportedError} When a web page would move money or cancel orders (`dangerouslyAllowBrowser`). Nothing was sent.
 */
export function buildCall(
  operation: Operation,
  input: unknown,
  settings: Settings,
  options?: CallOptions | null,
  withoutSelectors?: boolean,
  beforeSigning?: (timestampMs: number) => void,
): Call {
  const { dialect, prefix } = settings;
  const isCostly = COSTLY.has(operation.effect);
  if (isCostly && !settings.mayTrade) throw fromPage(operation);
  const { query, body } = encodeInput(operation, input, {
    bodyAsQuery: operation.getBody && dialect.getBody === 'query',
    emptyBody: dialect.emptyPost === 'braces' ? '{}' : undefined,
    withoutSelectors,
  });
  const { signal, timeoutMs, headers } = options ? readCallOptions(options, settings.call) : settings.call;
  const path = (dialect.conditionOrderSlash && operation.pathVariants?.trailingSlash) || operation.path;
  const target = query === '' ? path : `${path}?${query}`;
  const usual = body === undefined ? settings.headers : settings.headersWithBody;
  return {
    operation,
    operationId: operation.operationId,
    readOnly: operation.effect === 'read',
    timeoutMs,
    signal,
    target: prefix + target,
    signedTarget: signedTarget(dialect, { target, prefix }),
    body,
    signs: isSigned(operation, settings),
    returnMs: isCostly ? Math.min(MIN_ROUND_TRIP_MS, Math.floor(timeoutMs / 2)) : 0,
    maxValues: settings.maxValues,
    withoutCode: dialect.refusalWithoutCode,
    secrets: settings.signer?.secrets ?? [],
    unsignedHeaders: headers === undefined ? usual : { ...usual, ...headers },
    beforeSigning,
    attempt: 1,
    retries: 0,
    pauseMs: 0,
    remeasured: false,
    measurements: 0,
    timeSource: 'none',
    signature: undefined,
    startedAtMs: 0,
    startedWallMs: 0,
    sentAtMs: 0,
    receivedAtMs: 0,
  };
}

function isSigned({ operationId, security }: Operation, { credentials, dialect }: Settings): boolean {
  if (security === 'public') return false;
  if (security === 'undeclared') return credentials !== undefined && dialect.signUndeclared;
  if (credentials !== undefined) return true;
  throw noCredentials(operationId, `${operationId} is signed`);
}

/**
 * Turns a response into the documented result of its operation.
 *
 * @throws {ApiError} (by a promise) When the envelope has a code other than 0 or says failure, with any status. Of a signed call that a cache
 * on the way has kept, the codes say nothing.
 * @throws {HttpStatusError} (by a promise) When the status is not 2xx and there is no such code.
 * @throws {ResponseShapeError} (by a promise) When the body is not JSON or not of the documented shape.
 */
export function read(call: Call, response: TransportResponse, pipeline: Pipeline, isSelected = false): unknown {
  const { status, text } = response;
  const { operation } = call;
  let body: unknown;
  let notJson: unknown;
  try {
    body = decoderOf(operation.numberKeys, call.maxValues)(text);
  } catch (cause) {
    notJson = cause;
  }
  const envelope = openEnvelope(body, operation.resultFields);
  const age = operation.security === 'public' ? 0 : ageOf(response);
  if (age === 0 && (envelope.failed || !isSuccessCode(envelope.apiCode))) {
    // The meaning of the status alone was passed on when it came.
    if (envelope.apiCode === TOO_MANY && !asksToSlowDown(status))
      slowDown(pipeline, call, { status, apiCode: TOO_MANY, retryAfterMs: retryAfterOf(response) });
    return reject(refusal(call, response, envelope));
  }
  // Of a read, 206 is a part of a response, and 202 or 203 not the one that was asked for.
  if (status < 200 || status >= 300 || (call.readOnly && status !== 200))
    return reject(statusError(call, response, envelope));
  if (age > 0) return reject(fromCache(call, response, age));
  if (notJson !== undefined) return reject(unreadable(call, response, notJson));
  try {
    return takeResult(envelope, body, resultRuleOf(operation, isSelected));
  } catch (cause) {
    return reject(shapeError(call, response, (cause as Error).message, cause));
  }
}

/** Seconds for which a cache may have kept the time of the service, before nothing can be told from it. */
const MOST_AGE = 5;

const fromCache = (call: Call, response: TransportResponse, age: number): FuturesError =>
  shapeError(call, response, `it is ${age} s old (Age): a cache on the way keeps it`);

/** Operations of one order, and the fields by which their result may show which one it is. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  createOrder: ['clientOrderId', 'clientId', 'contractName'],
  getOrder: ['clientOrderId', 'clientId', 'contractName', 'orderId'],
  cancelOrder: ['orderId'],
};

/** One list for all calls: decoders are kept by it. */
const NO_NUMBERS: readonly string[] = [];

/**
 * Reads a result as {@link read} does, and rejects that of another order, with the same error as one of another shape. Rows of one
 * contract are taken although a total is larger: it may count the account.
 */
function readAsAsked(call: Call, response: TransportResponse, pipeline: Pipeline): unknown {
  const result = read(call, response, pipeline, call.target.includes('?'));
  if (result instanceof Promise) return result;
  if (NAMES[call.operationId]?.some((name) => Object.hasOwn(result as object, name)) !== true) return result;
  const { body, target } = call;
  const asked =
    body === undefined
      ? Object.fromEntries(new URLSearchParams(target.slice(target.indexOf('?') + 1)))
      : decoderOf(NO_NUMBERS, call.maxValues)(body);
  const field = namesAnother(result as object, asked as object, call.readOnly);
  return field === undefined
    ? result
    : reject(
        shapeError(
          call,
          response,
          `it is another order (by ${field}), which the call may have reached: the service may not know that field`,
        ),
      );
}

async function reject(error: FuturesError | Promise<FuturesError>): Promise<never> {
  throw await error;
}

function assertResponse({ status, text }: TransportResponse, request: TransportRequest): void {
  if (Number.isInteger(status) && typeof text === 'string') return;
  throw broken(request, true, new Error('the transport returned no status or no text'));
}

/** Makes one of our errors of what a transport of the caller throws or returns, without secrets. */
function sendFailure(call: Call, request: TransportRequest, error: unknown): FuturesError {
  const failure = error instanceof FuturesError ? error : broken(request, true, error);
  return cleanError(failure, redactorOf(call), call.signal);
}

async function acquire(limiter: Limiter, cost: LimitedCall, signal: AbortSignal): Promise<void> {
  try {
    await limiter.acquire(cost, signal);
  } catch (error) {
    throw limiterFailed(cost, error);
  }
}

/** However a limiter fails, nothing was sent. */
function limiterFailed({ operationId }: LimitedCall, error: unknown): FuturesError {
  if (error instanceof FuturesError && error.outcome === 'not-sent') return error;
  const message = `${operationId}: the limiter failed (see cause). Nothing was sent.`;
  return new ArgumentError(message, { field: 'limiter', operationId, cause: error });
}

/** The question to the limiter. It does not let a call go that would have no time to return. */
function costOf(call: Call): LimitedCall {
  const { operationId, timeoutMs, returnMs } = call;
  const { effect, weight = 1 } = call.operation;
  return { operationId, effect, weight, withinMs: timeoutMs - returnMs, tellsEnd: true };
}

/** The remaining time of an attempt. */
function lifeOf(
  { operationId, readOnly, operation, attempt, timeoutMs, signal, startedAtMs }: Call,
  { time }: Settings,
): Life & { readonly waitedMs: number } {
  return { operationId, readOnly, operation, attempt, timeoutMs, signal, waitedMs: time.monotonic() - startedAtMs };
}
