import { operations } from '../../../generated/operations.js';
import { createRequestSigner } from '../../../src/core/signing.js';
import type { Caller, CallerWorld } from '../../../src/conformance/caller/judge-caller.js';
import type { Intent, Word } from '../../../src/conformance/caller/intent.js';

type Operation = (typeof operations)[keyof typeof operations];

/** One request of the bot, as it is about to be sent. */
export interface BotRequest {
  method: string;
  target: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * The habits of a bot on plain `fetch`. Each default is right: it sends once, looks an order up by its clientOrderId until it cannot
 * come any more, and says "unknown" when it does not know. A faulty one differs in one habit.
 */
export interface Habits {
  /** Tries of a call whose response is not a success. */
  readonly tries?: number;
  /** Statuses and errors after which it tries once more; default all. */
  readonly retriesOn?: (failure: Failure) => boolean;
  /** Milliseconds between two tries. */
  readonly pauseMs?: number;
  /** Signs the first try alone, and sends that signature again. */
  readonly signsOnce?: boolean;
  /** A new clientOrderId for each try. */
  readonly newName?: boolean;
  /** Milliseconds for which a lost order is looked for; 0 does not look. */
  readonly looksForMs?: number;
  /** Looks before it sends. */
  readonly looksFirst?: boolean;
  /** The word after a failure that it has not explained. */
  readonly lost?: (failure: Failure) => Word['outcome'];
  /** The word when a lookup finds nothing at once. */
  readonly absentAtOnce?: boolean;
  /** Waits after 429, 418 and 410. */
  readonly respectsLimits?: boolean;
  /** Reads a response: default by its digits. */
  readonly parse?: (text: string) => unknown;
  /** The word of a success without an id. */
  readonly withoutId?: Word['outcome'];
  /** Changes a request before it is signed … */
  readonly shape?: (request: BotRequest, intent: Intent, operation: Operation) => void;
  /** … and after it. */
  readonly sent?: (request: BotRequest, world: CallerWorld) => void;
  readonly redirect?: 'follow' | 'manual';
  /** Reads one page alone. */
  readonly onePage?: boolean;
  /** Takes a page that is shorter than it asked for as the last one. */
  readonly endsEarly?: boolean;
  /** Looks for a lost order among the open ones alone. */
  readonly looksInList?: boolean;
  /** Keeps every record of every page. */
  readonly keepsAll?: boolean;
  /** Lets two of them send the same order at once. */
  readonly runsAlone?: boolean;
  readonly throws?: (world: CallerWorld) => Error | undefined;
}

/** A call that did not succeed; without a status there was no response. */
export interface Failure {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly error?: unknown;
}

/** Read beside an order. */
export const OPEN_ORDERS: Intent = { do: 'getOpenOrders', input: { contractName: 'E-BTC-USDT' } };

const PATIENCE_MS = 8000;
const digits = (text: string): unknown => JSON.parse(text.replace(/(?<=[:[,]\s*)(\d{16,})(?=\s*[,}\]])/g, '"$1"'));
const isFailure = (result: Sent): result is { readonly failure: Failure } => 'failure' in result;

/** A bot with these habits. */
export function createBot(habits: Habits = {}): Caller {
  return async (world, intent) => {
    const id = intent.do === 'cancelContractOrders' ? 'cancelOrder' : intent.do;
    const operation = operations[id as keyof typeof operations] as Operation;
    if (intent.all === true) return readAll(world, intent, operation, habits);
    const error = habits.throws?.(world);
    if (error !== undefined) throw error;
    const name = intent.input['clientOrderId'];
    if (habits.looksFirst && typeof name === 'string') {
      const found = await find(world, name, habits);
      if (found !== undefined) return { outcome: 'accepted', orderId: found };
    }
    const isTaken = typeof name === 'string' && habits.runsAlone !== true && !take(world, name);
    if (isTaken) return lookUp(world, name, habits);
    const failure = await attempt(world, intent, operation, habits);
    if ('outcome' in failure) return failure;
    const isKnown = failure.code !== undefined && SAFE_CODES.has(failure.code);
    if (isKnown) return { outcome: 'rejected' };
    if (intent.do !== 'createOrder' || typeof name !== 'string')
      return { outcome: habits.lost?.(failure) ?? 'unknown' };
    if (habits.lost !== undefined) return { outcome: habits.lost(failure) };
    return lookUp(world, name, habits);
  };
}

const underWay = new WeakMap<object, Set<string>>();

/** True when no other run on this exchange has sent the order; a file would say so to other processes. */
function take({ fetch }: CallerWorld, name: string): boolean {
  const names = underWay.get(fetch) ?? new Set();
  underWay.set(fetch, names);
  return names.size < names.add(name).size;
}

/** Codes that come before anything is done, as far as anybody knows. */
const SAFE_CODES: ReadonlySet<string> = new Set(['-1003', '-1021', '-1022', '-2015']);

