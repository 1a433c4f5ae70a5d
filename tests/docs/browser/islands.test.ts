import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { type FieldValues, WORKED_EXAMPLE } from '../../../scripts/docs/browser/calculator/fields.js';
import { inBrowser, pressAndWait } from '../in-browser.js';
import { accessFaults } from '../looks.js';
import { useBrowser } from '../ui/open.js';
import { causes, fieldsOf, vectors, verified } from './vectors.js';

const fill = (page: Page, fields: FieldValues): Promise<void> =>
  page.evaluate((given) => {
    for (const name of ['baseUrl', 'timestamp', 'path', 'query', 'body', 'apiKey', 'apiSecret', 'method'] as const) {
      const field = document.querySelector<HTMLInputElement>(`#calculator-3-${name}`)!;
      if (field.value === given[name]) continue;
      field.value = given[name];
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, fields);

const verdictOf = (page: Page) => page.locator('#calculator-3-forensics-verdict');

/** Pastes a signature and waits for what is said about it. */
async function ask(page: Page, pasted: string): Promise<string[]> {
  await page.fill('#calculator-3-forensics', pasted);
  await verdictOf(page).and(page.locator('[aria-busy="false"]')).waitFor();
  return verdictOf(page)
    .locator('[data-mistake]')
    .evaluateAll((found) => found.map((element) => element.getAttribute('data-mistake')!));
}

inBrowser('the calculator, in a browser, from a file', () => {
  const open = useBrowser({ keeps: true });
  let page: Page;
  beforeAll(async () => void (page = await open('calculator.html')));

  test('takes the place of what the page says without scripts', async () => {
    expect(await page.locator('article .island').innerText()).not.toContain('With scripts off');
    expect(await page.locator('#calculator-3-signature').innerText()).toBe(
      'c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6',
    );
  });

  test.each(verified.map((vector) => [vector.id, vector] as const))('reproduces %s', async (_, vector) => {
    await fill(page, fieldsOf(vector));
    await expect.poll(() => page.locator('#calculator-3-signature').innerText()).toBe(vector.signature);
    const { timestamp, method, path, query, body } = vector;
    const text = `${timestamp}${method}${path}${query && `?${query}`}${body}`;
    // The copied text is the signed one: the marks at blanks are style.
    expect(await page.locator('#calculator-3-signing-string').textContent()).toBe(text);
    expect(await page.locator('#calculator-3-headers').innerText()).toBe(
      `X-CH-TS: ${timestamp}\nX-CH-APIKEY: test-key\nX-CH-SIGN: ${vector.signature}`,
    );
  });

  test.each(Object.entries(causes))('names what made %s: %s', async (id, cause) => {
    const vector = vectors.find((candidate) => candidate.id === id)!;
    await fill(page, fieldsOf(vector));
    expect(await ask(page, `X-CH-TS: ${vector.timestamp}\nX-CH-SIGN: ${vector.signature}`)).toEqual([cause]);
    expect(await verdictOf(page).locator('a').getAttribute('href')).toBe(
      'signing.html#signing-signature-rejected-1022',
    );
  });

  test('says without the secret what the request alone gives away, and calls a right signature right', async () => {
    await fill(page, { ...WORKED_EXAMPLE, apiSecret: '', query: 'contractName=E-BTC-USDT' });
    const named = await ask(page, 'tdr5mqCGDlwhb+XpAh1OwTPuMMbWJOPoZ+lmG/AeiDo=');
    expect(named.slice(0, 2)).toEqual(['base64-sent', 'query-signed']);
    await fill(page, fieldsOf(verified[0]!));
    await ask(page, verified[0]!.signature);
    expect(await verdictOf(page).innerText()).toContain('the right signature');
  });

  test('keeps the secret hidden until it is asked for, and keeps it nowhere', async () => {
    await fill(page, WORKED_EXAMPLE);
    const secret = page.locator('#calculator-3-apiSecret');
    expect(await secret.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show secret' }).click();
    expect(await secret.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Show secret' }).click();
    expect(
      await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, location.hash]),
    ).toEqual([0, 0, '', '']);
  });

  test('keeps the focus where it is while it computes', async () => {
    await page.focus('#calculator-3-query');
    await page.keyboard.type('a=1');
    await expect.poll(() => page.locator('#calculator-3-signing-string').textContent()).toContain('?a=1');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('calculator-3-query');
  });

  test('shows blanks, and fills in an example by keyboard alone', async () => {
    await page.fill('#calculator-3-body', '{"a": 1}');
    await page.locator('.blank').first().waitFor();
    expect(await page.locator('#calculator-3-signing-string').textContent()).toMatch(/\{"a": 1\}$/);
    await page.focus('#calculator-3-preset');
    await page.selectOption('#calculator-3-preset', 'getOrder, in the query');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#calculator-3-path')).toBe('/fapi/v1/order');
    expect(await page.inputValue('#calculator-3-query')).toBe('contractName=E-BTC-USDT&orderId=2006628907041292645');
  });
});

inBrowser('the exchange in the page', () => {
  const open = useBrowser({ keeps: true });
  let page: Page;
  beforeAll(async () => void (page = await open('getOpenOrders.html')));

  const said = () => page.locator('#try-it-1-said');
  const newest = (part: string) => page.locator('.calls > li').first().locator(`[data-part="${part}"]`).first();
  const press = (name: string) => pressAndWait(page, name);

  test('begins with the operation of the page', async () => {
    expect(await page.inputValue('#try-it-1-operation')).toBe('getOpenOrders');
    expect(JSON.parse(await page.inputValue('#try-it-1-input'))).toEqual({ contractName: 'E-BTC-USDT' });
  });

  test('completes an order: placed, looked up, cancelled', async () => {
    await press('1. Place an order');
    expect(await said().innerText()).toBe('1. createOrder: HTTP 200, accepted.');
    expect(await newest('sent').innerText()).toMatch(
      /^POST \/fapi\/v1\/order\n[^]*X-CH-SIGN: [\da-f]{64}\n[^]*"price":60000.10/,
    );
    expect(await newest('signed').textContent()).toMatch(/^\d{13}POST\/fapi\/v1\/order\{/);
    expect(await newest('verdict').innerText()).toBe('Signature right, call accepted.');
    const { orderId } = JSON.parse(await newest('end').innerText()) as { orderId: string };
    expect(await page.locator('[data-part="open-orders"]').innerText()).toBe(orderId);
    await press('2. Look it up');
    expect(JSON.parse(await newest('end').innerText())).toMatchObject({ orderId, status: 'NEW' });
    await press('3. Cancel it');
    expect(await said().innerText()).toBe('3. cancelOrder: HTTP 200, accepted.');
    expect(await page.locator('[data-part="open-orders"]').innerText()).toBe('none');
  });

  test('loses an answer: the outcome is unknown, and the look-up finds the order', async () => {
    await page.selectOption('#try-it-1-fault', 'reset-after');
    await press('1. Place an order');
    expect(await said().innerText()).toContain('outcome unknown');
    expect(await newest('received').innerText()).toBe('nothing');
    expect(await newest('verdict').innerText()).toContain('reset-after');
    expect(await page.inputValue('#try-it-1-fault')).toBe('');
    await press('2. Look it up');
    expect(await newest('end').innerText()).toContain('"status": "NEW"');
  });

  test('refuses a broken signature, and says what it was made with', async () => {
    await page.selectOption('#try-it-1-operation', 'changeLeverage');
    await press('Send with a broken signature');
    expect(await said().innerText()).toContain('ApiError, outcome rejected');
    expect(await newest('received').innerText()).toContain('"-1022"');
    expect(await newest('verdict').innerText()).toContain('another secret');
    await press('Send');
    expect(await said().innerText()).toContain('accepted');
  });

  test('takes the price where it is moved: the resting order fills', async () => {
    await page.fill('#try-it-1-price', '59000');
    await page.getByRole('button', { name: 'Move the price' }).click();
    await expect.poll(() => page.locator('[data-part="positions"]').innerText()).toContain('LONG 1 E-BTC-USDT');
    await page.fill('#try-it-1-price', 'much');
    await page.getByRole('button', { name: 'Move the price' }).click();
    await page.getByText('sandbox: price').waitFor();
  });

  test('sends nothing when the input is no JSON, and says so', async () => {
    await page.fill('#try-it-1-input', '{');
    expect(await page.getAttribute('#try-it-1-input', 'aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => said().innerText()).toContain('nothing was sent');
  });

  test('begins anew', async () => {
    await page.getByRole('button', { name: 'Begin with a new exchange' }).click();
    await expect.poll(() => page.locator('[data-part="positions"]').innerText()).toBe('none');
    expect(await page.locator('.calls > li').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Begin with a new exchange');
  });
});

inBrowser('used in every way', () => {
  const open = useBrowser();

  test('axe finds nothing in the calculator, in light and in dark, at 100 and at 200 %', async () => {
    const page = await open('calculator.html');
    await ask(page, 'tdr5mqCGDlwhb+XpAh1OwTPuMMbWJOPoZ+lmG/AeiDo=');
    expect(await accessFaults(page)).toEqual([]);
  });
});
