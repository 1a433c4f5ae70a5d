import { readSigningRule } from '../../core/read-signing-rule.js';
import { type OperationId, operations } from '../operations.js';
import { createRedactor } from '../../core/redact.js';
import { readAnswer, type Reading, type SentCall, textOf } from '../call/answer.js';
import { type Alteration, buildCall } from '../call/build-call.js';
import type { AnyInput } from '../call/input.js';
import { type Context, Found } from './check.js';
import { createLedger, type Ledger } from '../account/ledger.js';
import type { Budget, ConformanceOptions, Mode } from '../model.js';
import { openIds } from '../account/orders.js';
import { createRehearsal } from './rehearse.js';
import { assertMaySend, weightOf } from './safety.js';
import { createTarget } from '../call/target.js';

/** A whole run of mode `read` sends no more than this. What is only measured stays out when few are left. */
const READ_CALLS = 60;

const NO_CALLS_LEFT = `the ${READ_CALLS} calls of a run in mode read are used up: chosen with --check it has its own`;

/** This many calls in a row without an answer, or refused for being too many, end a run. */
const ENOUGH_TROUBLE = 3;

/** Begins every clientOrderId unless the options say otherwise. */
export const PREFIX = 'fcheck-';

/** Everything that the checks of one run have in common. */
export interface World {
  readonly calls: number;
  /** The orders that the run has placed; kept in mode `mutate`. */
  readonly ledger: Ledger;
  clockOffsetMs: number | null;
  /** Calls by plan so far. */
  readonly budget: Budget;
  /** Why nothing more is sent, if so. */
  readonly stopped: string | undefined;
  context(exchanges: SentCall[]): Context;
  close(): void;
}

interface WorldSurroundings {
  /** Nothing is sent. */
  readonly rehearsing?: boolean;
  /** Default: one that writes nothing down. */
  readonly ledger?: Ledger | undefined;
}

