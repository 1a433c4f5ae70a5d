import type { Exchange, Report, Result } from '../model.js';
import { cut } from './cut.js';
import { observedText } from './evidence.js';
import { clauseText, isKnownFailure, isUnexpectedPass, reasonOf } from './verdicts.js';
import { visible } from './visible.js';

const BODY_LIMIT = 16_384;
const VALUE_LIMIT = 2_048;

/**
 * SARIF 2.1.0: each check is a rule with its clause; each failure, fault of the kit, unexpected pass and observation is a
 * result. Places are operations, as a service has no files.
 *
 * @see SARIF 2.1.0, 3.27 (result), 3.33 (logicalLocation), 3.35 (suppression), 3.46 and 3.47 (web request and response)
 */
export function toSarif(report: Report): string {
  const { results, digests, target, seed, mode } = report;
  const run = {
    tool: { driver: { name: 'futures conformance', rules: results.map(ruleOf) } },
    automationDetails: { id: `conformance/${mode}/${target.label ?? target.baseUrl}` },
    invocations: [
      {
        executionSuccessful: !results.some(({ verdict }) => verdict === 'harness-error'),
        startTimeUtc: report.startedAt,
        endTimeUtc: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
        ...(report.leftBehind && { toolExecutionNotifications: report.leftBehind.map(leftBehind) }),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: results.flatMap((result, ruleIndex) => {
      const level = levelOf(report, result);
      return level === undefined ? [] : [resultOf(report, result, ruleIndex, level)];
    }),
    properties: {
      target,
      mode,
      seed,
      digests,
      clockOffsetMs: report.clockOffsetMs,
      totals: report.totals,
      ...(report.budget && { budget: report.budget }),
    },
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

type Level = 'error' | 'warning' | 'note';

function levelOf(report: Report, result: Result): Level | undefined {
  if (result.verdict === 'fail' || isUnexpectedPass(report, result)) return 'error';
  if (result.verdict === 'harness-error') return 'warning';
  return result.verdict === 'not-specified' ? 'note' : undefined;
}

function ruleOf(result: Result): object {
  const { id, title, clause, family, effect } = result;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: clauseText(result) },
    defaultConfiguration: { level: clause.kind === 'declared' ? 'error' : 'note' },
    properties: { family, effect, clause, tags: [family] },
  };
}

function resultOf(report: Report, result: Result, ruleIndex: number, level: Level): object {
  const last = result.exchanges.at(-1);
  return {
    ruleId: result.id,
    ruleIndex,
    level,
    message: { text: visible(messageOf(report, result)) },
    locations: [{ logicalLocations: result.operations.map((name) => ({ name, kind: 'function' })) }],
    partialFingerprints: { 'check/v1': result.id },
    ...(isKnownFailure(report, result)
      ? { suppressions: [{ kind: 'external', justification: 'It is listed as a known failure.' }] }
      : {}),
    ...(last === undefined ? {} : { webRequest: webRequest(last), webResponse: webResponse(last) }),
    properties: { verdict: result.verdict, calls: result.exchanges.length },
  };
}

const leftBehind = (order: string): object => ({
  level: 'error',
  message: { text: visible(`${order} was left behind: it could not be shown to be gone.`) },
});

function messageOf(report: Report, result: Result): string {
  const reason = cut(reasonOf(report, result), VALUE_LIMIT);
  return result.observed === undefined
    ? `${result.title}: ${reason}`
    : `${result.title}: ${reason} Observed: ${observedText(result.observed, VALUE_LIMIT)}`;
}

function webRequest({ request }: Exchange): object {
  const { method, url, headers, body, signingString } = request;
  return {
    target: url,
    method,
    headers: joined(headers),
    ...(body === undefined ? {} : { body: { text: cut(body, BODY_LIMIT) } }),
    ...(signingString === undefined ? {} : { properties: { signingString: cut(signingString, BODY_LIMIT) } }),
  };
}

function webResponse({ response, failure }: Exchange): object {
  if (response === undefined) return { noResponseReceived: true, properties: { failure: failure ?? null } };
  const { status, headers, body } = response;
  return { statusCode: status, headers: joined(headers), body: { text: cut(body, BODY_LIMIT) } };
}

/** SARIF has one value for each name. */
function joined(headers: Exchange['request']['headers']): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value);
  return Object.fromEntries(values);
}
