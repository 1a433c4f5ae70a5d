import type { OperationId } from '../../../generated/operations.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { breaking, type Mutation, type RunCall } from './mutation.js';
import { named } from '../../core/named.js';
import { as, ORDER } from './own-calls.js';
import { clauses, type DeclaredClause, rowOf, fieldOf } from '../../conformance/model/clauses.js';

/* Calls that are refused, and done all the same. */

interface Anyway {
  readonly operationId: OperationId;
  /** The place where the call is refused. */
  readonly stage: 'authorize' | 'readInput';
  /** The operation that is done in its place. */
  readonly does?: OperationId;
  /** Milliseconds until it is done, with the next call. */
  readonly laterMs?: number;
}

/** Refuses a call, and does what it asks for all the same, or something else. */
const actingAnyway =
  (
    { operationId, stage, does = operationId, laterMs = 0 }: Anyway,
    inputOf: (request: RawRequest, read: () => Fields, nowMs: number) => Fields | undefined,
  ): Patch =>
  (reference, _secretOf, now) => {
    // A call that was right has left behind how the exchange is reached, and as whom.
    let last: { readonly call: SandboxCall; readonly run: RunCall } | undefined;
    const due: { readonly atMs: number; readonly input: Fields }[] = [];
    const settle = (): void => {
      if (last === undefined) return;
      const { call, run } = last;
      while (due[0] !== undefined && due[0].atMs <= now()) run(as(call, does, due.shift()!.input));
    };
    const watching =
      <Rest extends readonly unknown[], Result>(
        at: Anyway['stage'],
        ask: (operation: Parameters<typeof reference.readInput>[0], request: RawRequest, ...rest: Rest) => Result,
      ): typeof ask =>
      (operation, request, ...rest) => {
        try {
          return ask(operation, request, ...rest);
        } catch (error) {
          if (!(error instanceof Refusal) || operation.operationId !== operationId || at !== stage) throw error;
          const input = inputOf(request, () => reference.readInput(operation, request), now());
          if (input !== undefined) due.push({ atMs: now() + laterMs, input });
          settle();
          throw error;
        }
      };
    return {
      authorize: watching('authorize', reference.authorize),
      readInput: watching('readInput', reference.readInput),
      act(call, run) {
        if (call.accountId !== '') last = { call, run };
        settle();
        return reference.act(call, run);
      },
    };
  };

/** A resting order in place of that of the body. */
const RESTING: Fields = { ...ORDER, price: '30000' };

const CREATE = { operationId: 'createOrder', stage: 'authorize' } as const;
const CANCEL = { operationId: 'cancelOrder', stage: 'authorize' } as const;
const CREATE_INPUT = { operationId: 'createOrder', stage: 'readInput' } as const;

const PLACES_NOTHING = 'state/createOrder/forged-places-nothing';
const CANCELS_NOTHING = 'state/cancelOrder/forged-cancels-nothing';

const forged = breaking(clauses.signature, PLACES_NOTHING);
const forgedCancel = breaking(clauses.signature, CANCELS_NOTHING);
const forgedWipe = breaking(clauses.signature, 'state/cancelAllOrders/forged-cancels-nothing');
const incompleteCancel = breaking(rowOf('cancelOrder'), 'state/cancelOrder/refused-cancels-nothing');
const incomplete = (name: string) => breaking(fieldOf('createOrder', name), 'state/createOrder/refused-places-nothing');

/** Headers for which orders and cancels are refused. */
const HEADERS: Readonly<Record<string, readonly [DeclaredClause, (request: RawRequest, nowMs: number) => boolean]>> = {
  'unsigned: a call without X-CH-SIGN': [clauses.headers, ({ headers }) => headers[SIGNATURE] === undefined],
  'timeless: a call without X-CH-TS': [clauses.headers, ({ headers }) => headers[TIMESTAMP] === undefined],
  'stale: a timestamp of long ago': [
    clauses.timestamp,
    ({ headers }, nowMs) => Number(headers[TIMESTAMP]) < nowMs - 5000,
  ],
};

export const REFUSING: readonly Mutation[] = [
  forged`forged-create-acts: Create Order refuses a wrong signature, and places the order`(
    actingAnyway(CREATE, (_request, read) => read()),
  ),
  forged`forged-create-acts-later: Create Order refuses a wrong signature, and places the order 600 ms later`(
    actingAnyway({ ...CREATE, laterMs: 600 }, ({ headers }, read) => {
      return headers[SIGNATURE] === undefined ? undefined : read();
    }),
  ),
  forged`strange-create-acts: Create Order refuses a key that it does not know, and places an order`(
    actingAnyway(CREATE, ({ headers }) => (headers[API_KEY]?.startsWith('a-key') ? RESTING : undefined)),
  ),
  forged`forged-sell-acts: Create Order refuses a wrong signature, and places the order if it sells`(
    actingAnyway(CREATE, ({ headers, body }, read) =>
      headers[SIGNATURE] !== undefined && /"side":"SELL"/.test(body) ? read() : undefined,
    ),
  ),
  ...Object.entries(HEADERS).flatMap(([name, [words, isSuch]]) => {
    const { id, title: what } = named(name);
    const inputOf: Parameters<typeof actingAnyway>[1] = (request, read, nowMs) =>
      request.headers[API_KEY] !== undefined && isSuch(request, nowMs) ? read() : undefined;
    return [
      breaking(words, PLACES_NOTHING)`${id}-create-acts: Create Order refuses ${what}, and places the order`(
        actingAnyway(CREATE, inputOf),
      ),
      breaking(words, CANCELS_NOTHING)`${id}-cancel-acts: Cancel Order refuses ${what}, and cancels the order`(
        actingAnyway(CANCEL, inputOf),
      ),
    ];
  }),
  incomplete('volume')`incomplete-create-acts: Create Order refuses input that is incomplete, and places an order`(
    actingAnyway(CREATE_INPUT, () => RESTING),
  ),
  incomplete(
    'contractName',
  )`nameless-create-acts: Create Order refuses a call without contractName, and places an order`(
    actingAnyway(CREATE_INPUT, ({ body }) => (/contractName/.test(body) ? undefined : RESTING)),
  ),
  ...['timeInForce', 'side', 'type', 'open'].map((name) =>
    incomplete(
      name,
    )`strange-${name.toLowerCase()}-acts: Create Order refuses a ${name} that is not declared, and places an order`(
      actingAnyway(CREATE_INPUT, ({ body }) => (body.includes(`"${name}":"X`) ? RESTING : undefined)),
    ),
  ),
  incomplete(
    'side',
  )`incomplete-create-cancels: Create Order refuses a call without side, and cancels the orders of its contract`(
    actingAnyway({ ...CREATE_INPUT, does: 'cancelOrder' }, ({ body }) =>
      body.includes('"side"') ? undefined : { contractName: /"contractName":"([^"]+)/.exec(body)?.[1] },
    ),
  ),
  incompleteCancel`incomplete-cancel-acts: Cancel Order refuses a call without contractName, and cancels all orders`(
    actingAnyway({ operationId: 'cancelOrder', stage: 'readInput' }, () => ({ contractName: 'E-BTC-USDT' })),
  ),
  forgedCancel`forged-cancel-acts: Cancel Order refuses a wrong signature, and cancels the order`(
    actingAnyway(CANCEL, (_request, read) => read()),
  ),
  forgedWipe`forged-cancel-all-acts: Cancel All Orders refuses a wrong signature, and cancels all orders`(
    actingAnyway({ operationId: 'cancelAllOrders', stage: 'authorize' }, () => ({})),
  ),
];
