import { assertKnown } from '../core/options.js';
import { createFaults, createRandom, type Faults, refuseOption } from './http/faults.js';
import { type Access, createAccess, DEFAULT_WINDOW, explainSignature, type TimestampWindow } from './access.js';
import { IN_PROCESS_URL, type RawRequest, type SandboxResponse } from './http/request.js';
import { readDialect, type SandboxDialect } from './dialect.js';
import { DEFAULT_CONTRACTS } from './exchange/markets/contracts.js';
import { type SandboxEvent, viewEvent } from './events.js';
import { copyState } from './exchange/model/copy-state.js';
import type { ContractRules, State } from './exchange/model/model.js';
import { DEFAULT_MAX_FINISHED } from './exchange/model/retention.js';
import { createState, restoreState, snapshotState, withAccount } from './exchange/state.js';
import { createFetch, createPlainFetch, type PlainFetch, type SandboxFetch } from './http/in-process.js';
import { listen, type Listening, type ListenOptions } from './http/listen.js';
import { respond, run, type Service, skewOf } from './http/respond.js';
import { reasonOf } from './refusal-reason.js';
import { type Patch, REFERENCE } from './stages.js';
import { viewState, type SandboxState } from './view.js';

/** Credentials of an account of a sandbox; made up, good for nothing else. */
export interface SandboxCredentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface SandboxAccount extends Partial<SandboxCredentials> {
  /** Money in the quote currency, as text. Default `100000`. */
  readonly balance?: string;
}

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /** Clock: milliseconds since the epoch. Default `Date.now`; `advance` moves it forward either way. */
  readonly now?: () => number;
  /** Source of everything that looks random. Default 1. */
  readonly seed?: number;
  readonly contracts?: readonly ContractRules[];
  /** Default: one account. */
  readonly accounts?: readonly SandboxAccount[];
  /** Signing of requests and form of responses; members left out are as deployments were seen to do it. */
  readonly dialect?: Partial<SandboxDialect>;
  /** `http`: refusals have HTTP statuses 401 and 400; live hosts answer 200. */
  readonly strict?: 'http';
  /** Accepted difference of X-CH-TS. Default 5000 ms behind, 1000 ms ahead. */
  readonly window?: Partial<TimestampWindow>;
  /**
   * Finished orders that are kept, of all accounts together, and as many fills and as many profits; the oldest are
   * forgotten first. Histories then start later, and getOrder answers -2013 for an order that was forgotten. Default 100000.
   */
  readonly maxFinishedOrders?: number;
  /** A state from `snapshot()`, to go on from. */
  readonly restore?: unknown;
  /** Called after each call, for a log. */
  readonly onCall?: (call: CallLog) => void;
}

const OPTIONS: Readonly<Record<keyof SandboxOptions, true>> = {
  ...{ now: true, seed: true, contracts: true, accounts: true, dialect: true, strict: true, window: true },
  ...{ maxFinishedOrders: true, restore: true, onCall: true },
};

/** One call and the verdict on it. */
export interface CallLog {
  readonly method: string;
  readonly target: string;
  readonly operationId: string | undefined;
  /** The code of the refusal, the one on the signature included; undefined after a success. */
  readonly refused: string | undefined;
  readonly fault: string | undefined;
  /**
   * After -1022 only: what gives this signature, in words. More than one where the request does not tell them apart, none
   * when no known mistake gives it. Never holds a secret or a signature. Looked for when it is read, which takes hundreds of times as
   * long as the call.
   */
  readonly mistakes?: readonly string[];
  /** Why it was refused, in words, where it is another code. Never holds a key or a secret. */
  readonly reason?: string;
}

