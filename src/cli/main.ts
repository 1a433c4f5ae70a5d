#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { callCommand } from './call/call.js';
import { codesCommand } from './codes/codes.js';
import { COMMAND } from '../core/command-name.js';
import { completionCommand } from './completion/completion.js';
import { conformanceCommand } from './conformance/conformance.js';
import { describeCommand } from './describe/describe.js';
import { EXIT_HELP } from './exit.js';
import { watchOutputs } from './output.js';
import { reportError } from './report-error.js';
import { sandboxCommand } from './sandbox/sandbox.js';
import { sidecarCommand } from './sidecar/sidecar.js';
import { signCommand } from './sign/sign.js';
import { vectorsCommand } from './vectors/vectors.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('futures')
  .description(
    'Call a futures trading service, test a server, find signing mistakes, and start an exchange to practise on.',
  )
  .version(version)
  .enablePositionalOptions()
  .addCommand(callCommand())
  .addCommand(signCommand())
  .addCommand(sandboxCommand())
  .addCommand(sidecarCommand())
  .addCommand(conformanceCommand())
  .addCommand(describeCommand())
  .addCommand(vectorsCommand())
  .addCommand(codesCommand())
  .addCommand(completionCommand())
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
