import { markdownTable } from '../../../scripts/section.js';
import { type Cell, TIMEOUT_MS } from './cell.js';
import type { Row } from './matrix.js';

/** The part of docs/evidence.md about the fault matrix. */
export const toSection = (rows: readonly Row[]): string => groups(rows).map(section).join('\n');

/** Methods whose tables are the same, and that table. */
interface Group {
  readonly methods: string[];
  readonly reads: boolean;
  readonly table: string;
}

function groups(rows: readonly Row[]): Group[] {
  const found = new Map<string, Group>();
  for (const method of new Set(rows.map(({ call }) => call.method))) {
    const own = rows.filter(({ call }) => call.method === method);
    const table = tableOf(own);
    const same = found.get(table);
    if (same !== undefined) same.methods.push(method);
    else found.set(table, { methods: [method], reads: own[0]!.call.effect === 'read', table });
  }
  return [...found.values()];
}

function section({ methods, reads, table }: Group, index: number): string {
  const title = `### ${index + 1}. ${reads ? 'Reads' : 'Calls that change something'}`;
  return `${title}\n\n${methods.map((method) => `\`${method}\``).join(', ')}\n\n${table}\n`;
}

function tableOf(rows: readonly Row[]): string {
  const reads = rows[0]!.call.effect === 'read';
  const head = ['fault', 'sends', 'outcome', 'error', 'settles', reads ? 'struck once' : 'acted'];
  const lines = rows.map(({ fault, always, once }) => {
    const { outcome, error, acted } = always;
    const last = reads ? onceText(always, once) : acted ? 'yes' : 'no';
    return [`\`${fault}\``, sendsOf(always), outcome, error, settlesOf(always), last];
  });
  return markdownTable([head, ...lines]);
}

function onceText(always: Cell, once: Cell | undefined): string {
  if (once === undefined) return '';
  const text = [once.outcome, sendsOf(once), settlesOf(once)].join(', ');
  return text === [always.outcome, sendsOf(always), settlesOf(always)].join(', ') ? '' : text;
}

function sendsOf({ sends, measurements }: Cell): string {
  return measurements === 0 ? String(sends) : `${sends} + ${measurements} getServerTime`;
}

function settlesOf({ stalledMs, waitedMs }: Cell): string {
  const deadlines = stalledMs / TIMEOUT_MS;
  const parts = [
    ...(deadlines === 0 ? [] : [deadlines === 1 ? 'timeoutMs' : `${deadlines} × timeoutMs`]),
    ...(waitedMs === 0 ? [] : [`up to ${waitedMs} ms`]),
  ];
  return parts.length === 0 ? 'at once' : parts.join(' + ');
}
