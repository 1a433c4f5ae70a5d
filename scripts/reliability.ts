import { writeFile } from 'node:fs/promises';
import { toDocument } from './reliability/document.js';
import { PAGE, readSources } from './reliability/sources.js';

/* `npm run reliability` writes docs/reliability.md. */
await writeFile(PAGE, await toDocument(await readSources()));
