import { readFileSync } from 'node:fs';
import { parseReport } from '../../conformance/reports/parse-report.js';
import type { Report } from '../../conformance/model/report-model.js';
import { ArgumentError } from '../../core/errors.js';

/** @throws {ArgumentError} When the file cannot be read, or is not a report. */
export function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ArgumentError(`<report>: ${file} cannot be read. Nothing was sent.`, { field: '<report>', cause });
  }
  return parseReport(text, `<report>: ${file}`);
}
