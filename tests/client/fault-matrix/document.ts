import { type Cell, TIMEOUT_MS } from './cell.js';
import type { Row } from './matrix.js';

/** The client's view, in words. */
const LEGEND: Readonly<Record<Row['fault'], string>> = {
  none: 'nothing goes wrong',
  refuse: 'a refusal with code -1016, whose listed outcome is unknown; nothing was done',
  'reset-before': 'the connection is reset before the service acts',
  'reset-after': 'the service acts, then the connection is reset',
  '503-after': 'the service acts, a gateway responds with 503 and an HTML page',
  '504-after': 'the service acts, a gateway responds with 504 and an HTML page',
  'code-1006-after': 'the service acts and responds with code -1006',
  'code-1007-after': 'the service acts and responds with code -1007',
  'stall-after': 'the service acts; headers and one byte arrive, then nothing',
  'truncated-after': 'the service acts; half of its JSON arrives as if it were complete',
  html: 'a proxy responds with 200 and an HTML page, the service never sees the request',
  'html-after': 'the service acts, a proxy responds with 200 and an HTML page',
  'status-429': 'status 429 with code -1003, nothing was done',
  'status-418': 'status 418 (a ban) with code -1003, nothing was done',
  'status-410': 'status 410 with code -1003, nothing was done',
  'status-503': 'a gateway responds with 503 and an HTML page, the service never sees the request',
  'code-1003': 'status 200 with code -1003, nothing was done',
  slow: 'the service acts, the response arrives byte by byte',
  skew: "the service's clock is an hour ahead of this machine's and of getServerTime",
  redirect: 'status 307 to another origin',
  'large-after': 'the service acts; three megabytes of JSON arrive that are not the documented result',
  'gzip-after': 'the service acts, the response is compressed without being asked for',
  'empty-after': 'the service acts, status 200 arrives without a body',
  desync: 'a stray response (a refusal) arrives on the kept connection before the call is made',
};

/** The part of docs/evidence.md about the fault matrix. */
export function toSection(rows: readonly Row[]): string {
  const legend = Object.entries(LEGEND).map(([fault, meaning]) => line([`\`${fault}\``, meaning]));
  const faults = [line(['fault', 'what happens']), line(['---', '---']), ...legend].join('\n');
  return [...groups(rows).map(section), `### Faults\n\n${faults}`].join('\n');
}

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
    const table = tableOf(own).join('\n');
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

function tableOf(rows: readonly Row[]): string[] {
  const reads = rows[0]!.call.effect === 'read';
  const head = ['fault', 'sends', 'outcome', 'error', 'settles', reads ? 'struck once' : 'acted'];
  const lines = rows.map(({ fault, always, once }) => {
    const { outcome, error, acted } = always;
    const last = reads ? onceText(always, once) : acted ? 'yes' : 'no';
    return line([`\`${fault}\``, sendsOf(always), outcome, error, settlesOf(always), last]);
  });
  return [line(head), line(head.map(() => '---')), ...lines];
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

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
