import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createFuturesClient, type HttpStatusError } from '../../src/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import { readInput } from '../../src/sandbox/validate.js';
import { signRequest } from '../../src/signing.js';
import { limitBuy } from '../support/orders.js';
import { failureOf, limitOrder } from '../support/test-client.js';
import type { SandboxEvent } from '../../src/sandbox/events.js';

const NOW_MS = 1_760_000_000_000;
const order = limitBuy;

async function start(over: 'fetch' | 'http', options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: () => NOW_MS, ...options });
  // The call after a fault gets the sandbox's own response: no second attempts, and no pause after a rate limit.
  const limiter = { tryAcquire: () => true, acquire: async () => {} };
  const common = {
    credentials: sandbox.credentials,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
    limiter,
  } as const;
  if (over === 'fetch')
    return { sandbox, client: createFuturesClient({ ...common, baseUrl: sandbox.url, fetch: sandbox.fetch }) };
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, client: createFuturesClient({ ...common, baseUrl: server.url }) };
}

describe('fetch', () => {
  const body = JSON.stringify({ contractName: order.contractName, nowLevel: 7 });

  test.each<[string, (url: string, init: RequestInit) => Parameters<Sandbox['fetch']>]>([
    ['bytes', (url, init) => [url, { ...init, body: new TextEncoder().encode(body) }]],
    ['a Blob', (url, init) => [url, { ...init, body: new Blob([body]) }]],
    ['a Request', (url, init) => [new Request(url, { ...init, body })]],
  ])('takes %s', async (_, of) => {
    const { fetch, url, credentials } = createSandbox({ now: () => NOW_MS });
    const request = { timestampMs: NOW_MS, method: 'POST', target: operations.changeLeverage.path, body };
    const headers = {
      'Content-Type': 'application/json',
      'X-CH-APIKEY': credentials.apiKey,
      'X-CH-TS': String(NOW_MS),
      'X-CH-SIGN': signRequest({ ...request, apiSecret: credentials.apiSecret }),
    };
    const response = await fetch(...of(url + request.target, { method: 'POST', headers }));
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"code":"0"')]);
  });
});

describe('faults', () => {
  test.each(FAULT_KINDS)('%s means the same in process and over HTTP', async (kind) => {
    const seen: unknown[] = [];
    for (const over of ['fetch', 'http'] as const) {
      const { sandbox, client } = await start(over);
      sandbox.faults.next({ kind });
      // A deadline that is to be met leaves a busy machine its time.
      const timeoutMs = kind.startsWith('stall') ? 1000 : 60_000;
      const end = await client.createOrder({ ...order, price: '60000', volume: 1 }, { timeoutMs }).then(
        (receipt) => Object.keys(receipt),
        ({ code, outcome, apiCode, status }) => ({ code, outcome, apiCode, status }),
      );
      seen.push([end, sandbox.state.accounts[0]!.openOrders.length]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test('at random come from the seed: the same ones for the same seed, others for another', async () => {
    const story = async (seed: number): Promise<string[]> => {
      const { sandbox, client } = await start('fetch', { seed });
      sandbox.faults.random(0.3, ['refuse', 'reset-after', 'html', '504-after']);
      const ends: string[] = [];
      for (let i = 0; i < 60; i++)
        ends.push(
          await client.ping().then(
            () => 'ok',
            ({ code }) => code,
          ),
        );
      return ends;
    };
    const first = await story(7);
    expect(new Set(first).size).toBeGreaterThan(2);
    expect(await story(7)).toEqual(first);
    expect(await story(8)).not.toEqual(first);
  });

  test.each([{ kind: 'nonsense' }, { kind: 'refuse', operation: 'nonsense' }, { kind: 'refuse', nonsense: 1 }])(
    '%o is refused',
    async (fault) => {
      const { sandbox } = await start('fetch');
      expect(() => sandbox.faults.next(fault as never)).toThrow('nonsense');
    },
  );
});

test.each([
  [{ acounts: [] }, 'sandbox: acounts is not an option (did you mean accounts?'],
  [{ accounts: [{ apikey: 'key' }] }, 'sandbox: accounts.apikey is not a member (did you mean apiKey?'],
  [{ window: { behind: 1 } }, 'sandbox: window.behind is not a member (did you mean behindMs?'],
  [{ dialect: { newestfirst: true } }, 'dialect.newestfirst is not a member (did you mean newestFirst?'],
])('refuses what it would not read: %o', (options, words) => {
  expect(() => createSandbox(options as never)).toThrow(words);
});

test.each(['fetch', 'http'] as const)(
  'a fault of the sandbox itself over %s is a 500 with an id, never a refusal',
  async (over) => {
    let broken = false;
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { client } = await start(over, {
      now: () => {
        if (broken) throw new Error('the clock fell off the wall');
        return NOW_MS;
      },
    });
    broken = true;
    const error = await failureOf(client.createOrder({ ...order, price: '60000', volume: 1 }));
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 500, outcome: 'unknown' });
    const [id] = /[0-9a-z]{8}/.exec((error as HttpStatusError).body.replace('sandbox failure ', ''))!;
    expect(String(written.mock.calls)).toContain(`sandbox failure ${id}: Error: the clock fell off the wall`);
  },
);

const needsNothing = Object.values(operations).filter(
  ({ input, fields }) => input === 'body' && fields.every(({ required }) => !required),
);

test.each(needsNothing)('$operationId needs no field, and takes an empty body', (operation) => {
  const { method, path: target } = operation;
  expect(readInput(operation, { method, target, headers: {}, body: '' })).toEqual({});
});

test('tells of orders and trades in plain values, every decimal as text', async () => {
  const sandbox = createSandbox();
  const events: SandboxEvent[] = [];
  sandbox.onEvent((event) => events.push(event));
  const { url: baseUrl, credentials, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch });
  await client.createOrder({ ...limitOrder, price: '1000000', volume: '25' });

  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['order', 'trade']));
  expect(events).toEqual(JSON.parse(JSON.stringify(events)));
  expect(events.findLast((event) => event.type === 'order')?.order).toMatchObject({ price: '1000000', filled: '25' });
  expect(events.find((event) => event.type === 'trade')?.trade.price).toMatch(/^\d+(\.\d+)?$/);
});
