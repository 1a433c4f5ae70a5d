import { describe, expect, it, vi } from 'vitest';
import type { ClientOptions, LogEntry } from '../../src/index.js';
import { type Answer, AS_USUAL, type Reply, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder, NOW_MS, throwing } from '../support/test-client.js';

const contractName = limitOrder.contractName;
const answer = (text: string, date: string): Answer => ({ text, headers: { date } });

/** A client that follows the clock of the service. */
const follow = (reply: Reply, options: Partial<ClientOptions> = {}) => serve([reply], { ...AS_USUAL, ...options });

it.each([
  ['is not a number', () => Number.NaN],
  ['throws', throwing(new Error('no clock'))],
])('a clock of the caller that %s after the order was sent does not change the result', async (_how, broken) => {
  let sent = false;
  const reply: Reply = () => {
    sent = true;
    return answer('{"orderId":"1"}', new Date().toUTCString());
  };
  const { client } = follow(reply, { now: () => (sent ? broken() : Date.now()) });
  expect(await client.createOrder(limitOrder)).toEqual({ orderId: '1' });
});

describe('the clock of the service', () => {
  it('that does not answer after a jump of the local clock keeps no cancel from being sent', async () => {
    vi.useFakeTimers({ now: NOW_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    let skewMs = 0;
    const reply: Reply = ({ operationId }) =>
      operationId === 'getServerTime' && skewMs > 0 ? new Promise(() => {}) : { text: `{"serverTime":${Date.now()}}` };
    const { client, requests } = follow(reply, { now: () => Date.now() + skewMs, timeoutMs: 200 });
    await client.clock.sync();
    skewMs = 600;
    for (let call = 0; call < 2; call++) {
      const cancel = client.cancelContractOrders({ contractName }).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(200);
      await cancel;
    }
    expect(requests.map(({ operationId }) => operationId)).toContain('cancelOrder');
  });

  it('is not learned from a Date header before 1970: signed calls go on', async () => {
    const { client } = follow(answer('{"orderId":"1"}', 'Fri, 01 Jan 1960 00:00:00 GMT'));
    await client.ping();
    expect(await client.cancelOrder({ contractName, orderId: '1' })).toEqual({ orderId: '1' });
  });

  describe.each([
    ['a minute', 60_000],
    ['an hour', 3_600_000],
  ])('whose edge sends a Date %s off while getServerTime fails', (_what, offMs) => {
    /** A service that takes 5 s behind and 1 s ahead of the right time. */
    function wrongEdge(entries: LogEntry[] = []) {
      const reply: Reply = ({ operationId, headers }) => {
        const date = new Date(Date.now() + offMs).toUTCString();
        if (operationId === 'getServerTime') return { ...answer('', date), status: 503 };
        const ageMs = Date.now() - Number(headers['X-CH-TS']);
        if (operationId !== 'ping' && (ageMs > 5000 || ageMs < -1000)) {
          return { ...answer('{"code":-1021,"msg":"timestamp"}', date), status: 400 };
        }
        return answer(operationId === 'getOpenOrders' ? '[]' : '{"orderId":"1"}', date);
      };
      const logger = (entry: LogEntry): void => void entries.push(entry);
      return follow(reply, { logger, retry: { baseDelayMs: 0 } });
    }

    it('refuses at most one of seven orders in a row', async () => {
      const entries: LogEntry[] = [];
      const { client } = wrongEdge(entries);
      await client.ping();
      const errors: unknown[] = [];
      for (let i = 0; i < 7; i++) await client.createOrder(limitOrder).catch((error: unknown) => errors.push(error));
      expect(errors.length).toBeLessThanOrEqual(1);
      for (const error of errors) {
        expect(error).toMatchObject({ outcome: 'rejected', apiCode: '-1021', name: 'ClockError' });
        expect(String(error)).toContain("X-CH-TS now follows this machine's clock");
      }
      expect(entries.filter(({ event }) => event === 'clock').length).toBeGreaterThan(0);
    });

    it('lets each of seven orders pass at the second time when they come at once', async () => {
      const { client } = wrongEdge();
      await client.ping();
      const all = () => Promise.allSettled(Array.from({ length: 7 }, () => client.createOrder(limitOrder)));
      await all();
      expect((await all()).map(({ status }) => status)).toEqual(Array(7).fill('fulfilled'));
    });

    it('sends a read again, by the clock of this machine', async () => {
      const { client, requests } = wrongEdge();
      await client.ping();
      expect(await client.getOpenOrders()).toEqual([]);
      expect(requests.filter(({ operationId }) => operationId === 'getOpenOrders').length).toBeLessThanOrEqual(2);
    });
  });

  it('is not asked with a signal that is already aborted', async () => {
    const { client, requests } = follow({ text: `{"serverTime":${NOW_MS}}` });
    const error = await failureOf(client.clock.sync({ signal: AbortSignal.abort(), timeoutMs: 1000 }));
    expect(error).toMatchObject({ code: 'ABORTED', outcome: 'not-sent' });
    expect(requests).toEqual([]);
  });
});
