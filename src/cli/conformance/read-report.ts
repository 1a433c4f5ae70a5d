import { parseReport } from '../../conformance/reports/parse-report.js';
import type { Report } from '../../conformance/model/report-model.js';
import { readText } from '../read-text.js';

/** @throws {ArgumentError} When the file cannot be read, or is not a report. */
export const readReport = (file: string, option = '<report>'): Report => parseReport(readText(option, file), file);
