import { operationsByRequest } from '../../core/operations-by-request.js';
import { byVerdict, CALLER_VERDICTS, callerVerdictOf } from '../model/caller-verdicts.js';
import type { Exchange, Report, Result } from '../model/report-model.js';
import { groupBy } from '../model/groups.js';
import { operations } from '../model/operations.js';
import { clockCause } from './clock-cause.js';
import { connectionCause, goneCause, NO_SERVER, sameResponseCause } from './connection-cause.js';
import { counted } from '../model/counted.js';
import { isKnownFailure } from '../model/verdicts.js';

/** Why several checks came out as they did: one thing to fix. */
export interface Cause {
  readonly title: string;
  /** Its meaning, and the next step. */
  readonly advice?: string;
  /** The result that shows it, where that is a known failure and so none of those that it explains. */
  readonly example?: Result | undefined;
  /** The results that it explains, in their order. May be empty: a wrong clock breaks nothing where signing follows it. */
  readonly results: readonly Result[];
}

/** The operation whose forged signature stands for those of all. */
const FIRST = 'getOpenOrders';
const FORGED = 'the target takes a forged signature for a right one';

/**
 * The causes behind everything that was not judged or does not hold, the gravest first: what is wrong with the connection,
 * then what fails, then what could not be told. Each result belongs to one cause; known failures belong to none.
 */
export function causesOf(report: Report): readonly Cause[] {
  const open = report.results.filter((result) => needsACause(report, result));
  // A program was judged, and the server was the sandbox.
  return report.mode === 'caller' ? causesOfProgram(open) : causesOfServer(report, open);
}

function causesOfProgram(open: readonly Result[]): readonly Cause[] {
  const causes = byVerdict(open, callerVerdictOf).map(({ verdict, found }) => ({
    title: `It ${CALLER_VERDICTS[verdict]} (${verdict})`,
    results: found,
  }));
  const explained = causes.flatMap(({ results }) => results);
  const others = open.filter((result) => !explained.includes(result));
  return [...others.map((result) => ({ title: result.reason ?? result.verdict, results: [result] })), ...causes];
}

function causesOfServer(report: Report, needy: readonly Result[]): readonly Cause[] {
  const byId = new Map(report.results.map((result) => [result.id, result]));
  let open = needy;
  const causes: Cause[] = [];
  const take = (found: Omit<Cause, 'results'> | undefined, explains: (result: Result) => boolean): void => {
    if (found === undefined) return;
    causes.push({ ...found, results: open.filter(explains) });
    open = open.filter((result) => !explains(result));
  };

  const isUntold = ({ verdict }: Result): boolean => verdict === 'cannot-tell';
  take(connectionCause(report), (result) => isUntold(result) || (result.verdict === 'fail' && hasNoAnswer(result)));
  take(goneCause(report), (result) => isUntold(result) && NO_SERVER.test(result.reason ?? ''));
  take(sameResponseCause(report), (result) => isUntold(result) || result.verdict === 'fail');
  take(idsCause(open), (result) => result.verdict !== 'not-run' && result.exchanges.some(showsRoundedId));
  const openPremises = (report.premises ?? []).filter(({ by }) => by === 'open');
  const isStale = ({ cause }: Result): boolean =>
    openPremises.some(({ id, text }) => id === cause && /\bcode -1021\)/.test(text));
  take(clockCause(report), (result) => isUntold(result) && (isStale(result) || isSigned(rootOf(result, byId))));
  take(limitCause(open), ({ reason = '' }) => LIMITED.test(reason));
  const isForged = ({ verdict, family, reason = '' }: Result): boolean =>
    reason.includes(FORGED) || (verdict === 'fail' && family === 'SIGN' && /\baccepted\b/.test(reason));
  for (const name of new Set([FIRST, ...Object.keys(operations)])) {
    const example = byId.get(`sign/${name}/signature-bit-flipped`);
    const isFirst = name === FIRST;
    if (example?.verdict !== 'fail' || !(isFirst || open.includes(example))) continue;
    const title = isFirst ? 'Signatures are not verified' : `The signature of ${name} is not verified`;
    take(
      { title, advice: UNVERIFIED, example },
      (result) => isForged(result) && (isFirst || result.operations[0] === name),
    );
  }
  for (const { taken, ...cause } of CARELESS) {
    const isTaken = ({ verdict, family, reason = '' }: Result): boolean =>
      verdict === 'fail' && family === 'SIGN' && taken.test(reason);
    take(open.filter(isTaken).length > 1 ? cause : undefined, isTaken);
  }
  for (const text of new Set(openPremises.map((premise) => premise.text))) {
    const ids = openPremises.flatMap((premise) => (premise.text === text ? [premise.id] : []));
    const isBy = ({ cause, reason = '' }: Result): boolean => ids.some((id) => id === cause) || reason === text;
    // A fault of all signed calls comes first, with advice.
    const [title = '', advice] = ids.includes('signing.composition') ? text.split('): ', 2) : [text];
    const named = advice === undefined ? { title } : { title: `${title})`, advice: capital(advice) };
    if (open.some(isBy)) take({ ...named, title: named.title.replace(/\.$/, '') }, isBy);
  }
  take(...missingIn(open, (result) => rootOf(result, byId)));

  const reasons = open.map((result) => {
    const root = rootOf(result, byId);
    return { result, reason: root.reason?.replace(CHAIN, '').replace(EFFECT, '').replace(/\.$/, '') ?? root.verdict };
  });
  const keyOf = ({ reason }: (typeof reasons)[number]): string =>
    reason.replace(WHICH, 'each of several operations').replaceAll(STATUS, '').replaceAll(NUMBER, '…');
  const rest = [...groupBy(reasons, keyOf)].map(([key, found]): Cause => {
    const isOne = found.every(({ reason }) => reason === found[0]!.reason);
    return { title: isOne ? found[0]!.reason : key, results: found.map(({ result }) => result) };
  });
  return [...causes, ...rest.filter(isFailing), ...rest.filter((cause) => !isFailing(cause))];
}

