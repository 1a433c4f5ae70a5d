import { beforeAll, describe, expect, it } from 'vitest';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { observeTraffic, type Report } from '../../src/conformance/index.js';
import { DAMAGES, type Entry, headersOf } from './recorded/damage.js';
import { playAndJudge } from './recorded/judge-server.js';

const { credentials } = createPrepared({}).sandbox;
let recorded: string;
let plain: Report;
beforeAll(async () => {
  recorded = (await playAndJudge({}, ['bot', 'mistakes'])).har;
  plain = observe(entries());
});

const entries = (): Entry[] => JSON.parse(recorded).log.entries;
const observe = (...files: readonly (readonly Entry[])[]): Report =>
  observeTraffic(
    files.map((list, at) => ({ name: `${at}.har`, text: JSON.stringify({ log: { entries: list } }) })),
    { credentials },
  );
const each = (change: (entry: Entry, at: number) => void): Entry[] => {
  const list = entries();
  for (const [at, entry] of list.entries()) change(entry, at);
  return list;
};
const damaged = (name: string) => DAMAGES[name]!(entries());

describe('recordings of other programs', () => {
  const same: Record<string, () => readonly (readonly Entry[])[]> = {
    'times as milliseconds since the epoch': () => [
      each((entry) => (entry.startedDateTime = Date.parse(String(entry.startedDateTime)))),
    ],
    'headers as an object, numbers as numbers': () => [
      each((entry) => {
        const list = headersOf(entry).map(({ name, value }) => [
          name,
          name === 'X-CH-TS' ? Number(value) || value : value,
        ]);
        entry.request.headers = Object.fromEntries(list);
      }),
    ],
    'two files that overlap': () => [entries().slice(0, 60), entries().slice(40)],
  };
  it.each(Object.keys(same))('give the same verdicts: %s', (name) => {
    const verdicts = ({ results }: Report) => results.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts(observe(...same[name]!()))).toEqual(verdicts(plain));
  });

  const later = (entry: Entry, ms: number): void =>
    void (entry.startedDateTime = new Date(Date.parse(String(entry.startedDateTime)) + ms).toISOString());
  const again: Record<string, (entry: Entry) => void> = {
    'letter for letter': () => {},
    'a moment later': (entry) => later(entry, 4),
    'in whole seconds': (entry) => later(entry, -(Date.parse(String(entry.startedDateTime)) % 1000)),
    'without its keys': (entry) => {
      for (const header of headersOf(entry)) if (/apikey/i.test(header.name)) header.value = '<API_KEY>';
    },
    'without its signing headers': (entry) =>
      void (entry.request.headers = headersOf(entry).filter(({ name }) => !/x-ch/i.test(name))),
    'with its bodies formatted again': ({ request, response }) => {
      for (const body of [request.postData, response.content])
        if (body?.text) body.text = String(body.text).replaceAll(/([{,])"/g, '$1\n  "');
    },
  };
  it.each(Object.keys(again))('count what two programs recorded once: %s', (name) => {
    const { results, recording } = observe(entries(), each(again[name]!));
    expect(recording).toMatchObject({ calls: plain.recording!.calls });
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it.each<[string, (entry: Entry) => void, calls: number]>([
    ['of which one recorded no responses', ({ response }) => (response.content = { size: -1 }), 2],
    ['of which one recorded another response', ({ response }) => (response.content!.text = '{"orderId":"77"}'), 2],
    ['of which one came half a second later', (entry) => later(entry, 500), 1],
    ['of which one came two seconds later', (entry) => later(entry, 2000), 2],
  ])('without signing headers, two orders alike of two programs, %s, are %i', (_what, change, calls) => {
    const order = entries().find(({ request }) => request.method === 'POST' && request.url.endsWith('/order'))!;
    again['without its signing headers']!(order);
    const other = structuredClone(order);
    change(other);
    expect(observe([order], [other]).recording!.calls).toBe(calls);
  });

  it('hold several calls where the same one is there without its signature, and one where it is there with it', () => {
    const isOpen = ({ request }: Entry) => request.method === 'GET' && request.url.includes('/openOrders');
    const call = entries().find(isOpen)!;
    const { calls, repeated } = observe([call, call]).recording!;
    expect([calls, repeated]).toEqual([1, 1]);
    for (const header of headersOf(call)) if (/sign/i.test(header.name)) header.value = '[redacted]';
    const blank = observe([call, call]).recording!;
    expect([blank.calls, blank.repeated]).toEqual([2, undefined]);
  });

  it('say what was left out', () => {
    const text = (files: readonly (readonly Entry[])[]) => {
      const { notContained, repeated, unreadable } = observe(...files).recording!;
      return JSON.stringify({ notContained, repeated, unreadable });
    };
    expect(text(damaged('calls of one account at two addresses'))).toMatch(/went to https:\/\/sandbox\.invalid\/[ab],/);
    expect(text(damaged('calls without a time'))).toMatch(
      /entries cannot be read: calls on the account may be missing.*"unreadable":\d/,
    );
    expect(text(same['two files that overlap']!())).toContain('"repeated":20');
    const stars = each((entry) => headersOf(entry).forEach((header) => (header.value = '***')));
    expect(observe(stars).recording!.requestFaults.join()).not.toContain('milliseconds');
  });
});
