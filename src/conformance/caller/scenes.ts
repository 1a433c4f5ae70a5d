import type { FaultKind } from '../../sandbox/index.js';
import type { Intent } from './intent.js';
import type { OperationId } from '../model/operations.js';
import type { CallerScene, Spoiled, Trouble } from './scene.js';

export const CONTRACT = 'E-BTC-USDT';
export const ORDER = {
  contractName: CONTRACT,
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
  price: 60000.1,
  volume: 1,
};

/** The stage replaces it by the id of an order that it has placed. */
const ORDER_TO_CANCEL = '<order>';

type Headers = Readonly<Record<string, string>>;

const empty = (status: number): Spoiled => ({ status, headers: {}, body: '' });
const json = (body: string, status = 200, headers: Headers = {}): Spoiled => ({
  ...{ status, headers: { 'content-type': 'application/json', ...headers }, body },
});
const refusal = (code: string, msg = '?', status = 200, headers: Headers = {}): Spoiled =>
  json(`{"code":"${code}","msg":"${msg}","data":null,"succ":false}`, status, headers);
const limit = (status: number, headers: Headers): Spoiled => refusal('-1003', 'Too many requests.', status, headers);
const silent = (own: Spoiled): Spoiled => ({ ...own, written: 'silent' });

/** One thing that goes wrong with a call, in words: a fault of the sandbox by its name, or another response. */
type Wrong = readonly [words: string, response?: (own: Spoiled) => Spoiled];

/** Things that go wrong after the exchange has acted. */
const AFTER: Readonly<Record<string, Wrong>> = {
  'reset-after': ['the connection is reset'],
  '503-after': ['a proxy sends 503'],
  '504-after': ['a proxy sends 504'],
  'code-1006-after': ['the service sends code -1006'],
  'code-1007-after': ['the service sends code -1007'],
  'stall-after': ['the response never ends'],
  'truncated-after': ['half of the response arrives'],
  'html-after': ['a page of HTML arrives with status 200'],
  'large-after': ['a response of three megabytes arrives'],
  'gzip-after': ['the response is compressed'],
  'empty-after': ['the response is empty'],
  slow: ['the response arrives byte by byte'],
  'no-response': ['nothing arrives', silent],
  'no-order-id': [
    'the response says success without an id',
    () => json('{"code":"0","msg":"Success","data":null,"succ":true}'),
  ],
  'unknown-code': ['the service sends a code that no list has', () => refusal('-9999')],
};

/** Things that go wrong instead of the effect. */
const BEFORE: Readonly<Record<string, Wrong>> = {
  refuse: ['the service rejects it with code -1016'],
  'reset-before': ['the connection is reset'],
  'status-503': ['a proxy sends 503'],
  html: ['a page of HTML arrives with status 200'],
  'code-1003': ['the service sends code -1003'],
  skew: ["the service's clock is an hour off"],
  'status-421': ['the server says 421, wrong connection', () => empty(421)],
};

/** Responses that a proxy makes up, independent of the order behind it. */
const RARE: Readonly<Record<string, Wrong>> = Object.fromEntries(
  [500, 502, 408].map((status) => [`${status}-after`, [`a proxy sends ${status}`, () => empty(status)]]),
);

/** Things that go wrong with a lookup. */
const LOOKUPS: Readonly<Record<string, Wrong>> = {
  'lookup-503': ['gets 503', () => empty(503)],
  'lookup-refused': ['is rejected', () => refusal('-1000')],
  'lookup-429': ['gets 429', () => limit(429, { 'retry-after': '2' })],
};

/** Everything that a program is asked, and whether orders stand that it is asked about. */
type Asked = Pick<CallerScene, 'intent' | 'operation' | 'hasOrders'>;

const ask = (operation: OperationId, input: Intent['input'], more: Partial<Intent> = {}): Asked => ({
  operation,
  intent: { do: operation, input, ...more },
});
/** The same about orders that stand. */
const askOfOrders = (...asked: Parameters<typeof ask>): Asked => ({ ...ask(...asked), hasOrders: true });

