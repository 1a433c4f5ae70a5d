import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { signingHeaders } from '../../generated/names.js';
import type { OperationId } from '../../generated/operations.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import type { CallRequest } from './call/call-options.js';
import type { CallTarget } from './call/call-targets.js';
import { EFFECTS, everyOrder } from './call/effects.js';
import type { Preview } from './call/preview.js';
import { printable } from './printable.js';

/** The word was not typed. Nothing was sent. */
export class NotConfirmedError extends FuturesError {
  override readonly name: string = 'NotConfirmedError';
  readonly code = 'NOT_CONFIRMED';
}

/** Where the question is asked. The response to a call goes to standard output, so the question does not. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** A question before something is done that cannot be taken back. */
interface Question {
  readonly name: string;
  readonly operationId?: OperationId;
  /** Shown before the question. */
  readonly text: string;
  /** The word that has to be typed, and what that does. */
  readonly word: string;
  readonly verb: readonly [present: string, past: string];
  /** Another way to see it. */
  readonly or?: string;
}

/**
 * Shows what a call will send and lets it pass when the word is typed that goes with it.
 *
 * @throws As {@link confirmBy}.
 */
export const confirm = (
  target: CallTarget,
  { input }: CallRequest,
  preview: Preview,
  terminal?: Terminal,
): Promise<void> =>
  confirmBy(
    {
      name: target.name,
      operationId: target.operation.operationId,
      text: describe(target, preview, input),
      word: wordFor(target, input),
      verb: ['send', 'sent'],
      or: ', or --dry-run to see it',
    },
    terminal,
  );

/**
 * Lets pass when the word is typed.
 *
 * @throws {ArgumentError} When there is no terminal to ask on.
 * @throws {NotConfirmedError} When anything else is typed, or nothing.
 */
export async function confirmBy(
  { name, operationId, text, word, verb: [doIt, done], or = '' }: Question,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  const about = operationId === undefined ? {} : { operationId };
  if (!terminal.input.isTTY || !terminal.output.isTTY) {
    throw new ArgumentError(
      `${name} needs confirmation, but there is no terminal. Nothing was ${done}. Use --yes to ${doIt} it without a question${or}.`,
      { field: '--yes', ...about },
    );
  }
  terminal.output.write(text);
  const shown = printable(word);
  if ((await ask(`Type ${shown} to ${doIt} it: `, terminal)) === shown) return;
  throw new NotConfirmedError(`${name}: not confirmed. Nothing was ${done}.`, { outcome: 'not-sent', ...about });
}

/** The scope of a wipe, or else the action: the word that cannot be typed by habit. */
function wordFor({ name, wipes }: CallTarget, input: CallRequest['input']): string {
  return wipes ? (input['contractName'] ?? 'ALL') : name;
}

function describe({ name, operation, wipes }: CallTarget, preview: Preview, input: CallRequest['input']): string {
  const { method, origin, target, headers, body } = preview;
  const one = operation.effect === 'wipe' ? 'cancels what is named, and nothing else' : EFFECTS[operation.effect];
  const rows = [
    ['effect', `${operation.effect}: ${wipes ? everyOrder(input['contractName'] !== undefined) : one}`],
    ['to', origin],
    ['request', `${method} ${target}`],
    ['body', body ?? 'none'],
    ['key', headers[signingHeaders.apiKey] ?? 'none: it goes out unsigned'],
  ] as const;
  return `${name}\n${rows.map(([label, text]) => `  ${label.padEnd(9)}${printable(text)}\n`).join('')}`;
}

/** One line that is typed; undefined when the input ends or is interrupted. */
export async function ask(question: string, { input, output }: Terminal): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  lines.on('SIGINT', () => lines.close());
  const closed = once(lines, 'close').then(() => undefined);
  try {
    const answer = await Promise.race([lines.question(question).catch(() => undefined), closed]);
    if (answer === undefined) output.write('\n');
    return answer;
  } finally {
    lines.close();
  }
}
