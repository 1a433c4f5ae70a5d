import { resolve } from 'node:path';
import { buildSite } from './docs/build.js';

const folder = resolve(import.meta.dirname, '../dist/docs');
await buildSite(folder);
console.log(folder);
