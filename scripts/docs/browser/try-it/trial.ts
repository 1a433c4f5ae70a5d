import { type OperationId, operations } from '../../../../generated/operations.js';
import { createOperationsClient, type OperationsClient } from '../../../../src/client/operations-client.js';
import { FuturesError } from '../../../../src/core/errors.js';
import { createDecoder } from '../../../../src/core/json/decode.js';
import type { FaultKind } from '../../../../src/sandbox/http/faults.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.js';
import { createRecorder, type TriedCall } from './record.js';

export interface Wish {
  readonly operationId: OperationId;
  /** JSON; empty for none. */
  readonly input: string;
  /** Signs with another secret than the one that belongs to the key. */
  readonly breakSignature?: boolean;
  readonly fault?: FaultKind | undefined;
}

export interface Made {
  readonly number: number;
  readonly wish: Wish;
  /** More than one where a read was retried, none where nothing was sent. */
  readonly exchanges: readonly TriedCall[];
  readonly end: { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: FuturesError };
}

export interface Trial {
  readonly sandbox: Pick<Sandbox, 'state' | 'setPrice'>;
  /** Makes one call. @throws {SyntaxError} (by a promise) When the input is not JSON; nothing is sent. */
  call(wish: Wish): Promise<Made>;
}

/** Ten seconds are too long to see that an answer does not come, and no answer of this exchange has a megabyte. */
const LIMITS = { timeoutMs: 1500, maxBodyBytes: 2 ** 20 };

const decode = createDecoder();

export function createTrial({ timeoutMs, maxBodyBytes } = LIMITS): Trial {
  const recorder = createRecorder(() => sandbox.fetch);
  const sandbox = createSandbox({ onCall: recorder.onCall });
  const { apiKey, apiSecret } = sandbox.credentials;
  const clientWith = (secret: string): OperationsClient =>
    createOperationsClient({
      baseUrl: sandbox.url,
      credentials: { apiKey, apiSecret: secret },
      fetch: recorder.fetch,
      timeoutMs,
      maxBodyBytes,
    }).client;
  const client = clientWith(apiSecret);
  const mistaken = clientWith('not-the-secret-of-this-key');
  let calls = 0;

  async function make(wish: Wish): Promise<Made> {
    const { operationId, breakSignature = false, fault } = wish;
    const input = wish.input.trim() === '' ? undefined : decode(wish.input);
    if (fault !== undefined) sandbox.faults.next({ kind: fault, operation: operationId });
    const end = await endOf(invoke(breakSignature ? mistaken : client, operationId, input));
    // A call that never left has not met it.
    sandbox.faults.clear();
    return { number: ++calls, wish, exchanges: recorder.take(), end };
  }

  return { sandbox, call: make };
}

async function endOf(call: Promise<unknown>): Promise<Made['end']> {
  try {
    return { ok: true, result: await call };
  } catch (error) {
    if (error instanceof FuturesError) return { ok: false, error };
    throw error;
  }
}

/** Operations by name; what their methods take is checked by themselves. */
async function invoke(client: OperationsClient, operationId: OperationId, input: unknown): Promise<unknown> {
  const method = client[operationId] as (input?: unknown) => Promise<unknown>;
  return operations[operationId].input === 'none' && input === undefined ? method() : method(input);
}
