import { expect, test, vi } from 'vitest';
import { type Caller, judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import type { CallerVerdict } from '../../../src/conformance/model/caller-verdicts.js';
import type { Intent } from '../../../src/conformance/caller/intent.js';
import { callerScenes, ORDER } from '../../../src/conformance/caller/scenes.js';
import { ask, createBot, type Habits, listed, OPEN_ORDERS } from './bot.js';

/** Sends another text in body or target. */
const writes = (part: 'body' | 'target', from: string | RegExp, to: (found: string) => string): Habits => ({
  shape: (request) => void (request[part] = request[part].replace(from, to)),
});
/** Sends these fields with other values; undefined leaves a field out. */
const withBody = (fields: Readonly<Record<string, unknown>>): Habits =>
  writes('body', /.+/, (body) => JSON.stringify({ ...JSON.parse(body), ...fields }));
/** Sends a header that is made from the secret, or from what it was. */
const withHeader = (name: string, make: (secret: string, own: string) => string): Habits => ({
  sent: ({ headers }, { credentials }) => void (headers[name] = make(credentials.apiSecret, headers[name] ?? '')),
});
const asTable = (text: string): unknown => (text === '' ? {} : JSON.parse(text));
/** Does something else first. */
const first =
  (what: string, input: Intent['input']): Caller =>
  async (world, intent) => {
    await ask(world, { do: what, input });
    return createBot()(world, intent);
  };

/** A program, or the one habit in which a bot differs from a right one. */
type Program = Caller | Habits;

/** Responses that leave open what was done, and those to what was not done. */
const LOST = '((?!gzip).*-after|no-response|unknown-code)';
const NOT_DONE = '(refuse|reset-before|status-503|html|status-421)';

/** The register: programs with one bad habit, the scenes that show it as an expression, and the verdict on it in each. */
const REGISTER: Readonly<
  Record<`${string} in ${string}/${string}: ${CallerVerdict}`, Program | readonly [Program, said: RegExp]>
> = {
  [`retries-every-failure in (lost-response|condition-order)/${LOST}: doubled`]: { tries: 3 },
  [`sends-a-bulk-cancel-twice in cancel-(all|contract)/${LOST}: wipes`]: { tries: 2 },
  [`denies-every-failure in (?!read|rate).*/${LOST}: denies`]: { lost: 'rejected' },
  [`says-yes-after-a-failure in (?!read).*/${NOT_DONE}: invents`]: { lost: 'accepted' },
  'retries-under-a-new-name in lost-response/reset-after: doubled': { tries: 2, newName: true },
  'retries-after-backoff in lost-response/503-after: doubled': { tries: 3, pauseMs: 1500 },
  'takes-the-first-lookup-for-proof in lost-response/(lookup-503|lookup-refused|lookups-down|stale-lookups): denies': {
    absentAtOnce: true,
  },
  'looks-on-after-429 in lost-response/lookup-429: ignores-a-limit': { respectsLimits: false },
  'takes-a-failed-read-for-an-empty-list in read/status-503: denies': { reads: 'failures' },
  'tells-records-apart-by-their-price in read/history: denies': [
    async (world, intent) => {
      const { ids } = (await createBot()(world, intent))!;
      return { outcome: 'accepted', ids: ids!.slice(0, 1) };
    },
    /tell records apart by their ids/,
  ],
  'takes-a-neighbour-for-its-own in not-taken/among-others: invents': async (world, intent) => {
    await ask(world, intent);
    return { outcome: 'accepted', orderId: (await listed(world))[0]!.orderId };
  },
  'takes-a-name-that-begins-like-its-own in not-taken/among-others: invents': [
    async (world, intent) => {
      await ask(world, intent);
      const all = (await listed(world)) as readonly { readonly orderId: string; readonly clientId?: string }[];
      const found = all.find(({ clientId }) => clientId?.startsWith(String(intent.input['clientOrderId'])));
      return found === undefined ? { outcome: 'absent' } : { outcome: 'accepted', orderId: found.orderId };
    },
    /of another order Take .* whole clientOrderId/,
  ],
  'looks-for-another-name in lost-response/reset-after: denies': [
    (world, intent) => {
      const input = { ...intent.input, clientOrderId: 'job-18' };
      return ask(world, intent).then(() => createBot({ takes: () => false })(world, { ...intent, input }));
    },
    /; it was looked up as job-18, and not sent so Look the order up by/,
  ],
  'reads-past-its-order in lost-response/reset-after: denies': [
    async (world, intent) => {
      await ask(world, intent);
      return { outcome: (await listed(world)).length === 1 ? 'absent' : 'unknown' };
    },
    /, as a lookup has shown The response to this lookup/,
  ],
  'cancels-its-order in healthy/create-order: wipes': async (world, intent) => {
    const { orderId } = (await createBot()(world, intent))!;
    await ask(world, { do: 'cancelOrder', input: { ...OPEN_ORDERS.input, orderId: orderId! } });
    return { outcome: 'rejected' };
  },
  'calls-an-order-that-it-cancelled-not-sent in lost-response/reset-after: denies': [
    async (world, intent) => {
      const { outcome } = (await createBot({ cancelsLost: true })(world, intent))!;
      return { outcome: outcome === 'absent' ? 'not-sent' : 'unknown' };
    },
    /^says "not-sent", and \d+ is placed, and cancelled again An order that was found/,
  ],
  'logs-its-signature in healthy/create-order: leaks': async (world, intent) => {
    const seen: unknown[] = [];
    const fetch: typeof world.fetch = (url, init) => (seen.push(init), world.fetch(url, init));
    await createBot()({ ...world, fetch }, intent);
    throw new Error(JSON.stringify(seen));
  },
  'sends-a-field-twice in healthy/create-order: breaks-the-contract': [
    writes('body', /^\{/, () => '{"side":"SELL",'),
    /^createOrder sends side twice/,
  ],
  'has-a-library-that-repeats in lost-response/reset-after: doubled': [
    { tries: 2, signsOnce: true },
    /Turn off the retries of the HTTP library/,
  ],
  'places-again-what-it-has-cancelled in lost-response/reset-after: doubled': [
    async (world, intent) => {
      const { outcome } = (await createBot({ cancelsLost: true })(world, intent))!;
      return outcome === 'absent' ? createBot({ takes: () => true })(world, intent) : { outcome };
    },
    /^places 2 orders one after the other, of which \d+ is cancelled An order that is found/,
  ],
  'takes-an-order-that-is-gone-for-cancelled in cancel-order/filled: invents': [
    async (world, intent) => {
      await ask(world, intent);
      const isOpen = (await listed(world)).some(({ orderId }) => orderId === intent.input['orderId']);
      return { outcome: isOpen ? 'unknown' : 'accepted' };
    },
    /^says "accepted", and \d+ is filled, not cancelled/,
  ],
  'keys-its-list-by-price in read/open-orders: denies': async (world, intent) => {
    const rows = (await ask(world, intent)) as readonly { readonly orderId: string; readonly price: string }[];
    return { outcome: 'accepted', ids: [...new Map(rows.map(({ price, orderId }) => [price, orderId])).values()] };
  },
  'takes-an-outage-for-an-empty-list in read/outage: denies': async (world, intent) => {
    for (let left = 3; left > 0; left--) if (await ask(world, intent)) return { outcome: 'unknown' };
    return { outcome: 'accepted', ids: [] };
  },
  'corrects-its-clock-the-wrong-way in clock/(ahead|behind): breaks-the-contract': [
    async (world, intent) => {
      const { serverTime } = (await ask(world, { do: 'getServerTime', input: {} })) as { serverTime: string };
      return createBot()({ ...world, now: () => world.now() - (Number(serverTime) - world.now()) }, intent);
    },
    /with a timestamp (20|19\.\d+) s off, twice as far/,
  ],
  'sends-its-order-as-a-form in healthy/create-order: breaks-the-contract': withHeader(
    ...(['content-type', () => 'application/x-www-form-urlencoded'] as const),
  ),
  'has-its-key-in-the-url in read/open-orders: leaks': {
    sent: (request, { credentials }) => void (request.target += `&key=${credentials.apiKey}`),
  },
  'cancels-one-order-of-a-contract in healthy/cancel-contract: invents': async (world, { input }) => {
    const [one] = await listed(world);
    await ask(world, { do: 'cancelOrder', input: { ...input, orderId: one!.orderId } });
    return { outcome: 'accepted' };
  },
  'cleans-up-before-it-orders in healthy/create-order: wipes': first('cancelAllOrders', {}),
  'sets-leverage-before-it-orders in healthy/create-order: invents': first('changeLeverage', {
    ...{ contractName: ORDER.contractName, nowLevel: 20 },
  }),
  'orders-when-it-cancels in healthy/cancel-order: invents': first('createOrder', ORDER),
  'says-an-id-of-its-own in healthy/condition-order: invents': async (world, intent) => ({
    ...{ outcome: 'accepted', ...(await createBot()(world, intent)), orderId: '2006628908041292000' },
  }),
  'says-yes-and-sends-nothing in healthy/leverage: invents': async () => ({ outcome: 'accepted' }),
  'logs-its-key-elsewhere in secrets/redirect: leaks': async (world, intent) => {
    const { fetch, credentials } = world;
    await ask(world, intent);
    await fetch(`http://elsewhere.invalid/?key=${credentials.apiKey}`).catch(() => undefined);
    return { outcome: 'unknown' };
  },
  'sends-its-secret-in-base64 in healthy/create-order: leaks': withHeader('X-Auth', (secret) => btoa(`bots:${secret}`)),
  'takes-a-short-page-for-the-last in read/short-page: denies': { reads: 'until-short' },
  'looks-among-open-orders-alone in lost-response/short-list: denies': [{ looksInList: true }, /may lack an order/],
  'lists-only-orders-that-are-new in read/open-orders: denies': async (world) => ({
    outcome: 'accepted',
    ids: (await listed(world)).flatMap(({ status, orderId }) => (status === 'NEW' ? [String(orderId)] : [])),
  }),
  'adds-an-order-of-its-own in healthy/create-order: invents': [
    async (world, intent) => {
      const word = await createBot()(world, intent);
      await ask(world, { ...intent, input: { ...intent.input, side: 'SELL', clientOrderId: 'take-profit' } });
      return word;
    },
    /^sends what was asked for, and another createOrder beside it: was asked for side BUY, and sent SELL/,
  ],
  'says-yes-without-an-id in lost-response/no-order-id: invents': { withoutId: 'accepted' },
  'rounds-the-id-of-its-order in healthy/create-order: invents': { parse: asTable },
  'rounds-ids-of-a-list in read/open-orders: invents': { parse: asTable },
  'reads-one-page in read/history: denies': { reads: 'one-page' },
  'counts-records-twice in read/repeated-page: invents': { reads: 'everything' },
  'retries-at-once in rate-limit/.*: ignores-a-limit': { tries: 2, respectsLimits: false },
  'ignores-retry-after in rate-limit/429-retry-after: ignores-a-limit': {
    tries: 2,
    pauseMs: 1200,
    respectsLimits: false,
  },
  'looks-up-at-once in rate-limit/429-retry-after: ignores-a-limit': async (world, intent) => {
    const word = await createBot({ respectsLimits: false })(world, intent);
    await ask(world, OPEN_ORDERS);
    return word;
  },
  'signs-once in rate-limit/429-retry-after: breaks-the-contract': { tries: 2, signsOnce: true },
  'cancels-a-whole-contract in healthy/cancel-order: wipes': withBody({ orderId: undefined }),
  'cancels-with-an-empty-id in healthy/cancel-order: wipes': withBody({ orderId: '' }),
  'cancels-the-contract-for-an-order in cancel-order/status-503: wipes': {
    ...withBody({ orderId: undefined }),
    tries: 2,
  },
  'sells-for-buy in healthy/create-order: invents': withBody({ side: 'SELL' }),
  'orders-ten-times-as-much in healthy/create-order: invents': withBody({ volume: 10 }),
  'adds-ioc in healthy/create-order: invents': withBody({ timeInForce: 'IOC' }),
  'sets-another-leverage in healthy/leverage: invents': withBody({ nowLevel: 8 }),
  'cancels-everything in healthy/cancel-contract: wipes': (world, intent) =>
    createBot()(world, { ...intent, do: intent.do.startsWith('cancel') ? 'cancelAllOrders' : intent.do }),
  // Two runs that place an order each need a journal: a lookup after a lost response does not help them.
  'runs-twice in restart/two-at-once: doubled': [{ takes: () => true }, /^one intent in two runs, 2 orders.* journal/],
  'follows-redirects in secrets/redirect(ed-read)?: leaks': { redirect: 'follow' },
  'throws-its-secret in healthy/create-order: leaks': async ({ credentials }) => {
    throw Object.assign(new Error('failed'), { credentials });
  },
  'sends-its-secret in healthy/create-order: leaks': withHeader('X-CH-SECRET', (secret) => secret),
  'sends-prices-as-text in healthy/create-order: breaks-the-contract': [
    withBody({ price: '60000.1' }),
    /price is not a number.* The service takes nothing that is not declared/,
  ],
  'sends-a-field-that-is-not-declared in healthy/create-order: breaks-the-contract': withBody({ recvWindow: 5000 }),
  'sends-an-object in healthy/create-order: breaks-the-contract': [withBody({ price: {} }), /price as an object/],
  'leaves-a-required-field-out in healthy/create-order: breaks-the-contract': withBody({ open: undefined }),
  'sends-another-word in healthy/create-order: breaks-the-contract': withBody({ timeInForce: 'GTC' }),
  'signs-in-seconds in healthy/create-order: breaks-the-contract': withHeader('X-CH-TS', (_, ms) => ms.slice(0, 10)),
  'signs-without-the-body in healthy/create-order: breaks-the-contract': withHeader('X-CH-SIGN', () => 'ab'.repeat(32)),
  'calls-another-path in healthy/create-order: breaks-the-contract': writes('target', '/order', () => '/orders'),
  'asks-for-too-large-pages in read/history: breaks-the-contract': writes('target', '=2', () => '=5000'),
  'cancels-a-rounded-id in healthy/cancel-order: breaks-the-contract': writes('body', /\d{16,}/, (id) => `${+id}`),
  'orders-at-a-price-that-is-refused in healthy/create-order: invents': [
    withBody({ price: 60000.1015625 }),
    /sent 60000.1015625/,
  ],
  'has-every-order-rejected in healthy/create-order: cannot-tell': [
    withBody({ clientOrderId: 'x'.repeat(36) }),
    /^says "absent", and nothing was in its way: the service rejected it with -2100, clientOrderId/,
  ],
  'cancels-another-order in healthy/cancel-order: invents': [
    withBody({ orderId: '200' }),
    /was asked for orderId 2\d+, and sent 200/,
  ],
  'drops-the-name in healthy/create-order: invents': [
    withBody({ clientOrderId: undefined }),
    /clientOrderId job-17-\w{8}, and sent none/,
  ],
  'cuts-the-name in healthy/create-order: invents': writes('body', /(?<=job-17-)\w+/, (stamp) => stamp.slice(0, 4)),
  'sends-half-of-its-secret in healthy/create-order: leaks': withHeader('X-Auth', (secret) => secret.slice(0, 20)),
  'reads-the-orders-of-all-contracts in read/open-orders: invents': [
    writes('target', /\?.*/, () => ''),
    /^says the id \d+, an order of E-\w+-USDT; asked for E-BTC-USDT Send contractName, as asked\./,
  ],
};

/** The rows of the register, one for each scene. Text, advice and assumption of the verdict match `said`. */
const BROKEN_CALLERS = Object.entries(REGISTER).flatMap(([row, given]) => {
  const [, id, pattern, verdict] = /^(\S+) in (\S+): (\S+)$/.exec(row)!;
  const [program, said = /^/] = [given].flat() as [Program, RegExp?];
  const scenes = callerScenes().filter(({ name }) => new RegExp(`^${pattern}$`).test(name));
  if (scenes.length === 0) throw new Error(`${row}: no scene has this name`);
  return scenes.map((scene) => ({ id, scene, verdict, caller: createBot(program), said }));
});

// Bots wait by the clock of the exchange alone: a busy machine adds nothing to their pauses.
vi.useFakeTimers({ toFake: ['Date'] });

test.concurrent.each(BROKEN_CALLERS)('$id is caught in $scene.name: $verdict', async (row) => {
  const { problems } = await judgeCaller(row.scene, row.caller);
  const caught = problems.find(({ verdict }) => verdict === row.verdict);
  expect(problems.map(({ verdict }) => verdict)).toContain(row.verdict);
  expect(`${caught?.text} ${caught?.advice} ${caught?.assumes}`).toMatch(row.said);
});

test('a program that looks up forever is ended, and is told after how many calls', async () => {
  const scene = callerScenes().find(({ name }) => name === 'lost-response/lookups-down')!;
  const judged = await judgeCaller(scene, async (world, intent) => {
    await ask(world, intent);
    while ((await ask(world, OPEN_ORDERS)) === undefined) world.wait(1000);
    return undefined;
  });
  expect(judged.problems.map(({ text }) => text)).toEqual([
    expect.stringMatching(/printed no outcome.* made 500 calls/),
  ]);
});

test.each(callerScenes())('a program that says nothing is neither right nor accused in $name', async (scene) => {
  expect((await judgeCaller(scene, async () => undefined)).verdict).toBe('cannot-tell');
});