const CREATE = ask('createOrder', { ...ORDER, clientOrderId: 'job-17' });
/** The other intents that change something. */
const OTHERS: Readonly<Record<string, Asked>> = {
  'condition-order': ask('createConditionOrder', { ...ORDER, triggerType: '3', triggerPrice: '70000' }),
  'cancel-order': askOfOrders('cancelOrder', { contractName: CONTRACT, orderId: ORDER_TO_CANCEL }),
  'cancel-contract': askOfOrders('cancelOrder', { contractName: CONTRACT }, { do: 'cancelContractOrders' }),
  'cancel-all': askOfOrders('cancelAllOrders', {}),
  leverage: ask('changeLeverage', { contractName: CONTRACT, nowLevel: 7 }),
};

const OPEN_ORDERS = askOfOrders('getOpenOrders', { contractName: CONTRACT }, { all: true });
const history = (lines: string): Asked =>
  askOfOrders('getTradeHistory', { contractName: CONTRACT, limit: lines }, { all: true });

const title = (what: string): string => `does not send twice and says the truth when ${what}`;

/** Everything that goes wrong with what is asked, before the effect or after it. */
const wrong = (kinds: typeof AFTER, group: string, asked: Asked): readonly CallerScene[] =>
  Object.entries(kinds).map(([kind, [words, response]]) => ({
    ...asked,
    name: `${group}/${kind}`,
    title: asked.intent.all ? `does not take it for an empty list when ${words}` : title(words),
    trouble: {
      on: asked.operation,
      ...(response === undefined ? { fault: kind as FaultKind } : { spoil: { acts: kinds !== BEFORE, response } }),
    },
  }));

/** A scene of one order, unless it says otherwise. */
const scene = (name: string, claim: string, more: Partial<CallerScene>): CallerScene => ({
  ...{ name, title: claim, ...CREATE, ...more },
});

/** Another response to the order, after the effect or instead of it. */
const spoiled = (acts: boolean, response: NonNullable<Trouble['spoil']>['response']): Pick<CallerScene, 'trouble'> => ({
  trouble: { on: 'createOrder', spoil: { acts, response } },
});
const redirect =
  (path: string) =>
  (own: Spoiled, elsewhere: string): Spoiled => ({ ...own, status: 307, headers: { location: elsewhere + path } });
const LOST = { trouble: { on: 'createOrder', fault: 'reset-after' } } as const;

const limited = (status: number, kind: string, pause: string, headers: Headers): CallerScene =>
  scene(
    `rate-limit/${status}${kind}`,
    `stops after ${status}${pause}, and says what became of the order`,
    spoiled(false, () => limit(status, headers)),
  );

/** One of the responses comes twice: on a kept connection, the stray one is taken for that of the next order. */
const stray = (name: string, which: string, after: number, prices: readonly number[]): CallerScene =>
  scene(`lost-response/${name}`, `does not take a stray response on the connection for that of its ${which} order`, {
    next: prices.map((price, at) => ask('createOrder', { ...ORDER, price, clientOrderId: `job-${18 + at}` }).intent),
    trouble: { on: 'createOrder', after, spoil: { acts: true, response: (own) => ({ ...own, written: 'twice' }) } },
  });

