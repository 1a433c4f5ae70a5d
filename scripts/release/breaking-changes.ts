import type { DescriptionChange } from '../../src/cli/describe/diff.js';

/**
 * The breaking changes of the description that the CHANGELOG does not name. Each one has to be in one item of a list under
 * "### Breaking", above the section of the released version: the operation and the field in words.
 */
export function unnamedBreaks(
  changes: readonly DescriptionChange[],
  changelog: string,
  released: string,
): readonly string[] {
  const items = itemsUnderBreaking(changelog, released);
  return changes
    .filter(({ callers, servers }) => callers === 'breaking' || servers === 'breaking')
    .filter(({ at }) => !items.some((item) => wordsOf(at).every((word) => item.includes(word))))
    .map(({ at, what }) => `${at} (${what})`);
}

/** What was released, newest first. */
export const releasesIn = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+(?:-[\w.]+)?)\]?/gm)].map(([, version]) => version!);

/** The operation and what of it: `createOrder request price` is named by createOrder and price. */
function wordsOf(at: string): readonly string[] {
  const words = at.split(' ');
  return [...new Set([words[0]!, words.at(-1)!])];
}

function itemsUnderBreaking(changelog: string, released: string): readonly string[] {
  const end = changelog.search(new RegExp(`^## \\[?${released.replaceAll('.', '\\.')}\\b`, 'm'));
  const since = end === -1 ? changelog : changelog.slice(0, end);
  return since
    .split(/^(?=##)/m)
    .filter((section) => section.startsWith('### Breaking'))
    .flatMap((section) => section.split(/^- /m).slice(1));
}
