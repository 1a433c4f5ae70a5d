#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { FuturesError } from '../core/errors.js';
import { operationsCommand } from './operations.js';
import { EXIT } from './exit.js';
import { sandboxCommand } from './sandbox.js';
import { signCommand } from './sign.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('futures')
  .description(
    'Tools around the futures trading service: an exchange to try things on, what is signed, what can be called.',
  )
  .version(version)
  .addCommand(signCommand())
  .addCommand(operationsCommand())
  .addCommand(sandboxCommand())
  .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 the command line is wrong.')
  .exitOverride();
for (const command of program.commands) command.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  else if (error instanceof FuturesError) {
    console.error(`futures: ${error.message}`);
    process.exitCode = EXIT.usage;
  } else throw error;
}
