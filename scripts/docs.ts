import { resolve } from 'node:path';
import { buildSite } from './docs/build.js';

/** `npm run docs`, or for another folder: `tsx scripts/docs.ts <folder>`. */
const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist/docs'));
await buildSite(folder);
console.log(folder);
