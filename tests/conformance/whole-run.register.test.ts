import { expect, it } from 'vitest';
import { COMPLIANT, createPrepared, MUTATIONS } from '../../src/faulty-servers/index.js';
import { answering } from '../../src/faulty-servers/mutations/mutation.js';
import type { OperationId } from '../../generated/operations.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { failedIn, runInProcess, runOverHttp } from './sandboxes.js';

/*
 * The self-test runs the checks that a server is about. In a whole run other checks come before them, which share orders and may
 * cancel them. `WHOLE_ALL=1` judges every server that way, which takes a quarter of an hour.
 */
const isWhole = process.env['WHOLE_ALL'] === '1';

/** Faults that their own check found alone, and a whole run did not. */
const FAULTS = [
  'create-loses-nameless-orders',
  'open-orders-leave-out-the-oldest',
  'change-leverage-cancels-sells',
  'get-open-orders-fails-1-in-5',
  'change-position-mode-without-contract',
];
const ALLOWED = ['lists-lag', 'reads-are-cached'];

const CODES = { positionModel: ['1', '2'], marginModel: ['1', '2'] } as const;

const failedOf = async (...[server, more]: Parameters<typeof runInProcess>): Promise<readonly string[]> =>
  failedIn(await runInProcess(server, { patienceMs: undefined, ...more })).map((text) => text.split(': ')[0]!);

it.each(MUTATIONS.filter(({ id, isOnTheWire }) => (isWhole ? isOnTheWire !== true : FAULTS.includes(id))))(
  'a whole run finds $id: $title',
  async ({ id, killedBy }) => {
    const failed = await failedOf(createPrepared({ mutation: id }, undefined, 'long'), { codes: CODES });
    expect(failed).toEqual(expect.arrayContaining([...killedBy]));
  },
);

/** Does a call, and says so with an empty body. */
const silent = (operationId: OperationId, isSuch: (body: string) => boolean): Patch =>
  answering([operationId], (_, { body }) => (isSuch(body) ? { body: '' } : undefined));

it.each<[OperationId, string, RegExp]>([
  ['cancelOrder', 'by its id elsewhere', /E-ETH-USDT.*orderId":"[^"]/],
  ['createOrder', 'that is POST_ONLY elsewhere', /E-ETH-USDT.*POST_ONLY/],
  ['getOrderHistory', 'elsewhere', /E-ETH-USDT/],
])('a whole run finds that %s %s gets an empty body', async (operationId, _form, such) => {
  const patch = silent(operationId, (body) => such.test(body));
  const failed = await failedOf(createPrepared({}, patch, 'short'), { codes: CODES });
  expect(failed).toContain('shape/every-success-has-status-200');
});

it('a whole run finds that getOrder of a filled order has the status 206', async () => {
  const patch = answering(['getOrder'], ({ body }) => (body.includes('"FILLED"') ? { status: 206 } : undefined));
  const failed = await failedOf(createPrepared({}, patch, 'short'), { codes: CODES });
  expect(failed).toEqual(['shape/every-success-has-status-200']);
});

// A fault of one call in so many strikes others where calls come in another order.
it.concurrent.each([
  undefined,
  'key-cut-short-accepted',
  'signature-empty-accepted',
  ...FAULTS.filter((id) => !id.endsWith('1-in-5')),
])('a whole run over HTTP gives the same verdicts with one call at a time and with sixteen (%s)', async (mutation) => {
  const run = async (lanes: number): Promise<readonly string[]> => {
    const server = createPrepared({ ...(mutation && { mutation }) });
    const { results } = await runOverHttp({ mode: 'sandbox', patienceMs: 1000, codes: CODES, lanes }, server);
    return results.map(({ id, verdict }) => `${id} ${verdict}`);
  };
  const [one, sixteen] = await Promise.all([run(1), run(16)]);
  expect(sixteen).toEqual(one);
});

const allowed = COMPLIANT.filter(({ isOnTheWire }) => isOnTheWire !== true);

it.each(allowed.filter(({ id }) => isWhole || ALLOWED.includes(id)))(
  'a whole run does not accuse $id',
  async ({ options, patch, basePath, isSlow, history }) => {
    const server = { ...createPrepared(options, patch, history ?? 'long'), basePath };
    expect(await failedOf(server, isSlow ? { patienceMs: 3000 } : {})).toEqual([]);
  },
);
