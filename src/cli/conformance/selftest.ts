import type { Start, Started } from '../../conformance/selftest/selftest.js';
import type { Prepared, Variant } from '../../faulty-servers/index.js';
import type { Selftest } from './surroundings.js';

const CODES = { positionModel: ['1', '2'], marginModel: ['1', '2'] } as const;

const CALLS = ['sign/getOpenOrders/', 'robust/cancelOrder/', 'robust/createOrder/'];
const SHAPES = ['shape/get', 'shape/cancel', 'shape/create', 'shape/change'];

/** Checks that may see what the servers of a family do otherwise. In mode read the tests try all checks on all of them. */
const SEEN_BY: Readonly<Record<string, readonly string[]>> = {
  twins: ['shape/', 'page/', 'rule/', 'idem/', 'state/', ...CALLS],
  signing: ['shape/', 'sign/getOpenOrders/', 'sign/createOrder/', 'sign/hmac', 'sign/refusal'],
  refusals: [...SHAPES, ...CALLS, 'sign/createOrder/', 'rule/cancel', 'state/'],
  values: ['shape/', 'rule/', 'idem/', 'state/', 'robust/changeLeverage/', 'robust/createConditionOrder/'],
  orders: ['shape/', 'rule/', 'state/', 'idem/'],
  records: ['shape/', 'page/', 'state/get', 'sign/public/', 'sign/undeclared/', 'request/getTradeHistory/'],
  oddities: ['shape/', 'page/', 'state/', 'request/createOrder/', 'robust/createOrder/'],
  limits: ['shape/', 'rule/', 'state/', 'request/create', 'request/getOpenOrders/'],
  unrest: ['shape/cancel', 'shape/create', 'rule/', 'state/'],
  gateways: ['shape/', 'sign/public/'],
};

/** Pages have a largest size, and only these checks look for it. */
const historyFor = (checks: readonly string[]): 'long' | 'short' =>
  checks.some((check) => /^(?:page|request)\//.test(check)) ? 'long' : 'short';

interface Serving extends Pick<Started, 'codes' | 'patienceMs'> {
  readonly isOnTheWire?: boolean | undefined;
  readonly basePath?: string | undefined;
}

/** Starts the sandbox, its mutants, twins and impostors, which the kit may not import, and hands them to it. */
export async function loadSelftest(): Promise<Selftest> {
  const { runSelftest } = await import('../../conformance/selftest/selftest.js');
  const { CONTROLS, createPrepared, MUTATIONS, startControl, VARIANTS } = await import('../../faulty-servers/index.js');

  /** Over HTTP where what is said of the server shows nowhere else. */
  const serving =
    (make: () => Prepared, { isOnTheWire = false, basePath = '', ...more }: Serving = {}): Start =>
    async () => {
      const { sandbox, positionId } = make();
      const target = { credentials: sandbox.credentials, existing: { positionId }, ...more };
      if (!isOnTheWire) {
        const { plainFetch: fetch, now, wait } = sandbox;
        return { baseUrl: sandbox.url + basePath, inProcess: { fetch, now, wait }, ...target, close: async () => {} };
      }
      const listening = await sandbox.listen();
      return { baseUrl: listening.url + basePath, ...target, close: listening.close };
    };
  const impostor =
    (name: (typeof CONTROLS)[number]): Start =>
    async () => {
      const { url, close } = await startControl(name);
      return { baseUrl: url, credentials: { apiKey: 'Selftest-Key', apiSecret: 'Selftest-Secret' }, close };
    };

  return (options) =>
    runSelftest({
      // A call may take seconds on a machine that is busy.
      reference: serving(() => createPrepared({ window: { behindMs: 30_000 } }), { isOnTheWire: true }),
      mutants: MUTATIONS.map(({ id, title, breaks, killedBy, isOnTheWire }) => ({
        id,
        title,
        breaks,
        killedBy,
        start: serving(() => createPrepared({ mutation: id }, undefined, historyFor(killedBy)), {
          isOnTheWire,
          // The codes of the sandbox are known. What is not named is tried out, and never held against a server.
          codes: CODES,
        }),
      })),
      twins: Object.entries(VARIANTS).flatMap(([family, variants]) =>
        variants.map(({ options: given, patch, basePath, isSlow, isOnTheWire, history, ...named }: Variant) => ({
          ...named,
          checks: SEEN_BY[family]!,
          start: serving(() => createPrepared(given, patch, history ?? historyFor(SEEN_BY[family]!)), {
            basePath,
            isOnTheWire,
            ...(isSlow && { patienceMs: 3000 }),
          }),
        })),
      ),
      controls: CONTROLS.map((name) => ({ id: name, title: name.replaceAll('-', ' '), start: impostor(name) })),
      ...options,
    });
}
