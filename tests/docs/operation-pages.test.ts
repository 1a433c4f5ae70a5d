import { describe, expect, test } from 'vitest';
import { asList, asObject, markOf, resolve, words } from '../source/bundle.js';
import { bundle, describedFields, operations } from './described-fields.js';
import { documentOf, pageIds, plain, sectionsOf } from './site.js';

test('every operation has a page, and one line on the start page', () => {
  const rows = documentOf('index')
    .html.querySelectorAll('.operations a')
    .map((link) => link.getAttribute('href'));
  expect(rows.toSorted()).toEqual(operations.map(({ id }) => `${id}.html`).toSorted());
  for (const { id, method, path } of operations) {
    expect(pageIds).toContain(id);
    expect(plain(documentOf(id).html.querySelector('.target')!.textContent)).toContain(`${method} ${path}`);
  }
});

describe.each(operations)('page of $id', (place) => {
  const { id, operation } = place;
  const { html, withId } = documentOf(id);
  const fields = describedFields(place);

  test('has each field of the bundle once, and none that the bundle does not have', () => {
    const shown = [...withId.keys()].filter((one) => /^\w+\.(?:request|header|response|error|form\d+)\./.test(one));
    expect(shown.toSorted()).toEqual(fields.map(({ address }) => address).toSorted());
    for (const { address } of fields) expect(withId.get(address), address).toHaveLength(1);
  });

  test('shows of each field its own mark and everything that is said of it', () => {
    for (const { address, mark, texts, remarks } of fields) {
      const line = withId.get(address)![0]!;
      const text = plain(line.textContent);
      const own = line.querySelectorAll('span.evidence > .mark, .evidence > summary > .mark');
      expect(
        own.map((one) => one.textContent),
        address,
      ).toEqual([mark]);
      for (const said of texts) expect(text, address).toContain(plain(said));
      // The meaning first, then who says so.
      expect(line.querySelectorAll(':scope > *').at(-1)!.classList.contains('evidence'), address).toBe(true);
      const beside = line.querySelectorAll('p .mark').map((one) => one.textContent);
      expect(
        remarks.filter((remark) => !beside.includes(remark)),
        address,
      ).toEqual([]);
      expect(line.classList.contains('not-declared'), `${address} is hidden by the switch`).toBe(mark !== 'declared');
    }
  });

  test('says what it does and costs, each rule, each status and each limit', () => {
    const limits = sectionsOf(html.querySelector('article')!).get('Weight and limits');
    const [described = ''] = words(operation['description']).split(/ Rule \d+ \(declared\): /);
    expect(plain(html.querySelector('article')!.textContent)).toContain(plain(described));
    const danger = html.querySelector('.effect')!;
    expect(danger.classList.contains('danger')).toBe(operation['x-effect'] !== 'read');
    const safe = operation['x-safe-method'];
    if (safe !== undefined) expect(plain(html.textContent)).toContain(`${String(safe)} makes this call once`);
    const rules = [
      ...words(operation['description']).matchAll(/(Rule \d+) \(declared\): (.*?)(?= Rule \d+ \(declared\)|$)/g),
    ];
    const listed = html.querySelectorAll('li').map((line) => plain(line.textContent));
    for (const [, rule, said = ''] of rules) {
      expect(listed.filter((line) => line.startsWith(`${rule}: `) && line.includes(plain(said)))).toHaveLength(1);
    }
    for (const status of Object.keys(asObject(operation['responses'])).filter((one) => one !== '200')) {
      expect(
        html.querySelectorAll('.status').filter((one) => one.textContent === status),
        status,
      ).toHaveLength(1);
    }
    if (operation['x-weight'] !== undefined) expect(limits).toContain(`Weight ${String(operation['x-weight'])}.`);
    if (operation['x-speed-limit'] !== undefined) expect(limits).toContain(String(operation['x-speed-limit']));
    const rate = asObject(operation['x-rate-limit']);
    if (rate['requests'] !== undefined) {
      expect(limits).toContain(`At most ${String(rate['requests'])} calls in ${String(rate['perSeconds'])} seconds.`);
    }
  });

  test('speaks of signing where the call is signed', () => {
    const isPublic = asObject(operation['x-security-type'])['type'] === 'PUBLIC';
    const said = [...sectionsOf(html.querySelector('article')!)].flatMap(([heading, text]) =>
      /Try it|byte for byte/.test(heading) ? [`${heading} ${text}`.includes('signed')] : [],
    );
    expect(said).toEqual([!isPublic, !isPublic]);
  });

  test('says nothing in its title twice, and links to its errors', () => {
    expect(html.querySelector('title')!.textContent).toBe(`${id} · futures-trading-client`);
    expect(html.querySelectorAll('a').map((link) => link.getAttribute('href'))).toContain('troubleshooting.html');
  });

  test('has what few need closed, at its end', () => {
    const titles = html.querySelectorAll('article .text h2').map((heading) => plain(heading.textContent));
    expect(titles.slice(-2)).toEqual(['What is not known', 'Conformance checks']);
    const closed = html.querySelectorAll('details.section');
    expect(closed.map((one) => one.hasAttribute('open'))).toEqual([false, false]);
  });

  test('marks each example, none of them as declared, and its security type', () => {
    const body = asObject(operation['requestBody'])['content'];
    const examples = Object.values(asObject(asObject(asObject(body)['application/json'])['examples'])).map((one) =>
      asObject(resolve(bundle, '', one).node),
    );
    const shown = html.querySelectorAll('.examples > div').map((one) => plain(one.textContent));
    for (const { summary, 'x-evidence': mark = 'declared', 'x-evidence-note': note } of examples) {
      const said = plain(`${words(summary)} ${words(mark)}${words(note)}`);
      expect(shown.filter((text) => text.startsWith(said))).toHaveLength(1);
    }
    const all = html.querySelectorAll('.examples > div, .panel > .response');
    expect(all.length).toBeGreaterThan(0);
    expect(
      all.filter((one) => !one.classList.contains('not-declared')).map((one) => plain(one.textContent)),
      'examples that the switch does not hide',
    ).toEqual([]);
    const { type, 'x-evidence': mark = markOf(operation) ?? 'declared' } = asObject(operation['x-security-type']);
    const facts = html
      .querySelectorAll('.fact')
      .filter((one) => one.textContent.includes(`Security type ${words(type)}.`));
    expect(facts.map((one) => one.querySelector('.mark')!.textContent)).toEqual([mark]);
  });

  test('shows no mark-up as text', () => {
    for (const one of html.querySelectorAll('summary, .caption, .source')) expect(one.textContent).not.toContain('`');
  });

  test('names each unknown that touches it, once', () => {
    const list = withId.get(`${id}.unknowns`)![0]!.closest('details')!.querySelectorAll('.questions a');
    const linked = list.map((link) => link.getAttribute('href'));
    const named = asList(operation['x-unknowns']).map((name) => `unknowns.html#unknown.${String(name)}`);
    expect(linked.toSorted()).toEqual(named.toSorted());
  });
});

test('types and presence are those that the client declares', () => {
  const shown = (address: string): string =>
    plain(documentOf(address.split('.')[0]!).withId.get(address)![0]!.querySelector('.name')!.textContent);
  expect(shown('createOrder.request.price')).toBe('price string | number | bigint required');
  expect(shown('createOrder.request.side')).toBe("side 'BUY' | 'SELL' required");
  expect(shown('createOrder.response.orderId')).toBe('orderId string');
  expect(shown('getOrder.response.orderId')).toBe('orderId string optional');
});
