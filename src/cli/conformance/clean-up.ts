import { ask, NotConfirmedError } from '../confirm.js';
import type { CommandSurroundings } from './surroundings.js';
import { type CleanUpRequest, readTarget } from './conformance-options.js';
import { wrong } from '../../core/argument.js';
import { isExplained } from '../../conformance/reports/run-texts.js';
import { EXIT } from '../exit.js';
import { printable } from '../printable.js';

/** Cancels what the runs of a journal left behind and returns the exit code: done only when nothing is left. */
export async function cleanUp(file: string, request: CleanUpRequest, around: CommandSurroundings): Promise<number> {
  const target = { existing: [], allowHost: [], allowWipe: [], ...request };
  const { baseUrl, credentials, timeoutMs, rate } = readTarget(target, around.env);
  if (request.account === undefined) assertTerminal(around);
  const account = request.account ?? (await askAccount('clean-up', ', as for the run', around));
  const kit = await around.kit();
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  const detach = around.onInterrupt(abort, abort);
  const options = { baseUrl, credentials, timeoutMs, rate, account, signal: stop.signal };
  const { found, left, reason } = await kit.cleanUp(file, options).finally(detach);
  for (const order of left) around.stdout.write(`LEFT BEHIND  ${printable(order)}\n`);
  const unshown = left.filter((order) => !isExplained(order));
  const last = reason === undefined ? '' : ` and at the last response (${printable(reason)})`;
  around.stdout.write(
    left.length > 0
      ? `${unshown.length} of ${found.length} orders could not be shown to be gone. Look at the account${last}, then run this again.\n`
      : `Nothing is left of ${file}: ${found.length} ${found.length === 1 ? 'order was' : 'orders were'} looked for and ${found.length === 1 ? 'is' : 'are'} gone.\n`,
  );
  return left.length === 0 ? EXIT.done : EXIT.failed;
}

/** @throws {ArgumentError} When there is no terminal to ask on. */
export function assertTerminal({ terminal: { input, output } }: CommandSurroundings): void {
  if (input.isTTY && output.isTTY) return;
  throw wrong('--account', 'is missing, and there is no terminal to ask for the label of the account');
}

export async function askAccount(caller: string, hint: string, { terminal }: CommandSurroundings): Promise<string> {
  const account = (await ask(`Type the label of the account${hint}: `, terminal))?.trim() ?? '';
  if (account !== '') return account;
  throw new NotConfirmedError(`${caller}: not confirmed. Nothing was sent.`, { outcome: 'not-sent' });
}
