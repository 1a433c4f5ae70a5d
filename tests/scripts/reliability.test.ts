import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { toDocument } from '../../scripts/reliability/document.js';
import { PAGE, readSources } from '../../scripts/reliability/sources.js';
import { STRESSES } from '../../scripts/stress/stresses.js';
import { TROUBLES } from '../client/fault-matrix/matrix.js';

it('docs/reliability.md is made from its sources: npm run reliability writes it', async () => {
  expect(await readFile(PAGE, 'utf8')).toBe(await toDocument(await readSources()));
});

it('counts each method under each fault', async () => {
  const page = await toDocument(await readSources());
  const [, methods, pairs] = /every method \((\d+)\).*?\| ([\d,]+) pairs/.exec(page)!;
  expect(Number(pairs!.replace(',', ''))).toBe(Number(methods) * TROUBLES.length);
  expect(Number(methods)).toBeGreaterThan(10);
});

it('names what did not hold', async () => {
  const sources = await readSources();
  const row = {
    runtime: 'Toy',
    version: '1',
    transport: 'default',
    faults: 2,
    orders: 6,
    wrong: ['a reset: sent twice'],
  };
  const page = await toDocument({ ...sources, runtimes: [row] });
  expect(page).toContain('- Toy, default transport: a reset: sent twice');
  expect(page).toContain('with 0 pairs no order was sent twice or reported wrongly; not so in Toy');
});

it('every command that it names exists', async () => {
  const { trials } = await readSources();
  for (const { command } of trials) {
    const only = /--only (\S+)/.exec(command)?.[1];
    if (only !== undefined) expect(STRESSES.map(({ name }) => name)).toContain(only);
    else await readFile(new URL(`../../${command.split(' ').at(-1)}`, import.meta.url));
  }
});
