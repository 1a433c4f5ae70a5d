import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runConformance, toSummary } from '../../src/conformance/index.js';
import { causesOf } from '../../src/conformance/reports/causes.js';
import { toMarkdown } from '../../src/conformance/reports/markdown.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { createSelfSigned } from '../support/self-signed.js';
import { startAnswering, startProxy } from './counting-proxy.js';
import { exchange, hostile, report, result } from './fixtures/report.js';

const credentials = { apiKey: 'Key-One', apiSecret: 'Secret-One' };
const firstLines = (text: string): string => text.split('\n').slice(0, 2).join('\n');

it('names a server that is down, in the first line', async () => {
  const { baseUrl, close } = await startAnswering(() => undefined);
  await close();
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toMatch(
    /^The server at http:\S+ cannot be reached \(ECONNREFUSED[^)]*\): \d+ checks\.\n {2}Start it/,
  );
});

it('names a certificate without a known authority, and the variable that helps', async () => {
  const server = createServer(createSelfSigned(), (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toMatch(/^The certificate of https:\S+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT/);
  expect(firstLines(summary)).toContain('NODE_EXTRA_CA_CERTS=');
});

it('names where a server redirects to', async () => {
  const { baseUrl, close } = await startAnswering((_, response) =>
    response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
  );
  onTestFinished(close);
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toContain('Every call is redirected (status 301) to https://elsewhere.example/: ');
});

it('groups all that fails because signatures are not verified', async () => {
  const { sandbox } = createPrepared({ mutation: 'any-signature-accepted' });
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  const found = await runConformance({ baseUrl: url, credentials: sandbox.credentials });
  const [cause] = causesOf(found);
  expect(cause!.title).toBe('Signatures are not verified');
  const chosen = await runConformance({ baseUrl: url, credentials: sandbox.credentials, checks: ['sign/'] });
  const failing = chosen.results.filter(({ verdict }) => verdict === 'fail');
  // What refuses a wrong timestamp is no wrong clock, also where the check of the right call is not among those chosen.
  expect(causesOf(chosen)[0]).toMatchObject({ title: cause!.title, results: expect.arrayContaining(failing) });
  expect(cause!.results.length).toBeGreaterThan(5);
  expect(firstLines(toSummary(found))).toMatch(/^Signatures are not verified: \d+ checks\.\n {2}The server accepts/);
});

it('names a wrong clock of the server', async () => {
  const sandbox = createSandbox({ now: () => Date.now() + 3_600_000 });
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  const found = await runConformance({ baseUrl: url, credentials: sandbox.credentials });
  expect(firstLines(toSummary(found))).toMatch(
    /^The server's clock is (1 h( 1 s)?|59 min 59 s|1 h 0 s) ahead of this machine/,
  );
});

it('follows controls to the result that the others rest on', () => {
  const rests = (id: string) =>
    result(id, 'cannot-tell', { control: 'a', reason: 'a, on which this rests, is fail: no list' });
  const [cause] = causesOf(report([result('a', 'fail', { reason: 'no list' }), rests('b'), rests('c')]));
  expect([cause!.title, cause!.results.map(({ id }) => id)]).toEqual(['no list', ['a', 'b', 'c']]);
});

it('shows the call that decides, and the sentence of the document', () => {
  const deciding = { ...exchange({ response: { status: 418, headers: [], body: '' } }), deciding: true } as const;
  const summary = toSummary(report([result('a', 'fail', { reason: 'r', exchanges: [deciding, exchange()] })]));
  expect(summary).toContain('  rule   “Signed endpoints need three headers.” (service document, Authentication, 6)');
  expect(summary).toMatch(/ {2}call {3}GET \S+ → 418/);
});

it('writes Markdown in which a server can be nothing but text', () => {
  const markdown = toMarkdown(hostile);
  expect(markdown).not.toMatch(/<script|<img|\]\]>/);
  expect(markdown).toContain('&lt;script&#62;');
  expect(toMarkdown(report([result('a', 'fail', { reason: 'one | two' })]))).toContain('| one &#124; two |');
});

it('shows the refused call of a failure, and not the control that was asked for after it', async () => {
  const sandbox = createSandbox();
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  const proxy = await startProxy(url, ({ path }) =>
    path === '/fapi/v1/ping' ? { status: 404, body: '{}' } : undefined,
  );
  onTestFinished(proxy.close);
  const found = await runConformance({ baseUrl: proxy.baseUrl, checks: ['shape/ping/success'], patienceMs: 1 });
  expect(found.results[0]!.exchanges.at(-1)?.operationId).not.toBe('ping');
  expect(toSummary(found)).toMatch(/ {2}call {3}GET \S+\/fapi\/v1\/ping → 404\n/);
});

it('writes the name of an operation as it is, and keeps a cause in Markdown short', () => {
  const reason = `getOpenOrders was not accepted${', and neither was another call'.repeat(40)}`;
  const markdown = toMarkdown(report([result('a', 'cannot-tell', { reason })]));
  const [line = ''] = markdown.split('\n').filter((one) => one.startsWith('- **'));
  expect(line).toMatch(/^- \*\*getOpenOrders was not accepted/);
  expect(line.length).toBeLessThan(300);
});
