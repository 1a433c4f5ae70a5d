import { Command } from 'commander';
import { fieldOption, readRequest, sharedOptions } from './call-options.js';
import { type CallTarget, callTargets } from './call-targets.js';
import { exitsOfCall } from '../exit.js';
import { asksFirst, EFFECTS } from './effects.js';
import { COMMAND } from '../../core/command-name.js';

/**
 * `futures call <operation>`: one command for each method of the client, from the table of operations. What is needed to
 * call, and what is needed to explain, is loaded when one or the other is asked for.
 */
export function callCommand(): Command {
  const call = new Command('call')
    .description('Call an operation of a service, signed. `call <operation> --help` explains it.')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .helpCommand(false)
    .addHelpText('after', CALL_HELP)
    .hook('preSubcommand', async (_call, command) => {
      const target = callTargets.find(({ name }) => name === command.name());
      if (target !== undefined && isHelpAskedFor()) (await import('./call-help.js')).explain(command, target);
    });
  for (const effect of Object.keys(EFFECTS)) {
    for (const target of callTargets) if (target.operation.effect === effect) call.addCommand(operationCommand(target));
  }
  return call;
}

function operationCommand(target: CallTarget): Command {
  const { effect, method, path, fields } = target.operation;
  const left = fields.filter((field) => !target.fields.includes(field)).map(({ name }) => `, without ${name}`);
  const command = new Command(target.name)
    .description(`${method.padEnd(4)} ${path}${left.join('')}`)
    .helpGroup(`Effect ${effect} (${EFFECTS[effect]}${asksFirst(effect) ? '; asks before it is sent' : ''}):`);
  for (const option of [...target.fields.map(fieldOption), ...sharedOptions()])
    // It is taken by every call, and means nothing where nothing is asked.
    command.addOption(option.hideHelp(option.long === '--yes' && !asksFirst(effect)));
  return command.action(async () => {
    const { runCall } = await import('./run-call.js');
    await runCall(target, readRequest(target, command));
  });
}

/** A value that is spelled like this costs nothing but a little time. */
const isHelpAskedFor = (): boolean => process.argv.some((word) => word === '--help' || word === '-h');

const CALL_HELP = `
Values are sent as you type them, digit for digit. Set FUTURES_API_KEY and FUTURES_API_SECRET.

Example:
  ${COMMAND} call getOpenOrders --contractName E-BTC-USDT --base-url https://futures.example

${exitsOfCall()}`;
