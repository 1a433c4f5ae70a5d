import Table from 'cli-table3';

/** Columns without lines around them, for terminals and for pipes. */
export function plainTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ head: [...head], style: PLAIN, chars: NO_LINES });
  for (const row of rows) table.push([...row]);
  return table.toString().replace(/ +$/gm, '');
}

const PLAIN = { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 };
const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((name) => [name, '']),
);
