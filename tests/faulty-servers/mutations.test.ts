import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { conformanceChecks } from '../../src/conformance/index.js';
import { createFaultySandbox, type FaultySandboxOptions, MUTATIONS } from '../../src/faulty-servers/index.js';
import { unknownIds } from './unknown-ids.js';
import { playSession } from './plain-session.js';
import { ACCOUNT, NOW_MS, RawDesk } from './raw-desk.js';

/** The orders left of two of BTC and one of ETH, after a cancel with this body. */
const LEFT: Readonly<Record<string, readonly (readonly [mutation: string | undefined, left: string])[]>> = {
  '{"contractName":"E-BTC-USDT","orderId":""}': [
    [undefined, 'ETH'],
    ['cancel-with-empty-id-cancels-nothing', 'BTC BTC ETH'],
    ['cancel-with-empty-id-cancels-one-order', 'BTC ETH'],
    ['cancel-with-empty-id-cancels-another-contract', 'BTC BTC'],
    ['cancel-with-empty-id-cancels-all-contracts', ''],
  ],
  '{"contractName":"E-BTC-USDT"}': [
    [undefined, 'ETH'],
    ['cancel-with-omitted-id-cancels-nothing', 'BTC BTC ETH'],
    ['cancel-with-omitted-id-cancels-one-order', 'BTC ETH'],
    ['cancel-with-omitted-id-cancels-another-contract', 'BTC BTC'],
    ['cancel-with-omitted-id-cancels-all-contracts', ''],
  ],
  '': [
    [undefined, ''],
    ['cancel-all-cancels-one-contract', 'ETH'],
    ['cancel-all-cancels-one-order', 'BTC ETH'],
    ['cancel-all-cancels-nothing', 'BTC BTC ETH'],
  ],
};

/** Checks of calls that no right program makes. */
const OF_WRONG_CALLS = /^(sign\/(?!hmac-sha256|public\/)|robust\/)/;
const checks = new Map(conformanceChecks.map((check) => [check.id, check]));

/** The mutants that wrong calls or reads alone show, and the calls of a right program in which each may. */
const confined = MUTATIONS.flatMap(({ id, killedBy }) => {
  const shown = killedBy.filter((check) => !OF_WRONG_CALLS.test(check)).map((check) => checks.get(check)!);
  // Where another signature is wanted, all signed calls are refused.
  if (shown.some(({ id: check, effect }) => effect !== 'read' || check === 'sign/hmac-sha256')) return [];
  const calls = shown.flatMap((check) => check.operations).map((operationId) => operations[operationId]);
  return [[id, calls.map(({ method, path }) => `${method} ${path}`)] as const];
});

// That each is caught by every check that it names is what the self-test shows: tests/conformance/shipped-selftest.register.test.ts.
describe('mutations', () => {
  const linesOf = async (options: FaultySandboxOptions) =>
    (await playSession(createFaultySandbox({ now: () => NOW_MS, accounts: [ACCOUNT], ...options }))).lines;
  let plain: Awaited<ReturnType<typeof linesOf>>;
  beforeAll(async () => {
    plain = await linesOf({});
  });

  test('are at least forty, each with an id of its own and a check', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
    for (const { id, killedBy } of MUTATIONS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(killedBy).not.toEqual([]);
      expect(new Set(killedBy).size).toBe(killedBy.length);
    }
  });

  test('assume only what is in the register of unknowns', () => {
    const assumed = MUTATIONS.flatMap(({ assumes }) => (assumes === undefined ? [] : [assumes]));
    expect(assumed).not.toEqual([]);
    for (const id of assumed) expect(unknownIds()).toContain(id);
  });

  // One check catches all of a kind, so the self-test cannot tell them apart.
  test.each(Object.entries(LEFT))(
    'that cancel too much or too little after %j leave different orders',
    async (body, rows) => {
      for (const [mutation, left] of rows) {
        const desk = new RawDesk({ ...(mutation !== undefined && { mutation }) });
        await desk.three();
        await desk.send({ method: 'POST', target: body === '' ? '/fapi/v1/cancel_all' : '/fapi/v1/cancel', body });
        const { text } = await desk.send({ target: '/fapi/v1/openOrders' });
        expect([mutation, (text.match(/(?<=E-)[A-Z]+(?=-USDT)/g) ?? []).toSorted().join(' ')]).toEqual([
          mutation,
          left,
        ]);
      }
    },
  );

  // The self-test runs on a mutant only the checks that it names: that all else is right shows here.
  test.each(confined)('%s shows in a right program only in %j', async (mutation, calls) => {
    const ofOthers = (lines: typeof plain): typeof plain => lines.filter(({ call }) => !calls.includes(call));
    expect(ofOthers(await linesOf({ mutation }))).toEqual(ofOthers(plain));
  });

  test('an unknown one is refused, and the known ones are named', () => {
    expect(() => createFaultySandbox({ mutation: 'any-signature' })).toThrow(
      /any-signature is unknown.*any-signature-accepted/,
    );
  });
});
