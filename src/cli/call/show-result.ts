import { columnsOf, plainTable } from '../plain-table.js';
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
  const columns = fitting(head.slice(0, MOST_COLUMNS), rows, width);
  const [titles = [], ...cells] = transpose(columns);
  const text = plainTable(titles, cells);
  if (columns.length === head.length) return { text };
  const where = columns.length === MOST_COLUMNS ? 'are shown' : 'fit on this terminal';
  return { text, note: `${columns.length} of ${head.length} columns ${where}; --json prints everything.` };
}

/** More columns than any record has; rows that share no key would make a table of rows times rows. */
const MOST_COLUMNS = 100;

/** The columns that fit, each with its title on top and two blanks between them; at least one. */
function fitting(keys: readonly string[], rows: readonly Row[], width: number): string[][] {
  const columns: string[][] = [];
  let used = -GAP;
  for (const key of keys) {
    const column = [printable(key), ...rows.map((row) => cell(row[key]))];
    used += GAP + column.reduce((widest, text) => Math.max(widest, columnsOf(text)), 0);
    if (used > width && columns.length > 0) break;
    columns.push(column);
  }
  return columns;
}

const transpose = (columns: readonly string[][]): string[][] =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row]!));

const GAP = 2;

function cell(value: unknown): string {
  if (value === undefined) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRow);