/** A cause in one line, with how much it explains. */
export function causeLine({ title, results }: Cause): string {
  const [word = ''] = title.split(/[ :,]/);
  // The name of an operation, or the address of a check, is written as it is.
  const isName = Object.hasOwn(operations, word) || !/^[a-z]+$/.test(word);
  const line = isName ? title : capital(title);
  const unit = results[0]?.family === 'CALLER' ? 'scene' : 'check';
  return results.length === 0 ? line : `${line}: ${counted(results.length, unit)}`;
}

/** True when something does not hold, or the kit itself failed: more than a check that was not judged. */
export const isFailing = ({ results }: Cause): boolean =>
  results.some(({ verdict }) => verdict === 'fail' || verdict === 'harness-error');

const needsACause = (report: Report, result: Result): boolean =>
  ['fail', 'harness-error', 'cannot-tell', 'not-run'].includes(result.verdict) && !isKnownFailure(report, result);

/** The part of a reason about the controls between it and its root, which may be checks that were not chosen. */
const CHAIN = /^(?:\S+, on which this rests, is [a-z-]+: )+/;

/** The operation that a reason begins with, and what else differs between calls of one mistake. */
const WHICH = new RegExp(`^(?:${Object.keys(operations).join('|')})(?= )`);
const STATUS = / \(status \d+[^()]*\)/g;
const NUMBER = /\b\d{6,}\b/g;

/** The effect of a call that the mode does not send: calls of different effects share one reason. */
const EFFECT = / \(effect \w+\)$/;

