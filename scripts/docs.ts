import { resolve } from 'node:path';
import { buildSite } from './docs/build.js';
import { buildRedoc } from './docs/redoc.js';

const folder = resolve(import.meta.dirname, '../dist/docs');
await buildSite(folder, (text) => console.log(text));
await buildRedoc(resolve(folder, 'redoc.html'));
console.log(folder);
