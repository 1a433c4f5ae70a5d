import { readFile } from 'node:fs/promises';
import type { Row } from '../../tests/runtimes/table.js';
import type { Sources, Trial } from './document.js';

const docs = new URL('../../docs/', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(name, docs), 'utf8');

/** The page that is made. */
export const PAGE = new URL('reliability.md', docs);

/** The files that docs/reliability.md is made from. */
export async function readSources(): Promise<Sources> {
  return {
    trials: JSON.parse(await read('reliability.json')) as Trial[],
    runtimes: JSON.parse(await read('runtimes.json')) as Row[],
    faultMatrix: await read('fault-matrix.md'),
  };
}
