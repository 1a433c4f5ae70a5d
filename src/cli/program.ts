import { Command } from 'commander';
import { callCommand } from './call/call.js';
import { codesCommand } from './codes/codes.js';
import { COMMAND } from '../core/command-name.js';
import { conformanceCommand } from './conformance/conformance.js';
import { EXIT_HELP, EXIT_LINE } from './exit.js';
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

${EXIT_HELP}`,
    );
  for (const command of program.commands) {
    // In the help of its subcommands, too.
    if (!HAS_EXIT_CODES_OF_ITS_OWN.has(command.name())) command.addHelpText('afterAll', `\n${EXIT_LINE}`);
  }
  throwInsteadOfExit(program);
  return program;
}

/** Their helps list what each code means there. */
const HAS_EXIT_CODES_OF_ITS_OWN: ReadonlySet<string> = new Set(['conformance', 'recover', 'submit']);

/** Every command reports its errors here, in one way. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  command.commands.forEach(throwInsteadOfExit);
}
