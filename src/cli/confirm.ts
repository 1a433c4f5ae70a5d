import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { signingHeaders } from '../../generated/names.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import type { CallRequest } from './call/call-options.js';
import type { CallTarget } from './call/call-targets.js';
import { EFFECTS, everyOrder } from './call/effects.js';
import type { Preview } from './call/preview.js';
import { printable } from './printable.js';

/** The word was not typed. Nothing was sent. */
export class NotConfirmedError extends FuturesError {
  readonly code = 'NOT_CONFIRMED';
}

/** Where the question is asked. The response to a call goes to standard output, so the question does not. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Shows what will be sent and lets it pass when the word is typed that goes with it.
 *
 * @throws {ArgumentError} When there is no terminal to ask on.
 * @throws {NotConfirmedError} When anything else is typed, or nothing.
 */
export async function confirm(
  target: CallTarget,
  { input }: CallRequest,
  preview: Preview,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  const { name, operation } = target;
  if (!terminal.input.isTTY || !terminal.output.isTTY) {
    throw new ArgumentError(
      `${name} needs confirmation, but there is no terminal. Nothing was sent. Use --yes to send it without a question, or --dry-run to see it.`,
      { field: '--yes', operationId: operation.operationId },
    );
  }
  const word = wordFor(target, input);
  terminal.output.write(describe(target, preview, input));
  if ((await ask(`Type ${printable(word)} to send it: `, terminal)) === word) return;
  throw new NotConfirmedError(`${name}: not confirmed. Nothing was sent.`, {
    outcome: 'not-sent',
    operationId: operation.operationId,
  });
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
