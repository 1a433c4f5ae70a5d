import { CommanderError } from 'commander';
import { operations } from '../../generated/operations.js';
import { ApiError, ArgumentError, FuturesError, JournalError, ResponseError } from '../core/errors.js';
import type { Advice } from './call/advice.js';
import type { CallTarget } from './call/call-targets.js';
import { EXIT, exitCodeOf } from './exit.js';
import { printable, toJsonLine } from './printable.js';

interface ReportOptions {
  readonly json: boolean;
  readonly advice?: Advice | undefined;
}

/** Prints an error on standard error and sets the exit code. A fault of this program is thrown on, stack and all. */
export function reportError(error: unknown, { json, advice }: ReportOptions): void {
  if (error instanceof CommanderError) return reportUsage(error, json);
  process.exitCode = exitCodeOf(error);
  if (error instanceof FuturesError) {
    if (json) return writeError(toJsonLine({ ...membersOf(error), advice: advice?.text, next: advice?.commands }));
    writeError(`futures: ${printable(asTyped(error))}`);
    if (reasonOf(error) !== undefined) writeError(`Cause: ${printable(reasonOf(error)!)}`);
    // The message has the first two.
    if (error instanceof ApiError) for (const hint of error.hints.slice(2)) writeError(`Hint: ${hint}.`);
    if (advice === undefined) return;
    const { text, lead = [], commands } = advice;
    writeError([text, lead, commands.map((line) => `  ${line}`)].flat().join('\n'));
    return;
  }
  if (!isSystemError(error)) throw error;
  const remedy = error.code?.startsWith('EADDR') ? '. Take another --port (0 takes a free one) or another --host.' : '';
  writeError(json ? toJsonLine({ code: error.code, message: error.message }) : `futures: ${error.message}${remedy}`);
}

/**
 * Says on standard error what standard output did not take: a call that changed something is done, and its result, such as
 * the id of an order, must not be lost. The exit code says that it is done, and stays where it is not.
 */
export function reportUnprinted(
  { name, operation: { operationId } }: CallTarget,
  result: unknown,
  { code: reason }: NodeJS.ErrnoException,
  json: boolean,
  isDone = true,
): void {
  if (isDone) process.exitCode = EXIT.unprinted;
  const unwritten = `standard output could not be written (${reason}).`;
  const message = `${name}: ${isDone ? `done, but ${unwritten} Do not repeat the call.` : unwritten}`;
  if (json) return writeError(toJsonLine({ code: 'UNPRINTED', operationId, message, result }));
  writeError(`futures: ${message} The result:\n${toJsonLine(result)}`);
}

/** Help that was asked for is not an error; help in place of a command is one, and has been printed. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (code === 'commander.helpDisplayed' || code === 'commander.version' || code === 'commander.help') return;
  const said = message.replace(/^error: /, '').replaceAll('\n', ' ');
  const isStray = code.includes('unknown') || code === 'commander.excessArguments';
  const text = `${said}${isStray ? ` (${wayOut(said)})` : ''}`;
  writeError(json ? toJsonLine({ code: 'USAGE', outcome: 'not-sent', message: text }) : `futures: ${text}`);
}

function wayOut(said: string): string {
  const [, name = ''] = /'([^']*)'/.exec(said) ?? [];
  if (said.includes(' arguments for ')) return 'values are given by options; --help lists them';
  if (Object.hasOwn(operations, name)) return `write: call ${name}`;
  if (/^--(?:api-?)?(?:key|secret)$/i.test(name)) return 'set FUTURES_API_KEY and FUTURES_API_SECRET instead';
  return '--help lists what there is';
}

/** The message, in which the input that is wrong has the name of the option that was typed for it, or of its variable. */
function asTyped(error: FuturesError): string {
  if (!(error instanceof ArgumentError)) return error.message;
  const { field } = error;
  const message = error.message.replace(`credentials.${field}`, `FUTURES_API_${field.slice(3).toUpperCase()}`);
  const option = [`--${field}`, `--${field.replace(/Ms$/, '')}`].find((name) => process.argv.includes(name));
  return option === undefined || message.includes(option) ? message : message.replace(`${field} `, `${option} `);
}

/** The reason of a failure of a journal, which its message leaves to the cause. */
function reasonOf({ message, cause }: FuturesError): string | undefined {
  if (!message.includes('(see cause)') || !(cause instanceof Error)) return undefined;
  return cause.message || String((cause as NodeJS.ErrnoException).code);
}

function membersOf(error: FuturesError): object {
  const { code, outcome, operationId } = error;
  return {
    code,
    outcome,
    operationId,
    ...(error instanceof ArgumentError ? { field: error.field } : {}),
    ...(error instanceof JournalError ? { reason: error.reason, cause: reasonOf(error) } : {}),
    ...(error instanceof ResponseError ? { status: error.status } : {}),
    ...(error instanceof ApiError ? { apiCode: error.apiCode, apiMessage: error.apiMessage } : {}),
    ...(error instanceof ApiError && error.hints.length > 0 ? { hints: error.hints } : {}),
    message: asTyped(error),
  };
}

/** Errors of the operating system: a port that is taken, a file that cannot be written. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function writeError(text: string): void {
  process.stderr.write(`${text}\n`);
}
