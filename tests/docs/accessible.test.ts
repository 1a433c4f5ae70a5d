import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { byFile, faultsOfEach, inBrowser, MINUTES, withBrowser } from './in-browser.js';
import { pageIds, SINGLE } from './site.js';

const SCREEN = { width: 1280, height: 800 };

/** What a browser makes of a page that is enlarged to 200 %. */
const ENLARGED = { viewport: { width: SCREEN.width / 2, height: SCREEN.height / 2 }, deviceScaleFactor: 2 };

/** A phone, upright. */
const PHONE = { viewport: { width: 390, height: 844 } };

/** Pages with everything that stands around a text: contents, a table, the islands. */
const LAYOUTS = ['index', 'createOrder', 'troubleshooting', 'error-codes', 'calculator', 'try-it'];

interface Axe {
  configure(spec: unknown): void;
  run(root: Document, options: unknown): Promise<{ readonly violations: readonly Violation[] }>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
}

async function unfolded(page: Page, id: string): Promise<void> {
  await page.goto(byFile(id));
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      // Those of one name would close one another.
      details.removeAttribute('name');
      details.open = true;
    }
  });
}

/** What axe objects to, at most three places for each rule. */
const objections = (page: Page, options: object): Promise<readonly string[]> =>
  page.evaluate(async (given) => {
    const { axe: kit } = globalThis as unknown as { axe: Axe };
    const { violations } = await kit.run(document, { ...given, resultTypes: ['violations'] });
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

/** Every rule but the one on contrast, which takes as long as all others together and has a test of its own. */
async function judged(page: Page, id: string): Promise<readonly string[]> {
  await unfolded(page, id);
  await thin(page);
  await page.evaluate(axe.source);
  return objections(page, { rules: { 'color-contrast': { enabled: false } } });
}

/**
 * Marks the elements that differ from all that were seen before in tag, class or state, their own or that of an element
 * around them. The style sheet knows nothing else of an element, so the others have the colours of one that was judged.
 */
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

const scrollsSideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} wide, and ${clientWidth} to be seen`] : [];
  });

inBrowser('axe', () => {
  withBrowser();

  test('finds nothing on any page', { timeout: MINUTES }, async () => {
    expect(await faultsOfEach(pageIds, { viewport: SCREEN }, judged)).toEqual({});
  });

  test('finds no colour that is hard to read, in light and in dark', { timeout: MINUTES }, async () => {
    const seen: string[] = [];
    const look = async (page: Page, id: string): Promise<readonly string[]> => {
      await unfolded(page, id);
      const fresh = await markNewKinds(page, seen);
      // axe takes seconds to find that it has nothing to judge.
      if (fresh.length === 0) return [];
      seen.push(...fresh);
      await page.evaluate(axe.source);
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
      const run = { runOnly: ['color-contrast', 'link-in-text-block'] };
      const light = await objections(page, run);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await objections(page, run);
      await page.emulateMedia({ colorScheme: 'light' });
      return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
    };
    expect(await faultsOfEach(pageIds, { viewport: SCREEN, colorScheme: 'light' }, look)).toEqual({});
    expect(seen.length).toBeGreaterThan(100);
  });

  test(
    'finds nothing at 200 % around the text, and in the file that has the text of all pages',
    { timeout: MINUTES },
    async () => {
      expect(await faultsOfEach([SINGLE, ...LAYOUTS], ENLARGED, judged)).toEqual({});
    },
  );

  test.each(['light', 'dark'] as const)('finds nothing on a phone, %s', { timeout: MINUTES }, async (colorScheme) => {
    const look = async (page: Page, id: string): Promise<readonly string[]> => {
      await unfolded(page, id);
      await page.evaluate(axe.source);
      return objections(page, {});
    };
    expect(await faultsOfEach(LAYOUTS, { ...PHONE, colorScheme }, look)).toEqual({});
  });
});

inBrowser('a page', () => {
  withBrowser();

  test('is not to be scrolled sideways at 200 %, and on a phone only code is', { timeout: MINUTES }, async () => {
    const look = async (page: Page, id: string): Promise<readonly string[]> => {
      await unfolded(page, id);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *:not(pre, pre *, .island *, select, option)')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
      );
      const onPhone = await scrollsSideways(page);
      await page.setViewportSize(ENLARGED.viewport);
      const enlarged = await scrollsSideways(page);
      await page.setViewportSize(PHONE.viewport);
      // The file that has the text of all pages has its own tables, which a phone scrolls.
      return id === SINGLE ? enlarged : [...onPhone, ...wide, ...enlarged];
    };
    expect(await faultsOfEach([...pageIds, SINGLE], PHONE, look)).toEqual({});
  });
});
