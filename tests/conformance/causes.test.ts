import { expect, it } from 'vitest';
import { runConformance, toSummary } from '../../src/conformance/index.js';
import { causeLine, causesOf } from '../../src/conformance/reports/causes.js';
import { toHtml } from '../../src/conformance/reports/html.js';
import { toMarkdown } from '../../src/conformance/reports/markdown.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { closedPort } from '../support/ports.js';
import { startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { exchange, hostile, report, result } from './fixtures/report.js';
import { type Passing, runChanged, runOverHttp } from './sandboxes.js';

const credentials = { apiKey: 'Key-One', apiSecret: 'Secret-One' };
const firstLines = (text: string, count = 2): string => text.split('\n').slice(0, count).join('\n');

it('names a server that is down, in the first line', async () => {
  const baseUrl = `http://127.0.0.1:${await closedPort()}`;
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toMatch(
    /^The server at http:\S+ cannot be reached \(ECONNREFUSED[^)]*\): \d+ checks\.\n {2}Start it/,
  );
  expect(summary).not.toContain('went away');
});

it('names a certificate without a known authority, and the variable that helps', async () => {
  const { origin: baseUrl } = await startServer({ body: '{}' }, selfSigned());
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toMatch(/^The certificate of https:\S+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT/);
  expect(firstLines(summary)).toContain('NODE_EXTRA_CA_CERTS=');
});

it('names where a server redirects to', async () => {
  const { origin: baseUrl } = await startServer({ status: 301, headers: { location: 'https://elsewhere.example/' } });
  const summary = toSummary(await runConformance({ baseUrl, credentials }));
  expect(firstLines(summary)).toContain('Every call is redirected (status 301) to https://elsewhere.example/: ');
});

it('groups all that fails because signatures are not verified', async () => {
  const mutation = 'any-signature-accepted';
  const found = await runOverHttp({}, { sandbox: createPrepared({ mutation }).sandbox });
  const [cause] = causesOf(found);
  expect(cause!.title).toBe('Signatures are not verified');
  const chosen = await runOverHttp({ checks: ['sign/'] }, { sandbox: createPrepared({ mutation }).sandbox });
  const failing = chosen.results.filter(({ verdict }) => verdict === 'fail');
  // A server that refuses a wrong timestamp has no wrong clock, also where the check of the right call is not among those chosen.
  expect(causesOf(chosen)[0]).toMatchObject({ title: cause!.title, results: expect.arrayContaining(failing) });
  expect(cause!.results.length).toBeGreaterThan(5);
  expect(firstLines(toSummary(found))).toMatch(/^Signatures are not verified: \d+ checks\.\n {2}The server accepts/);
  expect(causesOf(found).filter(({ title }) => title === cause!.title)).toHaveLength(1);
});

it('names a wrong clock of the server', async () => {
  const found = await runOverHttp({}, { sandbox: createSandbox({ now: () => Date.now() + 3_600_000 }) });
  expect(firstLines(toSummary(found))).toMatch(
    /^The server's clock is (1 h( 1 s)?|59 min 59 s|1 h 0 s) ahead of this machine/,
  );
});

const LOGIN = '<!doctype html><html><form action="/login"><input type=password></form></html>';
const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);
const isSigned = ({ headers }: Passing): boolean => headers['x-ch-sign'] !== undefined;

it.each<[string, (passing: Passing) => Partial<Passing> | undefined, RegExp]>([
  ['a web site', () => ({ contentType: 'text/html', body: '<html>Welcome</html>' }), /^Every call gets a page of HTML/],
  [
    'a login',
    (one) => (isSigned(one) ? { body: LOGIN } : undefined),
    /^Every signed call gets a page .*\n.*a login page/,
  ],
  ['a service that is down', () => ({ status: 500, body: 'Oops' }), /^Every call fails with status 500/],
  [
    'an address where no call is known',
    () => ({ body: '{"code":-1002}' }),
    /^Every call gets the same response \(status 200, \{"code":-1002\}\): .*\n.*check the path of --base-url/,
  ],
  ['a ban', () => ({ status: 418, body: '{"code":-1003}' }), /^The server limits the rate .*nothing more is sent/],
  [
    'a time in seconds',
    ({ path }) => (path.endsWith('/time') ? { body: '{"timezone":"UTC","serverTime":1795447133}' } : undefined),
    /^FAIL {2}shape\/time\/milliseconds .*\n.*of seconds$/m,
  ],
  [
    'one response that nests too deep',
    ({ path }) => (path.endsWith('/openOrders') ? { body: DEEP } : undefined),
    /^Status 200 and JSON that the kit cannot read: .*\n {2}call {3}GET \S+openOrders → 200\n {2}signed \d+GET/,
  ],
])('names %s in the first lines', async (_name, change, line) => {
  const { report: found } = await runChanged(change, { existing: undefined, patienceMs: 20 });
  expect(firstLines(toSummary(found), 4)).toMatch(line);
});

