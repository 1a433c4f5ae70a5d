import { signingHeaders } from '../../../generated/names.js';
import { splitTarget } from '../../core/signing-rule.js';
import { clauses, fieldOf } from '../model/clauses.js';
import { an } from '../model/counted.js';
import { declaredOperations, operations, type Operation, wireOf } from '../model/operations.js';
import type { Clause } from '../model/report-model.js';
import { isThroughDouble } from '../model/rounded-ids.js';
import { HEADERS, readInput } from '../recorded-traffic/request-faults.js';
import { problem, type ShownProblem } from './problem.js';
import { type CallerCall, type CallerTrace, signingHeader } from './trace.js';

/** Every request of a scene against the description. The same mistake is told once. */
export function judgeRequests({ calls, known, placed, others }: CallerTrace): readonly ShownProblem[] {
  const ids = [...known, ...placed.map(({ id }) => id), ...others.map(({ id }) => id)];
  const found = new Map<string, readonly ShownProblem[]>();
  for (const call of calls) {
    if (isRepeatedEmpty(call, calls)) continue;
    for (const [text, clause, assumes] of problemsOf(call, ids)) {
      if (!found.has(text)) found.set(text, problem('breaks-the-contract', text, undefined, { call, clause, assumes }));
    }
  }
  return [...found.values()].flat();
}

/** After 421, `fetch` of Node.js sends a call again by itself, without its body. No signature fits it, and its program sent none. */
const isRepeatedEmpty = (call: CallerCall, calls: readonly CallerCall[]): boolean =>
  call.body === '' &&
  calls
    .filter(({ response, body }) => response.status === 421 && body !== '')
    .some((other) => signingHeader(other, 'signature') === signingHeader(call, 'signature'));

type Told = readonly [text: string, clause?: Clause | undefined, assumes?: string];

/** Composition, window and codes are those of the exchange. */
const SIGNED_AS_HERE = 'The service checks signatures as this exchange does: its document does not show how.';

function* problemsOf(call: CallerCall, ids: readonly string[]): Generator<Told> {
  const { operationId, method, target, refused } = call;
  const operation = operationId === undefined ? undefined : operations[operationId];
  if (operation === undefined) {
    const { path } = splitTarget(target);
    const other = declaredOperations.find((one) => one.path === path);
    const why = other === undefined ? 'no operation has this path' : `${other.operationId} is ${other.method}`;
    return yield [`${method} ${path}: ${why}`];
  }
  yield* problemsOfHeaders(call, operation);
  const type = call.headers['content-type'] ?? 'json';
  if (call.body !== '' && !/json/i.test(type))
    yield [`${operation.operationId} sends its body as ${type}`, clauses.json, 'The service reads a body by its type.'];
  yield* problemsOfInput(call, operation);
  const names = [...call.body.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap(([, name, colon]) =>
    colon ? [name!] : [],
  );
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    yield [
      `${operation.operationId} sends ${twice} twice`,
      undefined,
      'A service may take the first value or the last (RFC 8259).',
    ];
  const { code = '', why = '' } = refused ?? {};
  // The scene has broken the call itself, or a busy machine has kept it.
  const ageMs = Math.abs(call.atMs - Number(signingHeader(call, 'timestamp')));
  const isForeign = call.isTroubled || (code === '-1021' && ageMs < BUSY_MS);
  if (!isForeign && ABOUT_ACCESS.has(code))
    yield [`${operation.operationId} was rejected with ${code}: ${why}`, clauses.signature, SIGNED_AS_HERE];
  for (const id of sentIds(call)) {
    const meant = ids.find((one) => isThroughDouble(one, id));
    if (!ids.includes(id) && meant !== undefined)
      yield [`${operation.operationId} sends the id ${id}, which is ${meant} after a double has rounded it`];
  }
}

/** Nothing but a wrong clock, or a signature that was kept, is as far from the time of the call. */
const BUSY_MS = 60_000;

const ABOUT_ACCESS: ReadonlySet<string> = new Set(['-1021', '-1022', '-2015']);

function* problemsOfHeaders(call: CallerCall, { security, operationId }: Operation): Generator<Told> {
  const names = (isSent: boolean): string =>
    HEADERS.filter((name) => Boolean(signingHeader(call, name)) === isSent)
      .map((name) => signingHeaders[name])
      .join(', ');
  const [sent, missing] = [names(true), names(false)];
  if (security === 'public' && sent !== '')
    yield [`${operationId} is public, and carries ${sent}`, clauses.publicWithout];
  if (security !== 'signed') return;
  if (missing !== '') yield [`${operationId} lacks ${missing}`, clauses.headers];
  const timestamp = signingHeader(call, 'timestamp') ?? '';
  if (!/^(?:\d{13})?$/.test(timestamp))
    yield [
      `${operationId} has the ${signingHeaders.timestamp} ${timestamp}: milliseconds have 13 digits`,
      clauses.timestamp,
    ];
}

function* problemsOfInput({ target, body }: CallerCall, operation: Operation): Generator<Told> {
  const { operationId } = operation;
  const recorded = { target, isExact: true, body: { text: body === '' ? undefined : body, missing: false } };
  const { input, open } = readInput(operation, recorded as Parameters<typeof readInput>[1], true).faults;
  for (const { field, rule, ...how } of input) {
    const as = 'as' in how ? how.as : '';
    const sent = rule === 'value' ? `"${as}", which is not a declared value` : an(as);
    const text = rule === 'missing' ? `lacks ${field}, which is required` : `sends ${field} as ${sent}`;
    yield [`${operationId} ${text}`, fieldOf(operationId, field)];
  }
  const [, extra = ''] = /^it has the field (\S+),/.exec(open ?? '') ?? [];
  const isKnown = wireOf(operation, extra) !== undefined;
  const isEmptyBody = operation.input === 'none' && /^(?:\{\s*\})?$/.test(body) && !target.includes('?');
  // Deployments take the query of a GET that is declared with a body.
  const [, name] = /^(\w+) is /.exec(open ?? '') ?? [];
  if (open !== undefined && !operation.getBody && !isKnown && !isEmptyBody)
    yield [
      `${operationId}: ${open}`,
      name === undefined ? undefined : fieldOf(operationId, name),
      'The service takes nothing that is not declared.',
    ];
  const limit = Number(new URLSearchParams(splitTarget(target).query).get('limit'));
  if (operationId === 'getTradeHistory' && limit > 1000)
    yield [`${operationId} asks for ${limit} lines of a page`, clauses.tradeLimit];
}

const sentIds = ({ target, body }: CallerCall): readonly string[] =>
  [...`${target} ${body}`.matchAll(/(?<!client)orderId"?[=:]\s*"?(\d{16,})/gi)].map(([, id]) => id!);
