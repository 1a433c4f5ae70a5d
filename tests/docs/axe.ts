import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The objections of axe, at most three places for each rule. No rule that is on needs the style sheets loaded beforehand. */
async function objections(page: Page, options: object): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const { axe: kit } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await kit.run(document, { ...given, resultTypes: ['violations'], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} at ${String(target)}: ${failureSummary}`),
    );
  }, options);
}

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
  return objections(page, { rules: { 'color-contrast': { enabled: false } } });
}

/** Every rule in light, and those on colours in dark. Long lists are shorter afterwards. */
export async function judgeEverything(page: Page): Promise<readonly string[]> {
  await thin(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await objections(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await objections(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}