it('does not blame the credentials where the time endpoint goes by another clock', async () => {
  const body = JSON.stringify({ timezone: 'UTC', serverTime: Date.now() + 8 * 3_600_000 });
  const { report: found } = await runChanged(({ path }) => (path.endsWith('/time') ? { body } : undefined), {});
  const reasons = found.results.map(({ reason }) => reason).join();
  expect(reasons).toContain('follows the time endpoint of the server');
  expect(reasons).not.toContain('the credentials are wrong');
});

it('names a time zone, signatures that may be left out, and identifiers that lose their digits', async () => {
  const zone = toSummary({ ...report([result('a', 'pass')]), clockOffsetMs: 8 * 3_600_000 });
  expect(firstLines(zone)).toMatch(/^The server's clock is 8 h 0 s ahead .*\n.*a time zone/);
  const accepted = ['createOrder accepted an empty signature', 'a call without X-CH-SIGN was accepted (status 200)'];
  const optional = accepted.map((reason, id) => result(`sign/${id}`, 'fail', { family: 'SIGN', reason }));
  expect(firstLines(toSummary(report(optional)))).toMatch(/^Signatures may be left out: 2 checks/);
  const rounded = exchange({ response: { status: 200, headers: [], body: '{"orderId":2.56e+17}' } });
  const ids = toSummary(report([result('a', 'fail', { exchanges: [rounded] })]));
  expect(firstLines(ids)).toMatch(/^orderId 2\.56e\+17 of \S+ is not a whole number: .*: 1 check/);
});

it('names a server that went away, and the call that got no response first', () => {
  const lost = ['ECONNREFUSED: connect', 'socket hang up'].map((failure, at) => {
    const startedAt = new Date(1_700_000_000_000 - at).toISOString();
    return result(`a/${at}`, 'cannot-tell', {
      reason: `no response (${failure})`,
      exchanges: [{ ...exchange({ failure, startedAt }), response: undefined }],
    });
  });
  const [first, second] = firstLines(toSummary(report([result('b', 'pass'), ...lost]))).split('\n');
  expect(first).toContain('The server went away during the run (ECONNREFUSED: connect): 2 checks');
  expect(second).toContain(`without a response was ${lost[1]!.exchanges[0]!.request.method} `);
});

it('says nothing of a server where a program was judged', () => {
  const refused = exchange({ response: { status: 200, headers: [], body: '{"code":-1021}' } });
  const found = report([result('caller/clock', 'fail', { exchanges: [refused], reason: 'it was doubled' })]);
  expect(causesOf(found).map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/^The server refuses the timestamp/),
  );
  expect(causesOf({ ...found, mode: 'caller' }).map(({ title }) => title)).toEqual(['it was doubled']);
});

it('names each verdict on a program once, with its scenes, in every report', () => {
  const signed = exchange({
    request: { ...exchange().request, headers: [['X-CH-SIGN', '<SIGNATURE>']], signingString: undefined },
  });
  const scene = (name: string, observed: string, id: number) =>
    result(`caller/${name}`, 'fail', {
      ...{ family: 'CALLER', observed, reason: `${observed}: order ${id}`, exchanges: [signed] },
    });
  const found = [scene('limit', 'ignores-a-limit', 0), scene('a', 'doubled', 1), scene('b', 'doubled', 2)];
  const signer = result('caller/signing/vectors', 'fail', { family: 'CALLER', operations: [], observed: [] });
  const judged = { ...report([...found, signer]), mode: 'caller' as const };
  const lines = ['It places an order twice (doubled): 2 scenes', 'It goes on calling where it has to stop'];
  expect(causesOf(judged).map(causeLine).slice(1)).toEqual([lines[0], expect.stringContaining(lines[1]!)]);
  expect(toMarkdown(judged)).toMatch(/\| doubled \| 2 \|\n[^]*\| caller\/signing\/vectors: fail \| 1 \|\n/);
  const html = toHtml(judged);
  for (const line of lines) expect(html).toContain(line);
  expect(html).not.toMatch(/nothing was signed|by family/);
});

