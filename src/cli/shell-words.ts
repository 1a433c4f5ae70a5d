/** Options as a person writes them in a shell, once for each value; those that are undefined are left out. */
export function written(options: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  return Object.entries(options)
    .flatMap(([name, values = []]) => [values].flat().map((value) => `--${name} ${quote(value)}`))
    .join(' ');
}

/** Quotes a value for a shell. */
function quote(value: string): string {
  return /^[\w./:=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
