import type { RecordingCoverage, Report } from '../model/report-model.js';

/** Summarizes the recording of a report in one line. */
export function recordingLine({
  calls,
  files,
  from,
  to,
  elsewhere,
  undescribed,
  unreadable,
  repeated,
}: RecordingCoverage): string {
  const span = from === null || to === null ? '' : ` from ${from} to ${to}`;
  const more = [
    ...(elsewhere === undefined ? [] : [`${elsewhere} calls to other addresses`]),
    ...(undescribed === undefined ? [] : [`${undescribed} calls that no operation describes`]),
    ...(unreadable === undefined ? [] : [`${unreadable} entries that cannot be read`]),
    ...(repeated === undefined ? [] : [`${repeated} calls that another of the files has as well`]),
  ];
  const left = more.length === 0 ? '' : `; left out: ${more.join(', ')}`;
  return `${calls} recorded calls${span} in ${files.join(', ')}${left}`;
}

/** The parts that the recording lacks; empty for a live run. */
export const notContainedIn = ({ recording }: Report): readonly string[] => recording?.notContained ?? [];
