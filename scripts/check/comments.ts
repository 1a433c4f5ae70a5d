import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../build/entries.js';
import { CheckFailed } from './failed.js';
import { holdsTemplate, sourceFiles } from './source-files.js';

const COMMENT = /^\s*(?:\/\*\*|\/\/|\*) /;
const QUESTION = /^\s*(?:\/\*\*|\/\/|\*) (What|Who|Whether|How)\b/;

/** Fails when a comment begins with a question word, or writes a backslash before a backtick. */
export async function checkComments(): Promise<string> {
  const faults: string[] = [];
  let count = 0;
  for (const file of await sourceFiles(root, ['src', 'scripts', 'tests'])) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (!COMMENT.test(line)) continue;
      count++;
      const place = `${relative(root, file)}:${index + 1}`;
      const word = QUESTION.exec(line)?.[1];
      if (word !== undefined) faults.push(`${place}: begins with ${word}. Begin with the thing or the verb.`);
      // In a template, the backslash belongs to the code.
      if (line.includes('\\`') && !holdsTemplate(file))
        faults.push(`${place}: drop the backslash before the backtick.`);
    }
  }
  if (faults.length > 0) throw new CheckFailed(faults.join('\n'));
  return `${count} lines`;
}
