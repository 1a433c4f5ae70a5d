import { resolve } from 'node:path';
import { buildDocs } from './docs/build.js';
import { checkDocs } from './docs/self-contained.js';

const file = resolve(import.meta.dirname, '../dist/docs/index.html');
await buildDocs(file);
console.log(`${file}\n${await checkDocs(file)}`);
