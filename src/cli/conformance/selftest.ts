import type { Start, Started } from '../../conformance/index.js';
import type { Prepared } from '../../faulty-servers/index.js';
import type { Selftest } from './conformance-kit.js';

const CODES = { positionModel: ['1', '2'], marginModel: ['1', '2'] } as const;

const COVERAGE = ['body', 'path', 'method', 'query', 'timestamp', 'key', 'secret', 'header', 'refusal'].map(
  (part) => `sign/${part}`,
);

/** Checks that may see what the servers of a family do otherwise. In mode read the tests try all checks on all of them. */
const SEEN_BY: Readonly<Record<string, readonly string[]>> = {
  twins: ['shape/', 'page/', 'rule/', 'idem/', 'state/', 'sign/getOpenOrders/', 'robust/cancelOrder/'],
  signing: ['shape/', 'sign/getOpenOrders/', 'sign/createOrder/', ...COVERAGE],
  refusals: [
    'shape/get',
    'shape/cancel',
    'shape/create',
    'shape/change',
    'sign/getOpenOrders/',
    'sign/createOrder/',
    'robust/cancelOrder/',
    'rule/cancel',
  ],
  values: ['shape/', 'rule/', 'idem/'],
  orders: ['shape/', 'rule/', 'state/', 'idem/'],
  records: ['shape/', 'page/', 'method/', 'sign/public/', 'sign/undeclared/'],
};

/** Starts the sandbox, its mutants, twins and impostors, which the kit may not import, and hands them to it. */
export async function loadSelftest(): Promise<Selftest> {
  const { runSelftest } = await import('../../conformance/index.js');
  const { CONTROLS, createPrepared, MUTATIONS, startControl, TWINS, VARIANTS } =
    await import('../../faulty-servers/index.js');

  const inProcess =
    (make: () => Prepared, more: Partial<Started> = {}, basePath = ''): Start =>
    async () => {
      const { sandbox, positionId } = make();
      const { url, fetch, credentials } = sandbox;
      const close = (): Promise<void> => Promise.resolve();
      return { baseUrl: url + basePath, fetch, credentials, existing: { positionId }, ...more, close };
    };
  const overHttp =
    (make: () => Prepared, more: Partial<Started> = {}, basePath = ''): Start =>
    async () => {
      const { sandbox, positionId } = make();
      const { url, close } = await sandbox.listen();
      return { baseUrl: url + basePath, credentials: sandbox.credentials, existing: { positionId }, ...more, close };
    };
  const serving = (server: { readonly isOnTheWire?: boolean }): typeof overHttp =>
    server.isOnTheWire === true || process.env.KITHTTP ? overHttp : inProcess;
  const impostor =
    (name: (typeof CONTROLS)[number]): Start =>
    async () => {
      const { url, close } = await startControl(name);
      return { baseUrl: url, credentials: { apiKey: 'Selftest-Key', apiSecret: 'Selftest-Secret' }, close };
    };

  return (options) =>
    runSelftest({
      reference: overHttp(() => createPrepared()),
      mutants: MUTATIONS.map(({ id, title, breaks, killedBy, isOnTheWire }) => ({
        id,
        title,
        breaks,
        killedBy,
        // The codes of the sandbox are known. What is not named is tried out, and never held against a server.
        start: serving({ isOnTheWire })(() => createPrepared({ mutation: id }), { codes: CODES }),
      })),
      twins: [
        ...TWINS.map(({ id, title, answers, options: given, patch, isOnTheWire }) => ({
          id,
          title,
          answers,
          checks: SEEN_BY['twins']!,
          start: serving({ isOnTheWire })(() => createPrepared(given, patch)),
        })),
        ...Object.entries(VARIANTS).flatMap(([family, variants]) =>
          variants.map(({ id, title, answers, options: given, patch, basePath, isSlow }) => ({
            id,
            title,
            answers,
            checks: SEEN_BY[family]!,
            start: inProcess(() => createPrepared(given, patch), isSlow ? { patienceMs: 3000 } : {}, basePath),
          })),
        ),
      ],
      controls: CONTROLS.map((name) => ({ id: name, title: name.replaceAll('-', ' '), start: impostor(name) })),
      onlyNamed: true,
      ...options,
    });
}
