import type { Report } from '../model.js';

/** The report itself, every byte of the evidence included; `futures conformance replay` reads it. */
export function toJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
