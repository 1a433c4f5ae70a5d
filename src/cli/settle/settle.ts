import { Argument, Command } from 'commander';
import { COMMAND } from '../../core/command-name.js';
import { ArgumentError } from '../../core/errors.js';
import { JOURNAL_PLACES, type JournalPlace, openJournal } from '../journal-place.js';
import { ask, NotConfirmedError, type Terminal } from '../confirm.js';
import { print } from '../output.js';
import { printable, toJsonLine } from '../printable.js';

interface SettleRequest extends JournalPlace {
  readonly orderId?: string;
  readonly account?: string;
  readonly yes?: true;
  readonly json?: true;
}

type Outcome = 'accepted' | 'absent';

/** `futures settle`: a person says what became of an order that a journal has left open. */
export function settleCommand(): Command {
  return new Command('settle')
    .description(
      'Write into a journal what became of an order that is still open there. Look at the service first: ' +
        'an order that exists and is settled as absent may be sent a second time.',
    )
    .argument('<clientOrderId>', 'the order')
    .addArgument(new Argument('<outcome>', 'what became of it').choices(['accepted', 'absent']))
    .requiredOption('--journal <place>', JOURNAL_PLACES)
    .option('--order-id <id>', 'the orderId of an accepted order')
    .option('--account <digest>', 'which account, where several have an open order under the clientOrderId')
    .option('--table <name>', 'the table of a database, where it is not futures_journal')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${COMMAND} settle job-42 absent --journal orders.journal\n  ${COMMAND} settle job-42 accepted --order-id 256609229205684228 --journal sqlite:orders.sqlite`,
    )
    .action(settle);
}

async function settle(clientOrderId: string, outcome: Outcome, request: SettleRequest): Promise<void> {
  const { journal: place, orderId, account, yes, json } = request;
  if (!yes) await confirm(clientOrderId, outcome, place);
  const { journal, close } = await openJournal(request, { caller: 'settle', mustExist: true });
  try {
    await journal.settle(clientOrderId, outcome, { orderId, account });
  } finally {
    await close();
  }
  print(json ? toJsonLine({ clientOrderId, outcome, orderId }) : `${printable(clientOrderId)}: settled as ${outcome}.`);
}

/** @throws {ArgumentError} Without a terminal. @throws {NotConfirmedError} When anything else is typed. */
async function confirm(
  clientOrderId: string,
  outcome: Outcome,
  place: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!terminal.input.isTTY || !terminal.output.isTTY)
    throw new ArgumentError(
      'settle needs confirmation, but there is no terminal. Nothing was written. Use --yes to write it without a question.',
      { field: '--yes' },
    );
  const meaning =
    outcome === 'absent' ? 'the order does not exist, and may be sent again' : 'the service has accepted the order';
  terminal.output.write(`settle ${printable(clientOrderId)} in ${printable(shown(place))}\n  ${outcome}: ${meaning}\n`);
  const word = printable(clientOrderId);
  if ((await ask(`Type ${word} to write it: `, terminal)) === word) return;
  throw new NotConfirmedError('settle: not confirmed. Nothing was written.', { outcome: 'not-sent' });
}

/** The address of a database without user and password. */
const shown = (place: string): string => place.replace(/\/\/[^/]*@/, '//…@');
