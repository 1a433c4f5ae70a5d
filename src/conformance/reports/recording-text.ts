import { counted } from '../model/counted.js';
import type { RecordingCoverage } from '../model/report-model.js';

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
