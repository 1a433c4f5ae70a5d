import { Command } from 'commander';
import { operations } from '../../generated/operations.js';

/** `futures operations`: the table of operations, from the description. */
export function operationsCommand(): Command {
  return new Command('operations')
    .description('List the operations of the service. Sends nothing.')
    .option('--json', 'print the whole table, fields included, as JSON')
    .action(async ({ json }: { json?: true }) => {
      const rows = Object.values(operations);
      if (json) return console.log(JSON.stringify(rows));
      const { plainTable } = await import('./plain-table.js');
      const head = ['operation', 'method', 'path', 'effect', 'security'];
      console.log(
        plainTable(
          head,
          rows.map(({ operationId, method, path, effect, security }) => [operationId, method, path, effect, security]),
        ),
      );
    });
}
