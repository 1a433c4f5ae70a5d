import { operations } from '../../../generated/operations.js';
import { buildCall } from '../../../src/conformance/call/build-call.js';
import { OBSERVED_RULE } from '../../../src/core/signing-rule.js';
import { isLimit } from '../../../src/conformance/call/answer.js';
import { getOrMake } from '../../../src/conformance/model/groups.js';
import type { Caller, CallerWorld } from '../../../src/conformance/caller/judge-caller.js';
import { type Intent, parseJson, type Word } from '../../../src/conformance/caller/intent.js';

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
  /** Tries of a call whose response is not a success, the code that it needs for another one, and the pause before. */
  readonly tries?: number;
  readonly retriesOn?: string;
  readonly pauseMs?: number;
  /** Signs the first try alone, and sends that signature again. */
  readonly signsOnce?: boolean;
  /** A new clientOrderId for each try. */
  readonly newName?: boolean;
  readonly looksFirst?: boolean;
  /** Milliseconds for which a lost order is looked for. */
  readonly looksForMs?: number;
  /** Looks for a lost order among the open ones alone. */
  readonly looksInList?: boolean;
  /** A lookup that finds nothing, or fails, is the last one. */
  readonly absentAtOnce?: boolean;
  /** Cancels a lost order that it finds. */
  readonly cancelsLost?: boolean;
  /** The word after a failure that it has not explained. */
  readonly lost?: Word['outcome'];
  /** Waits after 429, 418 and 410. */
  readonly respectsLimits?: boolean;
  /** Reads a response: default by its digits. */
  readonly parse?: (text: string) => unknown;
  /** The word of a success without an id. */
  readonly withoutId?: Word['outcome'];
  /** Changes a request before it is signed, and after it. */
  readonly shape?: (request: BotRequest) => void;
  readonly sent?: (request: BotRequest, world: Signer) => void;
  readonly redirect?: 'follow' | 'manual';
  /** Reads one page; takes a short page for the last one; keeps every record of every page; takes a failure for no record. */
  readonly reads?: 'one-page' | 'until-short' | 'everything' | 'failures';
  /** True when no other run has sent the order: default by what runs of this process have sent. */
  readonly takes?: (world: CallerWorld, intent: Intent) => boolean;
}

type Record_ = Readonly<Record<string, unknown>>;
type Signer = Pick<CallerWorld, 'now' | 'credentials'>;
/** The response to a call; without `json`, it was not a success. */
interface Sent {
  readonly json?: unknown;
  readonly code?: string | undefined;
}

/** Read beside an order. */
export const OPEN_ORDERS: Intent = { do: 'getOpenOrders', input: { contractName: 'E-BTC-USDT' } };

const PATIENCE_MS = 8000;
/** Codes that come before anything is done, as far as anybody knows. */
const SAFE_CODES: ReadonlySet<string | undefined> = new Set(['-1003', '-1021', '-1022', '-2015']);

/** A bot with these habits; any other program is taken as it is. */
export function createBot(habits: Caller | Habits = {}): Caller {
  if (typeof habits === 'function') return habits;
  return async (world, intent) => {
    if (intent.all === true) return readAll(world, intent, habits);
    const isOrder = intent.do === 'createOrder';
    const found = habits.looksFirst && isOrder ? (await find(world, intent, habits)).orderId : undefined;
    if (found !== undefined) return { outcome: 'accepted', orderId: found };
    if (isOrder && !(habits.takes ?? take)(world, intent))
      return lookUp(world, intent, { ...habits, cancelsLost: false });
    const result = await attempt(world, intent, habits);
    if ('outcome' in result) return result;
    if (SAFE_CODES.has(result.code)) return { outcome: 'rejected' };
    if (!isOrder || habits.lost !== undefined) return { outcome: habits.lost ?? 'unknown' };
    return lookUp(world, intent, habits);
  };
}

const underWay = new Map<CallerWorld['fetch'], Set<unknown>>();

/** True when no other run on this exchange has sent the order. */
function take({ fetch }: CallerWorld, { input }: Intent): boolean {
  const names = getOrMake(underWay, fetch, () => new Set());
  return names.size < names.add(input['clientOrderId']).size;
}

async function attempt(world: CallerWorld, intent: Intent, habits: Habits): Promise<Word | Sent> {
  const { tries = 1, retriesOn, pauseMs = 0, withoutId } = habits;
  let request: BotRequest | undefined;
  for (let left = tries; ; left--) {
    const input = habits.newName && left < tries ? { ...intent.input, clientOrderId: `again-${left}` } : intent.input;
    if (request === undefined || habits.signsOnce !== true) request = build(world, { ...intent, input }, habits);
    const { json, code } = await send(world, request, habits);
    if (json !== undefined) {
      const { orderId } = Object(json) as { orderId?: unknown };
      if (intent.do !== 'createOrder') return { outcome: 'accepted' };
      if (orderId !== undefined) return { outcome: 'accepted', orderId: String(orderId) };
      return withoutId === undefined ? {} : { outcome: withoutId };
    }
    if (left <= 1 || (retriesOn ?? code) !== code) return { code };
    if (pauseMs > 0) world.wait(pauseMs);
  }
}

