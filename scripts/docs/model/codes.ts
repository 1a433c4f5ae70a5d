import { readdirSync, readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import { errorCodes } from '../../../generated/error-codes.js';

const ROOT = new URL('../../../', import.meta.url);

/** The address of each symptom, and the codes that its line "Codes:" names. */
const symptoms = sectionsOf(readFileSync(new URL('docs/troubleshooting.md', ROOT), 'utf8'));

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
  const general = errorCodes[code]?.outcome === 'unknown' ? 'hung' : 'another-code';
  const found =
    symptoms.findLast(({ codes }) => codes.includes(code)) ?? symptoms.find(({ anchor }) => anchor.includes(general));
  if (found === undefined) throw new Error(`docs/troubleshooting.md has no section for the code ${code}`);
  return found.anchor;
}

/** A refusal in the source of the sandbox: its code, then its message, as long as nothing is computed in it. */
const REFUSAL = /(?:refuse|new Refusal)\(\s*'(-\d+)',\s*(?:'([^']*)'|`([^`]*)`)/g;

const OURS = 'Sandbox: ';

const bare = (message: string): string => message.replace(OURS, '').replace(/\.$/, '');

/** The messages with each code: in the examples of the description, and in the sandbox. Those that only the sandbox has say so. */
export const messagesOfCodes: ReadonlyMap<string, readonly string[]> = collect();

function collect(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (code: string, message: string, from = ''): void => {
    // With and without a full stop is the same.
    const known = found.get(code) ?? [];
    if (known.some((one) => bare(one) === bare(message))) return;
    found.set(code, [...known, from + message]);
  };
  const description: unknown = JSON.parse(readFileSync(new URL('generated/openapi.json', ROOT), 'utf8'));
  for (const [code, message] of inExamples(description)) add(code, message);
  for (const [code, message] of inSandbox()) add(code, message, OURS);
  return found;
}

function inSandbox(): (readonly [code: string, message: string])[] {
  const folder = new URL('src/sandbox/', ROOT);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.toSorted().flatMap((name) => {
    return [...readFileSync(new URL(name, folder), 'utf8').matchAll(REFUSAL)].map(
      ([, code = '', message = '', template = message]) => [code, template.replaceAll(/\$\{[^}]*\}/g, '…')] as const,
    );
  });
}

/** Every object with a code and a message that are text, wherever it stands. */
function inExamples(node: unknown): (readonly [code: string, message: string])[] {
  if (node === null || typeof node !== 'object') return [];
  const { code, msg } = node as { code?: unknown; msg?: unknown };
  const here = typeof msg === 'string' && ['string', 'number'].includes(typeof code) && String(code) !== '0';
  return [...(here ? [[String(code), msg] as const] : []), ...Object.values(node).flatMap(inExamples)];
}
