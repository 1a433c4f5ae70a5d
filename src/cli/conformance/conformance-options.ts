import { Option } from 'commander';
import { type Operation, type OperationId, operations } from '../../../generated/operations.js';
import { credentialsFromEnv } from '../../client/signing/credentials.js';
import type { CheckInfo, ConformanceOptions, Mode } from '../../conformance/model/report-model.js';
import type { Shard } from '../../conformance/selftest/selftest.js';
import { readText } from '../read-text.js';
import { once, repeatable } from '../options.js';
import { orderOptions, type OrderRequest, readOrders } from './order-options.js';
import { wrong } from '../../core/argument.js';

/** Options that a run and the replay of a check have in common; values are still the text that was typed. */
export interface TargetRequest extends OrderRequest {
  readonly baseUrl?: string;
  readonly existing: readonly string[];
  readonly allowHost: readonly string[];
  readonly allowWipe: readonly string[];
  readonly account?: string;
  readonly journal?: string;
  readonly timeout?: string;
  readonly rate?: string;
}

/** Options of `clean-up`. */
export type CleanUpRequest = Pick<TargetRequest, 'baseUrl' | 'account' | 'timeout' | 'rate'>;

export interface ConformanceRequest extends TargetRequest {
  readonly mode: Mode | 'selftest';
  readonly check: readonly string[];
  readonly operation: readonly string[];
  readonly report: readonly string[];
  readonly knownFailures?: string;
  readonly seed?: string;
  readonly shard?: string;
  readonly budget?: string;
  readonly minCoverage?: string;
  readonly dryRun?: true;
  readonly strict?: true;
  readonly publicOnly?: true;
  readonly json?: true;
  readonly list?: true;
}

/** The parts of an account that checks read. */
const EXISTING = [
  'contractName',
  'otherContractName',
  'orderId',
  'positionId',
] as const satisfies readonly (keyof NonNullable<ConformanceOptions['existing']>)[];

export function targetOptions(): Option[] {
  return [
    once('--base-url <url>', 'address of the service; default FUTURES_URL'),
    repeatable('--existing <name=value,…>', `what the account has and may be read: ${EXISTING.join(', ')}`, 'none'),
    ...orderOptions(),
    repeatable('--allow-host <host>', 'mutate, sandbox: host that may be changed; repeatable', 'none'),
    repeatable('--allow-wipe <operation>', 'mutate: operation of effect wipe that may be called; repeatable', 'none'),
    once('--account <label>', 'mutate: label of the account; asked for where there is a terminal'),
    once(
      '--journal <file>',
      'mutate: where orders are written down before they are sent; default futures-conformance-journal.jsonl',
    ),
    ...callOptions(),
  ];
}

/** The reports of a run and of `observe`. */
export const reportOption = (): Option =>
  repeatable('--report <format=file>', 'json, junit, html, markdown, har, observations or badge; repeatable', 'none');

/** Options of sending calls, for every command. */
export function callOptions(): Option[] {
  return [
    once('--timeout <ms>', 'milliseconds until a call is given up; default 10000'),
    once('--rate <calls>', 'calls per second at most, such as 5 or 0.5; Retry-After is kept either way'),
  ];
}

/**
 * The options of the kit that both commands have.
 *
 * @throws {ArgumentError} Naming the option or the variable, before anything is sent.
 */
export function readTarget(request: TargetRequest, env: NodeJS.ProcessEnv): ConformanceOptions {
  const baseUrl = request.baseUrl ?? env['FUTURES_URL'] ?? '';
  if (baseUrl === '') throw wrong('--base-url', 'is missing, and FUTURES_URL is not set: give one of them');
  if (!URL.canParse(baseUrl))
    throw wrong('--base-url', `is an address such as https://futures.example, got ${baseUrl}`);
  return {
    baseUrl,
    credentials: credentialsFromEnv(env),
    existing: readExisting(request.existing),
    ...readOrders(request),
    rate: readRate(request.rate),
    journal: request.journal,
    timeoutMs: readWhole('--timeout', request.timeout),
  };
}

/** The permission of `mutate`, in words; `account` was asked for if it was not given. */
export function readPermission(
  { allowHost, allowWipe }: TargetRequest,
  account: string,
): NonNullable<ConformanceOptions['permission']> {
  return { wipe: allowWipe.map((text) => readOperation('--allow-wipe', text, WIPES)), hosts: allowHost, account };
}

/** Refuses `mutate` without a host that is allowed: before a person is asked for a label. */
export function assertHostAllowed({ allowHost }: TargetRequest, baseUrl: string | URL): void {
  const { hostname, host } = new URL(baseUrl);
  if (allowHost.includes(hostname) || allowHost.includes(host)) return;
  throw wrong(
    '--allow-host',
    `does not name ${hostname}, and mode mutate changes no other host: give it, if you mean that`,
  );
}

/** The operations that a server implements. */
export const readOperations = (wanted: readonly string[]): readonly OperationId[] | undefined =>
  wanted.length === 0 ? undefined : wanted.map((text) => readOperation('--operation', text, Object.values(operations)));

/** Addresses or their beginnings; one that selects nothing is a slip. */
export function readChecks(wanted: readonly string[], checks: readonly CheckInfo[]): readonly string[] | undefined {
  const stray = wanted.find((text) => !checks.some(({ id }) => id.startsWith(text)));
  if (stray !== undefined)
    throw wrong('--check', `${stray} is neither a check nor the beginning of one: --list shows them all`);
  return wanted.length === 0 ? undefined : wanted;
}

/**
 * Addresses of checks, one in a line; `#` begins a comment.
 *
 * @throws {ArgumentError} When the file cannot be read, or names a check that does not exist.
 */
export function readKnownFailures(
  file: string | undefined,
  checks: readonly Pick<CheckInfo, 'id'>[],
): readonly string[] | undefined {
  if (file === undefined) return undefined;
  const ids = readText('--known-failures', file)
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  const stray = ids.find((id) => !checks.some((check) => check.id === id));
  if (stray !== undefined) {
    const near = checks.find(({ id }) => id.endsWith(`/${stray}`));
    const wayOut = near === undefined ? '--list shows them all' : `did you mean ${near.id}?`;
    throw wrong('--known-failures', `${file} names ${stray}, which is not a check: ${wayOut}`);
  }
  return ids;
}

/** A whole number that was typed; undefined when nothing was. */
export function readWhole(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw wrong(option, `is a whole number, got ${text}`);
}

/** `1/2` is the first of two parts. */
export function readShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, part = 0, parts = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= parts) return { index: part - 1, of: parts };
  throw wrong('--shard', `is one part of some, such as 1/2, got ${text}`);
}

function readRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rate = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (rate >= 0.01) return rate;
  throw wrong('--rate', `is calls per second, 0.01 or more, got ${text}`);
}

function readExisting(texts: readonly string[]): ConformanceOptions['existing'] {
  if (texts.length === 0) return undefined;
  const pairs = texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(text.trim()) ?? [];
      if (value !== '' && EXISTING.some((known) => known === name)) return [name, value];
      throw wrong('--existing', `is name=value with a name of ${EXISTING.join(', ')}, got ${text}`);
    });
  return Object.fromEntries(pairs);
}

const WIPES = Object.values(operations).filter(({ effect }) => effect === 'wipe');

function readOperation(option: string, text: string, allowed: readonly Operation[]): OperationId {
  const names = allowed.map(({ operationId }) => operationId);
  const found = names.find((name) => name === text);
  if (found === undefined) throw wrong(option, `is one of ${names.join(', ')}, got ${text}`);
  return found;
}
