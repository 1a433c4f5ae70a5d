import { ArgumentError } from '../../core/errors.js';
import type { SigningRule } from '../../core/signing-rule.js';
import type { SandboxDialect, SandboxOptions } from '../../sandbox/index.js';
import { operations } from '../model/operations.js';
import type { Report } from '../model/report-model.js';
import { NAME, readings, type Vote } from './readings.js';

/** The options of a sandbox that a report can tell. */
export type TwinOptions = Pick<SandboxOptions, 'strict' | 'window'> & Required<Pick<SandboxOptions, 'dialect'>>;

const OF_SERVERS: readonly string[] = ['read', 'sandbox', 'mutate', 'observe'] satisfies Report['mode'][];

/**
 * Builds the options with which a sandbox does what a report measured at a server: signing rule, timestamp window, form of
 * responses and refusals, codes of success and of refused signatures, names of fields, direction and size of pages, time that a cancel takes. Where nothing
 * was measured, or checks contradict one another, the sandbox keeps its own way.
 *
 * @throws {ArgumentError} When the report is not about a server, or measured nothing.
 * @example
 * const sandbox = createSandbox(twinOptions(parseReport(readFileSync('report.json', 'utf8'), 'report.json')));
 * @see docs/sandbox.md, A twin of your server
 */
export function twinOptions(report: Report): TwinOptions {
  const seen = observationsOf(report);
  if (!OF_SERVERS.includes(report.mode) || seen.size === 0)
    throw new ArgumentError(
      `This report, of mode ${report.mode}, measured nothing at a server. --report json=FILE of the kit writes one that did.`,
      { field: '<report>' },
    );
  const votes = [...seen].flatMap(([id, observed]) => readings(id, observed));
  const { lists, otherLists, emptyLists, refusalStatus, behindMs, aheadMs, timezone, ...rest } = agreed(votes);
  const { product_type, contract_type, creation_timestamp, ...named } = rest;
  const contracts = defined({ product_type, contract_type, creation_timestamp });
  const members: Record<string, unknown> = {};
  const fieldNames: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(defined(named))) {
    const [name = '', operationId = '', field] = key.split(' ');
    if (name === NAME && field !== undefined) (fieldNames[operationId] ??= {})[field] = value;
    else members[key] = value;
  }
  const fieldValues = {
    ...(timezone !== undefined && { getServerTime: { timezone } }),
    ...(Object.keys(contracts).length > 0 && { getContracts: contracts }),
  };
  const isStrict = refusalStatus === 401;
  const signing = provenRule(report);
  return {
    dialect: defined({
      ...members,
      lists: lists ?? otherLists ?? emptyLists,
      emptyList: lists !== undefined && lists !== 'wrapped' && emptyLists === 'wrapped' ? 'null' : undefined,
      refusalStatus: !isStrict && /^[2-5]\d\d$/.test(String(refusalStatus)) ? refusalStatus : undefined,
      ...(Object.keys(fieldNames).length > 0 && { fieldNames }),
      ...(Object.keys(fieldValues).length > 0 && { fieldValues }),
      // The sandbox has no gateway whose path could be signed.
      signing: signing && { ...signing, signPrefix: false },
    }) as Partial<SandboxDialect>,
    ...(isStrict && { strict: 'http' }),
    window: defined({ behindMs, aheadMs }),
  };
}

export const observationsOf = ({ results }: Report): ReadonlyMap<string, unknown> =>
  new Map(
    results
      .filter(({ verdict, observed }) => verdict === 'not-specified' && observed !== undefined)
      .map(({ id, observed }) => [id, observed]),
  );

const defined = (members: Vote): Vote =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function agreed(votes: readonly Vote[]): Vote {
  const byName = new Map<string, Map<string, unknown>>();
  for (const [name, value] of votes.flatMap((vote) => Object.entries(defined(vote))))
    byName.set(name, (byName.get(name) ?? new Map<string, unknown>()).set(JSON.stringify(value), value));
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.size === 1 ? [...values.values()][0] : undefined]),
  );
}

/** The rule of the run; only where a signed call was accepted by it. */
function provenRule({ signing, results, premises = [] }: Report): SigningRule | undefined {
  const isOpen = premises.some(({ id, by }) => by === 'open' && id.startsWith('signing.'));
  const wasAccepted = results
    .filter(({ verdict }) => verdict === 'not-specified' || verdict === 'pass')
    .some(({ operations: ids }) => ids?.some((id) => operations[id]?.security !== 'public'));
  return isOpen || !wasAccepted ? undefined : signing;
}