/** An exchange in this process. */
export interface Sandbox {
  /** A `fetch` without a socket; it takes a GET with a body. */
  readonly fetch: SandboxFetch;
  /** Base URL that goes with `fetch`; nothing listens there. */
  readonly url: string;
  /** Credentials of the first account. */
  readonly credentials: SandboxCredentials;
  /** Money, positions, open orders and prices as they are now. */
  readonly state: SandboxState;
  readonly faults: Faults;
  /** Opens another account. */
  addAccount(account?: SandboxAccount): SandboxCredentials;
  /** Serves the same exchange over HTTP. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** The time of the exchange: milliseconds since the epoch. For the option `now` of a client, together with `wait`. */
  readonly now: () => number;
  /**
   * For the option `wait` of a client: moves the clock of the exchange forward and takes no time. So what takes seconds, such as
   * proving that an order is absent, is over at once.
   */
  readonly wait: (ms: number) => Promise<void>;
  /** Moves the clock forward: cancellations that take their time are done. */
  advance(ms: number): void;
  /** Moves the price of a contract: orders fill, conditions trigger, positions are liquidated. */
  setPrice(contractName: string, price: string | number): void;
  /** Calls `listener` for everything that happens; returns what ends that. */
  onEvent(listener: (event: SandboxEvent) => void): () => void;
  /** The whole state as JSON, for `restore`. */
  snapshot(): unknown;
}

/**
 * Creates an exchange that checks signatures, keeps state and fails on demand. It follows the description, and where that
 * is silent what was observed.
 *
 * @throws {ArgumentError} Naming the option that is wrong.
 * @example
 * const sandbox = createSandbox();
 * const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return createPatchedSandbox(options);
}

/** A sandbox that the conformance kit judges in this process. */
export interface PatchedSandbox extends Sandbox {
  readonly plainFetch: PlainFetch;
}

