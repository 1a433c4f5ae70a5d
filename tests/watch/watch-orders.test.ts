import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
// Loaded before the clock stands still, as everything that a client loads when it is first used.
import '../../src/watch/watch-orders.js';
import {
  createFuturesClient,
  type FuturesClient,
  type FuturesClientOptions,
  type OrderEvent,
} from '../../src/index.js';
import type { JournalEntry } from '../../src/journal/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { settle, START_MS } from '../orders/desk.js';
import { limitBuy, limitOrder } from '../support/orders.js';

const { contractName } = limitBuy;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A sandbox, a client of it that counts its calls, and one that trades beside it. */
function open(options: Partial<FuturesClientOptions> = {}, sandbox: Sandbox = createSandbox({ now: Date.now })) {
  const calls: Record<string, number> = {};
  const fetch: Sandbox['fetch'] = (url, init) => {
    const name = new URL(url).pathname.split('/').at(-1)!;
    calls[name] = (calls[name] ?? 0) + 1;
    return sandbox.fetch(url, init);
  };
  const { url: baseUrl, credentials } = sandbox;
  const trading = createFuturesClient({ baseUrl, credentials, fetch: sandbox.fetch, now: Date.now });
  return {
    sandbox,
    calls,
    trading,
    client: createFuturesClient({ baseUrl, credentials, fetch, now: Date.now, ...options }),
  };
}

/** The events until `isLast`; `act` is called with each. */
async function events(
  watch: AsyncIterable<OrderEvent>,
  isLast: (event: OrderEvent) => boolean,
  act: (event: OrderEvent) => unknown = () => {},
): Promise<OrderEvent[]> {
  const log: OrderEvent[] = [];
  for await (const event of watch) {
    log.push(event);
    await act(event);
    if (isLast(event)) break;
  }
  return log;
}

const sum = (calls: Record<string, number>): number => Object.values(calls).reduce((all, count) => all + count, 0);
const isStart = ({ type }: OrderEvent): boolean => type === 'started';
const failureOf = (watch: AsyncIterable<OrderEvent>): Promise<unknown> =>
  settle(
    events(watch, isStart).then(
      (log) => expect.fail(`told ${log.length} events`),
      (error: unknown) => error,
    ),
  );

describe('what a watch costs', () => {
  it('an idle hour takes 484 calls with default options, and nothing is sent before the first event is asked for', async () => {
    const { client, calls, trading } = open();
    for (let i = 0; i < 4; i++) await trading.createOrder({ ...limitOrder, price: '65100' });
    const watch = client.watchOrders({ contractName, signal: AbortSignal.any([abortAfter(3_600_000)]) });
    expect(calls).toEqual({});
    await settle(events(watch, () => false));
    console.log('idle', calls);
    expect(sum(calls)).toBeLessThan(500);
  });

  it('1,000 fills a minute keep up, with fewer calls than a minute allows', async () => {
    const { client, calls, trading } = open();
    const MINUTES = 3;
    let filled = 0;
    const timer = async (): Promise<void> => {
      for (let i = 0; i < 1000 * MINUTES; i++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        await trading.createOrder({
          ...limitOrder,
          price: '65100',
          side: i % 2 === 0 ? 'BUY' : 'SELL',
          ...(i % 2 === 0 ? {} : { price: '64900' }),
        });
      }
    };
    const watch = client.watchOrders({ contractName });
    let trades: Promise<void> | undefined;
    let longest = 0;
    const log = await settle(
      events(
        watch,
        () => filled === 1000 * MINUTES,
        (event) => {
          if (event.type === 'started') trades = timer();
          if (event.type !== 'filled') return;
          filled++;
          longest = Math.max(longest, event.at - event.trade!.time!, event.token.length);
        },
      ),
    );
    await trades;
    console.log('busy', calls, longest, Math.max(...log.map(({ token }) => token.length)));
    expect(
      new Set(log.filter(({ type }) => type === 'filled').map((event) => 'orderId' in event && event.orderId)).size,
    ).toBe(3000);
    expect(log.filter(({ type }) => type === 'gap')).toEqual([]);
    expect(sum(calls)).toBeLessThan(2000 * MINUTES);
  });
});

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
void (undefined as unknown as FuturesClient | JournalEntry | typeof failureOf);
