import { Command, Help } from 'commander';
import { callCommand } from './call/call.js';
import { codesCommand } from './codes/codes.js';
import { wrong } from '../core/argument.js';
import { COMMAND } from '../core/command-name.js';
import { conformanceCommand } from './conformance/conformance.js';
import { exitsOfCall } from './exit.js';
import { reportError } from './report-error.js';
import { sandboxCommand } from './sandbox/sandbox.js';
import { recoverCommand } from './recover/recover.js';
import { settleCommand } from './settle/settle.js';
import { sidecarCommand } from './sidecar/sidecar.js';
import { signCommand } from './sign/sign.js';
import { submitCommand } from './submit/submit.js';

/** Runs one command line. What goes wrong is reported on standard error and in the exit code. */
export async function runProgram(args: readonly string[], version: string): Promise<void> {
  try {
    // It would name another file or another order; a body may end so, and that is what `sign` explains.
    if (args[0] !== 'sign' && args.at(-1)?.endsWith('\r'))
      throw wrong('the command', 'ends with a carriage return: write its script with the line ends of Unix');
    await createProgram(version).parseAsync(args, { from: 'user' });
  } catch (error) {
    reportError(error, { json: args.includes('--json') });
  }
}

function createProgram(version: string): Command {
  const program = new Command('futures')
    .description(
      'Place orders that cannot double, find out why a signature is rejected, and judge a server by the service document.',
    )
    .version(version)
    .enablePositionalOptions()
    .addCommand(callCommand())
    .addCommand(submitCommand())
    .addCommand(signCommand())
    .addCommand(sandboxCommand())
    .addCommand(sidecarCommand())
    .addCommand(conformanceCommand())
    .commandsGroup('More:')
    .addCommand(codesCommand())
    .addCommand(recoverCommand())
    .addCommand(settleCommand())
    .addHelpText(
      'after',
      `
Environment:
  FUTURES_URL         address of the service; --base-url overrides it
  FUTURES_API_KEY     API key of the account
  FUTURES_API_SECRET  secret of that key; never printed

Examples:
  ${COMMAND} sandbox
  ${COMMAND} call getOpenOrders --contractName E-BTC-USDT
  ${COMMAND} call createOrder --help
  ${COMMAND} codes -1022
  ${COMMAND} conformance --base-url https://futures.example

${exitsOfCall()}
  7  different: two files were compared, and nothing is worse
  8  uncovered: less of the description was judged than --min-coverage asks for
  9  wrong requests: those in a recording are wrong themselves; the service is not
  10 other accounts: orders of another API key or base URL are open in the journal, and were not looked up`,
    );
  configureAll(program);
  return program;
}

/** Every command reports its errors here, and marks its options in its help, in one way. */
function configureAll(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  command.configureHelp({
    ...command.configureHelp(),
    optionDescription: (option) =>
      `${Help.prototype.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
  });
  command.commands.forEach(configureAll);
}