/** Sends one call, and nothing else; the result is undefined where it failed. */
export async function ask(world: CallerWorld, intent: Intent, habits: Habits = {}): Promise<unknown> {
  return (await send(world, build(world, intent, habits), habits)).json;
}

/** The open orders of the contract; none where the call failed. */
export const listed = async (
  world: CallerWorld,
): Promise<readonly { readonly orderId: string; readonly status?: unknown }[]> =>
  Object((await ask(world, OPEN_ORDERS)) ?? []);

/** The request that an intent asks for, signed. */
export function build(world: Signer, { do: what, input }: Intent, habits: Habits): BotRequest {
  const id = what === 'cancelContractOrders' ? 'cancelOrder' : (what as keyof typeof operations);
  const operation = operations[id];
  const isQuery = operation.method === 'GET' && id !== 'getOrderHistory';
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const request: BotRequest = {
    ...{ method: operation.method, target: operation.path + query, headers: {} },
    body: isQuery || operation.input === 'none' ? '' : JSON.stringify(input),
  };
  habits.shape?.(request);
  const signing = { credentials: world.credentials, rule: OBSERVED_RULE, prefix: '' };
  const { target: path, body } = request;
  request.headers = Object.fromEntries(buildCall(operation, {}, signing, world.now(), { body, path }).headers);
  habits.sent?.(request, world);
  return request;
}

async function send(
  { baseUrl, fetch, wait }: CallerWorld,
  { method, target, headers, body }: BotRequest,
  { parse = parseJson, redirect = 'manual', respectsLimits = true }: Habits,
): Promise<Sent> {
  try {
    // On a busy machine, a bot that gave up waiting for a limit is excused.
    const signal = AbortSignal.timeout(respectsLimits ? 500 : 60_000);
    const init = { method, headers, redirect, signal, ...(body !== '' && { body }) };
    const response = await fetch(baseUrl + target, init);
    const { status } = response;
    if (isLimit(status) && respectsLimits) wait(Number(response.headers.get('retry-after') ?? 1) * 1000);
    const text = await response.text();
    const json = (/^\s*(<|$)/.test(text) ? {} : parse(text)) as Record_;
    const code = json['code'] === undefined ? undefined : String(json['code']);
    const isEmpty = Object.keys(json).length === 0 && !Array.isArray(json);
    const isSuccess = status === 200 && (code ?? '0') === '0' && !isEmpty && !Object.hasOwn(json, 'padding');
    return isSuccess ? { json } : { code };
  } catch {
    return {};
  }
}

/** Looks for an order until it cannot come any more. */
async function lookUp(world: CallerWorld, intent: Intent, habits: Habits): Promise<Word> {
  const { looksForMs = PATIENCE_MS, absentAtOnce = false } = habits;
  let isAnswered = false;
  for (let waitedMs = 0; waitedMs <= looksForMs; waitedMs += 1000) {
    const found = await find(world, intent, habits);
    const { orderId } = found;
    ({ isAnswered } = found);
    if (orderId !== undefined && habits.cancelsLost) {
      const isGone = await ask(world, { do: 'cancelOrder', input: { ...OPEN_ORDERS.input, orderId } });
      return { outcome: isGone === undefined ? 'unknown' : 'absent' };
    }
    if (orderId !== undefined) return { outcome: 'accepted', orderId };
    if (absentAtOnce) return { outcome: 'absent' };
    world.wait(1000);
  }
  return { outcome: isAnswered && looksForMs >= PATIENCE_MS ? 'absent' : 'unknown' };
}

async function find(world: CallerWorld, { input }: Intent, habits: Habits) {
  const { contractName, clientOrderId } = input as Record<string, string>;
  const { shape: _, sent: __, ...plain } = habits;
  const lookup = { do: 'getOrder', input: { contractName: contractName!, clientOrderId: clientOrderId! } };
  const { json, code } = await send(world, build(world, habits.looksInList ? OPEN_ORDERS : lookup, plain), plain);
  const found = Array.isArray(json) ? json.find((one: Record_) => one['clientId'] === clientOrderId) : json;
  return { ...(found as { orderId?: string } | undefined), isAnswered: json !== undefined || code === '-2013' };
}

async function readAll(world: CallerWorld, intent: Intent, habits: Habits): Promise<Word> {
  const isHistory = intent.do === 'getTradeHistory';
  const ids: string[] = [];
  let fromId: string | undefined;
  for (let page = 0; page < 20; page++) {
    const json = await ask(world, { ...intent, input: { ...intent.input, ...(fromId && { fromId }) } }, habits);
    if (json === undefined && habits.reads !== 'failures') return { outcome: 'unknown' };
    const found = ((json ?? []) as readonly Record_[]).map((one) => String(one[isHistory ? 'tradeId' : 'orderId']));
    const fresh = found.filter((id) => !ids.includes(id));
    ids.push(...(habits.reads === 'everything' ? found : fresh));
    if (!isHistory || habits.reads === 'one-page' || (fresh.length === 0 && habits.reads !== 'everything')) break;
    if (habits.reads === 'until-short' && found.length < Number(intent.input['limit'])) break;
    fromId = found.at(-1)!;
  }
  return { outcome: 'accepted', ids };
}
