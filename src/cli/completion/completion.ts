import { Argument, Command } from 'commander';
import { print } from '../output.js';
import { commandTree } from './command-tree.js';
import { scriptOf, type Shell, SHELLS } from './shells.js';

/** `futures completion <shell>`: a script that lets a shell complete commands, options and values. */
export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a script that completes commands, options and values in your shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
For the commands futures and futures-trading-client, where the package is installed:
  bash  futures completion bash >> ~/.bashrc
  zsh   futures completion zsh > "\${fpath[1]}/_futures"
  fish  futures completion fish > ~/.config/fish/completions/futures.fish`,
    );
  return command.action((shell: Shell) => print(scriptOf[shell](commandTree(command.parent!))));
}
