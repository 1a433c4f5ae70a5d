import { createHash } from 'node:crypto';

/** An entry of a HAR file, as far as recording programs write it in different ways. */
export interface Entry {
  startedDateTime?: unknown;
  time?: unknown;
  request: {
    method: string;
    url: string;
    headers: unknown;
    bodySize: number;
    postData?: Record<string, unknown> | undefined;
    queryString?: unknown;
  };
  response: {
    status: unknown;
    headers: Header[];
    bodySize?: number;
    content?: { size: number; text?: unknown; comment?: string; encoding?: string } | undefined;
  };
}

interface Header {
  name: string;
  value: unknown;
}

type Files = readonly (readonly Entry[])[];
/** Changes entries of this copy alone, and returns the rest of them, in one file or several. */
type Damage = (entries: Entry[]) => Files;

export const headersOf = ({ request }: Entry): Header[] => request.headers as Header[];

const each =
  (change: (entry: Entry, at: number) => void, every = 1): Damage =>
  (entries) => {
    for (const [at, entry] of entries.entries()) if (at % every === every - 1) change(entry, at);
    return [entries];
  };
const lose =
  (isLost: (entry: Entry, at: number, all: readonly Entry[]) => boolean): Damage =>
  (entries) => [entries.filter((entry, at) => !isLost(entry, at, entries))];
/** Loses one call of a kind: the first, the second … of them. */
const loseOne = (path: string, method: string, which: number): Damage => {
  return (entries) => {
    const own = entries.filter(
      ({ request, response }) =>
        request.method === method && request.url.split('?')[0]!.endsWith(path) && response.status === 200,
    );
    return [entries.filter((entry) => entry !== own[which % own.length])];
  };
};
const requestsWith = (part: Partial<Entry['request']>, every = 1): Damage =>
  each(({ request }) => Object.assign(request, part), every);
const responsesWith = (part: Partial<Entry['response']>, every = 1): Damage =>
  each(({ response }) => Object.assign(response, structuredClone(part)), every);
const content = (entry: Entry) => (entry.response.content ??= { size: -1 });
const textOf = (entry: Entry): string => String(content(entry).text ?? '');
const rewrite = (change: (text: string, at: number) => string, every = 1): Damage =>
  each((entry, at) => {
    const text = change(textOf(entry), at);
    Object.assign(content(entry), { text, size: Buffer.byteLength(text) });
  }, every);
const rewriteRequest = (change: (text: string) => string, every = 1): Damage =>
  each(({ request }) => {
    const { postData } = request;
    if (postData === undefined) return;
    postData['text'] = change(String(postData['text']));
    request.bodySize = Buffer.byteLength(String(postData['text']));
  }, every);
const takenOut = (part: RegExp, every = 1): Damage => rewriteRequest((text) => text.replace(part, ''), every);
const timeOf = ({ startedDateTime }: Entry): number => Date.parse(String(startedDateTime));
const move = (change: (ms: number, at: number) => number): Damage =>
  each((entry, at) => (entry.startedDateTime = new Date(change(timeOf(entry), at)).toISOString()));
const url = (change: (address: string) => string, every = 1): Damage =>
  each(({ request }) => {
    request.url = change(request.url);
    if (!request.url.includes('?')) request.queryString = [];
  }, every);
const header = (wanted: RegExp, change: (value: string, at: number) => string | undefined, every = 1): Damage =>
  each(({ request }, at) => {
    request.headers = (request.headers as Header[]).flatMap(({ name, value }) => {
      const changed = wanted.test(name) ? change(String(value), at) : String(value);
      return changed === undefined ? [] : [{ name, value: changed }];
    });
  }, every);
const drop = (): undefined => undefined;
const all =
  (...damages: readonly Damage[]): Damage =>
  (entries) =>
    damages.reduce<Files>((files, damage) => files.flatMap((list) => damage([...list])), [entries]);
