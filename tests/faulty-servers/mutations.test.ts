import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { conformanceChecks } from '../../src/conformance/index.js';
import {
  COMPLIANT,
  CONTROLS,
  createFaultySandbox,
  type FaultySandboxOptions,
  MUTATIONS,
} from '../../src/faulty-servers/index.js';
import { playSession } from './plain-session.js';
import { ACCOUNT, NOW_MS } from './signed-call.js';

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

  test('have ids that no other server has, and name each of their checks once', () => {
    const ids = [...MUTATIONS, ...COMPLIANT].map(({ id }) => id).concat(CONTROLS);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, killedBy } of MUTATIONS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(new Set(killedBy).size).toBe(killedBy.length);
    }
  });

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
