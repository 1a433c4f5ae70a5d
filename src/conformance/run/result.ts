import type { SentCall } from '../call/answer.js';
import { catalogue } from '../checks/index.js';
import type { Check } from '../findings/check.js';
import { premisesOf } from '../findings/premises.js';
import type { CheckInfo, Exchange, Result, Verdict } from '../model/report-model.js';
import type { FindingJudgement } from './judge.js';

/** A check without what makes it run: plain data. */
function infoOf(check: Check): CheckInfo {
  const { id, family, title, clause, effect, operations, control } = check;
  const premises = premisesOf(check);
  return { id, family, title, clause, effect, operations, premises, ...(control === undefined ? {} : { control }) };
}

/** The checks as plain data, in the order in which they run (in mode read, the declared ones run first). */
export const conformanceChecks: readonly CheckInfo[] = catalogue.map(infoOf);

let digest: string | undefined;

export const digestOfSuite = (): string =>
  (digest ??= process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify(conformanceChecks))
    .digest('hex'));

interface Evidence {
  readonly sent: readonly Pick<SentCall, 'exchange'>[];
  readonly deciding: Pick<SentCall, 'exchange'> | undefined;
}

/** The result of a check, live or recorded. Blanking out secrets takes longer than judging: it waits until calls are looked at. */
export function resultOf(
  check: Check,
  judgement: FindingJudgement,
  durationMs: number,
  evidence: () => Evidence,
): Result {
  const { verdict } = judgement;
  let shown: readonly Exchange[] | undefined;
  return {
    ...infoOf(check),
    ...judgement,
    get exchanges() {
      return (shown ??= verdict === 'pass' ? [] : exchangesIn(evidence(), verdict));
    },
    durationMs,
  };
}

/** Calls of an observation that are kept: a report of all of them would be as long as the run. */
const OF_OBSERVATION = 4;

/** For a failure the call that it rests on is marked. */
function exchangesIn({ sent, deciding }: Evidence, verdict: Verdict): readonly Exchange[] {
  if (verdict === 'not-specified') return sent.slice(-OF_OBSERVATION).map(({ exchange }) => exchange);
  const at = verdict === 'fail' && deciding !== undefined ? sent.lastIndexOf(deciding) : -1;
  return sent.map(({ exchange }, place) => (place === at ? { ...exchange, deciding: true } : exchange));
}
