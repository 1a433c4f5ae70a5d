import { ArgumentError } from '../../core/errors.js';
import { isJsonObject } from '../model/json-object.js';
import type { Report } from '../model/report-model.js';
import { VERDICTS } from '../model/verdicts.js';

/**
 * Reads the text of a JSON report. It looks at every member that the tools read, so that a damaged or foreign file is refused
 * with one sentence and not in the middle of the work.
 *
 * @param name What the message calls the text, such as its file.
 * @throws {ArgumentError} When the text is not a report of version 1.
 */
export function parseReport(text: string, name: string): Report {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const problem = text.trim() === '' ? 'is empty' : 'cannot be read as JSON: it is damaged, or cut off';
    throw new ArgumentError(`${name} ${problem}. Nothing was sent.`, { field: '<report>', cause });
  }
  const problem = problemOf(parsed);
  if (problem === undefined) return parsed as Report;
  throw new ArgumentError(
    `${name} is not a conformance report of version 1 (${problem}): --report json=FILE writes one. Nothing was sent.`,
    { field: '<report>' },
  );
}

function problemOf(report: unknown): string | undefined {
  if (!isJsonObject(report) || !Array.isArray(report['results'])) return 'it has no results';
  if (report['version'] !== 1) return `its version is ${JSON.stringify(report['version']) ?? 'missing'}`;
  const { mode, target, startedAt, digests, premises = [], results } = report;
  if (typeof mode !== 'string') return 'mode is not a text';
  if (!isJsonObject(target) || typeof target['baseUrl'] !== 'string') return 'target.baseUrl is not a text';
  if (typeof startedAt !== 'string') return 'startedAt is not a text';
  if (!isJsonObject(digests)) return 'digests is not an object';
  if (!Array.isArray(premises) || !premises.every(isPremise)) return 'premises is not a list of texts with ids';
  const at = results.findIndex((result) => !isResult(result));
  if (at < 0) return undefined;
  return mode === 'caller' ? 'it is about a program, not a server' : `results[${at}] is not the result of a check`;
}

function isResult(result: unknown): boolean {
  return (
    isJsonObject(result) &&
    typeof result['id'] === 'string' &&
    typeof result['title'] === 'string' &&
    VERDICTS.some((verdict) => verdict === result['verdict']) &&
    (result['reason'] === undefined || typeof result['reason'] === 'string') &&
    isClause(result['clause'])
  );
}

const isClause = (clause: unknown): boolean =>
  isJsonObject(clause) &&
  (clause['kind'] === 'declared'
    ? typeof clause['heading'] === 'string' && typeof clause['quote'] === 'string'
    : clause['kind'] === 'unknown' && typeof clause['id'] === 'string');

const isPremise = (premise: unknown): boolean =>
  isJsonObject(premise) && typeof premise['id'] === 'string' && typeof premise['text'] === 'string';