function rootOf(result: Result, byId: ReadonlyMap<string, Result>): Result {
  if (result.verdict === 'fail' || result.verdict === 'harness-error') return result;
  const control = result.control === undefined ? undefined : byId.get(result.control);
  const rests = control !== undefined && result.reason?.startsWith(`${control.id}, on which this rests`) === true;
  return rests ? rootOf(control, byId) : result;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const NO_ORDERS = 'the server may not have createOrder';
const MISSING = /the server may not have (?:it|createOrder)$/;
const REFUSED = /^(.+) was not accepted: status /;
const NO_PATH = /\bstatus (?:404|405|501)\b/;

/** The operations that the server seems to lack, as one cause. */
function missingIn(
  results: readonly Result[],
  root: (result: Result) => Result,
): readonly [Omit<Cause, 'results'> | undefined, (result: Result) => boolean] {
  const lacks = (result: Result): boolean => MISSING.test(root(result).reason ?? '');
  const nameOf = ({ id, operations: [own], reason = '' }: Result): string => {
    if (reason.endsWith(NO_ORDERS)) return 'createOrder';
    if (/^shape\/.*\/success$/.test(id)) return own!;
    const [request = ''] = /^(?:GET|POST) \S+/.exec(reason) ?? [];
    return operationsByRequest.get(request)?.operationId ?? /^\w*/.exec(reason)![0];
  };
  const found = results.filter(lacks).map((result) => nameOf(root(result)));
  const names = [...new Set(found)].filter((name) => Object.hasOwn(operations, name));
  const isMissing = (result: Result): boolean => {
    const [, subject = ''] = REFUSED.exec(root(result).reason ?? '') ?? [];
    const isOrder = subject.startsWith('an opening ') && names.includes('createOrder');
    const isOwn = names.includes(result.operations[0]!) && NO_PATH.test(result.reason ?? '');
    return (
      lacks(result) || isOrder || isOwn || names.some((name) => subject === name || subject.startsWith(`${name} with `))
    );
  };
  if (names.length === 0) return [undefined, isMissing];
  const advice =
    'To judge what it has, name each operation that it has: --operation createOrder, or the option operations.';
  return [{ title: `the server may not have ${names.join(', ')}`, advice }, isMissing];
}

const isSigned = ({ exchanges }: Result): boolean =>
  exchanges.some(({ request }) => request.signingString !== undefined);

const hasNoAnswer = ({ exchanges }: Result): boolean => exchanges.every(({ response }) => response === undefined);

const UNVERIFIED =
  'The server accepts calls whose X-CH-SIGN is forged. Compare the whole HMAC-SHA256 with the API secret in every signed operation.';

const OPTIONAL =
  'The server reads the header only where it is there. Refuse every signed call without it, or with an empty one.';

const CARELESS = [
  { taken: /without X-CH-SIGN|an empty signature|no signature/, title: 'Signatures may be left out', advice: OPTIONAL },
  { taken: /without X-CH-APIKEY/, title: 'The key may be left out', advice: OPTIONAL },
  { taken: /without X-CH-TS/, title: 'The timestamp may be left out', advice: OPTIONAL },
  {
    taken: /in another letter case/,
    title: 'The letter case of key or secret does not count',
    advice: 'Compare the key, and use the secret, byte for byte.',
  },
];

/** An identifier that was written as a double: `2.56e+17`, `256609229205684220.0`. */
const ROUNDED = /"(\w*[iI]d)"\s*:\s*"?(-?\d+(?:\.\d+)?[eE]\+?\d+|\d{6,}\.\d+)/;

const showsRoundedId = ({ response }: Exchange): boolean => response !== undefined && ROUNDED.test(response.body);

/** Why nothing that goes by an identifier can be right. */
function idsCause(results: readonly Result[]): { readonly title: string; readonly advice: string } | undefined {
  const shown = results.flatMap(({ exchanges }) => exchanges).find(showsRoundedId);
  if (shown === undefined) return undefined;
  const [, name, value] = ROUNDED.exec(shown.response!.body)!;
  return {
    title: `${name} ${value} of ${shown.operationId ?? shown.request.url} is not a whole number: identifiers lose their digits`,
    advice: 'They pass through a double somewhere: write them as whole numbers or as text, from a 64-bit integer.',
  };
}

const LIMITED = /^limited: |asks for fewer calls/;

function limitCause(results: readonly Result[]): Omit<Cause, 'results'> | undefined {
  const [first] = results.filter(({ reason = '' }) => LIMITED.test(reason));
  if (first === undefined) return undefined;
  return {
    title: `The server limits the rate of calls (${first.reason?.replace(/^limited: /, '')})`,
    advice: 'Send fewer calls per second, such as 5: --rate 5, or the option rate.',
  };
}