const twice =
  (shiftMs: number): Damage =>
  (entries) => [entries, move((ms) => ms + shiftMs)(structuredClone(entries))[0]!];
const inOneFile =
  (damage: Damage): Damage =>
  (entries) => [damage(entries).flat()];
const hash = (value: string): string => createHash('sha256').update(value).digest('hex');
const pseudonym = (text: string): string =>
  text.replace(/\d{15,}/g, (id) => String((BigInt(id) * 7919n) % 1_000_000_007_000_000_003n));

const EMPTY = { content: { size: 0, text: '' }, bodySize: 0 };
const [SIGN, KEY, TIME] = [/^x-ch-sign$/i, /^x-ch-apikey$/i, /^x-ch-ts$/i];
const [CANCEL, ORDER, OPEN] = ['/fapi/v1/cancel', '/fapi/v1/order', '/fapi/v1/openOrders'];

/** Kinds of damage to a recording, by what was done to it. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  'no bodies, and sizes of 0': responsesWith({ content: { size: 0 } }),
  'half of the bodies with the size 0': responsesWith({ content: { size: 0 } }, 2),
  'half of the bodies as empty texts': responsesWith(EMPTY, 2),
  'every seventh body as an empty text': responsesWith(EMPTY, 7),
  'half of the bodies as empty texts, and response headers left out': all(
    responsesWith({ headers: [] }),
    responsesWith(EMPTY, 2),
  ),
  'half of the contents left out': responsesWith({ content: undefined }, 2),
  'long bodies cut at one length': rewrite((text) => text.slice(0, 301)),
  'long bodies cut at 256': rewrite((text) => text.slice(0, 256)),
  'long bodies cut, and response headers left out': all(
    responsesWith({ headers: [] }),
    rewrite((text) => text.slice(0, 512)),
  ),
  'every fifth body cut somewhere': rewrite((text, at) => text.slice(0, 20 + at), 5),
  'every fifth body cut somewhere, and response headers left out': all(
    responsesWith({ headers: [] }),
    rewrite((text, at) => text.slice(0, 20 + at), 5),
  ),
  'a comment says that bodies are truncated': each((entry, at) => {
    const text = textOf(entry).slice(0, 40 + at);
    Object.assign(content(entry), { text, size: -1, comment: 'Response body truncated' });
  }),
  'bodies as null': each((entry) => (content(entry).text = null), 3),
  'bodies as objects': each((entry) => (content(entry).text = parsed(textOf(entry))), 3),
  'compressed bodies': each((entry) => (content(entry).text = `\u001f\uFFFD\u0008${textOf(entry)}`)),
  'base64 that is not called so': rewrite((text) => Buffer.from(text).toString('base64'), 3),
  'responses from the cache': responsesWith({ status: 304, content: { size: 0, text: '' } }, 3),
  'bodies that were read and written as JSON': rewrite(reparsed),
  'bodies and requests that were read and written as JSON': all(
    rewrite(reparsed),
    rewriteRequest((text) => JSON.stringify(text)),
  ),
  'ids of lists through a double': each((entry) => {
    if (textOf(entry).startsWith('[')) content(entry).text = reparsed(textOf(entry));
  }),
  'ids written over by one number': rewrite((text) => text.replace(/\d{15,}/g, '111')),
  'ids of responses written over by others': rewrite(pseudonym),
  'ids of requests written over by others': rewriteRequest(pseudonym),
  'prices written over': rewrite((text) => text.replace(/"price":("?)[\d.]+\1/g, '"price":"***"')),
  'half of the request bodies left out': requestsWith({ postData: undefined, bodySize: -1 }, 2),
  'half of the request bodies with the size 0': requestsWith({ postData: undefined, bodySize: 0 }, 2),
  'all request bodies with the size 0': requestsWith({ postData: undefined, bodySize: 0 }),
  'half of the request bodies as empty texts': rewriteRequest(() => '', 2),
  'request bodies as objects': each(({ request: { postData } }) => {
    if (postData !== undefined) postData['text'] = parsed(String(postData['text']));
  }, 2),
  'request bodies within a text': rewriteRequest((text) => JSON.stringify(text), 2),
  'request bodies as parameters': each(({ request }) => {
    if (request.postData !== undefined) request.postData = { params: [{ name: 'a', value: 'b' }] };
  }, 2),
  'request bodies cut': rewriteRequest((text) => text.slice(0, 60), 2),
  'names of orders taken out of requests': takenOut(/,"clientOrderId":"[^"]*"/),
  'names of orders taken out of half of the requests': takenOut(/,"clientOrderId":"[^"]*"/, 2),
  'a field taken out of half of the requests': takenOut(/"contractName":"[^"]*",?/, 2),
  'ids of orders taken out of requests': takenOut(/,"orderId":"[^"]*"/),
  'ids of orders taken out of half of the requests': takenOut(/,"orderId":"[^"]*"/, 2),
  'contracts taken out of queries': url((address) => address.replace(/contractName=[^&]*&?/, '')),
  'values of requests written over': rewriteRequest((text) => text.replace(/:"[^"]*"/g, ':"***"'), 2),
  'no headers of half of the calls': requestsWith({ headers: [] }, 2),
  'every second header left out': each(({ request }, at) => {
    request.headers = (request.headers as Header[]).filter((_, place) => (place + at) % 2 === 0);
  }),
  'half of the signatures left out': header(SIGN, drop, 2),
  'half of the keys left out': header(KEY, drop, 2),
  'half of the timestamps left out': header(TIME, drop, 2),
  'every seventh signature left out': header(SIGN, drop, 7),
  'the three headers of a third of the calls left out': header(/^x-ch-/i, drop, 3),
  'signatures written over by unknown words': header(SIGN, () => 'none shown', 2),
  'signatures written over by hashes of themselves': header(SIGN, hash, 2),
  'values of headers cut': header(/./, (value) => value.slice(0, 12), 2),
  'values of headers as stars': header(/./, () => '***'),
  'timestamps rounded to seconds': header(TIME, (value) => `${value.slice(0, -3)}000`, 2),
  'keys written over by a number for each call': header(KEY, (_, at) => `key-${at}`),
  'two keys': each(({ request }) => {
    for (const one of request.headers as Header[]) {
      if (KEY.test(one.name)) one.value = 'the-key-of-another-account';
      if (SIGN.test(one.name)) one.value = hash(String(one.value));
    }
  }, 3),
  'two keys, and no signatures': all(
    header(KEY, (value, at) => (at % 3 === 0 ? 'the-key-of-another-account' : value)),
    header(SIGN, drop),
  ),
  'queries left out': url((address) => address.split('?')[0]!),
  'half of the queries left out': url((address) => address.split('?')[0]!, 2),
  'queries left out, and no signature': all(
    url((address) => address.split('?')[0]!),
    header(SIGN, drop),
  ),
  'half of the queries left out, and no signature': all(
    url((address) => address.split('?')[0]!, 2),
    header(SIGN, drop),
  ),
  'values of queries written over': url((address) => address.replace(/=[^&]*/g, '=REDACTED')),
  'values of half of the queries written over': url((address) => address.replace(/=[^&]*/g, '=xxx'), 2),
  'queries written another way': url((address) => address.replace(/-/g, '%2D'), 2),
  'the query only as a list': each(({ request }) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    request.queryString = [...searchParams].map(([name, value]) => ({ name, value }));
    request.url = origin + pathname;
  }, 2),
  'calls of one account at two addresses': each(({ request }, at) => {
    request.url = request.url.replace('.invalid/', at % 2 === 0 ? '.invalid/a/' : '.invalid/b/');
  }),
  'half of the statuses 0': responsesWith({ status: 0 }, 2),
  'every status 200': responsesWith({ status: 200 }),
  'no statuses': responsesWith({ status: undefined }, 3),
  'statuses as text': each(({ response }) => (response.status = String(response.status))),
  'entries the other way round': (entries) => [entries.toReversed()],
  'times of whole seconds': move((ms) => ms - (ms % 1000)),
  'times of whole seconds, entries the other way round': (entries) =>
    move((ms) => ms - (ms % 1000))(entries.toReversed()),
  'times of whole minutes, entries the other way round': (entries) =>
    move((ms) => ms - (ms % 60_000))(entries.toReversed()),
  'one time for all': move(() => 1_767_607_200_000),
  'calls without a time': each((entry) => delete entry.startedDateTime, 2),
  'no durations': each((entry) => delete entry.time),
  'durations of a minute': each((entry) => (entry.time = 60_000)),
  'half of the times an hour late': move((ms, at) => (at % 2 === 0 ? ms + 3_600_000 : ms)),
  'half of the times seven seconds late': move((ms, at) => (at % 2 === 0 ? ms + 7000 : ms)),
  'a clock that is put back in the middle': (entries) =>
    move((ms, at) => (at > entries.length / 2 ? ms - 90_000 : ms))(entries),
  'each call twice in one file': inOneFile(twice(0)),
  'each call twice in one file, at another time': inOneFile(twice(40)),
  'each call in two files, at another time': twice(1500),
  'each call in two files, at a much later time': twice(30_000),
  'two files that overlap': (entries) => [entries.slice(0, 60), entries.slice(40)],
  ...Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 10, 13].map((every) => [`one call in ${every} lost`, lose((_, at) => at % every === 0)]),
  ),
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5].flatMap((which) => [
      [`cancel ${which} lost`, loseOne(CANCEL, 'POST', which)],
      [`create ${which} lost`, loseOne(ORDER, 'POST', which)],
      [`create ${which + 6} lost`, loseOne(ORDER, 'POST', which + 6)],
      [`cancel of all ${which} lost`, loseOne('/fapi/v1/cancel_all', 'POST', which)],
      [`list ${which * 3} lost`, loseOne(OPEN, 'GET', which * 3)],
    ]),
  ),
  'cancels lost': lose(({ request }) => request.url.endsWith(CANCEL)),
  'cancels of all lost': lose(({ request }) => request.url.endsWith('/cancel_all')),
  'JSON written again in every second response': rewrite(reparsed, 2),
  'names of contracts in queries percent-encoded': each(({ request }) => {
    request.url = request.url.replace(/contractName=E-/, 'contractName=E%2D');
  }),
  'creates lost': lose(({ request }) => request.method === 'POST' && request.url.endsWith(ORDER)),
  'half of the creates lost': lose(
    ({ request }, at) => request.method === 'POST' && request.url.endsWith(ORDER) && at % 2 === 0,
  ),
  'half of the cancels lost': lose(({ request }, at) => request.url.includes(CANCEL) && at % 2 === 0),
  'reads lost': lose(({ request }) => request.method === 'GET'),
  'writes lost': lose(({ request }) => request.method === 'POST'),
  'half of the lists lost': lose(({ request }, at) => request.url.includes(OPEN) && at % 2 === 0),
  'the contracts lost': lose(({ request }) => request.url.includes('/pub/contracts')),
  'refusals lost': lose(({ response }) => Number(response.status) >= 400),
  'all but refusals lost': lose(({ response }) => Number(response.status) < 400),
  'the first half lost': lose((_, at, { length }) => at < length / 2),
  'the second half lost': lose((_, at, { length }) => at > length / 2),
  'the middle lost': lose((_, at, { length }) => at > length / 3 && at < (length * 2) / 3),
  'thirty calls in the middle lost': lose((_, at, { length }) => Math.abs(at - length / 2) < 15),
  'response headers left out': responsesWith({ headers: [] }),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reparsed(text: string): string {
  const value = parsed(text);
  return typeof value === 'string' ? text : JSON.stringify(value);
}
