import { type Command, Option } from 'commander';
import type { Field } from '../../../generated/operations.js';
import { choices, documented } from '../../client/dialect.js';
import { once, repeatable, takeOnce } from '../options.js';
import type { CallTarget } from './call-targets.js';

/** A command line of `futures call`, taken apart; values are still the text that was typed. */
export interface CallRequest {
  readonly input: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  readonly dialect?: string;
  readonly dialectOption: readonly string[];
  readonly header: readonly string[];
  readonly timeout?: string;
  readonly syncClock?: boolean;
  readonly columns?: string;
  readonly json: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** Each option of the dialect with its values; `headers` has its own command-line option. */
const DIALECT_OPTIONS = Object.entries(documented)
  .filter(([name]) => name !== 'headers')
  .map(([name]) => `${name}=${(choices[name as keyof typeof choices] ?? [true, false]).join('|')}`)
  .join(', ');

/** The options that every call takes besides its fields. */
export function sharedOptions(): Option[] {
  return [
    once('--base-url <url>', 'address of the service; default FUTURES_URL'),
    once('--dialect <name>', 'documented (default) or observed: what to do where the document is silent'),
    repeatable('--dialect-option <name=value>', `change one option of the dialect; repeatable: ${DIALECT_OPTIONS}`),
    repeatable('--header <name:value>', 'send one more header, such as futures-version:101; repeatable'),
    once('--timeout <ms>', 'milliseconds until the call is given up; default 10000'),
    new Option('--sync-clock', 'ask the service for its time first: where the clock of this machine is wrong'),
    once('--columns <names>', 'fields to show, in this order, such as status,executedQty,price'),
    new Option('--json', 'print the result as one line of JSON, and an error as one on standard error'),
    new Option('--yes', 'send without asking'),
    new Option('--dry-run', 'show the request, and send nothing').conflicts('syncClock'),
  ];
}

const TAKEN: ReadonlySet<string> = new Set(['help', ...sharedOptions().map((option) => option.attributeName())]);

const VALUE_NAMES: Readonly<Record<Field['kind'], string>> = {
  string: 'text',
  code: 'code',
  id: 'id',
  decimal: 'decimal',
  count: 'count',
  'unix-time-ms': 'ms',
  integer: 'integer',
  number: 'number',
  boolean: 'true|false',
};

/** The option of one field, by its wire name; a name that the shared options have gets `--input-` before it. */
export function fieldOption({ name, kind, enum: values, required }: Field): Option {
  const flag = TAKEN.has(name) ? `--input-${name}` : `--${name}`;
  return new Option(`${flag} <${values?.join('|') ?? VALUE_NAMES[kind]}>`, required ? '(required)' : '')
    .argParser(takeOnce)
    .helpGroup('Input:');
}

/** The options that were typed, after commander has parsed them. */
export function readRequest({ fields }: CallTarget, command: Command): CallRequest {
  const input: Record<string, string> = {};
  for (const field of fields) {
    const value: unknown = command.getOptionValue(fieldOption(field).attributeName());
    if (typeof value === 'string') input[field.name] = value;
  }
  const {
    dialectOption = [],
    header = [],
    json = false,
    yes = false,
    dryRun = false,
    ...shared
  } = command.opts<Partial<CallRequest>>();
  return { ...shared, dialectOption, header, json, yes, dryRun, input };
}
