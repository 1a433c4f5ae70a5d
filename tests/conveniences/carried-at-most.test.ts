import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createFuturesClient, type Transport } from '../../src/index.js';
import { order, settle, START_MS, warmUp } from './desk.js';

beforeAll(warmUp);

test('carriedAtMostMs is not below the X-CH-TS that left, when getServerTime corrects a Date header meanwhile', async () => {
  const { client, held, stamps } = late();
  await settle(client.ping());
  const entries: { outcome?: string; carriedAtMostMs?: number }[] = [];
  const journal = {
    append: async (entry: object) => void entries.push(entry),
    read: () => ({ entries: [], damaged: [] }),
  };
  const submitted = client.submitOrder(order, { journal, resolveWithinMs: 0 });
  await vi.advanceTimersByTimeAsync(6000);
  await settle(client.clock.sync());
  held.reject(new Error('reset'));
  await settle(submitted);
  const sent = entries.find(({ outcome }) => outcome === 'sent');
  expect(sent?.carriedAtMostMs).toBeGreaterThanOrEqual(Number(stamps[0]));
});

function late() {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const stamps: string[] = [];
  const held = { reject: (_: Error) => {} };
  const transport: Transport = async ({ operationId, headers }) => {
    if (operationId === 'createOrder') {
      stamps.push(headers['X-CH-TS']!);
      return new Promise((_, reject) => (held.reject = reject));
    }
    const date = new Date(Date.now() + 30_000).toUTCString();
    return {
      status: 200,
      text: JSON.stringify({ serverTime: Date.now() }),
      header: (name) => (name === 'date' ? date : undefined),
    };
  };
  const limiter = {
    acquire: async ({ operationId }: { operationId: string }) => {
      if (operationId === 'createOrder') await new Promise((r) => setTimeout(r, 5000));
    },
  };
  const client = createFuturesClient({
    baseUrl: 'https://x.example',
    credentials: { apiKey: 'k', apiSecret: 's' },
    transport,
    limiter,
  });
  return { client, held, stamps };
}
