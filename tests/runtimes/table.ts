import type { Result } from './play.js';

/** What was found on one runtime, with one transport. */
export interface Row extends Partial<Result> {
  readonly runtime: string;
  readonly version: string;
  /** `default` is `node:http`, or `fetch` in a browser; `sidecar` is a client on `node:http` with a sidecar between. */
  readonly transport: string;
  /** Why nothing could be played. */
  readonly failed?: string;
}

const START = '<!-- runtimes:start (npm run runtimes) -->';
const END = '<!-- runtimes:end -->';

/** docs/runtimes.md with the table between its marks made from the rows. */
export function withTable(guide: string, rows: readonly Row[]): string {
  const start = guide.indexOf(START);
  const end = guide.indexOf(END);
  if (start < 0 || end < start) throw new Error(`docs/runtimes.md has no ${START} … ${END}`);
  return `${guide.slice(0, start + START.length)}\n\n${table(rows)}\n\n${guide.slice(end)}`;
}

export function table(rows: readonly Row[]): string {
  const transports = ['default', 'undici', 'fetch', 'sidecar'];
  const runtimes = [...new Set(rows.map(({ runtime, version }) => `${runtime} (${version})`))];
  const lines = runtimes.map((name) => {
    const cells = transports.map((transport) => {
      const found = rows.find((row) => `${row.runtime} (${row.version})` === name && row.transport === transport);
      return found === undefined ? '' : cell(found);
    });
    return [name, ...cells];
  });
  return aligned([['runtime', 'default transport', '`./undici`', '`fetch` option', 'through the sidecar'], ...lines]);
}

function cell({ failed, refused, faults = 0, wrong = [] }: Row): string {
  if (failed !== undefined) return 'not run';
  if (refused !== undefined) return 'refused by name';
  return `${faults - faultsOf(wrong)} of ${faults} held`;
}

const faultsOf = (wrong: readonly string[]): number => new Set(wrong.map((text) => text.split(': ', 1)[0])).size;

function aligned([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_name, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((text, i) => text.padEnd(widths[i]!)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
