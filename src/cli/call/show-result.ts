import { description } from '../../../generated/description.js';
import type { OperationId } from '../../../generated/operations.js';
import { orderState } from '../../index.js';
import { columnsOf, plainTable } from '../plain-table.js';
import { printable } from '../printable.js';

/** Text of a result for a person, and what has to be said beside it. */
export interface Shown {
  readonly text: string;
  readonly note?: string;
}

/** The form in which a result is shown. */
export interface Layout {
  /** Columns of the terminal; Infinity where there is none. */
  readonly width: number;
  /** Names of fields, the only ones to show, in this order. */
  readonly columns?: readonly string[] | undefined;
  /** Names of the fields that hold decimals: their trailing zeros are left out. */
  readonly decimals?: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

/** The decimals of an operation's result, by the description. A text that only looks like one, such as an id, stays as it is. */
export function decimalsOf(operationId: OperationId): ReadonlySet<string> {
  const { declared, observed, assumed } = description[operationId].result.fields;
  const decimals = [...declared, ...observed, ...assumed].filter(({ kind }) => kind === 'decimal');
  return new Set(decimals.map(({ path }) => path.slice(path.lastIndexOf('.') + 1)));
}

/**
 * Writes a result as tables: records as rows, an object as two columns, a list in it as a table below. Records that do not
 * fit side by side into the width are written one below the other, whole: half an id is a wrong id.
 */
export function toText(result: unknown, name: string, layout: Layout): Shown {
  if (Array.isArray(result)) return result.length === 0 ? { text: `${name}: none.` } : records(result, layout);
  if (!isRow(result)) return { text: cell(result, '', layout) };
  const entries = Object.entries(result);
  if (entries.length === 0) return { text: `${name}: done; the response is empty.` };
  const lists = entries.filter(([, value]) => isList(value)) as [string, readonly unknown[]][];
  const rest = Object.fromEntries(entries.filter(([, value]) => !isList(value)));
  const parts: Shown[] = lists.map(([key, list]) => {
    const { text, ...more } = records(list, layout);
    return { text: `${printable(key)}\n${text}`, ...more };
  });
  // The id of an order that was placed must not be lost because its receipt has none of the columns.
  const chosen = layout.columns?.filter((key) => rest[key] !== undefined) ?? [];
  const isChosen = chosen.length > 0 || (layout.columns !== undefined && lists.length > 0);
  const keys = isChosen ? chosen : ordered(Object.keys(rest), { ...layout, columns: undefined });
  if (keys.length > 0) parts.unshift({ text: asLines(keys, rest, layout) });
  const notes = [...parts.flatMap(({ note }) => note ?? []), ...(lists.length > 0 ? [] : missingIn([rest], layout))];
  return { text: parts.map(({ text }) => text).join('\n\n'), ...(notes.length > 0 ? { note: notes.join('\n') } : {}) };
}

function records(list: readonly unknown[], layout: Layout): Shown {
  const rows = list.map((item) => (isRow(item) ? item : { value: item }));
  const head = ordered([...new Set(rows.flatMap((row) => Object.keys(row)))], layout);
  const keys = head.slice(0, MOST_COLUMNS);
  const notes = [
    ...(keys.length < head.length
      ? [`${keys.length} of ${head.length} columns are shown; --columns chooses, and --json prints everything.`]
      : []),
    ...missingIn(rows, layout),
  ];
  const titles = keys.map(printable);
  const cells = rows.map((row) => keys.map((key) => cell(row[key], key, layout)));
  const table = plainTable(titles, cells);
  const isWithin = layout.width === Infinity || table.split('\n').every((line) => columnsOf(line) <= layout.width);
  const text = isWithin
    ? table
    : rows
        .map((row) =>
          asLines(
            keys.filter((key) => row[key] !== undefined),
            row,
            layout,
          ),
        )
        .join('\n\n');
  return { text, ...(notes.length > 0 ? { note: notes.join('\n') } : {}) };
}

const missingIn = (rows: readonly Row[], { columns = [] }: Layout): readonly string[] =>
  columns.filter((key) => rows.every((row) => row[key] === undefined)).map((key) => `no record has ${printable(key)}.`);

/** More columns than any record has; rows that share no key would make a table of rows times rows. */
const MOST_COLUMNS = 100;

/** The columns that a person looks for first in an order: its status, and how much of it is filled. */
const FIRST: readonly string[] = ['status', 'executedQty', 'dealVolume', 'origQty', 'volume'];

function ordered(keys: readonly string[], { columns }: Layout): readonly string[] {
  if (columns !== undefined) return columns;
  // Contracts have no status, and a volume that is not of an order.
  if (!keys.includes('status')) return keys;
  const first = FIRST.filter((key) => keys.includes(key));
  return [...first, ...keys.filter((key) => !first.includes(key))];
}

const asLines = (keys: readonly string[], row: Row, layout: Layout): string =>
  plainTable(
    [],
    keys.map((key) => [printable(key), cell(row[key], key, layout)]),
  );

function cell(value: unknown, key: string, { decimals }: Layout): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return printable(JSON.stringify(value));
  if (key === 'status') return printable(withState(value));
  return printable(decimals?.has(key) === true ? trimmed(value) : value);
}

/** `partly-filled (3)`: what a status means, and the text of the service where that is another one. */
function withState(status: string): string {
  const state = orderState(status);
  return state === 'unknown' || state === status.toLowerCase() ? status : `${state} (${status})`;
}

/** `65000.1` for `65000.1000000000000000`. */
function trimmed(text: string): string {
  if (/^-?0(?:\.0*)?(?:E-?\d+)?$/i.test(text)) return '0';
  return /^-?\d+\.\d*0$/.test(text) ? text.slice(0, lastDigit(text)) : text;
}

/** Where the zeros at the end begin, and the point before them. */
function lastDigit(text: string): number {
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text[end - 1] === '.' ? end - 1 : end;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRow);
