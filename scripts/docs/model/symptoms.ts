import { readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import { errorCodes } from '../../../generated/error-codes.js';

const text = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');

/** The address of each symptom, by the codes that its heading or its line "Codes:" names. */
const symptoms: ReadonlyMap<string, string> = new Map(
  sectionsOf(text).flatMap(({ anchor, codes }) => codes.map((code) => [code, anchor] as const)),
);

function sectionsOf(guide: string): { anchor: string; codes: readonly string[] }[] {
  const slugger = new GithubSlugger();
  return guide
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n');
      const [codes = ''] = /^Codes: .*(?:\n.+)*/m.exec(section) ?? [];
      return {
        anchor: `troubleshooting-${slugger.slug(title.replaceAll('`', ''))}`,
        codes: [...codes.matchAll(/`(-?\d+)`/g)].map(([, code = '']) => code),
      };
    });
}

/** Where to read what to do about a code: its own symptom, or that of every code of its outcome. */
export function symptomOf(code: string): string {
  const general = errorCodes[code]?.outcome === 'unknown' ? 'unknown' : 'rejected';
  const anchor = symptoms.get(code) ?? anchorOf(general);
  if (anchor === undefined) throw new Error(`docs/troubleshooting.md has no section for the code ${code}`);
  return anchor;
}

const anchorOf = (outcome: 'unknown' | 'rejected'): string | undefined =>
  sectionsOf(text).find(({ anchor }) => anchor.includes(outcome === 'unknown' ? 'hung' : 'another-code'))?.anchor;
