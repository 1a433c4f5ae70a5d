import { resolve } from 'node:path';
import { generateInto } from './generate/generate.js';

const root = resolve(import.meta.dirname, '..');
await generateInto(resolve(root, 'openapi'), resolve(root, 'generated'));
