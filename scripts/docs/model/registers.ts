import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { description } from '../../described.js';

export const unknowns = description.unknowns;

/** Questions that touch every call. */
export const generalUnknowns = new Set(description.generalUnknowns);

const file = resolve(import.meta.dirname, '../../../openapi/sources.yaml');
const sources = parse(readFileSync(file, 'utf8')) as readonly { readonly id: string; readonly what: string }[];

/** The sources that notes name, by their letters. */
export const SOURCES: ReadonlyMap<string, string> = new Map(sources.map(({ id, what }) => [id, what]));

/** The row of a source in docs/field-evidence.md. */
export const anchorOfSource = (id: string): string => `source-${id}`;
