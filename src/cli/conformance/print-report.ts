import type { Report } from '../../conformance/index.js';
import { toJson } from '../../conformance/reports/write.js';
import { printableJson } from '../printable.js';
import type { CommandSurroundings } from './surroundings.js';

/** Prints a report as JSON that a terminal shows as it is. */
export function printReport(report: Report, stdout: CommandSurroundings['stdout']): void {
  for (const piece of toJson(report)) stdout.write(printableJson(piece));
}
