import { describe, expect, test } from 'vitest';
import { type Caller, type CallerWorld, judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { getOrMake } from '../../../src/conformance/model/groups.js';
import { createFuturesClient } from '../../../src/index.js';
import { createMemoryJournal } from '../../orders/desk.js';
import { ask, createBot, type Habits, listed, OPEN_ORDERS } from './bot.js';
import { byOurClient } from './our-client.js';

/** One journal for each exchange, as programs that run at the same time have it. */
const journals = new Map<CallerWorld['fetch'], ReturnType<typeof createMemoryJournal>>();

const ours =
  (order: 'createOrder' | 'submitOrder'): Caller =>
  (world, intent) => {
    const journal = getOrMake(journals, world.fetch, createMemoryJournal);
    return byOurClient(createFuturesClient({ ...world, timeoutMs: 1000, journal }), order, intent);
  };

const unproven: Habits = { lost: 'unknown' };
const retriesAfter = (code: string): Habits => ({ tries: 2, retriesOn: code });

/** Programs that are right in different ways; of a bot, the habits in which it differs from the first one. */
const GOOD: Readonly<Record<string, Caller | Habits>> = {
  'submits with our client and a journal': ours('submitOrder'),
  'looks up what was lost': {},
  'looks before and after': { looksFirst: true },
  'asks a person about everything that it does not understand': unproven,
  'retries a rate limit after its pause': retriesAfter('-1003'),
  'retries what is rejected for its timestamp': retriesAfter('-1021'),
  'waits between tries of what was not taken': { ...retriesAfter('-1003'), tries: 3, pauseMs: 2500 },
  'looks for a short time, and says that it does not know': { looksForMs: 3000 },
  'looks before it sends, and asks a person afterwards': { looksFirst: true, ...unproven },
  'looks before it sends, and once more after a rate limit': { looksFirst: true, ...retriesAfter('-1003') },
  'sends under the sign of its own lock alone': { looksForMs: 20_000 },
  'reads beside its order': async (world, intent) => {
    const order = createBot()(world, intent);
    if (intent.do === 'createOrder') await ask(world, OPEN_ORDERS);
    return order;
  },
  'cancels what was lost': { cancelsLost: true },
  'cancels a contract order by order': async (world, intent) => {
    if (intent.do !== 'cancelContractOrders') return createBot()(world, intent);
    for (const { orderId } of await listed(world))
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

const programs = Object.entries(GOOD).map(([what, program], place) => [what, program, place] as const);

describe.concurrent.each(programs)('a program that %s', (_, program, place) => {
  test.each(scenesOf(place))('is accused of nothing in $name', async (scene) => {
    expect((await judgeCaller(scene, createBot(program))).problems).toEqual([]);
  });
});

describe.concurrent('createOrder of our client', () => {
  const alone = callerScenes().filter(({ runs }) => runs !== 'pair');

  test.each(alone)('is right or honest in $name', async (scene) => {
    expect(['right', 'honest']).toContain((await judgeCaller(scene, ours('createOrder'))).verdict);
  });
});
