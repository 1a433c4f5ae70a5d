import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Axe {
  configure(spec: unknown): void;
  reset(): void;
  run(root: Document, options: unknown): Promise<{ readonly violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

/** Loads axe as it comes; where it is loaded already, what it was told is forgotten. */
async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => {
    const { axe: kit } = globalThis as unknown as { axe?: Axe };
    kit?.reset();
    return kit !== undefined;
  });
  if (!isLoaded) await page.evaluate(axe.source);
}

/** What axe objects to, at most three places for each rule. No rule that is on needs the style sheets loaded beforehand. */
const objections = (page: Page, options: object): Promise<readonly string[]> =>
  page.evaluate(async (given) => {
    const { axe: kit } = globalThis as unknown as { axe: Axe };
    const { violations } = await kit.run(document, { ...given, resultTypes: ['violations'], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary}`),
    );
  }, options);

/**
 * Of many children that are built alike (tag, classes, roles, whether there is text), leaves the first three: rows of long tables.
 * axe would take minutes to say the same of each.
 */
const thin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const builtOf = (element: Element): string => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        /^(?:class|role|type|scope|colspan|hidden)$/.test(name) ? `${name}=${value}` : name,
      );
      const isEmpty = (element.textContent ?? '').trim() === '';
      return `<${element.localName} ${attributes.join()} ${isEmpty}>${[...element.children].map(builtOf).join('')}`;
    };
    for (const parent of document.querySelectorAll('tbody, ul, ol, dl, article, section, div')) {
      if (parent.children.length < 20) continue;
      const seen = new Map<string, number>();
      for (const child of [...parent.children]) {
        const built = builtOf(child);
        const times = (seen.get(built) ?? 0) + 1;
        seen.set(built, times);
        if (times > 3) child.remove();
      }
    }
  });

/** Opens every part that a reader can open. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      // Those of one name would close one another.
      details.removeAttribute('name');
      details.open = true;
    }
  });

/** Every rule but the one on contrast, which takes as long as all others together. Long lists are shorter afterwards. */
export async function judgeStructure(page: Page): Promise<readonly string[]> {
  await thin(page);
  await loadAxe(page);
  return objections(page, { rules: { 'color-contrast': { enabled: false } } });
}

/** Every rule in light, and those on colours in dark. */
export async function judgeEverything(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await loadAxe(page);
  const light = await objections(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await objections(page, COLOURS);
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Judges the colours of the elements that differ from all that were `seen` before in tag, class or state, their own or
 * that of an element around them. The style sheet knows nothing else of an element, so the others have the colours of
 * one that was judged.
 */
export async function judgeNewColours(page: Page, seen: Set<string>): Promise<readonly string[]> {
  const fresh = await markNewKinds(page, [...seen]);
  // axe takes seconds to find that it has nothing to judge.
  if (fresh.length === 0) return [];
  for (const kind of fresh) seen.add(kind);
  await loadAxe(page);
  await page.evaluate(() => {
    const { axe: kit } = globalThis as unknown as { axe: Axe };
    const selector = '[data-new-kind]';
    kit.configure({
      rules: [
        { id: 'color-contrast', selector },
        { id: 'link-in-text-block', selector: `a${selector}` },
      ],
    });
  });
  const light = await objections(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await objections(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

const markNewKinds = (page: Page, seen: readonly string[]): Promise<readonly string[]> =>
  page.evaluate((known) => {
    const kinds = new Set(known);
    const kindOf = new Map<Element, string>();
    const fresh: string[] = [];
    for (const element of document.querySelectorAll('*')) {
      const state = [...element.attributes]
        .filter(({ name }) => /^(?:class|style|hidden|open|role|type|disabled|aria-(?:current|selected))$/.test(name))
        .map(({ name, value }) => `[${name}=${value}]`);
      const around = element.parentElement === null ? '' : kindOf.get(element.parentElement);
      const kind = `${around} ${element.localName}${state.join('')}`;
      kindOf.set(element, kind);
      if (kinds.has(kind)) continue;
      kinds.add(kind);
      fresh.push(kind);
      element.setAttribute('data-new-kind', '');
    }
    return fresh;
  }, seen);
