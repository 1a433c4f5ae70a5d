import { unknowns, type UnknownId } from '../../../generated/description.js';
import { isSameObservation } from '../../conformance/compare/same-observation.js';
import type { Report } from '../../conformance/model/report-model.js';
import { conformanceChecks, runIn } from '../../conformance/run/run.js';
import { observationsOf, type TwinOptions } from '../../conformance/twin/twin-options.js';
import { createPrepared } from '../../faulty-servers/index.js';

/**
 * The open questions, by where the twin's answer comes from: measured and the same, measured on records that the twin's
 * account does not have, measured and answered in another way, not measured.
 */
export type TwinAnswers = Readonly<Record<'measured' | 'unclear' | 'notTaken' | 'assumed', readonly UnknownId[]>>;

/** Checks whose observations depend on the orders and trades of the account. */
const OF_RECORDS = /^page\/|^shape\/lists\/|^shape\/get(OpenOrders|\w+History)\/fields$/;

/** Asks a twin, in this process and without waiting, what the report says of the server, and compares the answers. */
export async function askTwin(report: Report, options: TwinOptions): Promise<TwinAnswers> {
  const theirs = observationsOf(report);
  // As it would be read from a file: members that are undefined are gone.
  const ours = observationsOf(JSON.parse(JSON.stringify(await runOn(options, report, [...theirs.keys()]))) as Report);
  const answers: Record<keyof TwinAnswers, UnknownId[]> = { measured: [], unclear: [], notTaken: [], assumed: [] };
  for (const { id: question, check } of unknowns) {
    const asked = (typeof check === 'string' ? [] : check).filter((id) => theirs.has(id));
    const others = asked.filter(
      (id) => !isSameObservation(comparable(question, theirs.get(id)), comparable(question, ours.get(id))),
    );
    // A signed call was accepted, or recorded: that shows the rule without a check.
    const isShown = options.dialect.signing !== undefined && /^signing\.(composition|encoding)$/.test(question);
    if (asked.length === 0) answers[isShown ? 'measured' : 'assumed'].push(question);
    else if (others.length === 0) answers.measured.push(question);
    else answers[others.every((id) => OF_RECORDS.test(id)) ? 'unclear' : 'notTaken'].push(question);
  }
  return answers;
}

function runOn(options: TwinOptions, { mode, seed }: Report, wanted: readonly string[]): Promise<Report> {
  // A clock that stands still but for what the run waits: windows of time are measured to the millisecond.
  const startMs = Date.now() + 60_000;
  const { sandbox, positionId } = createPrepared({ ...options, now: () => startMs });
  const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
  return runIn(
    {
      baseUrl,
      credentials,
      seed,
      existing: { positionId },
      mode: mode === 'read' ? 'read' : 'sandbox',
      permission: { hosts: [new URL(baseUrl).host], account: 'twin', wipe: [] },
      // A report of another version may have checks that are not known here.
      checks: conformanceChecks.map(({ id }) => id).filter((id) => wanted.includes(id)),
    },
    { now, pause: async (ms) => wait(ms) },
    fetch,
  );
}

/** Codes and statuses of refusals are questions of their own: the others compare what was done. */
function comparable(question: UnknownId, observed: unknown): unknown {
  if (typeof observed === 'string')
    return question === 'errors.codes' ? observed : observed.replace(/^refused\b.*/, 'refused');
  if (typeof observed !== 'object' || observed === null || Array.isArray(observed)) return observed;
  // Each status stands with the shortest body that led to it.
  if (question === 'errors.http-statuses') return Object.keys(observed).toSorted();
  const isRefused = 'kind' in observed && observed.kind === 'refused';
  const members = Object.entries(observed).filter(([name]) => !isRefused || (name !== 'code' && name !== 'status'));
  return Object.fromEntries(members.map(([name, value]) => [name, comparable(question, value)]));
}
