import { Command, Option } from 'commander';
import { operations } from '../../../generated/operations.js';
import { COMMAND } from '../../core/command-name.js';
import type { Recovery } from '../../orders/recover.js';
import { sharedOptions, takeOnce, readRequest } from '../call/call-options.js';
import type { CallTarget } from '../call/call-targets.js';
import { EXIT } from '../exit.js';
import { JOURNAL_PLACES, type JournalPlace } from '../journal-place.js';
import { print } from '../output.js';
import { plainTable } from '../plain-table.js';
import { printable, toJsonLine } from '../printable.js';

const target: CallTarget = { name: 'createOrder', operation: operations.createOrder, fields: [], wipes: false };

const TAKEN: readonly string[] = ['baseUrl', 'dialect', 'dialectOption', 'header', 'timeout', 'json'];

/** `futures recover`: finds out what became of the orders that a journal has left open. */
export function recoverCommand(): Command {
  const command = new Command('recover')
    .description('Find out what became of the orders that a journal has left open. Only reads from the service.')
    .addOption(new Option('--journal <place>', JOURNAL_PLACES).argParser(takeOnce).makeOptionMandatory())
    .addOption(new Option('--table <name>', 'the table of a database, where it is not futures_journal'));
  for (const option of sharedOptions()) if (TAKEN.includes(option.attributeName())) command.addOption(option);
  return command
    .addHelpText(
      'after',
      `\nExit codes: 0 nothing is open any more; 5 an order is unknown, a line is damaged, or another process works on an order.\n\nExample:\n  ${COMMAND} recover --journal orders.journal`,
    )
    .action(async () => {
      const request = { ...command.opts<JournalPlace>(), ...readRequest(target, command) };
      const { runRecover } = await import('./run-recover.js');
      await runRecover(target, request, (recovery) => report(recovery, request.json));
    });
}

function report({ orders, damaged, leased, otherAccounts }: Recovery, json: boolean): void {
  const lost = damaged.filter(({ kind }) => kind !== 'cut');
  const isOpen = lost.length > 0 || leased > 0 || orders.some(({ outcome }) => outcome === 'unknown');
  process.exitCode = isOpen ? EXIT.unknown : EXIT.done;
  if (json) return print(toJsonLine({ orders, damaged, leased, otherAccounts }));
  const rows = orders.map((order) => [
    order.outcome,
    printable(order.clientOrderId),
    order.outcome === 'accepted' ? (order.orderId ?? '') : '',
    order.cause instanceof Error ? printable(order.cause.message) : '',
  ]);
  const notes = [
    ...(orders.length === 0
      ? ['No order is open.']
      : [plainTable(['outcome', 'clientOrderId', 'orderId', 'why'], rows)]),
    ...lost.map(({ line, text }) => `DAMAGED  line ${line} may have been an order: ${printable(text).slice(0, 200)}`),
    ...(leased > 0
      ? [`${leased} open: another process works on them, or crashed less than a lease ago. Run it again later.`]
      : []),
    ...(otherAccounts > 0 ? [`${otherAccounts} open of other accounts: run it with their key.`] : []),
    ...(isOpen
      ? [`Look at the service for what is unknown, then: ${COMMAND} settle <clientOrderId> <outcome> --journal …`]
      : []),
  ];
  print(notes.join('\n'));
}
