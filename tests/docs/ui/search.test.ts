import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from '../in-browser.js';
import { useBrowser } from './open.js';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('search').getByRole('option');

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await options(page).first().waitFor();
}

inBrowser('the search of a page', () => {
  const open = useBrowser();

  test('opens what its list shows for the whole of what was typed, however fast Enter comes', async () => {
    const page = await open('index.html');
    await type(page, 'limits');
    await page.keyboard.type('.weights');
    await page.keyboard.press('Enter');
    await page.waitForURL(/unknowns\.html#unknown\.limits\.weights$/);
  });

  test('follows the combobox pattern: arrows choose, the field keeps the focus, Escape closes and then empties', async () => {
    const page = await open('createOrder.html');
    await type(page, 'price');
    const input = field(page);
    expect(await input.getAttribute('aria-expanded')).toBe('true');
    expect(await input.getAttribute('aria-activedescendant')).toBeNull();
    const count = await options(page).count();
    const active = () => expect.poll(() => input.getAttribute('aria-activedescendant'));
    const idOf = (place: number) => options(page).nth(place).getAttribute('id');
    const selected = page.locator('[aria-selected=true]');
    await page.keyboard.press('ArrowDown');
    await active().toBe(await idOf(0));
    expect(await selected.getAttribute('id')).toBe(await idOf(0));
    await page.keyboard.press('ArrowUp');
    await active().toBeNull();
    await page.keyboard.press('ArrowUp');
    await active().toBe(await idOf(count - 1));
    const isInList = await selected.evaluate((element) => {
      const [box, list] = [element, element.closest('[role=listbox]')!].map((one) => one.getBoundingClientRect());
      return box!.bottom <= list!.bottom + 1 && box!.top >= list!.top - 1;
    });
    expect(isInList).toBe(true);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => input.getAttribute('aria-expanded')).toBe('false');
    expect(await input.inputValue()).toBe('price');
    await page.keyboard.press('Escape');
    await expect.poll(() => input.inputValue()).toBe('');
  });

  test('says how many there are, and when there is nothing', async () => {
    const page = await open('index.html');
    await type(page, 'order');
    const status = page.getByRole('search').getByRole('status');
    await expect.poll(() => status.innerText()).toMatch(/^12 of \d{3} found$/);
    await field(page).fill('zzzzqqqq');
    await expect.poll(() => status.innerText()).toBe('Nothing is found for zzzzqqqq.');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  });

  test('says what is missing when the list of entries cannot be loaded', async () => {
    const page = await open('index.html');
    await page.evaluate(`document.head.append = (script) => script.dispatchEvent(new Event('error'))`);
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await expect.poll(() => page.getByRole('search').getByRole('status').innerText()).toContain('search-index.js');
  });

  test('opens with a click, and closes when the focus goes', async () => {
    const page = await open('createOrder.html');
    await type(page, 'volume');
    await options(page).first().click();
    await page.waitForURL(/#createOrder\.request\.volume$/);
    await type(page, 'price');
    await page.keyboard.press('Tab');
    await expect.poll(() => options(page).count()).toBe(0);
  });

  test('leaves / to the fields in which one types', async () => {
    const page = await open('createOrder.html');
    await field(page).focus();
    await page.keyboard.type('a/b');
    expect(await field(page).inputValue()).toBe('a/b');
  });

  test('shows what the switch hides when it is what was looked for', async () => {
    const page = await open('createOrder.html');
    await page.getByLabel('declared facts only').check();
    await type(page, 'orderUnit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#createOrder\.request\.orderUnit$/);
    expect(await page.locator(':target').isVisible()).toBe(true);
    expect(await page.locator('main .field.not-declared:visible').count()).toBe(1);
  });

  test('opens the folded part that holds what was looked for', async () => {
    const page = await open('getOrder.html');
    const folded = await page.locator('details .field[id*=".form"]').first().getAttribute('id');
    await page.goto(`${page.url()}#${folded}`);
    await expect.poll(() => page.locator(':target').isVisible()).toBe(true);
    // This browser opens it by itself; others leave it to the page.
    await page.evaluate(`document.querySelector('details:has(:target)').open = false`);
    await page.evaluate(`dispatchEvent(new Event('hashchange'))`);
    expect(await page.locator(':target').isVisible()).toBe(true);
  });
});
