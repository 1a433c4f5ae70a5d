import { Command } from 'commander';
import { COMMAND } from '../../core/command-name.js';
import { EXIT } from '../exit.js';
import { print } from '../output.js';
import { toJsonLine } from '../printable.js';
import { diffDescriptions } from './diff.js';
import { toDiffText } from './diff-text.js';
import { readDocument } from './document.js';

/** `futures describe diff`: what changed between two OpenAPI descriptions, with its marks. Sends nothing. */
export function describeCommand(): Command {
  return new Command('describe').description('Compare OpenAPI descriptions of the service.').addCommand(
    new Command('diff')
      .description('Show what changed between two descriptions, and for whom it is breaking. Sends nothing.')
      .argument('<old>', 'OpenAPI 3 description, JSON')
      .argument('<new>', 'the later one')
      .option('--json', 'print JSON')
      .addHelpText('after', HELP)
      .action((older: string, newer: string, { json }: { readonly json?: true }) => {
        const diff = diffDescriptions(readDocument(older), readDocument(newer));
        print(json ? toJsonLine(diff) : toDiffText(diff).trimEnd());
        const isBreaking = diff.callers === 'breaking' || diff.servers === 'breaking';
        process.exitCode = isBreaking ? EXIT.failed : diff.changes.length > 0 ? EXIT.different : EXIT.done;
      }),
  );
}

const HELP = `
Breaking for callers: what keeps to the old description may break against a server of the new one.
Breaking for servers: what holds the old description may fail the new one.
Only declared facts bind; one that is observed or assumed (x-evidence) breaks nothing. Wording and examples are not compared.

Examples:
  ${COMMAND} describe diff old.json new.json
  ${COMMAND} describe diff old.json new.json --json

Exit codes:
  0  no change
  1  breaking, for callers or for servers
  2  the command line is wrong, or a file is not an OpenAPI 3 description
  7  changes that break nothing`;
