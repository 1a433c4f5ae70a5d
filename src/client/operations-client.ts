import type { CreateOrderInput, FuturesOperations, OrderReceipt } from '../../generated/client.js';
import { type Operation, operations } from '../../generated/operations.js';
import { FuturesError } from '../core/errors.js';
import type { PassingTime } from '../transport/real-time.js';
import type { ServiceClock } from './clock/clock.js';
import { createClock } from './clock/public-clock.js';
import { explain, type Explanation, type Explicable } from './explain.js';
import { Pipeline, read } from './pipeline.js';
import type { CallOptions, ClientOptions } from './options.js';
import { readOptions } from './settings.js';

/** One method for each operation of the service, and what belongs to single calls. */
export interface OperationsClient extends FuturesOperations<CallOptions> {
  /** The service's clock as far as it is known; see the option `clock`. */
  readonly clock: ServiceClock;
  /**
   * Shows one request as a call would send it now: the exact text that is signed and its length in bytes, and the clock's
   * offset, with key, secret and signature left out. Sends nothing.
   *
   * @throws {ArgumentError} (by a promise) When the call would be refused before anything is sent.
   * @example
   * const { signed } = await client.explain('getOpenOrders', { contractName: 'E-BTC-USDT' });
   * console.log(signed?.signingString, signed?.bytes);
   */
  explain<Method extends Explicable>(
    method: Method,
    input?: Parameters<OperationsClient[Method]>[0],
  ): Promise<Explanation>;
}

/** A client, and what other rooms of this package need of it besides. */
export interface InnerClient {
  /** The part that callers see. */
  readonly client: OperationsClient;
  readonly time: PassingTime;
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** The order that the service shows, also one that was not asked for. */
  readonly getOrder: OperationsClient['getOrder'];
  /** The open orders, or an error where a total says that they may not be all: what is not there proves something then. */
  readonly getOpenOrders: OperationsClient['getOpenOrders'];
  /** For `beforeSigning` see SignedRequest. */
  createOrder(
    input: CreateOrderInput,
    options: CallOptions,
    beforeSigning: (timestampMs: number) => void,
  ): Promise<OrderReceipt>;
}

/** Creates the part of a client that makes single calls. `more`: names of options that the caller has read itself. */
export function createOperationsClient(options: ClientOptions, more?: readonly string[]): InnerClient {
  const pipeline = new Pipeline(readOptions(options, more));
  const client: OperationsClient = {
    ...createMethods(pipeline),
    clock: createClock(pipeline.clock),
    explain: (method, input) => inNameOf(method, async () => explain(pipeline, method, input)),
  };
  const createOrder: InnerClient['createOrder'] = (input, call, beforeSigning) =>
    pipeline.call(operations.createOrder, input, call, false, beforeSigning) as Promise<OrderReceipt>;
  const asShown = (operation: Operation) => (input: unknown, call?: CallOptions) =>
    pipeline.call(operation, input, call, false, undefined, read) as Promise<never>;
  const [getOrder, getOpenOrders] = [asShown(operations.getOrder), asShown(operations.getOpenOrders)];
  const { time, headers } = pipeline.settings;
  return { client, time, headers, createOrder, getOrder, getOpenOrders };
}

/** One generic method for each row of the operations table, and one for each that leaves its selectors out. */
function createMethods(pipeline: Pipeline): FuturesOperations<CallOptions> {
  const methods = Object.values(operations).flatMap((operation) => {
    const without = operation.selectors?.methodWithout;
    const method = [operation.operationId, pipeline.methodOf(operation)];
    if (without === undefined) return [method];
    const call = pipeline.methodOf(operation, true);
    return [method, [without, (...given: Parameters<typeof call>) => inNameOf(without, () => call(...given))]];
  });
  return Object.fromEntries(methods) as FuturesOperations<CallOptions>;
}

/** Messages begin with the method that was called; `operationId` is that of the operation. */
async function inNameOf<Result>(method: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof FuturesError && error.message.startsWith(error.operationId ?? method)) {
      const { message, operationId = method, stack } = error;
      error.message = method + message.slice(operationId.length);
      if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
    }
    throw error;
  }
}
