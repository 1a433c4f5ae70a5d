import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isLimit } from '../call/answer.js';
import { operations } from '../model/operations.js';
import { OBSERVED_RULE } from '../../core/signing-rule.js';
import { buildCall } from '../call/build-call.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { CallLog, FaultKind, SandboxOptions } from '../../sandbox/index.js';
import { damage } from '../../sandbox/http/damage.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import { createPatchedSandbox, type Sandbox } from '../../sandbox/sandbox.js';
import type { Patch } from '../../sandbox/stages.js';
import type { Intent } from './intent.js';
import type { CallerScene } from './scene.js';
import { CONTRACT, ORDER } from './scenes.js';
import { type BookOrder, type CallerCall, type CallerTrace } from './trace.js';

/** An exchange in the state of a scene. It writes down what a program does to it. */
export type Stage = Awaited<ReturnType<typeof createStage>>;

/** Operations by which a program looks for an order. */
const LOOKUPS: ReadonlySet<string> = new Set(['getOpenOrders', 'getOrder', 'getOrderHistory', 'getTradeHistory']);
const OTHER_CONTRACT = 'E-ETH-USDT';

/**
 * @param elsewhereUrl An origin that is not the service, for redirects.
 * @param twin The ways of a server that was measured.
 */
export async function createStage(scene: CallerScene, elsewhereUrl: string, twin: SandboxOptions = {}) {
  const { intent, next = [], trouble, clock, lagMs = 0 } = scene;
  const { after = 0, times = 1, fault: ownFault, spoil } = trouble ?? {};
  const calls: CallerCall[] = [];
  const elsewhere: CallerTrace['elsewhere'][number][] = [];
  /** Orders; those from before came while the scene was prepared. */
  const book = new Map<string, BookOrder & { readonly createdMs: number; readonly isFromBefore: boolean }>();
  let [isOpen, acted] = [false, false];
  let { lookup } = scene;
  /** Calls of the operation in trouble. */
  let seen = 0;
  const isSpoiled = (id: string | undefined): boolean =>
    isOpen && spoil !== undefined && id === trouble?.on && seen >= after && seen < after + times;
  const change = (at: number, more: Partial<CallerCall>): void => void (calls[at] = { ...calls[at]!, ...more });
  const skewMs = (): number => (clock === undefined || (clock.jump === true && calls.length === 0) ? 0 : clock.aheadMs);

  const patch: Patch = (reference) => ({
    route(request) {
      acted = false;
      return reference.route(request);
    },
    act(call, run) {
      if (spoil?.acts === false && isSpoiled(call.operationId)) throw new Refusal('-1000', 'The scene replaces this.');
      const { fromId: _, ...firstPage } = call.input;
      const limit = isOpen ? scene.pageSize : undefined;
      const input = limit === undefined ? call.input : { ...call.input, limit };
      const reply = run({ ...call, input: scene.repeatsPages ? firstPage : input });
      acted = reply.ok;
      if (!reply.ok || !LOOKUPS.has(call.operationId)) return reply;
      const isNew = (id: unknown): boolean => {
        const order = book.get(String(id));
        if (order === undefined || order.isFromBefore) return false;
        return scene.lacks === call.operationId || sandbox.now() < order.createdMs + lagMs;
      };
      if (Array.isArray(reply.result))
        return { ...reply, result: reply.result.filter(({ orderId }: { orderId?: unknown }) => !isNew(orderId)) };
      if (isNew((reply.result as { orderId?: unknown }).orderId)) throw new Refusal('-2013', 'Order does not exist.');
      return reply;
    },
    send(given, { method, target, headers, body }) {
      if (!isOpen) return given;
      const { operation, refused, fault } = given;
      const id = operation?.operationId;
      const isLookup = LOOKUPS.has(id ?? '') && calls.some((one) => one.operationId === scene.operation);
      const spoiling = isSpoiled(id) ? spoil!.response : isLookup ? lookup : undefined;
      if (id === trouble?.on && ++seen === after && ownFault !== undefined)
        sandbox.faults.next({ kind: ownFault, operation: trouble!.on, times });
      else if (isLookup && scene.isHidden !== true) lookup = undefined;
      const made = spoiling?.(given.response as never, elsewhereUrl);
      const isTroubled = made !== undefined || fault !== undefined;
      const isLost = made?.written === 'silent';
      const response = isLost ? nothing('(nothing arrived)') : (made ?? wireOf(given.response, fault));
      const why = isTroubled || refused === undefined ? undefined : { code: refused, why: '' };
      const atMs = sandbox.now() - skewMs();
      calls.push({ atMs, method, target, headers, body, operationId: id, acted, response, isTroubled, refused: why });
      const isReached = id === scene.operation;
      if (calls.length === MOST_CALLS) queueMicrotask(() => stage.onTooMany());
      if (isReached) queueMicrotask(() => stage.onReached());
      // Until both programs have read what each keeps of the other.
      const isOfPair = scene.runs === 'pair' && (isReached || calls.length <= FIRST_OF_PAIR);
      if (isReached && scene.fills === true) sandbox.setPrice(CONTRACT, BELOW);
      const held = isLimit(response.status) ? hold(calls, change) : isOfPair ? setTimeout(BESIDE_MS) : undefined;
      const sent = { ...(made ?? given.response), ...(held && { held }) };
      return { ...given, response: sent, ...(made && { refused: undefined }) };
    },
  });
  const explain = ({ mistakes, reason = '' }: CallLog): void => {
    const refused = calls.at(-1)?.refused;
    if (refused === undefined) return;
    const why = mistakes === undefined ? reason : mistakes.join('; or: ') || 'no known mistake gives this signature';
    change(calls.length - 1, { refused: { ...refused, why } });
  };
  // Journals and locks of a program outlive the scene, and its port is used again: key and order are of this scene alone.
  const accounts = [{ apiKey: `sandbox-key-${randomUUID().slice(0, 8)}` }];
  const sandbox = createPatchedSandbox({ ...twin, accounts, now: () => Date.now() + skewMs(), onCall: explain }, patch);
  const trades: string[] = [];
  sandbox.onEvent((event) => {
    if (event.type === 'trade' && event.trade.accountId === 'account-1') trades.push(String(event.trade.id));
    if (event.type !== 'order' || event.order.accountId !== 'account-1') return;
    const { id, contract, side, open, type, price, volume, timeInForce, status } = event.order;
    const standing = [...book.values()].filter((one) => !one.isFromBefore && !one.isCancelled);
    book.set(id, {
      ...{ beside: standing.map((one) => one.id), isFromBefore: !isOpen, ...book.get(id), ...event.order },
      terms: [contract, type, side, open, timeInForce, price, volume].join(' '),
      isOpen: ['NEW', 'PART_FILLED', 'INIT'].includes(status),
      isCancelled: ['CANCELED', 'PENDING_CANCEL'].includes(status),
    });
  });
  // Journals of a program outlive the scene: the name of an order ends as the key of the scene does.
  const nameOf = (name: string): string => `${name}-${sandbox.credentials.apiKey.slice(-8)}`;
  if (scene.hasOrders === true) await prepare(sandbox, scene, twin, nameOf);
  // The ids of the exchange itself: a twin may write them under other names.
  const listed = [...book.values()].filter((order) => order.isOpen && order.contract === CONTRACT);
  const known = scene.operation === 'getTradeHistory' ? [...trades] : listed.map(({ id }) => id);
  const [toCancel = ''] = book.keys();
  isOpen = true;
  if (ownFault !== undefined && after === 0) sandbox.faults.next({ kind: ownFault, operation: trouble!.on, times });

  const intents = [intent, ...next].map(({ input, ...what }): Intent => {
    const { orderId, clientOrderId: name } = input;
    const named = name && { clientOrderId: nameOf(String(name)) };
    return { ...what, input: { ...input, ...(orderId && { orderId: toCancel }), ...named } };
  });
  const stage = {
    sandbox,
    /** The intents of one run, with the ids of this exchange in them. */
    intents,
    /** The clock of the program: the service's may differ from it. */
    now: (): number => sandbox.now() - skewMs(),
    /** Called at the first call of the scene's operation, when the exchange is done with it. */
    onReached: (): void => undefined,
    /** Called when a program does not stop calling. */
    onTooMany: (): void => undefined,
    /** Takes the last call; the function is called when a program in this process has its response, or has given up waiting for it. */
    settlesLast() {
      const at = calls.length - 1;
      const settle = (isRead: boolean): void => change(at, { overtakenBy: isRead ? calls.length - 1 - at : Infinity });
      // A program that has given up may end before the response does.
      settle(false);
      return settle;
    },
    /** Writes down a request that went to another origin. */
    elsewhere: (request: CallerTrace['elsewhere'][number]): void => void elsewhere.push(request),
    trace(printed: string): CallerTrace {
      const ofBefore = (before: boolean) => [...book.values()].filter(({ isFromBefore }) => isFromBefore === before);
      const [others, placed] = [ofBefore(true), ofBefore(false)];
      const { credentials } = sandbox;
      return { asked: intents[0]!.input, calls, elsewhere, printed, known, credentials, placed, others };
    },
  };
  return stage;
}

