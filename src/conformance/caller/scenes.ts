import type { FaultKind } from '../../sandbox/index.js';
import type { Intent } from './intent.js';
import type { CallerScene, Spoiled } from './scene.js';

const CONTRACT = 'E-BTC-USDT';
const ORDER = {
  contractName: CONTRACT,
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
  price: 60000.1,
  volume: 1,
};

const create: Intent = { do: 'createOrder', input: { ...ORDER, clientOrderId: 'job-17' } };
/** The stage replaces it by the id of an order that it has placed. */
export const ORDER_TO_CANCEL = '<order>';
const cancel: Intent = { do: 'cancelOrder', input: { contractName: CONTRACT, orderId: ORDER_TO_CANCEL } };

const json = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Spoiled => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

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
  'no-response': ['nothing arrives', (own) => ({ ...own, written: 'silent' })],
  'no-order-id': [
    'the response says success without an id',
    () => json('{"code":"0","msg":"Success","data":null,"succ":true}'),
  ],
  'unknown-code': [
    'the service sends a code that no list has',
    () => json('{"code":"-9999","msg":"?","data":null,"succ":false}'),
  ],
};

/** Things that go wrong instead of the effect. */
const BEFORE: Readonly<Record<string, Wrong>> = {
  refuse: ['the service rejects it with code -1016'],
  'reset-before': ['the connection is reset'],
  'status-503': ['a proxy sends 503'],
  html: ['a page of HTML arrives with status 200'],
  'code-1003': ['the service sends code -1003'],
  skew: ["the service's clock is an hour off"],
  'status-421': ['the server says 421, wrong connection', () => ({ status: 421, headers: {}, body: '' })],
};

/** Responses that a proxy makes up, independent of the order behind it. */
const RARE: Readonly<Record<string, Wrong>> = Object.fromEntries(
  [500, 502, 408].map((status) => [
    `${status}-after`,
    [`a proxy sends ${status}`, () => ({ status, headers: {}, body: '' })],
  ]),
);

interface Asked extends Pick<CallerScene, 'intent' | 'operation' | 'hasOrders'> {
  readonly group: string;
}

/** The intents that change something. */
const CREATE: Asked = { group: 'create-order', operation: 'createOrder', intent: create };
const OTHERS: readonly Asked[] = [
  {
    group: 'condition-order',
    operation: 'createConditionOrder',
    intent: { do: 'createConditionOrder', input: { ...ORDER, triggerType: '3', triggerPrice: '70000' } },
  },
  { group: 'cancel-order', operation: 'cancelOrder', intent: cancel, hasOrders: true },
  {
    group: 'cancel-contract',
    operation: 'cancelOrder',
    intent: { do: 'cancelContractOrders', input: { contractName: CONTRACT } },
    hasOrders: true,
  },
  {
    group: 'cancel-all',
    operation: 'cancelAllOrders',
    intent: { do: 'cancelAllOrders', input: {} },
    hasOrders: true,
  },
  {
    group: 'leverage',
    operation: 'changeLeverage',
    intent: { do: 'changeLeverage', input: { contractName: CONTRACT, nowLevel: 7 } },
  },
];

const READ: Omit<Asked, 'group'> = {
  operation: 'getOpenOrders',
  intent: { do: 'getOpenOrders', input: { contractName: CONTRACT }, all: true },
  hasOrders: true,
};

const history = (limit: number): Omit<Asked, 'group'> => ({
  operation: 'getTradeHistory',
  intent: { do: 'getTradeHistory', input: { contractName: CONTRACT, limit: String(limit) }, all: true },
  hasOrders: true,
});

const title = (what: string): string => `does not send twice and says the truth when ${what}`;

/** Everything that goes wrong with what is asked, before the effect or after it. */
const wrong = (kinds: typeof AFTER, { group, ...asked }: Asked): readonly CallerScene[] =>
  Object.entries(kinds).map(([kind, [words, response]]) => ({
    ...asked,
    name: `${group}/${kind}`,
    title: asked.intent.all ? `does not take it for an empty list when ${words}` : title(words),
    trouble: {
      on: asked.operation,
      ...(response === undefined ? { fault: kind as FaultKind } : { spoil: { acts: kinds !== BEFORE, response } }),
    },
  }));

const createScene = (name: string, claim: string, more: Partial<CallerScene>): CallerScene => ({
  ...{ name, title: claim, intent: create, operation: 'createOrder' },
  ...more,
});

const limitOf = (status: number, headers?: Readonly<Record<string, string>>): Spoiled =>
  json('{"code":"-1003","msg":"Too many requests.","data":null,"succ":false}', status, headers);

const LIMITS = [429, 418, 410].flatMap((status) =>
  [undefined, 2].map((seconds) => {
    const [suffix, pause] = seconds === undefined ? ['', ''] : ['-retry-after', ` for the ${seconds} s of Retry-After`];
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
    return createScene(
      `rate-limit/${status}${suffix}`,
      `stops after ${status}${pause}, and says what became of the order`,
      { trouble: { on: 'createOrder', spoil: { acts: false, response: () => limitOf(status, headers) } } },
    );
  }),
);

