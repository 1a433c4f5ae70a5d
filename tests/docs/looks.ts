import type { Page } from 'playwright-core';
import { judgeEverything, judgeStructure, unfold } from './axe.js';
import { byFile, type Look } from './in-browser.js';

export const DESKTOP = { width: 1280, height: 800 };

/** The layout of a page that is enlarged to 200 %. */
export const ENLARGED = { width: DESKTOP.width / 2, height: DESKTOP.height / 2 };

/** A phone, upright. */
export const PHONE = { width: 390, height: 844 };

/** Opens a page, and collects what the browser complains of, and what it asks for elsewhere. */
export const opening =
  (addressOf: (id: string) => string, own: string): Look =>
  async (page, id) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(own) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
    const response = await page.goto(addressOf(id));
    if (response !== null && !response.ok()) faults.push(`status ${response.status()}`);
    // Two frames: what the scripts put into the page has been drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    if (!(await page.locator('h1').first().isVisible())) faults.push('no heading is visible');
    return faults;
  };

/** The words that a reader can come to, without those of the islands. */
export const words = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')];
    for (const island of islands) island.style.display = 'none';
    const count = document.querySelector('main')!.innerText.split(/\s+/).length;
    for (const island of islands) island.style.removeProperty('display');
    return count;
  });

const scrollsSideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} wide, and ${clientWidth} to be seen`] : [];
  });

export const staysInPlace: Look = async (page) => {
  await page.setViewportSize(PHONE);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('main *:not(pre, pre *, .island *, select, option)')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
  );
  return [...(await scrollsSideways(page)), ...wide, ...(await staysEnlarged(page))];
};

/** Opens a page with everything on it unfolded, and judges it. */
export const unfolded =
  (judge: (page: Page) => Promise<readonly string[]>): Look =>
  async (page, id) => {
    await page.goto(byFile(id));
    await unfold(page);
    return judge(page);
  };

/** The objections of axe to a page as it is open, and what is to be scrolled sideways: as large as it is, and at 200 %. */
export async function accessFaults(page: Page): Promise<readonly string[]> {
  await unfold(page);
  const faults = [...(await scrollsSideways(page)), ...(await judgeEverything(page))];
  await page.setViewportSize(ENLARGED);
  return [...faults, ...(await scrollsSideways(page)), ...(await judgeStructure(page))];
}

async function staysEnlarged(page: Page): Promise<readonly string[]> {
  await page.setViewportSize(ENLARGED);
  const enlarged = await scrollsSideways(page);
  await page.setViewportSize(DESKTOP);
  return enlarged;
}

/** Counts what can be seen in the page itself: a count from outside takes as long as a load. */
const marksSeen = (
  page: Page,
): Promise<Readonly<Record<'declared' | 'observed' | 'assumed' | 'others' | 'heads', number>>> =>
  page.evaluate(() => {
    const seen = (selector: string): number =>
      [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .length;
    const heads = [...document.querySelectorAll('main table')].filter(
      (table) =>
        table.checkVisibility() && ![...table.querySelectorAll('tbody tr')].some((row) => row.checkVisibility()),
    );
    const marked = (mark: string): number => seen(`main .mark.${mark}`);
    const [declared, observed, assumed] = [marked('declared'), marked('observed'), marked('assumed')];
    return { declared, observed, assumed, others: seen('main .not-declared'), heads: heads.length };
  });

export async function switchedToDeclared(page: Page): Promise<readonly string[]> {
  const before = await marksSeen(page);
  await page.getByLabel('declared facts only').check();
  const only = await marksSeen(page);
  await page.getByLabel('declared facts only').uncheck();
  const after = await marksSeen(page);
  const faults: string[] = [];
  if (before.declared + before.observed === 0) faults.push('nothing is marked');
  if (only.declared < before.declared) faults.push('hides what is declared');
  if (only.observed > 0) faults.push('shows what was observed');
  if (only.assumed > 0) faults.push('shows what is assumed');
  if (only.heads > 0) faults.push('shows tables without lines');
  if (only.others > 0) faults.push('shows what is not declared');
  if (after.observed !== before.observed) faults.push('does not show it again');
  return faults;
}