/** The exchange with some behaviour replaced, or gone on from a state; for faulty servers and compliant variants. */
export function createPatchedSandbox(options: SandboxOptions, patch?: Patch, start?: State): PatchedSandbox {
  const { now = Date.now, seed = 1, contracts = DEFAULT_CONTRACTS, accounts = [{}], strict, window = {} } = options;
  const { maxFinishedOrders = DEFAULT_MAX_FINISHED } = options;
  assertKnown(options, Object.keys(OPTIONS), 'an option', { caller: 'sandbox' });
  assertKnown(window, Object.keys(DEFAULT_WINDOW), 'a member', { caller: 'sandbox', within: 'window.' });
  if (!Number.isSafeInteger(maxFinishedOrders) || maxFinishedOrders < 1) {
    refuseOption('sandbox', 'maxFinishedOrders', `must be a whole number of at least 1, got ${maxFinishedOrders}`);
  }
  for (const [name, list] of Object.entries({ accounts, contracts })) {
    if (!Array.isArray(list)) refuseOption('sandbox', name, `must be an array, got ${String(list)}`);
  }
  const random = createRandom(seed);
  const keys = new Map<string, Access>();
  // Only what is patched knows secrets in clear.
  const secrets = new Map<string, string>();
  const listeners = new Set<(event: SandboxEvent) => void>();
  const faults = createFaults(seed);
  let aheadMs = 0;
  const time = (): number => Math.floor(now() + aheadMs);
  const dialect = readDialect(options.dialect ?? {});
  const service: Service = {
    state: startState(),
    keys,
    now: time,
    window: { ...DEFAULT_WINDOW, ...window },
    maxFinishedOrders,
    dialect,
    strict,
    faults,
    stages: patch === undefined ? REFERENCE : { ...REFERENCE, ...patch(REFERENCE, (key) => secrets.get(key), time) },
    onEvent: (event) => listeners.forEach((listener) => tell(() => listener(viewEvent(event)))),
  };

  /** A separate state: its trees are going to be changed in place. */
  function startState(): State {
    if (start !== undefined) return copyState(start);
    if (options.restore === undefined) return createState(contracts, [], seed);
    try {
      return restoreState(options.restore);
    } catch (error) {
      return refuseOption('sandbox', 'restore', `is ${(error as Error).message}`);
    }
  }

  function addAccount(account: SandboxAccount = {}): SandboxCredentials {
    const { balance = '100000', ...given } = account;
    assertKnown(account, ['apiKey', 'apiSecret', 'balance'], 'a member', { caller: 'sandbox', within: 'accounts.' });
    const credentials = {
      apiKey: given.apiKey ?? `sandbox-key-${word(random)}`,
      apiSecret: given.apiSecret ?? `sandbox-secret-${word(random)}${word(random)}`,
    };
    if (keys.has(credentials.apiKey)) refuseOption('sandbox', 'apiKey', `${credentials.apiKey} is taken`);
    if (!/^\d+(\.\d+)?$/.test(balance))
      refuseOption('sandbox', 'balance', `must be a decimal such as "100000", got ${balance}`);
    const accountId = `account-${keys.size + 1}`;
    keys.set(credentials.apiKey, createAccess(accountId, credentials, dialect.signing));
    if (patch !== undefined) secrets.set(credentials.apiKey, credentials.apiSecret);
    // A restored state has its accounts; they only need their keys again.
    if (service.state.accounts[accountId] === undefined) {
      service.state = withAccount(service.state, { id: accountId, balance });
    }
    return credentials;
  }

  function command(given: Parameters<typeof run>[1]): void {
    const reply = run(service, given, service.now());
    if (!reply.ok) refuseOption('sandbox', 'price', `is refused: ${reply.message.replace(/\.$/, '')}`);
  }

  /** An error of a listener, at once or by a promise, must not change what the caller gets, nor end a server. */
  function tell(listener: () => unknown): void {
    const fail = (error: unknown): void => void report(error, random);
    try {
      Promise.resolve(listener()).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  /** A fault of ours is a 500 with an identifier: never to be taken for a refusal. */
  function respondOrFail(request: RawRequest): SandboxResponse {
    try {
      return respond(service, request);
    } catch (error) {
      const body = `sandbox failure ${report(error, random)}\n`;
      const response = { status: 500, headers: { 'content-type': 'text/plain' }, body };
      return { response, fault: undefined, operation: undefined, refused: undefined };
    }
  }

  function handle(request: RawRequest): SandboxResponse {
    const given = service.stages.send(respondOrFail(request), request);
    if (options.onCall === undefined) return given;
    const { method, target } = request;
    const { operation, refused, fault } = given;
    tell(() => {
      const call: CallLog = { method, target, operationId: operation?.operationId, refused, fault };
      const reason = refused === undefined ? undefined : reasonOf(given, request, keys, time() + skewOf(fault));
      // Found when it is read: the search takes hundreds of times as long as the call.
      let mistakes: readonly string[] | undefined;
      const get = (): readonly string[] => (mistakes ??= explainSignature(request, keys, operation?.input));
      if (refused === '-1022')
        return options.onCall!(Object.defineProperty(call, 'mistakes', { get, enumerable: true }));
      return options.onCall!({ ...call, ...(reason !== undefined && { reason }) });
    });
    return given;
  }
  function advance(ms: number): void {
    if (!(ms >= 0)) refuseOption('sandbox', 'ms', `must be 0 or more, got ${ms}`);
    aheadMs += ms;
    command({ type: 'tick' });
  }

  const [credentials] = accounts.map(addAccount);
  return {
    fetch: createFetch(handle),
    plainFetch: createPlainFetch(handle),
    url: IN_PROCESS_URL,
    credentials: credentials ?? addAccount(),
    get state() {
      return viewState(service.state);
    },
    faults,
    addAccount,
    listen: (listenOptions = {}) => listen(handle, service.now, listenOptions),
    now: service.now,
    // Other work of the program has its turn, such as the timer that ends a watch.
    async wait(ms) {
      advance(ms);
      await new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve));
    },
    advance,
    setPrice(contract, price) {
      const names = Object.keys(service.state.markets);
      if (!names.includes(contract))
        refuseOption('sandbox', 'contractName', `must be one of ${names.join(', ')}, got ${contract}`);
      command({ type: 'setPrice', contract, price: String(price) });
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => snapshotState(service.state),
  };
}

/** Prints a fault of ours with an identifier, which is all that the caller gets to see of it. */
function report(error: unknown, random: () => number): string {
  const id = word(random);
  process.stderr.write(`sandbox failure ${id}: ${error instanceof Error ? error.stack : String(error)}\n`);
  return id;
}

const word = (random: () => number): string =>
  Math.floor(random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0');
