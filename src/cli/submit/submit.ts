import { Command } from 'commander';
import { operations } from '../../../generated/operations.js';
import { COMMAND } from '../../core/command-name.js';
import { once } from '../options.js';
import { fieldOption, readRequest, sharedOptions } from '../call/call-options.js';
import type { CallTarget } from '../call/call-targets.js';
import { journalOptions } from '../journal-place.js';
import type { SubmitRequest } from './run-submit.js';

const operation = operations.createOrder;
const target: CallTarget = {
  ...{ name: 'createOrder', operation, wipes: false },
  // --key is its value.
  fields: operation.fields.filter(({ name }) => name !== 'clientOrderId'),
};

/** Options of `call` that make no sense here: a submitted order is a line, and repeats are harmless. */
const LEFT_OUT: readonly string[] = ['columns', 'yes', 'dryRun'];

/** `futures submit`: places an order once, however often the same line runs. */
export function submitCommand(): Command {
  const command = new Command('submit')
    .description(
      'Place an order once. The same line again sends nothing, unless the API key or the base URL changed, and prints what became of it.',
    )
    .addOption(
      once(
        '--key <text>',
        'name of the job, shorter than 32 characters (observed): the clientOrderId of the order',
      ).makeOptionMandatory(),
    )
    .addOption(once('--policy <file>', 'limits that the order has to keep, as JSON; checked before it is signed'))
    .addOption(once('--resolve-within <ms>', 'how long a lost order is looked for; default 15000'));
  const shared = sharedOptions().filter((option) => !LEFT_OUT.includes(option.attributeName()));
  for (const option of [...journalOptions(), ...target.fields.map(fieldOption), ...shared]) command.addOption(option);
  return command.addHelpText('after', HELP).action(async () => {
    const { runSubmit } = await import('./run-submit.js');
    await runSubmit(target, { ...command.opts<SubmitRequest>(), ...readRequest(target, command) });
  });
}

const HELP = `
To have each input explained: ${COMMAND} call createOrder --help

A policy has any of these members:
  {"contracts":["E-BTC-USDT"],"sides":["BUY"],"maxVolume":"2","maxNotional":"130000","ordersPerHour":10}
maxNotional bounds price times volume, as they are sent. ordersPerHour needs a journal in a file.

Exit codes: 0 accepted; 2 wrong command line, or beyond the policy; 3 not sent, also for another order under this key or a journal that
cannot be used; 4 absent, or rejected (that nothing was done is assumed): read the message, then the same line sends it again; 5 unknown: run the same line again,
and use no other key; 6 accepted, but standard output could not be written: the result is on standard error.

Example:
  ${COMMAND} submit --key job-17 --journal orders.journal --contractName E-BTC-USDT --type LIMIT --side BUY --open OPEN --positionType 1 --price 60000.1 --volume 1`;
