import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Sample {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** Every fenced block with a language in README.md and docs/. */
export function readSamples(): Sample[] {
  const files = ['docs', 'docs/recipes'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}`),
  );
  return ['README.md', ...files]
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map((match) => ({
        file,
        line: text.slice(0, match.index).split('\n').length,
        language: match[1]!,
        code: match[2]!,
      }));
    });
}