it('counts an operation as missing that only a check of its inputs finds so', () => {
  const reason =
    'POST /fapi/v1/edit_position_margin is answered with status 404, while others are taken: the server may not have it';
  const one = result('robust/adjustPositionMargin/x', 'fail', { operations: ['adjustPositionMargin'], reason });
  expect(causesOf(report([one]))).toMatchObject([{ title: 'the server may not have adjustPositionMargin' }]);
});

it('groups what differs by the operation alone', () => {
  const of = (name: string) => result(`sign/${name}`, 'fail', { reason: `${name} accepted a call without headers` });
  expect(causesOf(report([of('createOrder'), of('cancelOrder')]))).toMatchObject([
    { title: 'each of several operations accepted a call without headers' },
  ]);
});

it('follows controls to the result that the others rest on', () => {
  const rests = (id: string) =>
    result(id, 'cannot-tell', { control: 'a', reason: 'a, on which this rests, is fail: no list' });
  const [cause] = causesOf(report([result('a', 'fail', { reason: 'no list' }), rests('b'), rests('c')]));
  expect([cause!.title, cause!.results.map(({ id }) => id)]).toEqual(['no list', ['a', 'b', 'c']]);
});

it('writes Markdown in which a server can be nothing but text', () => {
  const markdown = toMarkdown(hostile);
  expect(markdown).not.toMatch(/<script|<img|\]\]>/);
  expect(markdown).toContain('&lt;script&#62;');
  expect(toMarkdown(report([result('a', 'fail', { reason: 'one | two' })]))).toContain('| one &#124; two |');
});

it('writes the name of an operation as it is, and keeps a cause in Markdown short', () => {
  const reason = `getOpenOrders was not accepted${', and neither was another call'.repeat(40)}`;
  const markdown = toMarkdown(report([result('a', 'cannot-tell', { reason })]));
  const [line = ''] = markdown.split('\n').filter((one) => one.startsWith('- **'));
  expect(line).toMatch(/^- \*\*getOpenOrders was not accepted/);
  expect(line.length).toBeLessThan(300);
});

it('names the one operation whose signatures are not verified, and a letter case that does not count', () => {
  const accepted = (operation: string, form: string, what: string) =>
    result(`sign/${operation}/${form}`, 'fail', {
      ...{ family: 'SIGN', operations: [operation as 'getOrder'] },
      reason: `${operation} accepted ${what}`,
    });
  const found = report([
    accepted('cancelAllOrders', 'without-headers', 'a call without X-CH-SIGN'),
    accepted('cancelAllOrders', 'signature-bit-flipped', 'a signature with one bit changed'),
    accepted('getOrder', 'letter-case', 'apiKey in another letter case'),
    accepted('getOpenOrders', 'letter-case', 'apiKey in another letter case, apiSecret in another letter case'),
  ]);
  expect(causesOf(found).map(({ title, results }) => `${title}: ${results.length}`)).toEqual([
    'The signature of cancelAllOrders is not verified: 2',
    'The letter case of key or secret does not count: 2',
  ]);
});

it('shows of signatures that are not verified the call that shows it, also where that is known', () => {
  const answered = (code: string) => exchange({ response: { status: 200, headers: [], body: `{"code":"${code}"}` } });
  const forgery = result('sign/getOpenOrders/signature-bit-flipped', 'fail', { exchanges: [answered('0')] });
  const reason = 'the target takes a forged signature for a right one';
  const other = result('a', 'cannot-tell', { reason, exchanges: [answered('-2015')] });
  const summary = toSummary(report([forgery, other], { knownFailures: [forgery.id] }));
  expect(summary).toMatch(/^Signatures are not verified: 1 check\./);
  expect(summary).toContain('got    {"code":"0"}');
});
