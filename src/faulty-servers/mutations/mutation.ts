import { type Operation, type OperationId, operations } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { RawRequest, RawResponse, SandboxResponse } from '../../sandbox/http/request.js';
import type { SandboxCall, Patch } from '../../sandbox/stages.js';
import { type Name, named, textOfName } from '../../core/named.js';
import { type DeclaredClause, rowOf } from '../../conformance/model/clauses.js';

/** Lets the exchange act on a call. */
export type RunCall = (call: SandboxCall) => Reply;

/** An exchange that is wrong in one respect, which the service document declares. */
export interface Mutation {
  /** In words; what `createFaultySandbox({ mutation })` takes. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it violates: those of the checks that have to find it, no more and no less. */
  readonly breaks: readonly DeclaredClause[];
  /** Addresses of the checks that have to find it, each of them. */
  readonly killedBy: readonly string[];
  readonly patch: Patch;
  /** Shows only in how a response is transferred, so that it has to be called over HTTP. */
  readonly isOnTheWire?: boolean;
}

/** Faults that break the same words, and that the same checks have to find: each is a template with `id: title`, and a patch. */
export const breaking =
  (breaks: DeclaredClause | readonly DeclaredClause[], killedBy: string | readonly string[]) =>
  (...name: Name) =>
  (patch: Patch): Mutation => ({
    ...named(textOfName(...name)),
    breaks: [breaks].flat(),
    killedBy: [killedBy].flat(),
    patch,
  });

const NEED_ANSWERS: readonly OperationId[] = [
  'createOrder',
  'createConditionOrder',
  'cancelOrder',
  'getOrder',
  'changePositionMode',
  'changeMarginMode',
];
/** A server may lack what the service document does not declare, so no mutation is about that. */
const declared = Object.values(operations).filter(({ evidence }) => evidence === 'declared');
const idsOf = (wanted: (operation: Operation) => boolean): readonly OperationId[] =>
  declared.filter(wanted).map(({ operationId }) => operationId);

/** Operations for which the three headers are declared. */
export const SIGNED = idsOf(({ security }) => security === 'signed');
/** A read and a write: faults of all signed operations are tested on these. */
export const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder'];
export const LISTS = idsOf(({ result }) => result === 'list');
export const WITH_REQUIRED_FIELDS = idsOf(
  ({ input, fields }) => input === 'body' && fields.some(({ required }) => required),
);
export const ALL = idsOf(() => true);
/** Operations whose calls need nothing that another answer would tell, such as a price or an order. */
export const STANDING_ALONE = idsOf(({ operationId }) => !NEED_ANSWERS.includes(operationId));

/** The rows of operations in the table of endpoints. */
export const rowsOf = (ids: readonly OperationId[]): readonly DeclaredClause[] => ids.map(rowOf);

/** One address for each operation. */
export const checksOf = (family: string, ids: readonly OperationId[], claim: string): readonly string[] =>
  ids.map((id) => `${family}/${id}/${claim}`);

/** A name as ids of mutations have it: `time-in-force` for timeInForce. */
export const dashed = (name: string): string =>
  name
    .replaceAll('_', '-')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();

/** Periods of the faults that come and go: one strikes every second, third or fifth call. */
export const OFTEN = [2, 3, 5] as const;

/** A fault that strikes every nth time that it could, or every nth time of each kind. */
export const every =
  (nth: number, patch: (strikes: (kind?: string) => boolean) => Patch): Patch =>
  (...given) => {
    const counts = new Map<string, number>();
    return patch((kind = '') => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count % nth === 0;
    })(...given);
  };

/** Changes what the calls of one operation do. */
export const acting =
  (operationId: OperationId, change: (call: SandboxCall, run: RunCall) => Reply): Patch =>
  () => ({ act: (call, run) => (call.operationId === operationId ? change(call, run) : run(call)) });

/** Changes what every nth call of one operation does. */
export const actingEvery = (nth: number, operationId: OperationId, change: Parameters<typeof acting>[1]): Patch =>
  every(nth, (strikes) => acting(operationId, (call, run) => (strikes() ? change(call, run) : run(call))));

/** Runs the calls of one operation with other input. */
export const asking = (operationId: OperationId, change: (input: Fields) => Fields): Patch =>
  acting(operationId, (call, run) => run({ ...call, input: change(call.input) }));

/** Reads the requests of one operation as others; what is thrown refuses one. */
export const rereading =
  (operationId: OperationId, change: (request: RawRequest) => Partial<RawRequest>): Patch =>
  (reference) => ({
    readInput: (operation, request) =>
      reference.readInput(
        operation,
        operation.operationId === operationId ? { ...request, ...change(request) } : request,
      ),
  });

/** Changes responses in part; undefined leaves one as it is. */
export const responding =
  (change: (answer: SandboxResponse, request: RawRequest) => Partial<RawResponse> | undefined): Patch =>
  () => ({
    send: (answer, request) => ({ ...answer, response: { ...answer.response, ...change(answer, request) } }),
  });

/** Changes the answers to calls that succeed. */
export const answering = (
  ids: readonly OperationId[],
  change: (response: RawResponse, request: RawRequest) => Partial<RawResponse> | undefined,
): Patch =>
  responding(({ operation, refused, response }, request) =>
    operation !== undefined && ids.includes(operation.operationId) && refused === undefined
      ? change(response, request)
      : undefined,
  );

/** Like {@link answering}, for what changes the text only. */
export const rewriting = (ids: readonly OperationId[], change: (body: string) => string): Patch =>
  answering(ids, ({ body }) => ({ body: change(body) }));
