import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createFuturesClient } from '../../../src/index.js';
import { ApiError, FuturesError, type Outcome, ResponseError } from '../../../src/core/errors.js';
import { createSandbox, type FaultKind } from '../../../src/sandbox/index.js';
import { createDefaultTransport } from '../../../src/transport/default-transport.js';
import { callExample } from '../../support/operation-examples.js';
import type { Call, Start } from './calls.js';
import { Waiting } from './waiting.js';

export const TIMEOUT_MS = 10_000;

/** `always`: every call of the operation is struck. `once`: the first one only. */
export type Strikes = 'always' | 'once';

/** The fault: one of the sandbox, or a response too many on the connection that the call takes. */
export type Trouble = FaultKind | 'desync';

/** The result of one call under one fault. */
export interface Cell {
  /** Requests of the operation that the sandbox received. */
  readonly sends: number;
  /** Requests of getServerTime that the client made by itself. */
  readonly measurements: number;
  readonly outcome: Outcome | 'ok' | 'untyped';
  /** Class of the error, with its status or code; empty after a success. */
  readonly error: string;
  /** Milliseconds of waiting for an answer that never ended. */
  readonly stalledMs: number;
  /** Milliseconds of waiting for anything else, between two tries. */
  readonly waitedMs: number;
  /** True when the state of the sandbox has changed. */
  readonly acted: boolean;
}

/** Makes one call over real HTTP, with the default transport and a client and a sandbox of its own. */
export async function runCell(
  { snapshot, credentials }: Start,
  call: Call,
  fault: Trouble | undefined,
  strikes: Strikes,
): Promise<Cell> {
  const received: string[] = [];
  const waiting = new Waiting();
  const sandbox = createSandbox({
    restore: snapshot,
    accounts: [credentials],
    onCall(log) {
      received.push(log.operationId ?? log.target);
      if (log.fault === 'stall-after') waiting.stall();
    },
  });
  const times = strikes === 'once' ? 1 : Infinity;
  if (fault !== undefined && fault !== 'desync')
    sandbox.faults.next({ kind: fault, operation: call.operationId, times });
  await using listening = await sandbox.listen();
  using accepted = watchAccepted();
  const client = createFuturesClient({
    baseUrl: listening.url,
    credentials,
    transport: waiting.watch(createDefaultTransport()),
    timeoutMs: TIMEOUT_MS,
  });
  if (fault === 'desync') {
    await client.ping();
    received.length = 0;
    // It arrives at once, and unread: nothing waits in between.
    for (const socket of accepted.sockets) socket.write(STRAY);
  }
  const made = callExample(client, call).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
  const spent = await waiting.until(made);
  const failure = await made;
  const sends = received.filter((operationId) => operationId === call.operationId).length;
  return {
    sends,
    measurements: received.length - sends,
    ...describeFailure(failure),
    ...spent,
    acted: !isDeepStrictEqual(withoutTime(sandbox.snapshot()), withoutTime(snapshot)),
  };
}

function describeFailure(failure: { readonly reason: unknown } | undefined): Pick<Cell, 'outcome' | 'error'> {
  if (failure === undefined) return { outcome: 'ok', error: '' };
  const { reason } = failure;
  if (!(reason instanceof FuturesError)) return { outcome: 'untyped', error: String(reason) };
  const { name, outcome } = reason;
  if (reason instanceof ApiError) return { outcome, error: `${name} ${reason.apiCode}` };
  if (reason instanceof ResponseError && reason.status !== 200) return { outcome, error: `${name} ${reason.status}` };
  return { outcome, error: name };
}

/** Time passes whether or not anything was done. */
const withoutTime = (snapshot: unknown): unknown => ({ ...(snapshot as Record<string, unknown>), nowMs: 0 });

/** One response too many: a refusal that no request asked for. */
const STRAY =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 39\r\n\r\n{"code":"-1121","msg":"Invalid symbol"}';

/** Collects the service's ends of the connections that are made. */
function watchAccepted(): Disposable & { readonly sockets: readonly Socket[] } {
  const sockets: Socket[] = [];
  const accept = (message: unknown): void => void sockets.push((message as { readonly socket: Socket }).socket);
  subscribe('net.server.socket', accept);
  return { sockets, [Symbol.dispose]: () => void unsubscribe('net.server.socket', accept) };
}
