import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { toJson } from '../../../scripts/docs/browser/try-it/memory.js';
import { createTrial } from '../../../scripts/docs/browser/try-it/trial.js';
import { limitBuy } from '../../support/orders.js';
import { inBrowser, pressAndWait } from '../in-browser.js';
import { accessFaults, PHONE } from '../looks.js';
import { documentOf } from '../site.js';
import { useBrowser } from '../ui/open.js';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function movePrice(page: Page, price: string): Promise<void> {
  await page.fill('#try-it-1-price', price);
  await press(page, 'Move the price');
}

const events = (page: Page) => page.getByRole('log', { name: 'Order events' }).getByRole('listitem');

async function startWatching(page: Page): Promise<void> {
  await press(page, 'Start watching');
  await page.getByText('Watching E-BTC-USDT, E-ETH-USDT, E-ORCA-USDT.').waitFor();
}

inBrowser('the panel of order events', () => {
  const open = useBrowser({ keeps: true });
  let page: Page;
  const newest = (): Promise<string> => events(page).first().innerText();
  const types = (): Promise<string[]> => events(page).locator('strong').allInnerTexts();
  beforeAll(async () => void (page = await open('follow-orders.html')));

  test('lists nothing before it is started', async () => {
    await pressAndWait(page, '1. Place an order');
    await pressAndWait(page, '3. Cancel it');
    expect(await events(page).count()).toBe(0);
  });

  test('lists an order that is placed and cancelled, with contract, side, volume, price and evidence', async () => {
    await startWatching(page);
    await pressAndWait(page, '1. Place an order');
    await expect.poll(types).toEqual(['opened']);
    expect(await newest()).toMatch(
      /^opened E-BTC-USDT BUY 1 at 60000\.1\s+Order \d+, mine-3\. Evidence: getOpenOrders \(status NEW, 0 filled\)\.$/,
    );
    await pressAndWait(page, '3. Cancel it');
    await expect.poll(types).toEqual(['cancelled', 'opened']);
    expect(await newest()).toMatch(
      /^cancelled E-BTC-USDT BUY 1 at 60000\.1\s+Order \d+(?:\. Evidence: getOrder|, mine-3\. Evidence: getOrderHistory) \(status \w+, 0 filled/,
    );
  });

  test('lists each fill with its own volume and price', async () => {
    await page.selectOption('#try-it-1-operation', 'createOrder');
    // The best ask has 500.
    await page.fill('#try-it-1-input', toJson({ ...limitBuy, price: '65000.50', volume: 700 }));
    await pressAndWait(page, 'Send');
    await expect.poll(types).toEqual(['partly-filled', 'opened', 'cancelled', 'opened']);
    expect(await newest()).toContain('partly-filled E-BTC-USDT BUY 500 at 65000.5');
    await movePrice(page, '64000');
    await expect.poll(async () => (await types())[0]).toBe('filled');
    expect(await newest()).toContain('filled E-BTC-USDT BUY 200 at 65000.5');
  });

  test('lists nothing after a stop, and after the next start each change in between', async () => {
    const before = await types();
    await press(page, 'Stop watching');
    await page.getByText('Stopped. A new start goes on after the last event.').waitFor();
    await movePrice(page, '65000');
    await pressAndWait(page, '1. Place an order');
    await pressAndWait(page, '3. Cancel it');
    expect(await types()).toEqual(before);
    await startWatching(page);
    await expect.poll(types).toEqual(['cancelled', 'opened', ...before]);
  });

  test('is started by keyboard alone, and ends with its exchange', async () => {
    await press(page, 'Begin with a new exchange');
    await expect.poll(() => events(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Start watching' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Watching E-BTC-USDT').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Stop watching');
  });

  test.each(['createOrder', 'cancelOrder', 'try-it'])('stands on the page %s, too', async (id) => {
    const other = await open(`${id}.html`);
    expect(await other.getByRole('button', { name: 'Start watching' }).count()).toBe(1);
  });

  test('has nothing that axe objects to, in light and in dark, on a phone and at 200 %', async () => {
    const phone = await open('follow-orders.html', { viewport: PHONE });
    await startWatching(phone);
    await pressAndWait(phone, '1. Place an order');
    await events(phone).first().waitFor();
    expect(await accessFaults(phone)).toEqual([]);
  });
});

test('without scripts, the text says that the order events need them', () => {
  expect(documentOf('follow-orders').html.querySelector('[data-island="try-it"]')!.textContent).toMatch(
    /^With scripts on,.+order events/,
  );
});

test('a read of the watch waits for the call under way, and takes neither its fault nor its place in the log', async () => {
  const { watcher, call } = createTrial();
  const { contractName } = limitBuy;
  const watch = watcher.watchOrders({ contractName, fastestMs: 1, slowestMs: 1, settleMs: 0 });
  expect((await watch.next()).value).toMatchObject({ type: 'started' });
  const next = watch.next();
  // It is retried after a pause.
  const { exchanges } = await call({
    operationId: 'getOrderHistory',
    input: toJson({ contractName }),
    fault: 'reset-before',
  });
  const struck = { operationId: 'getOrderHistory', fault: 'reset-before' };
  expect(exchanges.map(({ verdict }) => verdict)).toMatchObject([struck, { ...struck, fault: undefined }]);
  await call({ operationId: 'createOrder', input: toJson({ ...limitBuy, price: '60000.10', volume: 1 }) });
  expect((await next).value).toMatchObject({ type: 'opened' });
  await watch.return!();
});
