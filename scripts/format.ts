import { readFile } from 'node:fs/promises';
import { format, type FormatConfig } from 'oxfmt';

/**
 * Formats what a script writes as everything else here is formatted, by the ending of its name.
 *
 * @throws {Error} With what the formatter says when the text cannot be read.
 */
export async function formatted(name: string, text: string): Promise<string> {
  const style = JSON.parse(await readFile(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig;
  const { code, errors } = await format(name, text, style);
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
