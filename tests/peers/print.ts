import Table from 'cli-table3';
import { COLUMNS, type Column, type Finding, type Findings } from './finding.js';
import type { Peer } from './peer.js';

/** One peer, measured or not. */
export interface Row {
  readonly peer: string;
  readonly version: string;
  readonly calls: string;
  readonly conditions?: string | undefined;
  /** Why there are no findings. */
  readonly notRun?: string;
  readonly findings: Findings;
}

const columns = Object.entries(COLUMNS) as [Column, string][];

export function describeRow({ name, calls, conditions }: Peer, version: string): Omit<Row, 'findings' | 'notRun'> {
  return { peer: name, version, calls, conditions };
}

/** A table for a terminal, and under it what each answer rests on. */
export function table(rows: readonly Row[]): string {
  const grid = new Table({
    head: ['', ...columns.map(([, title]) => title)],
    colWidths: [22, ...columns.map(() => 11)],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const row of rows) {
    const head = { content: `${row.peer}\n${row.version}`, wrapOnWordBoundary: false };
    if (row.notRun === undefined) grid.push([head, ...columns.map(([id]) => word(row.findings[id]))]);
    else grid.push([head, { colSpan: columns.length, content: `not run: ${row.notRun}` }]);
  }
  return [grid.toString(), ...rows.map(notes)].join('\n\n');
}

/** The answers alone, for a Markdown file: one column for each peer. */
export function markdown(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const lines = [
    line(['', ...rows.map((row) => row.peer)]),
    line(['---', ...rows.map(() => '---')]),
    line(['version', ...rows.map((row) => row.version)]),
    ...columns.map(([id, title]) => line([title, ...rows.map((row) => word(row.findings[id]))])),
  ];
  return lines.join('\n');
}

function notes(row: Row): string {
  const lines = [`${row.peer} ${row.version}, ${row.calls}`];
  if (row.conditions !== undefined) lines.push(`  set: ${row.conditions}`);
  if (row.notRun !== undefined) lines.push(`  not run: ${row.notRun}`);
  for (const [id, title] of columns) {
    const note = row.findings[id]?.note;
    if (note !== undefined) lines.push(`  ${title}: ${word(row.findings[id])}: ${note}`);
  }
  return lines.join('\n');
}

function word(finding: Finding | undefined): string {
  const answer = finding?.answer ?? null;
  if (answer === null) return 'n/a';
  return typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : String(answer);
}
