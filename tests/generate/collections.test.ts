import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { signatureRefusals } from '../../scripts/tools/collections.js';
import { type CallLog, createSandbox } from '../../src/sandbox/index.js';

const generated = new URL('../../generated/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, generated), 'utf8');
const ids = Object.values(operations).map(({ operationId }) => operationId);

/** A request as a collection has it, with its variables in place. */
interface Sent {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** Replaces crypto-js, which is part of Postman and Bruno. */
const require = () => ({
  HmacSHA256: (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex'),
});

/** Signs each request by the script of the collection and sends it to a sandbox. */
async function play(
  requests: readonly Sent[],
  sign: (request: Sent, replace: (text: string) => string, headers: Record<string, string>) => string | undefined,
): Promise<readonly CallLog[]> {
  const seen: CallLog[] = [];
  const sandbox = createSandbox({ onCall: (call) => seen.push(call) });
  const variables: Record<string, string> = {
    baseUrl: sandbox.url,
    ...sandbox.credentials,
    orderId: '1',
    positionId: '1',
  };
  let draws = 0;
  const replace = (text: string): string =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name) => variables[name] ?? String(draws++));
  for (const given of requests) {
    const headers: Record<string, string> = {};
    const drawn = given.body?.replace(/(?=\}\s*$)/, ',"clientOrderId":"{{$guid}}"');
    const request = given.name === 'createOrder' ? { ...given, body: drawn } : given;
    const left = sign(request, replace, headers);
    const body = left === undefined ? undefined : replace(left);
    for (const none of request.name === 'cancelOrder' ? ['', ' ', '0'] : [])
      expect(() => sign({ ...request, body: body!.replace('"1"', `"${none}"`) }, replace, {})).toThrow('every order');
    if (body !== undefined) expect(JSON.parse(body)).toBeTypeOf('object');
    await sandbox.fetch(replace(request.url), { method: request.method, headers, ...(body !== undefined && { body }) });
  }
  return seen;
}

function expectSigned(seen: readonly CallLog[]): void {
  expect(seen.map(({ operationId }) => operationId)).toEqual(ids);
  expect(seen.filter(({ refused: code }) => signatureRefusals.has(code))).toEqual([]);
}

const byDescription = (a: Sent, b: Sent): number => ids.indexOf(a.name as never) - ids.indexOf(b.name as never);

test('the Postman collection has every operation, and its script signs what is sent', async () => {
  const { item } = JSON.parse(read('postman.collection.json'));
  const requests = item.flatMap((folder: any) =>
    folder.item.map(({ name, request }: any) => ({
      ...{ name, method: request.method, url: request.url.raw, body: request.body?.raw },
      script: folder.event?.[0].script.exec.join('\n') ?? '',
    })),
  ) as (Sent & { script: string })[];
  const seen = await play(requests.toSorted(byDescription), ({ method, url, body, ...rest }, replaceIn, headers) => {
    const content = body === undefined ? undefined : { raw: body };
    const pm = {
      variables: { replaceIn, get: (name: string) => replaceIn(`{{${name}}}`) },
      request: {
        method,
        url,
        body: content,
        headers: { upsert: ({ key, value }: { key: string; value: string }) => (headers[key] = value) },
      },
    };
    runInNewContext((rest as unknown as { script: string }).script, { pm, require });
    return content?.raw;
  });
  expectSigned(seen);
});

/** The text of a block of a .bru file. */
const block = (text: string, name: string): string | undefined =>
  new RegExp(`^${name} \\{\\n(.*?)^\\}`, 'ms').exec(text)?.[1];

test('the Bruno collection has every operation, and its script signs what is sent', async () => {
  const requests = ['signed', 'public'].flatMap((folder) =>
    readdirSync(new URL(`bruno/${folder}`, generated))
      .filter((name) => name !== 'folder.bru')
      .map((file): Sent => {
        const text = read(`bruno/${folder}/${file}`);
        const [, method, url] = /^(get|post) \{\n +url: (.*)$/m.exec(text)!;
        return {
          name: file.replace('.bru', ''),
          method: method!.toUpperCase(),
          url: url!,
          body: block(text, 'body:json'),
        };
      }),
  );
  const script = block(read('bruno/signed/folder.bru'), 'script:pre-request')!;
  const isPublic = new Set(readdirSync(new URL('bruno/public', generated)));
  const seen = await play(requests.toSorted(byDescription), ({ name, method, url, body }, interpolate, headers) => {
    if (isPublic.has(`${name}.bru`)) return body;
    let left = body;
    const req = {
      getUrl: () => url,
      getMethod: () => method,
      getBody: () => body,
      setBody: (text: string) => (left = text),
      setHeader: (key: string, value: string) => (headers[key] = value),
    };
    runInNewContext(script, { req, bru: { interpolate }, require });
    return left;
  });
  expectSigned(seen);
});

const assertions: Readonly<Record<string, (status: number, body: string) => void>> = {
  Postman(status, body) {
    const [{ listen, script }] = JSON.parse(read('postman.collection.json')).event;
    expect(listen).toBe('test');
    const response = { code: status, json: () => JSON.parse(body) };
    runInNewContext(script.exec.join('\n'), { pm: { response, test: (_: string, run: () => void) => run() } });
  },
  Bruno(status, body) {
    const script = block(read('bruno/collection.bru'), 'tests')!;
    const res = { getStatus: () => status, getBody: () => JSON.parse(body) };
    runInNewContext(script, { res, test: (_: string, run: () => void) => run() });
  },
};

describe.each(Object.entries(assertions))('the assertion of the %s collection', (_, assert) => {
  test.each(['{}', '[]', 'null', '{"code":"0"}', '{"code":0,"msg":"Success","succ":true}', '{"orderId":"1"}'])(
    'takes %s for a success',
    (body) => expect(() => assert(200, body)).not.toThrow(),
  );

  test.each([
    [200, '{"code":"-1022","msg":"Signature for this request is not valid."}'],
    [200, '{"code":-2015}'],
    [200, '{"code":"110047","data":null}'],
    [200, '{"code":"0","succ":false}'],
    [401, '{}'],
    [502, '<html>'],
  ])('fails on HTTP %i with %s', (status, body) => expect(() => assert(status, body)).toThrow());
});

test('no collection holds a key or a secret', () => {
  const { variable } = JSON.parse(read('postman.collection.json'));
  expect(variable.filter(({ key }: { key: string }) => key.startsWith('api')).map((each: any) => each.value)).toEqual([
    '',
    '',
  ]);
  expect(read('bruno/environments/example.bru')).toMatch(/vars:secret \[\n {2}apiKey,\n {2}apiSecret\n\]/);
});
