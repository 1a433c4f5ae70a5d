import { describe, expect, test } from 'vitest';
import { type Caller, type CallerWorld, judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { createFuturesClient, type FuturesClientOptions } from '../../../src/index.js';
import type { JournalEntry } from '../../../src/journal/journal.js';
import { ask, createBot, OPEN_ORDERS } from './bot.js';

/** One journal for each exchange, as programs that run at the same time have it. */
const journals = new WeakMap<object, NonNullable<FuturesClientOptions['journal']>>();

function journalOf({ fetch }: CallerWorld): NonNullable<FuturesClientOptions['journal']> {
  const entries: JournalEntry[] = [];
  const journal = journals.get(fetch) ?? {
    append: async (entry: JournalEntry) => void entries.push(entry),
    read: async () => ({ entries: [...entries], damaged: [] }),
  };
  journals.set(fetch, journal);
  return journal;
}

/** Our client; `orders` places an order. */
const ours =
  (order: (client: ReturnType<typeof createFuturesClient>, input: never) => Promise<object>): Caller =>
  async (world, intent) => {
    const { baseUrl, credentials, fetch, now, wait } = world;
    const options = { baseUrl, credentials, fetch, now, wait, timeoutMs: 1000, journal: journalOf(world) };
    const client = createFuturesClient(options);
    const input = intent.input as never;
    if (intent.do === 'createOrder') return { outcome: 'accepted', ...(await order(client, input)) };
    if (intent.do === 'getOpenOrders')
      return { outcome: 'accepted', ids: (await client.getOpenOrders(input)).map(({ orderId }) => String(orderId)) };
    if (intent.do === 'getTradeHistory') {
      const ids: string[] = [];
      for await (const { tradeId } of client.iterateTradeHistory(input)) ids.push(String(tradeId));
      return { outcome: 'accepted', ids };
    }
    await client[intent.do as 'cancelOrder'](input);
    return { outcome: 'accepted' };
  };

const unproven = { lost: () => 'unknown' as const };

/** Programs that are right in different ways. */
const GOOD: Readonly<Record<string, Caller>> = {
  'submits with our client and a journal': ours((client, input) => client.submitOrder(input)),
  'looks up what was lost': createBot(),
  'looks before and after': createBot({ looksFirst: true }),
  'asks a person about everything that it does not understand': createBot(unproven),
  'retries a rate limit after its pause': createBot({ tries: 2, retriesOn: ({ code }) => code === '-1003' }),
  'retries what is rejected for its timestamp': createBot({ tries: 2, retriesOn: ({ code }) => code === '-1021' }),
  'waits between tries of what was not taken': createBot({
    tries: 3,
    retriesOn: ({ code }) => code === '-1003',
    pauseMs: 2500,
  }),
  'looks for a short time, and says that it does not know': createBot({ looksForMs: 3000 }),
  'looks before it sends, and asks a person afterwards': createBot({ looksFirst: true, ...unproven }),
  'looks before it sends, and once more after a rate limit': createBot({
    ...{ looksFirst: true, tries: 2, retriesOn: ({ code }) => code === '-1003' },
  }),
  'sends under the sign of its own lock alone': createBot({ looksForMs: 20_000 }),
  'reads beside its order': async (world, intent) => {
    const order = createBot()(world, intent);
    if (intent.do === 'createOrder') await ask(world, OPEN_ORDERS);
    return order;
  },
  'cancels what was lost': createBot({ cancelsLost: true }),
  'cancels a contract order by order': async (world, intent) => {
    if (intent.do !== 'cancelContractOrders') return createBot()(world, intent);
    for (const { orderId } of ((await ask(world, OPEN_ORDERS)) ?? []) as readonly { orderId: string }[])
      await ask(world, { do: 'cancelOrder', input: { ...intent.input, orderId } });
    const left = await ask(world, OPEN_ORDERS);
    return { outcome: Array.isArray(left) && left.length === 0 ? 'accepted' : 'unknown' };
  },
};

/** Each other intent meets as much trouble as an order. Two programs go through all of that, the others through a part each. */
const scenesOf = (place: number) =>
  callerScenes().filter(
    ({ operation, trouble }, at) =>
      place < 2 || operation === 'createOrder' || trouble === undefined || at % 4 === place % 4,
  );

const programs = Object.entries(GOOD).map(([what, caller], place) => [what, caller, place] as const);

describe.concurrent.each(programs)('a program that %s', (_, caller, place) => {
  test.each(scenesOf(place))('is accused of nothing in $name', async (scene) => {
    expect((await judgeCaller(scene, caller)).problems).toEqual([]);
  });
});

describe.concurrent('createOrder of our client', () => {
  const caller = ours((client, input) => client.createOrder(input));
  const ALONE = callerScenes().filter(({ name }) => name !== 'restart/two-at-once');

  test.each(ALONE)('is right or honest in $name', async (scene) => {
    expect(['right', 'honest']).toContain((await judgeCaller(scene, caller)).verdict);
  });
});
