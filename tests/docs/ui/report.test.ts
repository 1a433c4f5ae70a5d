import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { runConformance, type Report } from '../../../src/conformance/index.js';
import { toJson } from '../../../src/conformance/reports/json.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { HOSTILE, hostile, report, result } from '../../conformance/fixtures/report.js';
import { SINGLE } from '../site.js';
import { addressOf, noBrowser, useBrowser } from './open.js';

/** What the kit says of a server that takes an order without its key. */
async function judgeBrokenServer(): Promise<Report> {
  const sandbox = createSandbox({ mutation: 'missing-key-accepted' });
  const { url, close } = await sandbox.listen();
  const checks = ['shape/createOrder/', 'sign/createOrder/', 'shape/ping/', 'robust/createOrder/'];
  const judged = await runConformance({ baseUrl: url, credentials: sandbox.credentials, mode: 'sandbox', checks });
  await close();
  return judged;
}

async function drop(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'report.json'));
    return data;
  }, text);
  await page.dispatchEvent('.drop', 'dragover', { dataTransfer: transfer });
  expect(await page.locator('.drop.over').count()).toBe(1);
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer });
}

const told = (page: Page) => page.locator('[data-island=report] [role=status]');

describe.skipIf(noBrowser)('a report in the pages', () => {
  const open = useBrowser();
  let judged: Report;
  beforeAll(async () => {
    judged = await judgeBrokenServer();
  });

  async function showsVerdicts(page: Page): Promise<void> {
    const article = page.locator('#page-createOrder');
    for (const { id, verdict, reason } of judged.results.filter((one) => one.operations.includes('createOrder'))) {
      const line = await article.locator(`[data-check="${id}"] [data-report]`).innerText();
      expect(line).toBe(reason === undefined ? verdict : `${verdict} ${reason}`);
    }
    const warning = await article.locator('h1 + [data-report]').innerText();
    expect(warning).toContain(`fails on ${judged.target.baseUrl}, ${judged.startedAt.slice(0, 10)} `);
    const ours = judged.results.filter((one) => one.operations.includes('createOrder'));
    const passed = ours.filter(({ verdict }) => verdict === 'pass').length;
    const absent = (await article.locator('[data-check]').count()) - ours.length;
    expect(await article.locator('p[data-report]').last().innerText()).toMatch(
      new RegExp(`${passed} pass, from the report of http.* UTC; ${absent} of these checks are not in it\\.$`),
    );
    expect(await article.locator('details:has([data-check])').getAttribute('open')).not.toBeNull();
  }

  test('that is dropped stands beside the documentation of each operation, until it is forgotten', async () => {
    const page = await open('report.html');
    expect(judged.results.map(({ verdict }) => verdict)).toContain('fail');
    await drop(page, toJson(judged));
    await expect.poll(() => told(page).innerText()).toContain('stand on the page of each operation');
    expect(await page.getByRole('row', { name: /^createOrder / }).innerText()).toMatch(/^createOrder\s+1\s/);

    await page.getByRole('row').getByRole('link', { name: 'createOrder', exact: true }).click();
    await page.waitForURL(/createOrder\.html#createOrder\.checks$/);
    await showsVerdicts(page);

    await page.goto(addressOf('report.html'));
    await page.getByRole('button', { name: 'Forget this report' }).click();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.goto(addressOf('createOrder.html'));
    expect(await page.locator('[data-report]').count()).toBe(0);
  });

  test('that is chosen as a file is shown with target, mode, time and counts', async () => {
    const page = await open('report.html');
    const buffer = Buffer.from(toJson(judged));
    await page.setInputFiles('input[type=file]', { name: 'r.json', mimeType: 'application/json', buffer });
    const facts = page.locator('.facts');
    await facts.waitFor();
    const text = await facts.innerText();
    for (const said of [judged.target.baseUrl, 'sandbox', judged.startedAt.slice(0, 10), '1 fail']) {
      expect(text).toContain(said);
    }
    expect(await page.locator('.checks').innerText()).toContain('sign/createOrder/without-key');
  });

  test('shows its verdicts in the one file too, and there keeps nothing', async () => {
    const page = await open(`${SINGLE}.html`);
    await drop(page, toJson(judged));
    await expect.poll(() => told(page).innerText()).toContain('stand on the page of each operation');
    await showsVerdicts(page);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Forget this report' }).click();
    expect(await page.locator('[data-report]').count()).toBe(0);
  });

  test('of a hostile server is text, and nothing of it runs', async () => {
    const page = await open('report.html');
    await drop(page, toJson({ ...hostile, target: { baseUrl: HOSTILE, label: HOSTILE } }));
    await page.locator('.facts').waitFor();
    expect(await page.locator('.facts').innerText()).toContain('<script>alert(1)</script>');
    expect(await page.locator('main img, main script, main [onerror]').count()).toBe(0);
    const check = { ...result('shape/ping/success', 'fail', { reason: HOSTILE, operations: ['ping'] }) };
    await drop(page, toJson({ ...report([check]), target: { baseUrl: HOSTILE } }));
    await expect.poll(() => page.locator('.checks').innerText()).toContain('shape/ping/success');
    await page.goto(addressOf('ping.html'));
    expect(await page.locator('[data-check="shape/ping/success"] [data-report]').innerText()).toContain('<script>');
    expect(await page.locator('main img, main script, main [onerror]').count()).toBe(0);
  });

  test('that is none is refused in words, and the one before it stays', async () => {
    const page = await open('report.html');
    await drop(page, toJson(judged));
    await page.locator('.facts').waitFor();
    await drop(page, 'no report');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/^The file is no JSON/);
    expect(await page.locator('.facts').count()).toBe(1);
  });

  test('is shown on its own page alone where the browser keeps nothing, and the page says so', async () => {
    const page = await open('index.html');
    await page.addInitScript(
      `Object.defineProperty(globalThis, 'sessionStorage', { get() { throw new Error('denied'); } });`,
    );
    await page.goto(addressOf('report.html'));
    await drop(page, toJson(judged));
    await expect.poll(() => told(page).innerText()).toContain('keep nothing');
    expect(await page.locator('.facts').count()).toBe(1);
  });

  test('of an older form of these pages is forgotten', async () => {
    const page = await open('createOrder.html');
    await page.evaluate(`sessionStorage.setItem('futures-docs-report', '{"version":0}')`);
    await page.reload();
    expect(await page.locator('[data-report]').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});
