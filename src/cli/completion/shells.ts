import type { CompletedCommand } from './command-tree.js';

/** The names that this package installs. */
const NAMES = 'futures futures-trading-client';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell. Words have letters, digits, `-` and `_` only, so nothing needs quoting. */
export const scriptOf: Readonly<Record<Shell, (tree: readonly CompletedCommand[]) => string>> = {
  bash: (tree) => `_futures() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" path='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${paths(tree)}) path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
${cases(tree)}
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _futures ${NAMES}`,

  zsh: (tree) => `#compdef ${NAMES}
_futures() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT - 1]}" path_='' list='' i
  for ((i = 2; i < CURRENT; i++)); do
    case "$path_ \${words[i]}" in
      ${paths(tree)}) path_="$path_ \${words[i]}" ;;
    esac
  done
${cases(tree).replaceAll('$path', '$path_').replaceAll('words=', 'list=').replace('"$words"', '"$list"')}
  if [[ -n "$list" ]]; then compadd -- \${=list}; else _files; fi
}
compdef _futures ${NAMES}`,

  fish: (tree) => `function __futures_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case ${tree
        .slice(1)
        .map(({ path }) => `'${path}'`)
        .join(' ')}
        set path "$path $word"
    end
  end
  echo -- "$path"
end
for name in ${NAMES}
${tree.flatMap(fishLines).join('\n')}
end`,
};

const paths = (tree: readonly CompletedCommand[]): string =>
  tree
    .slice(1)
    .map(({ path }) => `'${path}'`)
    .join(' | ');

/** The words that can follow: values of the option before, or else subcommands and options of the command. */
function cases(tree: readonly CompletedCommand[]): string {
  const values = tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values: words }) => `    '${path}:${flag}') words='${words.join(' ')}' ;;`),
  );
  const words = tree.map(
    ({ path, subcommands, options }) =>
      `      '${path}') words='${[...subcommands, ...options.map(({ flag }) => flag)].join(' ')}' ;;`,
  );
  return `  case "$path:$prev" in\n${values.join('\n')}\n    *) case "$path" in\n${words.join('\n')}\n      esac ;;\n  esac`;
}

function fishLines({ path, subcommands, options }: CompletedCommand): string[] {
  const when = `-n 'test (__futures_path) = "${path}"'`;
  return [
    ...(subcommands.length === 0 ? [] : [`  complete -c $name -f ${when} -a '${subcommands.join(' ')}'`]),
    ...options.map(
      ({ flag, takesValue, values }) =>
        `  complete -c $name ${when} -l ${flag.slice(2)}${takesValue ? ' -r' : ''}${values.length === 0 ? '' : ` -f -a '${values.join(' ')}'`}`,
    ),
  ];
}