/** Things that go wrong with a lookup. */
const LOOKUPS: readonly (readonly [kind: string, words: string, response: () => Spoiled])[] = [
  ['503', 'gets 503', () => ({ status: 503, headers: {}, body: '' })],
  ['refused', 'is rejected', () => json('{"code":"-1000","msg":"?","data":null,"succ":false}')],
  ['429', 'gets 429', () => limitOf(429, { 'retry-after': '2' })],
];

const SCENES: readonly CallerScene[] = [
  ...[CREATE, ...OTHERS].map(({ group, ...asked }) => ({
    ...asked,
    name: `healthy/${group}`,
    title: 'does what it was asked once, nothing else, and says so',
  })),
  ...wrong({ ...AFTER, ...RARE }, { ...CREATE, group: 'lost-response' }),
  ...wrong(BEFORE, { ...CREATE, group: 'not-taken' }),
  ...OTHERS.flatMap((asked) => [...wrong(AFTER, asked), ...wrong(BEFORE, asked)]),
  createScene('lost-response/short-list', title('the list of open orders lacks it'), {
    trouble: { on: 'createOrder', fault: 'reset-after' },
    lacks: 'getOpenOrders',
  }),
  ...LOOKUPS.map(([kind, words, lookup]) =>
    createScene(`lost-response/lookup-${kind}`, title(`its first lookup ${words}`), {
      trouble: { on: 'createOrder', fault: 'reset-after' },
      lookup,
    }),
  ),
  createScene('not-taken/among-others', title('other orders stand, and the connection is reset'), {
    trouble: { on: 'createOrder', fault: 'reset-before' },
    hasOrders: true,
  }),
  createScene('lost-response/stale-lookups', title('lookups lag two seconds behind'), {
    trouble: { on: 'createOrder', fault: 'reset-after' },
    lagMs: 2000,
  }),
  createScene('lost-response/twice', title('the second response is lost, too'), {
    trouble: { on: 'createOrder', fault: 'reset-after', times: 2 },
  }),
  createScene(
    'lost-response/stray-response',
    'does not take a stray response on the connection for that of its second order',
    {
      next: { do: 'createOrder', input: { ...ORDER, price: 59999.9, clientOrderId: 'job-18' } },
      trouble: { on: 'createOrder', spoil: { acts: true, response: (own) => ({ ...own, written: 'twice' }) } },
    },
  ),
  ...LIMITS,
  createScene('clock/ahead', 'is right when the service is 10 s ahead', { clock: { aheadMs: 10_000 } }),
  createScene('clock/behind', 'is right when the service is 10 s behind', { clock: { aheadMs: -10_000 } }),
  createScene('clock/jump', 'is right when the clock jumps by 10 s after the first call', {
    clock: { aheadMs: 10_000, jump: true },
  }),
  createScene('secrets/redirect', 'sends key and signature to no other host, and not over plain HTTP', {
    trouble: {
      on: 'createOrder',
      spoil: {
        acts: false,
        response: (own, elsewhere) => ({ ...own, status: 307, headers: { location: `${elsewhere}/fapi/v1/order` } }),
      },
    },
  }),
  ...wrong({ ...BEFORE, 'truncated-after': AFTER['truncated-after']! }, { ...READ, group: 'read' }),
  createScene('read/open-orders', 'keeps the digits of ids', READ),
  createScene('read/history', 'reads every page of a history once', history(2)),
  createScene('read/short-page', 'does not take a page shorter than it asked for as the last one', {
    ...history(4),
    pageSize: '3',
  }),
  createScene('read/repeated-page', 'does not count a page twice, and ends', { ...history(2), repeatsPages: true }),
  createScene('restart/before-effect', 'finishes its intent after it was ended before the service had acted', {
    runs: 'restart',
    trouble: { on: 'createOrder', spoil: { acts: false, response: (own) => ({ ...own, written: 'silent' }) } },
  }),
  createScene('restart/after-effect', 'finds its order after it was ended before the response', {
    runs: 'restart',
    trouble: { on: 'createOrder', spoil: { acts: true, response: (own) => ({ ...own, written: 'silent' }) } },
  }),
  createScene('restart/two-at-once', 'places one order when two run with the same intent', {
    runs: 'pair',
    lagMs: 2000,
  }),
];

/**
 * The situations that {@link judgeCaller} and `futures conformance caller` put a program in. A restart needs a process, and a stray
 * response a connection: the command alone has these.
 */
export const callerScenes = (): readonly CallerScene[] =>
  SCENES.filter(({ runs, next }) => runs !== 'restart' && next === undefined);

/** All of them. */
export const programScenes = (): readonly CallerScene[] => SCENES;
