import type { Mode, Verdict } from '../../../src/conformance/model.js';
import { VERDICTS } from '../../../src/conformance/reports/verdicts.js';
import { visibleLine } from '../../../src/conformance/reports/visible.js';
import { foreignFormat } from './report-foreign.js';

/** What the site keeps of one check. Every text is cut, and has nothing invisible in it. */
export interface HeldResult {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly operations: readonly string[];
}

/** What the site keeps of a report: a report again, without its evidence. */
export interface HeldReport {
  readonly version: 1;
  readonly target: { readonly baseUrl: string; readonly label?: string };
  readonly mode: Mode;
  readonly startedAt: string;
  readonly results: readonly HeldResult[];
  readonly knownFailures: readonly string[];
  readonly unexpectedPasses: readonly string[];
}

/** Says to a person why a file is not shown. */
export class ReportProblem extends Error {}

export const MAX_BYTES = 64 * 1024 * 1024;
const MAX_RESULTS = 10_000;
const MODES: readonly string[] = ['read', 'sandbox', 'mutate'] satisfies Mode[];

/** @throws {ReportProblem} When a file is larger than what a page can read in one go. */
export function assertSize(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  const size = Math.ceil(bytes / 1024 / 1024);
  throw new ReportProblem(
    `The file has ${size} MB; this page reads up to ${MAX_BYTES / 1024 / 1024} MB. Run fewer checks at once, with --check.`,
  );
}

/**
 * Reads a report that somebody dropped, and takes from it what the site shows. Nothing in it is trusted.
 *
 * @throws {ReportProblem} When it is no report, or one of another version.
 */
export function readReport(text: string): HeldReport {
  const report = parse(text);
  const { version, target, mode, startedAt, results } = report;
  if (version === undefined || !Array.isArray(results)) throw new ReportProblem(foreignFormat(report));
  if (version !== 1) {
    throw new ReportProblem(`This is a report of version ${line(version)}; these pages read version 1.`);
  }
  if (!isRecord(target) || typeof target['baseUrl'] !== 'string') throw damaged('target.baseUrl is missing');
  if (typeof mode !== 'string' || !MODES.includes(mode)) throw damaged(`mode is none of ${MODES.join(', ')}`);
  if (typeof startedAt !== 'string') throw damaged('startedAt is missing');
  if (results.length > MAX_RESULTS) throw damaged(`it has more than ${MAX_RESULTS} checks`);
  return {
    version,
    target: {
      baseUrl: line(target['baseUrl']),
      ...(typeof target['label'] === 'string' && { label: line(target['label']) }),
    },
    mode: mode as Mode,
    startedAt: line(startedAt),
    results: results.map(readResult),
    knownFailures: linesIn(report['knownFailures']),
    unexpectedPasses: linesIn(report['unexpectedPasses']),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') throw new ReportProblem('The file is empty.');
  if (text.trimStart().startsWith('<')) {
    throw new ReportProblem('This is HTML or XML. The report to drop is the one of --report json=report.json.');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ReportProblem(`The file is no JSON, or was cut off: ${line((error as Error).message)}`);
  }
  if (!isRecord(parsed)) throw new ReportProblem(foreignFormat({}));
  return parsed;
}

function readResult(result: unknown, place: number): HeldResult {
  const where = `results[${place}]`;
  if (!isRecord(result)) throw damaged(`${where} is no object`);
  const { id, verdict, reason, operations } = result;
  if (typeof id !== 'string') throw damaged(`${where}.id is missing`);
  const known = VERDICTS.find((one) => one === verdict);
  if (known === undefined) throw damaged(`${where}.verdict is none of ${VERDICTS.join(', ')}`);
  return {
    id: line(id),
    verdict: known,
    ...(typeof reason === 'string' && { reason: line(reason) }),
    operations: linesIn(operations),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const linesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string').map(line) : [];

/** One line for a page, however much stands there. */
function line(value: unknown): string {
  const text = String(value);
  return visibleLine(text.length > 300 ? `${text.slice(0, 300).trimEnd()}…` : text);
}

const damaged = (what: string): ReportProblem => new ReportProblem(`The report is damaged: ${what}.`);
