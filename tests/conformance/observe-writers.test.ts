import { beforeAll, describe, expect, it } from 'vitest';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { observeTraffic, type Report } from '../../src/conformance/index.js';
import { failedIn, playAndJudge } from './recorded/judge-server.js';

interface Header {
  name: string;
  value: unknown;
}

/** What programs write differently. */
interface Entry {
  startedDateTime?: unknown;
  request: {
    method: string;
    url: string;
    headers: unknown;
    bodySize: number;
    postData?: Record<string, unknown> | undefined;
    queryString?: unknown;
  };
  response: {
    status: number;
    headers: Header[];
    content: { size: number; text?: unknown; comment?: string };
  };
}

const { credentials } = createPrepared({}).sandbox;
let recorded: string;
let plain: Report;
beforeAll(async () => {
  recorded = (await playAndJudge({}, ['bot', 'mistakes'], false)).har;
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
const headersOf = ({ request }: Entry): Header[] => request.headers as Header[];
const moved = (change: (url: string, at: number) => string): Entry[] =>
  each((entry, at) => (entry.request.url = change(entry.request.url, at)));

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

  const less: Record<string, () => readonly (readonly Entry[])[]> = {
    'long bodies cut at one length': () => [
      each(({ response: { content } }) => {
        content.text = String(content.text).slice(0, 301);
        content.size = Math.min(content.size, 301);
      }),
    ],
    'a comment says that bodies are truncated': () => [
      each(({ response: { content } }, at) => {
        content.text = String(content.text).slice(0, 40 + at);
        content.size = -1;
        content.comment = 'Response body truncated';
      }),
    ],
    'no bodies, and sizes of 0': () => [each(({ response }) => (response.content = { size: 0 }))],
    'compressed bodies': () => [
      each(({ response: { content } }) => (content.text = `\u001f\uFFFD\u0008${String(content.text)}`)),
    ],
    'responses from the cache': () => [
      each(({ response }, at) => {
        if (at % 3 === 0) Object.assign(response, { status: 304, content: { size: 0, text: '' } });
      }),
    ],
    'half of the request bodies left out': () => [
      each(({ request }, at) => {
        if (at % 2 === 0) Object.assign(request, { postData: undefined, bodySize: -1 });
      }),
    ],
    'request bodies as objects': () => [
      each(({ request: { postData } }, at) => {
        if (postData !== undefined && at % 2 === 0) postData['text'] = JSON.parse(String(postData['text']));
      }),
    ],
    'the query only as a list': () => [
      each(({ request }, at) => {
        const { origin, pathname, searchParams } = new URL(request.url);
        request.queryString = [...searchParams].map(([name, value]) => ({ name, value }));
        if (at % 2 === 0) request.url = origin + pathname;
      }),
    ],
    'no headers of half of the calls': () => [
      each(({ request }, at) => {
        if (at % 2 === 0) request.headers = [];
      }),
    ],
    'signatures written over by unknown words': () => [
      each((entry, at) => {
        for (const header of headersOf(entry))
          if (at % 2 === 0 && header.name === 'X-CH-SIGN') header.value = 'none shown';
      }),
    ],
    'calls of one account at two addresses': () => [
      moved((url, at) => url.replace('.invalid/', at % 2 === 0 ? '.invalid/a/' : '.invalid/b/')),
    ],
    'calls without a time': () => [
      each((entry, at) => {
        if (at % 2 === 0) delete entry.startedDateTime;
      }),
    ],
    'ids that the recording program sent through a double': () => [
      each(({ response: { content } }) => {
        content.text = JSON.stringify(JSON.parse(String(content.text)));
        content.size = -1;
      }),
    ],
  };
  it.each(Object.keys(less))('accuse nothing: %s', (name) => {
    expect(failedIn(observe(...less[name]!()))).toEqual([]);
  });

  it('say what was left out', () => {
    const text = (files: readonly (readonly Entry[])[]) => {
      const { notContained, repeated, unreadable } = observe(...files).recording!;
      return JSON.stringify({ notContained, repeated, unreadable });
    };
    expect(text(less['calls of one account at two addresses']!())).toMatch(/went to https:\/\/sandbox\.invalid\/[ab],/);
    expect(text(less['calls without a time']!())).toMatch(/entries cannot be read, and may be calls.*"unreadable":\d/);
    expect(text(same['two files that overlap']!())).toContain('"repeated":20');
    const stars = each((entry) => headersOf(entry).forEach((header) => (header.value = '***')));
    expect(observe(stars).recording!.requestFaults.join()).not.toContain('milliseconds');
  });
});
