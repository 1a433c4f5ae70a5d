import { readFileSync } from 'node:fs';
import { type Description, readDescription } from './generate/described-operation.js';

/** The whole description, as `npm run generate` bundles and reads it. */
export const description: Description = readDescription(
  JSON.parse(readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')),
);
