import Table from 'cli-table3';
import { Command } from 'commander';
import { operations } from '../../generated/operations.js';

/** `futures operations`: the table of operations, from the description. */
export function operationsCommand(): Command {
  return new Command('operations')
    .description('List the operations of the service. Sends nothing.')
    .option('--json', 'print the whole table, fields included, as JSON')
    .action(({ json }: { json?: true }) => {
      if (json) return console.log(JSON.stringify(Object.values(operations)));
      const table = new Table({
        head: ['operation', 'method', 'path', 'effect', 'security'],
        style: PLAIN,
        chars: NO_LINES,
      });
      for (const { operationId, method, path, effect, security } of Object.values(operations)) {
        table.push([operationId, method, path, effect, security]);
      }
      console.log(table.toString());
    });
}

const PLAIN = { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 };
const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((name) => [name, '']),
);
