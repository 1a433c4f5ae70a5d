import { COMMAND } from '../../core/command-name.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { counted } from '../model/counted.js';
import { type Coverage, type CoveredPoint, POINT_KINDS, type PointKind } from '../model/coverage-model.js';
import { groupBy } from '../model/groups.js';
import type { RecordingCoverage, Report } from '../model/report-model.js';

/** The signing rule of a run in one line: `timestamp + method + target + body, hex`. */
export function signingText(rule: SigningRule): string {
  const parts = rule.composition.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.text)));
  const notes = [
    rule.encoding,
    rule.methodCase === 'upper' ? [] : `method in ${rule.methodCase} case`,
    rule.signQuery ? [] : 'query not signed',
    rule.signPrefix ? 'gateway prefix signed' : [],
    rule.emptyBody === '' ? [] : `no body signed as ${JSON.stringify(rule.emptyBody)}`,
  ];
  return [parts.join(' + '), ...notes.flat()].join(', ');
}

/** The content of a recording in one line. */
export function recordingLine(recording: RecordingCoverage): string {
  const { from, to } = recording;
  const span = from === null || to === null ? '' : ` from ${from} to ${to}`;
  const left = [
    [recording.elsewhere, 'call to other addresses', 'calls to other addresses'],
    [recording.undescribed, 'call that no operation describes', 'calls that no operation describes'],
    [recording.unreadable, 'entry that cannot be read', 'entries that cannot be read'],
    [recording.repeated, 'call recorded more than once', 'calls recorded more than once'],
  ] as const;
  const more = left.flatMap(([count, one, many]) => (count === undefined ? [] : counted(count, one, many)));
  const files = recording.files.join(', ');
  return `${counted(recording.calls, 'recorded call')}${span} in ${files}${more.length === 0 ? '' : `; left out: ${more.join(', ')}`}`;
}

export const KIND_NAMES: Readonly<Record<PointKind, string>> = {
  operation: 'operations',
  parameter: 'parameters and their values',
  status: 'statuses',
  field: 'response fields',
  clause: 'clauses',
};

/** The most that the numbers say. A percentage of them was read as how much of a server holds. */
export const ONE_FORM = 'Each counts once it was judged in one form of call: other combinations may not hold.';

/** The judged part of the description, in two lines. */
export function coverageText({ byKind, points }: Coverage): string {
  const kinds = POINT_KINDS.map((kind) => `${KIND_NAMES[kind]} ${byKind[kind].judged} of ${byKind[kind].reachable}`);
  const out = points.filter(({ state }) => state === 'out-of-reach').length;
  return `Coverage of the description: ${kinds.join(', ')}${out === 0 ? '' : `; no check can judge ${out} more points`}. ${ONE_FORM}`;
}

/** Points that were not judged, by the reason: the reason that holds for most of them first. */
export function unjudgedByReason({
  points,
}: Coverage): readonly (readonly [why: string, points: readonly CoveredPoint[]])[] {
  const groups = groupBy(
    points.filter(({ state }) => state !== 'judged'),
    ({ state, why = state }) => `${state === 'out-of-reach' ? 'Out of reach: ' : ''}${why}`,
  );
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length);
}

/** True for what a run left behind and cannot cancel, which is explained in brackets: of others, or filled. */
export const isExplained = (order: string): boolean => order.endsWith(')');

/** The command that cancels what a run left behind; undefined where it cannot. */
export const cleanUpLine = ({ leftBehind = [], journal, target }: Report): string | undefined =>
  journal !== undefined && !leftBehind.every(isExplained)
    ? `${COMMAND} conformance clean-up ${journal} --base-url ${target.baseUrl}`
    : undefined;