export function createWorld(options: ConformanceOptions, baseUrl: URL, surroundings: WorldSurroundings): World {
  const { rehearsing = false } = surroundings;
  const { mode = 'read', credentials, permission, existing = {}, seed = 1, timeoutMs = 10_000 } = options;
  const { prefix = PREFIX, volume = '1' } = options.orders ?? {};
  const rule = readSigningRule(options.signing ?? {}, 'signing');
  const basePath = baseUrl.pathname.replace(/\/$/, '');
  const ledger = surroundings.ledger ?? createLedger({ prefix });
  const counted: Record<string, number> = {};
  let weight = 0;
  let trouble = 0;
  let stopped: string | undefined;
  const target = createTarget({
    baseUrl,
    timeoutMs,
    signal: options.signal,
    redact: redactorOf(credentials),
    guard: (call) => assertMaySend(call.method, call.target, { mode, permission }),
    rehearse: rehearsing ? createRehearsal() : undefined,
  });
  const conditionReceipts: string[] = [];
  const bait = {
    generation: 1,
    spend(): void {
      bait.generation++;
    },
  };
  const memo = new Map<string, { readonly value: Promise<unknown>; readonly exchanges: SentCall[] }>();

  const world: World = {
    get calls() {
      return target.calls;
    },
    ledger,
    clockOffsetMs: null,
    get budget() {
      const calls = Object.values(counted).reduce((sum, count) => sum + count, 0);
      return { calls, weight, byOperation: counted };
    },
    get stopped() {
      return options.signal?.aborted === true ? 'stopped from outside' : stopped;
    },
    context,
    close: () => target.close(),
  };

  /** What can reach several orders is sent only where none of them is somebody else's. */
  async function assertOnlyOurs(here: Context, operationId: OperationId, input: AnyInput): Promise<void> {
    if (operationId === 'cancelOrder' && textOf(input.orderId) !== undefined) return;
    const contract = operationId === 'cancelOrder' ? textOf(input.contractName) : undefined;
    const ours = new Set(ledger.open.map(({ orderId }) => orderId));
    const foreign = [...(await openIds(here, contract))].filter((id) => !ours.has(id));
    if (foreign.length === 0) return;
    const reason = `the account has ${foreign.length} open orders that this run did not place`;
    throw new Found({ outcome: 'not-run', reason });
  }

  function note({ kind, summary }: Reading): void {
    trouble = kind === 'none' || kind === 'limited' ? trouble + 1 : 0;
    const last = kind === 'limited' ? `the target asks for fewer calls (${summary})` : `no answer (${summary})`;
    if (trouble >= ENOUGH_TROUBLE || (kind === 'limited' && mode === 'mutate'))
      stopped = `${last}; nothing more is sent`;
  }

  function context(exchanges: SentCall[]): Context {
    async function send(operationId: OperationId, input: AnyInput, alteration?: Alteration): Promise<Reading> {
      if (world.stopped !== undefined) throw new Found({ outcome: 'cannot-tell', reason: world.stopped });
      if (here.callsLeft <= 0) throw new Found({ outcome: 'not-run', reason: NO_CALLS_LEFT });
      const operation = operations[operationId];
      if (mode === 'mutate' && operation.effect === 'wipe') await assertOnlyOurs(here, operationId, input);
      const call = buildCall(operation, input, { credentials, rule, prefix: basePath }, here.now(), alteration);
      if (mode === 'mutate') ledger.before(operationId, input);
      const sent = await target.send(call);
      counted[operationId] = (counted[operationId] ?? 0) + 1;
      weight += weightOf(operation);
      exchanges.push(sent);
      const reading = readAnswer(sent);
      note(reading);
      if (operationId === 'createConditionOrder' && reading.kind === 'accepted') {
        conditionReceipts.push(sent.response?.body ?? '');
      }
      if (mode === 'mutate') ledger.after(operationId, input, reading);
      const contract = textOf(input.contractName);
      if (operationId === 'getOpenOrders' && alteration === undefined && contract !== undefined) {
        ledger.looked(contract, reading);
      }
      if (reading.kind === 'limited')
        throw new Found({ outcome: 'cannot-tell', reason: `limited: ${reading.summary}` });
      return reading;
    }

    const here: Context = {
      mode: mode satisfies Mode,
      credentials,
      rule,
      existing,
      seed,
      prefix,
      basePath,
      get callsLeft() {
        const whole = mode === 'read' && (options.checks ?? []).length === 0;
        return whole ? READ_CALLS - world.budget.calls : Infinity;
      },
      volume,
      farPrice: options.orders?.price,
      bait,
      conditionReceipts,
      contract: existing.contractName ?? 'E-BTC-USDT',
      now: () => Date.now() + (world.clockOffsetMs ?? 0),
      keep: (order) => ledger.keep(order),
      pause: (ms) => (rehearsing ? Promise.resolve() : new Promise((resolve) => void setTimeout(resolve, ms))),
      call: send,
      callWith: send,
      async shared(key, work) {
        let entry = memo.get(key);
        if (entry === undefined) {
          const own: SentCall[] = [];
          entry = { value: work(context(own)), exchanges: own };
          memo.set(key, entry);
        }
        try {
          return (await entry.value) as Awaited<ReturnType<typeof work>>;
        } finally {
          exchanges.push(...entry.exchanges);
        }
      },
    };
    return here;
  }
  return world;
}

/** Secrets become named placeholders; the longer one first, in case one is part of the other. */
function redactorOf(credentials: ConformanceOptions['credentials']): (text: string) => string {
  if (credentials === undefined) return (text) => text;
  const { apiKey, apiSecret } = credentials;
  const steps = [
    { length: apiKey.length, run: createRedactor([apiKey], '<API_KEY>') },
    { length: apiSecret.length, run: createRedactor([apiSecret], '<SIGNING_SECRET>') },
  ].sort((a, b) => b.length - a.length);
  return (text) => steps.reduce((result, { run }) => run(result), text);
}
