import { describe, expect, it, vi } from 'vitest';
import { createFetchClient, signing } from '../../src/openapi-fetch/index.js';
import { UnsupportedError } from '../../src/core/errors.js';
import { callExample, leastAnswer, operationExamples } from '../support/operation-examples.js';
import { serve } from '../support/scripted-service.js';
import { credentials, failureOf, limitOrder } from '../support/test-client.js';

/** Makes this program look like another one until the test ends. */
function stub(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}

const PAGE = { window: {}, document: {} };
const workerOf = (userAgent: string) => ({ WorkerGlobalScope: Object, navigator: { userAgent } });
const BROWSER_WORKER = workerOf('Mozilla/5.0 (X11; Linux x86_64)');

const examples = operationExamples.map((example) => [example.title, example] as const);
const isCostly = ({ operation: { effect } }: (typeof operationExamples)[number]) =>
  effect === 'money' || effect === 'wipe';

describe.each([
  ['a web page', PAGE],
  ['a worker of a web page', BROWSER_WORKER],
])('in %s', (_where, globals) => {
  it.each(examples.filter(([, example]) => isCostly(example)))(
    '%s is refused before anything is sent, and sent with the option that names the danger',
    async (_title, example) => {
      stub(globals);
      const answer = { text: leastAnswer(example.operation) };
      const careful = serve([answer]);
      const error = await failureOf(callExample(careful.client, example));
      expect(error).toBeInstanceOf(UnsupportedError);
      expect(error).toMatchObject({
        outcome: 'not-sent',
        option: 'dangerouslyAllowBrowser',
        operationId: example.operation.operationId,
      });
      expect(careful.requests).toEqual([]);
      const allowed = serve([answer], { dangerouslyAllowBrowser: true });
      await callExample(allowed.client, example);
      expect(allowed.requests).toHaveLength(1);
    },
  );

  it.each(examples.filter(([, example]) => !isCostly(example)))('%s needs no option', async (_title, example) => {
    stub(globals);
    await callExample(serve([{ text: leastAnswer(example.operation) }]).client, example);
  });

  it('openapi-fetch and its middleware are held to the same', async () => {
    stub(globals);
    const transport = () => Promise.reject(new Error('sent'));
    const wire = createFetchClient({ baseUrl: 'https://futures.example', credentials, transport });
    const dangerous = { code: 'UNSUPPORTED', option: 'dangerouslyAllowBrowser' };
    expect(await failureOf(wire.POST('/fapi/v1/cancel_all'))).toMatchObject(dangerous);
    const sign = (options: object, path: string, method = 'POST') =>
      signing({ credentials, ...options }).onRequest!({
        request: new Request(`https://futures.example${path}`, { method }),
        schemaPath: path,
      } as never) as Promise<Request>;
    expect(await failureOf(sign({}, '/fapi/v1/cancel_all'))).toMatchObject(dangerous);
    expect((await sign({ dangerouslyAllowBrowser: true }, '/fapi/v1/cancel_all')).headers.has('X-CH-SIGN')).toBe(true);
    expect((await sign({}, '/fapi/v1/openOrders', 'GET')).headers.has('X-CH-SIGN')).toBe(true);
  });
});

it.each([
  ['Cloudflare Workers', workerOf('Cloudflare-Workers')],
  ['a worker of Deno', workerOf('Deno/2.9.6')],
  ['React Native', { window: {} }],
])('%s is no web page', async (_where, globals) => {
  stub(globals);
  const { client } = serve([{ text: '{"orderId":"1"}' }]);
  expect(await client.createOrder(limitOrder)).toEqual({ orderId: '1' });
});
