import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../../scripts/mock.js';
import { signingHeaders } from '../../generated/names.js';
import { createFuturesClient, type FuturesClient } from '../../src/index.js';
import { described } from '../../scripts/described.js';
import { type Handler, startServer } from '../support/raw-server.js';

const credentials = { apiKey: 'contract-key', apiSecret: 'contract-secret' };
const NOW = 1_760_000_000_123;

let mock: Mock;
beforeAll(async () => void (mock = await startMock()));
afterAll(() => mock.close());

const forward: Handler = (response, { method, target, rawHeaders, body }) => {
  const onward = request(mock.url + target, { method, headers: Object.fromEntries(pairs(rawHeaders)), agent: false });
  onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)));
  onward.end(body);
};

/** Calls a method of the table; inputs come from the description, so their type is not known here. */
async function call(operationId: keyof FuturesClient, input: object) {
  const { origin, requests } = await startServer(forward);
  const client = createFuturesClient({ baseUrl: origin, credentials, now: () => NOW, clock: 'local' });
  await (client[operationId] as (input: object) => Promise<unknown>)(input);
  expect(requests).toHaveLength(1);
  return requests[0]!;
}

describe.each(described)('$operation.operationId', ({ operation, input }) => {
  const { operationId, method, path, security } = operation;

  test('sends its described example, which the description accepts', async () => {
    const sent = await call(operationId, input);
    expect(sent).toMatchObject({ method });
    expect(sent.target.split('?')[0]).toBe(path);
  });

  if (security === 'public') return;

  test.each(Object.values(signingHeaders))(
    security === 'signed' ? 'is 401 without %s' : 'is answered without %s: none is declared',
    async (missing) => {
      const sent = await call(operationId, input);
      const headers = Object.fromEntries(
        pairs(sent.rawHeaders).filter(([name]) => name.toLowerCase() !== missing.toLowerCase()),
      );
      const { status } = await send(method, sent.target, headers, sent.body);
      expect(status).toBe(security === 'signed' ? 401 : 200);
    },
  );

  if (operation.input !== 'body') return;

  test.each(operation.fields)('is 422 when $name has another type, which the violation names', async ({ name }) => {
    const { status, violations } = await sendSigned(method, path, JSON.stringify({ ...input, [name]: [] }));
    expect(status).toBe(422);
    expect(violations).toContain(name);
  });
});

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((text, i) => (i % 2 === 0 ? [[text, raw[i + 1]!] as [string, string]] : []));
}

function sendSigned(method: string, target: string, body: string) {
  const headers = { 'content-type': 'application/json', 'X-CH-TS': '1', 'X-CH-APIKEY': 'k', 'X-CH-SIGN': 's' };
  return send(method, target, { ...headers, 'content-length': String(Buffer.byteLength(body)) }, Buffer.from(body));
}

/** Sends without any client code. */
async function send(method: string, target: string, headers: Record<string, string>, body: Buffer) {
  return new Promise<{ status: number; violations: string }>((done, reject) => {
    const outgoing = request(mock.url + target, { method, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () =>
        done({ status: response.statusCode!, violations: String(response.headers['sl-violations'] ?? '') }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
