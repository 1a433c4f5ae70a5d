import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export function unknownIds(): readonly string[] {
  const text = readFileSync(new URL('../../openapi/unknowns.yaml', import.meta.url), 'utf8');
  return (parse(text) as readonly { id: string }[]).map(({ id }) => id);
}
