import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSite } from './docs/build.js';
import { buildRedoc } from './docs/redoc.js';

const folder = resolve(import.meta.dirname, '../dist/docs');
// Redocly is a process of its own, and works beside this one. The folder of the site is emptied on the way.
const aside = await mkdtemp(join(tmpdir(), 'redoc-'));
try {
  const redoc = join(aside, 'redoc.html');
  await Promise.all([buildSite(folder), buildRedoc(redoc)]);
  await copyFile(redoc, resolve(folder, 'redoc.html'));
} finally {
  await rm(aside, { recursive: true });
}
console.log(folder);
