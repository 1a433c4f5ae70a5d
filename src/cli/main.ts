#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { callCommand } from './call/call.js';
import { conformanceCommand } from './conformance/conformance.js';
import { EXIT_HELP } from './exit.js';
import { watchOutputs } from './output.js';
import { reportError } from './report-error.js';
import { sandboxCommand } from './sandbox/sandbox.js';
import { sidecarCommand } from './sidecar/sidecar.js';
import { signCommand } from './sign/sign.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('futures')
  .description('Calls a futures trading service, shows what is signed, and starts an exchange to try things on.')
  .version(version)
  .enablePositionalOptions()
  .addCommand(callCommand())
  .addCommand(signCommand())
  .addCommand(sandboxCommand())
  .addCommand(sidecarCommand())
  .addCommand(conformanceCommand())
  .addHelpText(
    'after',
    `
Environment:
  FUTURES_URL         address of the service, where --base-url is not given
  FUTURES_API_KEY     key of the account
  FUTURES_API_SECRET  its secret; never printed

Examples:
  futures sandbox
  futures call getOpenOrders --contractName E-BTC-USDT
  futures call createOrder --help
  futures conformance --base-url https://futures.example

${EXIT_HELP}`,
  );
throwInsteadOfExit(program);

watchOutputs();

try {
  await program.parseAsync();
} catch (error) {
  reportError(error, { json: process.argv.includes('--json') });
}

/** Every command reports its errors here, in one way. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => undefined });
  command.commands.forEach(throwInsteadOfExit);
}
