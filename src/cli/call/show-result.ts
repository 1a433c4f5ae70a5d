import { plainTable } from '../plain-table.js';
import { printable } from '../printable.js';

/** Text of a result for a person, and what has to be said beside it. */
export interface Shown {
  readonly text: string;
  readonly note?: string;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Writes a result as tables: records as rows, an object as two columns, a list in it as a table below. Columns that
 * do not fit into `width` are left out whole, because half an id is a wrong id.
 *
 * @param width Columns of the terminal; Infinity where there is none.
 */
export function toText(result: unknown, name: string, width: number): Shown {
  if (Array.isArray(result)) return result.length === 0 ? { text: `${name}: none.` } : records(result, width);
  if (!isRow(result)) return { text: cell(result) };
  const entries = Object.entries(result);
  if (entries.length === 0) return { text: `${name}: done; the answer holds nothing.` };
  const lists = entries.filter(([, value]) => isList(value)) as [string, readonly unknown[]][];
  const rest = entries.filter(([, value]) => !isList(value));
  const parts: Shown[] = lists.map(([key, list]) => {
    const { text, ...more } = records(list, width);
    return { text: `${printable(key)}\n${text}`, ...more };
  });
  if (rest.length > 0) {
    parts.unshift({
      text: plainTable(
        [],
        rest.map(([key, value]) => [printable(key), cell(value)]),
      ),
    });
  }
  const notes = parts.flatMap(({ note }) => note ?? []);
  return { text: parts.map(({ text }) => text).join('\n\n'), ...(notes.length > 0 ? { note: notes.join('\n') } : {}) };
}

function records(list: readonly unknown[], width: number): Shown {
  const rows = list.map((item) => (isRow(item) ? item : { value: item }));
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => head.map((key) => cell(row[key])));
  const titles = head.map(printable);
  const count = fitting(titles, cells, width);
  const text = plainTable(
    titles.slice(0, count),
    cells.map((row) => row.slice(0, count)),
  );
  if (count === head.length) return { text };
  return { text, note: `${count} of ${head.length} columns fit on this terminal; --json prints everything.` };
}

/** How many columns fit, two blanks between them; at least one. */
function fitting(head: readonly string[], rows: readonly (readonly string[])[], width: number): number {
  let used = -GAP;
  for (const [index, title] of head.entries()) {
    used += GAP + rows.reduce((widest, row) => Math.max(widest, row[index]!.length), title.length);
    if (used > width) return Math.max(1, index);
  }
  return head.length;
}

const GAP = 2;

function cell(value: unknown): string {
  if (value === undefined) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRow);
