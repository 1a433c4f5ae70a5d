import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { byCommand, playAll, withProgram } from './play.js';
import { type Row, withTable } from './table.js';

/* This runtime only, with every transport at once; `npm run runtimes` plays on all of them. */

describe.concurrent('every fault of a connection', () => {
  it.each(['default', 'undici', 'fetch', 'sidecar'])(
    'on this Node.js, %s transport: nothing is sent twice, and no outcome or id is wrong',
    async (transport) => {
      const { wrong, faults } = await withProgram(({ program, server }) =>
        playAll(byCommand([process.execPath], program, transport), server),
      );
      expect(wrong).toEqual([]);
      expect(faults).toBeGreaterThan(50);
    },
    120_000,
  );
});

it('the table of docs/runtimes.md is made from docs/runtimes.json', async () => {
  const root = new URL('../../', import.meta.url);
  const guide = await readFile(new URL('docs/runtimes.md', root), 'utf8');
  const rows = JSON.parse(await readFile(new URL('docs/runtimes.json', root), 'utf8')) as Row[];
  expect(withTable(guide, rows)).toBe(guide);
});
