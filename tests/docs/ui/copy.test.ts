import { expect, test } from 'vitest';
import { inBrowser } from '../in-browser.js';
import { read } from '../site.js';
import { useBrowser } from './open.js';

const permissions = ['clipboard-read', 'clipboard-write'];
const CLIPBOARD = 'navigator.clipboard.readText()';

inBrowser('copying', () => {
  const open = useBrowser();

  test.each(['index.html', 'createOrder.html', 'signing.html'])(
    'has a button on every block of code of %s',
    async (file) => {
      const page = await open(file);
      const blocks = page.locator('main pre:not([data-island] *)');
      expect(await page.locator('main .code > .copy-text').count()).toBe(await blocks.count());
    },
  );

  test('gives a block as it stands, and says so', async () => {
    const page = await open('createOrder.html', { permissions });
    const sample = page.locator('.sample').first();
    await sample.getByRole('button', { name: 'Copy code' }).click();
    await expect.poll(() => page.locator('header > [role=status]').innerText()).toBe('Copied.');
    expect(await page.evaluate(CLIPBOARD)).toBe(await sample.locator('pre').textContent());
  });

  test('gives a page as Markdown, from a file too', async () => {
    const page = await open('createOrder.html', { permissions });
    await page.getByRole('button', { name: 'Copy page' }).click();
    await expect.poll(() => page.locator('header > [role=status]').innerText()).toBe('Copied.');
    expect(await page.evaluate(CLIPBOARD)).toBe(read('createOrder.md'));
  });
});
