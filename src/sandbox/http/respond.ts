import type { Access, TimestampWindow } from '../access.js';
import type { RawRequest, RawResponse, SandboxResponse } from './request.js';
import type { SandboxDialect } from '../dialect.js';
import { type Reply, step } from '../exchange/exchange.js';
import type { ExchangeEvent, State } from '../exchange/model/model.js';
import { NoRoute, Refusal } from '../exchange/refusal.js';
import type { FaultKind, FaultPlan } from './faults.js';
import type { SandboxCall, Stages } from '../stages.js';
import { writeRefusal } from './wire.js';

/** The parts that a response is made from. `state` is its own: it is replaced by each call, and its trees are changed in place. */
export interface Service {
  state: State;
  readonly keys: ReadonlyMap<string, Access>;
  readonly now: () => number;
  readonly window: TimestampWindow;
  /** Finished orders that are kept; as many fills, and as many profits. */
  readonly maxFinishedOrders: number;
  readonly dialect: SandboxDialect;
  /** True when refusals have HTTP statuses 401 and 400; live hosts answer 200. */
  readonly strict: 'http' | undefined;
  readonly faults: FaultPlan;
  readonly stages: Stages;
  readonly onEvent: (event: ExchangeEvent) => void;
}

/** Statuses of refusals in strict mode. */
const STRICT_STATUS: Readonly<Record<string, number>> = {
  '-1002': 401,
  '-1021': 401,
  '-1022': 401,
  '-1023': 401,
  '-1024': 401,
  '-2015': 401,
  '-1003': 429,
};

/** Answers one request: access, input, exchange, wire; in this order, so that a refusal has changed nothing. */
export function respond(service: Service, request: RawRequest): SandboxResponse {
  const { stages, dialect } = service;
  const operation = stages.route(request);
  const fault = operation && service.faults.take(operation.operationId);
  const skewMs = skewOf(fault);
  try {
    if (operation === undefined) throw new Refusal('-1002', 'You are not authorized to execute this request.');
    if (fault === 'refuse') throw new Refusal('-1016', 'The service is shutting down.');
    if (fault === 'code-1003') throw new Refusal('-1003', 'Too many requests.');
    if (fault !== undefined && !acts(fault))
      return { response: toJson(200, '{}', dialect), fault, operation, refused: undefined };
    const nowMs = service.now();
    const accountId = stages.authorize(operation, request, service.keys, nowMs + skewMs, service.window);
    const input = stages.readInput(operation, request);
    const call: SandboxCall = { type: 'call', operationId: operation.operationId, accountId, input };
    const reply = stages.act(call, (next) => run(service, next, nowMs));
    if (!reply.ok) throw new Refusal(reply.code, reply.message);
    return {
      response: toJson(200, stages.write(operation, reply.result, dialect), dialect),
      fault,
      operation,
      refused: undefined,
    };
  } catch (error) {
    if (error instanceof NoRoute) {
      const response = { status: 501, headers: { 'content-type': 'text/plain' }, body: `${error.message}\n` };
      return { response, fault, operation, refused: 'no route' };
    }
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error;
    const status = service.strict === 'http' ? (STRICT_STATUS[code] ?? 400) : dialect.refusalStatus;
    const body = writeRefusal(dialect.refusalCodes[code] ?? code, message, dialect);
    const contentType = dialect.refusalContentType ?? dialect.contentType;
    return { response: toJson(status, body, { contentType }), fault, operation, refused: code };
  }
}

/** Milliseconds by which the clock of the exchange is ahead under a fault. */
export const skewOf = (fault: FaultKind | undefined): number => (fault === 'skew' ? 3_600_000 : 0);

/** Puts the exchange into the state after a command. */
export function run(service: Service, command: Parameters<typeof step>[1], nowMs: number): Reply {
  const { state, reply, events } = step(service.state, command, nowMs, service.dialect, service.maxFinishedOrders);
  service.state = state;
  events.forEach(service.onEvent);
  return reply;
}

/** A fault that strikes before the service acts answers in its place. */
const acts = (fault: FaultKind): boolean => fault === 'slow' || fault === 'skew' || fault.endsWith('-after');

function toJson(status: number, body: string, { contentType }: Pick<SandboxDialect, 'contentType'>): RawResponse {
  return { status, headers: { 'content-type': contentType }, body };
}
