import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.js';
import { publicClaims } from '../../src/conformance/checks/shape.js';
import { type CheckInfo, conformanceChecks } from '../../src/conformance/index.js';
import { MUTATIONS } from '../../src/faulty-servers/index.js';
import { clauses, type DeclaredClause, rowOf, fieldOf } from '../../src/conformance/model/clauses.js';

import { serviceDocument } from '../source/service-document.js';

const { sections } = serviceDocument;
const checks: ReadonlyMap<string, CheckInfo> = new Map(conformanceChecks.map((check) => [check.id, check]));
const rows = MUTATIONS.map((mutation) => [mutation.id, mutation] as const);

/** Declared checks that no mutation has to name, with the reason. */
const WITHOUT_MUTATION: Readonly<Record<string, string>> = {};

/** Tables of which each row is judged by one check, whose clause names one of them. */
const JUDGED_WHOLE = [
  'Contract record (public contracts response)',
  'Order (create request)',
  'Condition order (create request)',
];

const HEADERS = [clauses.headers, clauses.timestamp];

/** Clauses of a call that is refused as described, and taken in another form. */
const OTHER_FORMS: Readonly<Record<string, readonly DeclaredClause[]>> = {
  createOrder: [fieldOf('createOrder', 'timeInForce'), fieldOf('createOrder', 'price')],
  cancelOrder: [clauses.orderIdText],
  cancelAllOrders: [clauses.cancelAll],
  changeLeverage: [clauses.timestamp],
};

/** Words that a check quotes in place of its own clause, where a response shows that they are not true. */
const ALSO_JUDGED: Readonly<Record<string, readonly DeclaredClause[]>> = {
  'state/createOrder/forged-places-nothing': HEADERS,
  'state/cancelOrder/forged-cancels-nothing': HEADERS,
  'sign/getOpenOrders/forged-signatures': HEADERS,
  'sign/hmac-sha256': [clauses.timestamp, clauses.serverTime],
  'state/order/one-for-each-create': [clauses.reads, clauses.orderIdText],
  'state/order/cancelled-stays-gone': [clauses.reads],
  'state/order/cancelled-is-gone': [clauses.reads],
  'rule/cancel-all/cancels-every-contract': [clauses.reads],
  'robust/changeLeverage/wrong-type-refused': [clauses.settings],
  'robust/adjustPositionMargin/wrong-type-refused': [clauses.settings],
  ...Object.fromEntries(['orders', 'profits', 'trades'].map((name) => [`page/${name}/steady`, [clauses.reads]])),
  'state/getOrderHistory/shows-orders': [clauses.pageSize],
  'state/getTradeHistory/shows-fills': [fieldOf('createOrder', 'open')],
  'state/changeLeverage/leaves-orders-alone': [clauses.cancelMany],
  'request/createOrder/clientOrderId': [clauses.tradingSuccess],
  ...Object.fromEntries(
    Object.values(operations).flatMap(({ operationId, security }) => {
      const other = operationId === 'getServerTime' ? clauses.serverTime : clauses.json;
      const headers = security === 'public' ? [clauses.publicWithout] : [];
      return [
        [`shape/${operationId}/success`, [rowOf(operationId), ...(OTHER_FORMS[operationId] ?? [])]],
        [
          `shape/${operationId}/every-time`,
          [rowOf(operationId), other, ...headers, ...claimsOf(operationId), ...(OTHER_FORMS[operationId] ?? [])],
        ],
      ];
    }),
  ),
};

function claimsOf(operationId: OperationId): readonly DeclaredClause[] {
  const found = publicClaims.filter((claim) => claim.operationId === operationId);
  return found.flatMap(({ clause }) => (clause.kind === 'declared' ? [clause] : []));
}

const judges = (id: string, words: DeclaredClause): boolean =>
  [clauseOf(id), ...(ALSO_JUDGED[id] ?? [])].some((clause) => overlap(words, clause));

/** A quote this short is in a sentence by chance. */
const SHORTEST = 15;

const isRow = (quote: string): boolean => quote.startsWith('| ');

function overlap(one: DeclaredClause, other: DeclaredClause): boolean {
  if (one.heading !== other.heading) return false;
  if (one.quote.includes(other.quote) || other.quote.includes(one.quote)) return true;
  return JUDGED_WHOLE.includes(one.heading) && isRow(one.quote) && isRow(other.quote);
}

function clauseOf(id: string): DeclaredClause {
  const clause = checks.get(id)?.clause;
  if (clause?.kind === 'declared') return clause;
  throw new Error(`${id} is no check that is judged by a declared clause`);
}

describe('a rule and its mutant', () => {
  test('every declared check is named by a mutation', () => {
    const named = new Set([...MUTATIONS.flatMap(({ killedBy }) => killedBy), ...Object.keys(WITHOUT_MUTATION)]);
    const declared = conformanceChecks.filter(({ clause }) => clause.kind === 'declared').map(({ id }) => id);
    expect(
      declared.filter((id) => !named.has(id)),
      'src/faulty-servers/mutations/: name each of these in killedBy of a server that it has to catch',
    ).toEqual([]);
  });

  test.each(rows)('%s names checks, each judged by words that it breaks', (_, { breaks, killedBy }) => {
    expect(killedBy).not.toEqual([]);
    const strange = killedBy.filter((id) => !breaks.some((words) => judges(id, words)));
    expect(strange.map((id) => [id, clauseOf(id)])).toEqual([]);
  });

  test.each(rows)('%s breaks words of the service document, each judged by a check that it names', (_, mutation) => {
    expect(mutation.breaks).not.toEqual([]);
    for (const words of mutation.breaks) {
      expect(sections.get(words.heading)?.text).toContain(words.quote);
      expect(words.quote.length).toBeGreaterThanOrEqual(SHORTEST);
      const judging = mutation.killedBy.filter((id) => judges(id, words));
      expect([words, judging]).not.toEqual([words, []]);
    }
  });
});