/** Milliseconds for which a limit is held: calls that a program sends side by side are there by then. */
const ON_THE_WAY_MS = 20;
/** Milliseconds for which it is held at most: programs have timeouts. */
const MOST_MS = 250;

/**
 * Holds the response to the last call, and counts the calls that come meanwhile. On a machine that is late it goes on: the
 * program may have given up waiting, and its next request, which is on the way, follows no limit that it knows of.
 */
async function hold(
  calls: readonly CallerCall[],
  change: (at: number, more: Partial<CallerCall>) => void,
): Promise<void> {
  const at = calls.length - 1;
  const startMs = performance.now();
  let beganMs: number;
  do {
    beganMs = performance.now();
    await setTimeout(ON_THE_WAY_MS);
    // Requests that have come and were not read yet came before this, too.
    for (let turns = 0; turns < 2; turns++) await setImmediate();
  } while (performance.now() - beganMs > 2 * ON_THE_WAY_MS && beganMs - startMs < MOST_MS);
  change(at, { overtakenBy: Math.max(calls[at]!.overtakenBy ?? 0, calls.length - 1 - at) });
}

/** Milliseconds for which each of two programs waits, so that neither is done before the other begins. */
const BESIDE_MS = 400;
/** Calls that no scene needs. */
const MOST_CALLS = 500;
export const TOO_MANY = `made ${MOST_CALLS} calls, and was ended`;
/** Calls of both that are held in any case. */
const FIRST_OF_PAIR = 4;
/** A price at which the first of the prepared orders is filled. */
const BELOW = '59500';

