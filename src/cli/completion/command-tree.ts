import type { Command, Option } from 'commander';

/** One command as a shell completes it. */
export interface CompletedCommand {
  /** Names from the top: ` call createOrder`; empty for the program itself. */
  readonly path: string;
  readonly subcommands: readonly string[];
  /** Every option, with the values that it is limited to. */
  readonly options: readonly {
    readonly flag: string;
    readonly takesValue: boolean;
    readonly values: readonly string[];
  }[];
}

/** All commands of a program, the program first. */
export function commandTree(command: Command, path = ''): CompletedCommand[] {
  const { commands, options } = command;
  const own: CompletedCommand = {
    path,
    subcommands: commands.map((sub) => sub.name()),
    options: [
      ...options
        .filter(({ long }) => long !== undefined)
        .map((option) => ({
          flag: option.long!,
          takesValue: option.required || option.optional,
          values: valuesOf(option),
        })),
      { flag: '--help', takesValue: false, values: [] },
    ],
  };
  return [own, ...commands.flatMap((sub) => commandTree(sub, `${path} ${sub.name()}`))];
}

/** `--side <BUY|SELL>` names its values. */
function valuesOf({ argChoices, flags }: Option): readonly string[] {
  if (argChoices !== undefined) return argChoices;
  const [, placeholder = ''] = /<([^>]*)>/.exec(flags) ?? [];
  return /^[\w-]+(?:\|[\w-]+)+$/.test(placeholder) ? placeholder.split('|') : [];
}
