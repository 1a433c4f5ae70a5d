import type { RecordingCoverage, Report } from '../model/report-model.js';

/** What the recording of a report holds, in one line. */
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

/** What the recording does not contain; empty for a live run. */
export const notContainedIn = ({ recording }: Report): readonly string[] => recording?.notContained ?? [];
