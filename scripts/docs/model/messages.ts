import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

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
    const source = readFileSync(new URL(name, folder), 'utf8');
    return [...source.matchAll(REFUSAL)].map(
      ([, code = '', text = '', template = text]) => [code, template.replaceAll(/\$\{[^}]*\}/g, '…')] as const,
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
