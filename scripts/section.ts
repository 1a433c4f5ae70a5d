import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatted } from './format.js';

export const EVIDENCE = fileURLToPath(new URL('../docs/evidence.md', import.meta.url));

export const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * A page with another text in its part `name`, between `<!-- name: generated, command -->` and `<!-- /name -->`.
 *
 * @throws {Error} When the page has no such part.
 */
export function withSection(page: string, name: string, text: string): string {
  const part = new RegExp(`(?<=<!-- ${name}: generated, [^>]*-->\n).*?(?=<!-- /${name} -->)`, 's');
  if (!part.test(page))
    throw new Error(`The document has no markers <!-- ${name}: generated, … --> … <!-- /${name} -->.`);
  return page.replace(part, () => `\n${text.trim()}\n\n`);
}

export async function writeSection(name: string, text: string): Promise<void> {
  await writeFile(EVIDENCE, await formatted(EVIDENCE, withSection(await readFile(EVIDENCE, 'utf8'), name, text)));
}
