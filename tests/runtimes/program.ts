import { createFuturesClient, type ClientOptions, type FuturesClient } from 'futures-trading-client';
import { limitOrder } from '../support/orders.js';
import { FAULTS, type Fault, PAUSE_MS } from './faults.js';

/** The client's report on one call. */
export interface Said {
  /** accepted, rejected, not-sent, unknown; or `crash`, when it was not one of the errors of this package. */
  readonly outcome: string;
  readonly orderId?: string | undefined;
  readonly message?: string | undefined;
  /** When the call began: milliseconds since the epoch. */
  readonly startMs: number;
}

export const CREDENTIALS = { apiKey: 'key', apiSecret: 'secret' };

/** Plays the client's part of the faults with these numbers, one after the other. */
export async function runAll(
  numbers: readonly number[],
  ports: readonly number[],
  optionsFor: (port: number) => Partial<ClientOptions> | Promise<Partial<ClientOptions>>,
): Promise<Said[][]> {
  const all: Said[][] = [];
  for (const number of numbers) {
    const port = ports[number]!;
    all.push(await run(FAULTS[number]!, port, await optionsFor(port)));
  }
  return all;
}

async function run(fault: Fault, port: number, options: Partial<ClientOptions>): Promise<Said[]> {
  const client = createFuturesClient({
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: CREDENTIALS,
    clock: 'local',
    retry: false,
    timeoutMs: 20_000,
    // In Chromium, this measures the danger.
    dangerouslyAllowBrowser: true,
    ...options,
  });
  const said: Said[] = [];
  for (let number = 1; number <= fault.orders; number++) {
    if (number > 1) await rest(fault);
    said.push(await say(call(client, fault, number)));
  }
  return said;
}

async function rest({ pause }: Fault): Promise<void> {
  if (pause === 'idle') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const endMs = performance.now() + PAUSE_MS;
  if (pause === 'busy') while (performance.now() < endMs);
}

function call(client: FuturesClient, fault: Fault, number: number): Promise<unknown> {
  const { timeoutMs, abortMs } = fault;
  const options = {
    ...(timeoutMs !== undefined && number > 1 ? { timeoutMs } : {}),
    ...(abortMs !== undefined && number > 1 ? { signal: AbortSignal.timeout(abortMs) } : {}),
  };
  if (fault.call === 'cancelAllOrders') return client.cancelAllOrders(undefined, options);
  if (fault.call === 'getOpenOrders') return client.getOpenOrders({ contractName: 'E-BTC-USDT' }, options);
  return client.createOrder({ ...limitOrder, clientOrderId: String(number) }, options);
}

async function say(made: Promise<unknown>): Promise<Said> {
  const startMs = Date.now();
  try {
    const { orderId } = (await made) as { orderId?: string };
    return { outcome: 'accepted', orderId, startMs };
  } catch (error) {
    const { outcome, message } = error as { outcome?: string; message?: string };
    return { outcome: outcome ?? 'crash', message: String(message).slice(0, 200), startMs };
  }
}