/** The situations that the command puts a program in. */
export const PROGRAM_SCENES: readonly CallerScene[] = [
  ...Object.entries({ 'create-order': CREATE, ...OTHERS }).map(([group, asked]) =>
    scene(`healthy/${group}`, 'does what it was asked once, nothing else, and says so', asked),
  ),
  ...wrong({ ...AFTER, ...RARE }, 'lost-response', CREATE),
  ...wrong(BEFORE, 'not-taken', CREATE),
  ...Object.entries(OTHERS).flatMap(([group, asked]) => [AFTER, BEFORE].flatMap((kinds) => wrong(kinds, group, asked))),
  scene('cancel-order/filled', 'does not take an order that was filled, and is in no list, for a cancelled one', {
    ...OTHERS['cancel-order'],
    trouble: { on: 'cancelOrder', spoil: { acts: false, response: silent } },
    fills: true,
  }),
  scene('lost-response/short-list', title('the list of open orders lacks it'), { ...LOST, lacks: 'getOpenOrders' }),
  ...Object.entries(LOOKUPS).map(([kind, [words, lookup]]) =>
    scene(`lost-response/${kind}`, title(`its first lookup ${words}`), { ...LOST, lookup: lookup! }),
  ),
  scene('lost-response/lookups-down', 'says that it does not know while every lookup gets 503', {
    ...{ ...LOST, isHidden: true },
    lookup: () => empty(503),
  }),
  scene('not-taken/among-others', title('other orders stand, and the connection is reset'), {
    trouble: { on: 'createOrder', fault: 'reset-before' },
    hasOrders: true,
  }),
  scene('lost-response/stale-lookups', title('lookups lag two seconds behind'), { ...LOST, lagMs: 2000 }),
  scene('lost-response/twice', title('the second response is lost, too'), { trouble: { ...LOST.trouble, times: 2 } }),
  scene('lost-response/second', title('the connection is reset at its second order'), {
    next: [ask('createOrder', { ...ORDER, price: 59999.9, clientOrderId: 'job-18' }).intent],
    trouble: { on: 'createOrder', after: 1, fault: 'reset-after' },
  }),
  stray('stray-response', 'second', 0, [59999.9]),
  stray('stray-response-later', 'third', 1, [59999.9, 59999.8]),
  ...[429, 418, 410].flatMap((status) => [
    limited(status, '', '', {}),
    limited(status, '-retry-after', ' for the 2 s of Retry-After', { 'retry-after': '2' }),
  ]),
  scene('clock/ahead', 'is right when the service is 10 s ahead', { clock: { aheadMs: 10_000 } }),
  scene('clock/behind', 'is right when the service is 10 s behind', { clock: { aheadMs: -10_000 } }),
  scene('clock/jump', 'is right when the clock jumps by 10 s after the first call', {
    clock: { aheadMs: 10_000, jump: true },
  }),
  scene(
    'secrets/redirect',
    'sends key and signature to no other host, and not over plain HTTP',
    spoiled(false, redirect('/fapi/v1/order')),
  ),
  ...wrong({ ...BEFORE, 'truncated-after': AFTER['truncated-after']! }, 'read', OPEN_ORDERS),
  scene('read/outage', 'does not take it for an empty list when a proxy sends 503 four times', {
    ...OPEN_ORDERS,
    trouble: { on: 'getOpenOrders', times: 4, fault: 'status-503' },
  }),
  scene('read/open-orders', 'keeps the digits of ids', OPEN_ORDERS),
  scene('read/history', 'reads every page of a history once', history('2')),
  scene('read/short-page', 'does not take a page shorter than it asked for as the last one', {
    ...history('4'),
    pageSize: '3',
  }),
  scene('read/repeated-page', 'does not count a page twice, and ends', { ...history('2'), repeatsPages: true }),
  scene('restart/before-effect', 'says the truth after it was ended before the service had acted', {
    runs: 'restart',
    ...spoiled(false, silent),
  }),
  scene('restart/after-effect', 'finds its order after it was ended before the response', {
    ...{ runs: 'restart', lagMs: 2000 },
    ...spoiled(true, silent),
  }),
  scene('restart/two-at-once', 'places one order when two run with the same intent', { runs: 'pair', lagMs: 2000 }),
  scene('secrets/redirected-read', 'sends key and signature of a read to no other host', {
    ...OPEN_ORDERS,
    trouble: { on: 'getOpenOrders', spoil: { acts: false, response: redirect('/fapi/v1/openOrders') } },
  }),
];

/**
 * The situations that {@link judgeCaller} and `futures conformance caller` put a program in. A restart needs a process, and a stray
 * response a connection: the command alone has these.
 */
export const callerScenes = (): readonly CallerScene[] =>
  PROGRAM_SCENES.filter(({ runs, next }) => runs !== 'restart' && next === undefined);
