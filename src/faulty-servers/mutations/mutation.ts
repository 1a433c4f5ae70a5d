import { type Operation, type OperationId, operations } from '../../../generated/operations.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { RawResponse } from '../../sandbox/http/request.js';
import type { SandboxCall, Patch } from '../../sandbox/stages.js';
import type { Words } from './words.js';

/** An exchange that is wrong in one respect, which the service document declares. */
export interface Mutation {
  /** In words; what `createFaultySandbox({ mutation })` takes. */
  readonly id: string;
  readonly title: string;
  /** The clauses that it violates: those of the checks that have to find it, no more and no less. */
  readonly breaks: readonly Words[];
  /** The open question whose usual answer the check has to take for granted, if there is one. */
  readonly assumes?: string;
  /** Addresses of the checks that have to find it, each of them. */
  readonly killedBy: readonly string[];
  readonly patch: Patch;
  /** Shows only in how a response is transferred, so that it has to be called over HTTP. */
  readonly isOnTheWire?: boolean;
}

const NEED_ANSWERS: readonly OperationId[] = [
  'createOrder',
  'createConditionOrder',
  'cancelOrder',
  'getOrder',
  'changePositionMode',
  'changeMarginMode',
];
/** A server may lack what the service document does not declare, so no mutation is about that. */
const every = Object.values(operations).filter(({ evidence }) => evidence === 'declared');
const idsOf = (wanted: (operation: Operation) => boolean): readonly OperationId[] =>
  every.filter(wanted).map(({ operationId }) => operationId);

/** Operations for which the three headers are declared. */
export const SIGNED = idsOf(({ security }) => security === 'signed');
export const LISTS = idsOf(({ result }) => result === 'list');
export const WITH_REQUIRED_FIELDS = idsOf(
  ({ input, fields }) => input === 'body' && fields.some(({ required }) => required),
);
export const ALL = idsOf(() => true);
/** Operations whose calls need nothing that another answer would tell, such as a price or an order. */
export const STANDING_ALONE = idsOf(({ operationId }) => !NEED_ANSWERS.includes(operationId));

/** One address for each operation. */
export const checksOf = (family: string, ids: readonly OperationId[], claim: string): readonly string[] =>
  ids.map((id) => `${family}/${id}/${claim}`);

/** Changes what the calls of one operation do. */
export const acting =
  (operationId: OperationId, change: (call: SandboxCall, run: (call: SandboxCall) => Reply) => Reply): Patch =>
  () => ({ act: (call, run) => (call.operationId === operationId ? change(call, run) : run(call)) });

/** Changes the answers to calls that succeed. */
export const answering =
  (ids: readonly OperationId[], change: (response: RawResponse) => RawResponse): Patch =>
  () => ({
    send(answer) {
      const { operation, refused, response } = answer;
      const changed = operation !== undefined && ids.includes(operation.operationId) && refused === undefined;
      return changed ? { ...answer, response: change(response) } : answer;
    },
  });

/** Like {@link answering}, for what changes the text only. */
export const rewriting = (ids: readonly OperationId[], change: (body: string) => string): Patch =>
  answering(ids, (response) => ({ ...response, body: change(response.body) }));
