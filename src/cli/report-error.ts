import { CommanderError } from 'commander';
import { ApiError, ArgumentError, FuturesError, ResponseError } from '../core/errors.js';
import type { Advice } from './call/advice.js';
import { EXIT, exitCodeOf } from './exit.js';
import { printable } from './printable.js';

interface ReportOptions {
  readonly json: boolean;
  readonly advice?: Advice | undefined;
}

/** Prints an error on standard error and sets the exit code. A fault of this program is thrown on, stack and all. */
export function reportError(error: unknown, { json, advice }: ReportOptions): void {
  if (error instanceof CommanderError) return reportUsage(error, json);
  process.exitCode = exitCodeOf(error);
  if (error instanceof FuturesError) {
    if (json) return writeError(JSON.stringify({ ...membersOf(error), advice: advice?.text, next: advice?.commands }));
    writeError(`futures: ${printable(error.message)}`);
    // The message has the first one.
    if (error instanceof ApiError) for (const hint of error.hints.slice(1)) writeError(`Hint: ${hint}.`);
    if (advice !== undefined) writeError([advice.text, ...advice.commands.map((line) => `  ${line}`)].join('\n'));
    return;
  }
  if (!isSystemError(error)) throw error;
  const mend = error.code === 'EADDRINUSE' ? '. Take another --port; 0 takes a free one.' : '';
  writeError(json ? JSON.stringify({ code: error.code, message: error.message }) : `futures: ${error.message}${mend}`);
}

/** Help that was asked for is no error; help in place of a command is one, and has been printed. */
function reportUsage({ code, exitCode, message }: CommanderError, json: boolean): void {
  process.exitCode = exitCode === 0 ? EXIT.done : EXIT.usage;
  if (code === 'commander.helpDisplayed' || code === 'commander.version' || code === 'commander.help') return;
  const text = `${message.replace(/^error: /, '').replaceAll('\n', ' ')}${code.includes('unknown') ? ' (--help lists what there is)' : ''}`;
  writeError(json ? JSON.stringify({ code: 'USAGE', outcome: 'not-sent', message: text }) : `futures: ${text}`);
}

function membersOf(error: FuturesError): object {
  const { code, outcome, operationId, message } = error;
  return {
    code,
    outcome,
    operationId,
    ...(error instanceof ArgumentError ? { field: error.field } : {}),
    ...(error instanceof ResponseError ? { status: error.status } : {}),
    ...(error instanceof ApiError ? { apiCode: error.apiCode, apiMessage: error.apiMessage } : {}),
    ...(error instanceof ApiError && error.hints.length > 0 ? { hints: error.hints } : {}),
    message,
  };
}

/** What the operating system refused: a port that is taken, a file that cannot be written. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function writeError(text: string): void {
  process.stderr.write(`${text}\n`);
}
