import { Argument, Command } from 'commander';
import { COMMAND } from '../../core/command-name.js';
import { JOURNAL_PLACES, type JournalPlace, openJournal, shownPlace } from '../journal-place.js';
import { confirmBy } from '../confirm.js';
import { once } from '../options.js';
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
    .summary('Write into a journal what became of an order that is still open there.')
    .description(
      'Write into a journal what became of an order that is still open there. Look at the service first: ' +
        'an order that exists and is settled as absent may be sent a second time.',
    )
    .argument('<clientOrderId>', 'the order')
    .addArgument(new Argument('<outcome>', 'what became of it').choices(['accepted', 'absent']))
    .addOption(once('--journal <place>', JOURNAL_PLACES).makeOptionMandatory())
    .addOption(once('--order-id <id>', 'the orderId of an accepted order'))
    .addOption(once('--account <digest>', 'which account, where several have an open order under the clientOrderId'))
    .addOption(once('--table <name>', 'the table of a database, where it is not futures_journal'))
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nExamples:\n  ${COMMAND} settle job-42 absent --journal orders.journal\n  ${COMMAND} settle job-42 accepted --order-id 256609229205684228 --journal sqlite:orders.sqlite\n\nExit codes: 0 settled; 2 wrong command line, no terminal to confirm on, or no such open order; 3 not confirmed, the journal is in use, or a process works on the order.`,
    )
    .action(settle);
}

async function settle(clientOrderId: string, outcome: Outcome, request: SettleRequest): Promise<void> {
  const { journal: place, orderId, account, yes, json } = request;
  if (!yes) await confirm(clientOrderId, outcome, place);
  const { journal, close } = await openJournal(request, { caller: 'settle', mustExist: true, done: 'written' });
  try {
    await journal.settle(clientOrderId, outcome, { orderId, account });
  } finally {
    await close();
  }
  print(json ? toJsonLine({ clientOrderId, outcome, orderId }) : `${printable(clientOrderId)}: settled as ${outcome}.`);
}

function confirm(clientOrderId: string, outcome: Outcome, place: string): Promise<void> {
  const meaning =
    outcome === 'absent' ? 'the order does not exist, and may be sent again' : 'the service has accepted the order';
  const text = `settle ${printable(clientOrderId)} in ${shownPlace(place)}\n  ${outcome}: ${meaning}\n`;
  return confirmBy({ name: 'settle', text, word: clientOrderId, verb: ['write', 'written'] });
}
