import { markdownTable } from '../../scripts/section.js';
import type { Result } from './play.js';

export const TRANSPORTS = ['default', 'undici', 'fetch', 'sidecar'];

/** The findings on one runtime, with one transport. */
export interface Row extends Partial<Result> {
  readonly runtime: string;
  readonly version: string;
  /** `default` is `node:http`, or `fetch` in a browser; `sidecar` is a client on `node:http` with a sidecar between. */
  readonly transport: string;
  /** Why nothing could be played. */
  readonly failed?: string;
}

/** The part of docs/evidence.md about the runtimes: a table, and what did not hold. */
export function section(rows: readonly Row[]): string {
  const wrong = rows.flatMap(({ runtime, transport, wrong: found = [] }) =>
    found.map((text) => `- ${runtime}, ${transport} transport: ${text}`),
  );
  const orders = rows.reduce((sum, row) => sum + (row.orders ?? 0), 0).toLocaleString('en-US');
  return [
    table(rows),
    ...(wrong.length === 0 ? [] : [`What did not hold:\n\n${wrong.join('\n')}`]),
    `Played on ${new Date().toISOString().slice(0, 10)}: ${orders} orders.`,
  ].join('\n\n');
}

function table(rows: readonly Row[]): string {
  const runtimes = [...new Set(rows.map(({ runtime, version }) => `${runtime} (${version})`))];
  const lines = runtimes.map((name) => {
    const cells = TRANSPORTS.map((transport) => {
      const found = rows.find((row) => `${row.runtime} (${row.version})` === name && row.transport === transport);
      return found === undefined ? '' : cell(found);
    });
    return [name, ...cells];
  });
  const head = ['runtime', 'default transport', '`./undici`', '`fetch` option', 'through the sidecar'];
  return markdownTable([head, ...lines]);
}

function cell({ failed, refused, faults = 0, wrong = [] }: Row): string {
  if (failed !== undefined) return 'not run';
  if (refused !== undefined) return 'refused by name';
  return `${faults - faultsOf(wrong)} of ${faults} held`;
}

const faultsOf = (wrong: readonly string[]): number => new Set(wrong.map((text) => text.split(': ', 1)[0])).size;