const nothing = (body: string): RawResponse => ({ status: 0, headers: {}, body });

/** The response as the program gets it; without a status where the connection is reset. */
function wireOf(response: RawResponse, fault: FaultKind | undefined): RawResponse {
  const delivery = damage(response, fault);
  if (delivery.kind === 'reset') return nothing('(the connection was reset)');
  return delivery.kind === 'stall' ? { ...delivery.response, body: '(one byte, then nothing)' } : delivery.response;
}

/** One more than the sandbox offers at its lowest price. */
const PART = { price: 65_000.5, volume: 501 };

/** Places orders, and fills some, before the program comes. Their names begin like that of the order it is asked for. */
async function prepare(
  { fetch, url, credentials, now }: Sandbox,
  { operation, intent }: CallerScene,
  { dialect }: SandboxOptions,
  nameOf: (name: string) => string,
): Promise<void> {
  const signing = { credentials, rule: { ...OBSERVED_RULE, ...dialect?.signing }, prefix: '' };
  const prices = operation === 'getTradeHistory' ? Array<number>(5).fill(66_000) : [60_000, 59_000];
  const places = [
    ...prices.map((price) => ({ price })),
    { contractName: OTHER_CONTRACT, price: 1000 },
    // Two of one price are two orders.
    ...(operation === 'getOpenOrders' ? [{ price: 59_000 }, PART] : []),
  ];
  const { clientOrderId: name } = intent.input;
  for (const [at, place] of places.entries()) {
    const order = { ...ORDER, ...place, ...(name && { clientOrderId: `${nameOf(String(name))}-${at}` }) };
    const { target, method, headers, body = null } = buildCall(operations.createOrder, order, signing, now());
    await fetch(url + target, { method, headers, body });
  }
}