async function attempt(
  world: CallerWorld,
  intent: Intent,
  operation: Operation,
  habits: Habits,
): Promise<Word | Failure> {
  const { tries = 1, retriesOn = () => true, pauseMs = 0, withoutId = 'unknown' } = habits;
  let request: BotRequest | undefined;
  for (let left = tries; ; left--) {
    const input = habits.newName && left < tries ? { ...intent.input, clientOrderId: `again-${left}` } : intent.input;
    if (request === undefined || habits.signsOnce !== true)
      request = build(world, { ...intent, input }, operation, habits);
    const result = await send(world, request, habits);
    if (!isFailure(result)) {
      const { orderId } = (result.json ?? {}) as { orderId?: unknown };
      if (operation.operationId !== 'createOrder') return { outcome: 'accepted' };
      if (orderId !== undefined) return { outcome: 'accepted', orderId: String(orderId) };
      return withoutId === 'unknown' ? { status: 200 } : { outcome: withoutId };
    }
    if (left <= 1 || !retriesOn(result.failure)) return result.failure;
    if (pauseMs > 0) world.wait(pauseMs);
  }
}

function build(world: CallerWorld, intent: Intent, operation: Operation, habits: Habits): BotRequest {
  const { method, path } = operation;
  const isQuery = method === 'GET';
  const query = isQuery ? new URLSearchParams(Object.entries(intent.input).map(([k, v]) => [k, String(v)])) : '';
  const request: BotRequest = {
    method,
    target: String(query) === '' ? path : `${path}?${query}`,
    body: isQuery || operation.input === 'none' ? '' : JSON.stringify(intent.input),
    headers: {},
  };
  habits.shape?.(request, intent, operation);
  const timestampMs = Math.floor(world.now());
  const { target, body } = request;
  const { apiKey, apiSecret } = world.credentials;
  const signature = createRequestSigner(apiSecret)({ timestampMs, method, target, body });
  request.headers = {
    'X-CH-TS': String(timestampMs),
    'X-CH-APIKEY': apiKey,
    'X-CH-SIGN': signature,
    ...request.headers,
  };
  habits.sent?.(request, world);
  return request;
}

type Sent = { readonly json: unknown } | { readonly failure: Failure };

const LIMITS: ReadonlySet<number> = new Set([429, 418, 410]);

async function send(
  { baseUrl, fetch, wait }: CallerWorld,
  { method, target, headers, body }: BotRequest,
  { parse = digits, redirect = 'manual', respectsLimits = true }: Habits,
): Promise<Sent> {
  try {
    const init = { method, headers, redirect, signal: AbortSignal.timeout(200), ...(body !== '' && { body }) };
    const response = await fetch(baseUrl + target, init);
    const { status } = response;
    if (LIMITS.has(status) && respectsLimits) wait(Number(response.headers.get('retry-after') ?? 1) * 1000);
    const text = await response.text();
    const json = (/^\s*</.test(text) ? null : parse(text)) as { code?: unknown } | null;
    const code = json?.code === undefined ? undefined : String(json.code);
    const isSuccess =
      status === 200 &&
      (code === undefined || code === '0') &&
      text !== '{}' &&
      Object(json) === json &&
      !isPadding(json);
    return isSuccess ? { json } : { failure: { status, ...(code !== undefined && { code }) } };
  } catch (error) {
    return { failure: { error } };
  }
}

const isPadding = (json: unknown): boolean => Object.hasOwn(json as object, 'padding');

/** Looks for an order until it cannot come any more. */
async function lookUp(world: CallerWorld, name: string, habits: Habits): Promise<Word> {
  const { looksForMs = PATIENCE_MS, absentAtOnce = false } = habits;
  for (let waitedMs = 0; waitedMs <= looksForMs; waitedMs += 1000) {
    const found = await find(world, name, habits);
    if (found !== undefined) return { outcome: 'accepted', orderId: found };
    if (absentAtOnce) return { outcome: 'absent' };
    world.wait(1000);
  }
  return { outcome: looksForMs >= PATIENCE_MS ? 'absent' : 'unknown' };
}

async function find(world: CallerWorld, name: string, habits: Habits): Promise<string | undefined> {
  const { shape: _, sent: __, ...plain } = habits;
  if (habits.looksInList) {
    const { json } = {
      json: [],
      ...(await send(world, build(world, OPEN_ORDERS, operations.getOpenOrders, {}), plain)),
    };
    return (json as readonly Record<string, string>[]).find((one) => one['clientOrderId'] === name)?.['orderId'];
  }
  const input = { contractName: 'E-BTC-USDT', clientOrderId: name };
  const result = await send(
    world,
    build(world, { do: 'getOrder', input }, operations.getOrder as Operation, {}),
    plain,
  );
  const id = isFailure(result) ? undefined : (result.json as { orderId?: unknown }).orderId;
  return id === undefined ? undefined : String(id);
}

async function readAll(world: CallerWorld, intent: Intent, operation: Operation, habits: Habits): Promise<Word> {
  const { onePage = false, keepsAll = false, endsEarly = false } = habits;
  const isHistory = operation.operationId === 'getTradeHistory';
  const ids: string[] = [];
  let fromId: string | undefined;
  for (let page = 0; page < 20; page++) {
    const input = { ...intent.input, ...(fromId !== undefined && { fromId }) };
    const result = await send(world, build(world, { ...intent, input }, operation, habits), habits);
    if (isFailure(result)) return { outcome: 'unknown' };
    const records = result.json as readonly Record<string, unknown>[];
    const found = records.map((record) => String(record[isHistory ? 'tradeId' : 'orderId']));
    const fresh = found.filter((id) => !ids.includes(id));
    ids.push(...(keepsAll ? found : fresh));
    if (
      !isHistory ||
      onePage ||
      (fresh.length === 0 && !keepsAll) ||
      (endsEarly && found.length < Number(intent.input['limit']))
    )
      break;
    fromId = found.at(-1)!;
  }
  return { outcome: 'accepted', ids };
}
