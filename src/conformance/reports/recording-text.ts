import { counted } from '../model/counted.js';
import type { RecordingCoverage, Report } from '../model/report-model.js';

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
    ...(elsewhere === undefined ? [] : [`${counted(elsewhere, 'call')} to other addresses`]),
    ...(undescribed === undefined ? [] : [`${counted(undescribed, 'call')} that no operation describes`]),
    ...(unreadable === undefined ? [] : [`${counted(unreadable, 'entry', 'entries')} that cannot be read`]),
    ...(repeated === undefined ? [] : [`${counted(repeated, 'call')} recorded more than once`]),
  ];
  const left = more.length === 0 ? '' : `; left out: ${more.join(', ')}`;
  return `${counted(calls, 'recorded call')}${span} in ${files.join(', ')}${left}`;
}

/** The parts that the recording lacks; empty for a live run. */
export const notContainedIn = ({ recording }: Report): readonly string[] => recording?.notContained ?? [];
