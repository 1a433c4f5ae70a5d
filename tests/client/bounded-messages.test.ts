import { describe, expect, it } from 'vitest';
import { type FuturesError, type LogEntry, NetworkError } from '../../src/index.js';
import { type Answer, serve } from '../support/scripted-service.js';
import { credentials, failureOf, limitOrder, throwing } from '../support/test-client.js';

const LONG = 2 ** 20;
const long = 'x'.repeat(LONG);
const words = 'lorem ipsum '.repeat(LONG / 12);

async function failureAfter(answer: Answer) {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const { client } = serve([answer], { logger, logLevel: 'debug' });
  const error = (await failureOf(client.createOrder(limitOrder))) as FuturesError & Record<string, unknown>;
  return { error, entries };
}

const elsewhere = `https://elsewhere.example/${long}`;
const answers: Readonly<Record<string, Answer & { text: string }>> = {
  'a long code': { status: 200, text: JSON.stringify({ code: long }) },
  'a long code of digits': { status: 200, text: `{"code":${'9'.repeat(LONG)}}` },
  'a long message': { status: 400, text: JSON.stringify({ code: -1, msg: long }) },
  'a long message of control characters': {
    status: 400,
    text: JSON.stringify({ code: -1, msg: '\u0001'.repeat(LONG) }),
  },
  'a long refused timestamp': { status: 400, text: JSON.stringify({ code: -1021, msg: words }) },
  'a long refused signature': { status: 401, text: JSON.stringify({ code: -1022, msg: words }) },
  'a long Location': { status: 302, text: '', headers: { location: elsewhere, server: elsewhere } },
  'a long page': { status: 502, text: words },
  'a long body of a 200': { status: 200, text: words },
  'a long name of a member': { status: 200, text: JSON.stringify({ [long]: 1, error: long }) },
};

describe('whatever the service sends, messages and log entries stay short:', () => {
  it.each(Object.entries(answers))('%s', async (_what, answer) => {
    const { error, entries } = await failureAfter(answer);
    expect(error.message.length).toBeLessThanOrEqual(2000);
    expect(error.message).toMatch(/Nothing was done|may have acted/);
    expect((error.stack ?? '').length).toBeLessThan(10_000);
    expect(JSON.stringify(entries).length).toBeLessThan(15_000);
    expect(error['body']).toHaveLength(answer.text.length);
  });

  it('the whole code and message stay on the error', async () => {
    const { error } = await failureAfter({ status: 400, text: JSON.stringify({ code: long, msg: words }) });
    expect(error).toMatchObject({ apiCode: long, apiMessage: words });
  });

  it('an error of a transport of the caller', async () => {
    const error = await failureOf(serve([throwing(new Error(words))]).client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect((error as Error).message.length).toBeLessThanOrEqual(2000);
    expect((error as Error).message).toContain('The service may have acted: look it up');
  });

  it.each(Array.from({ length: 40 }, (_, i) => i))(
    'no half of a secret is left where a message is cut (%d)',
    async (shift) => {
      const secret = credentials.apiSecret;
      const message = `${'.'.repeat(1370 + shift)} ${'.'.repeat(shift)}${secret} ${'.'.repeat(900)}${secret} ${'.'.repeat(470 + shift)}`;
      const broken = new NetworkError(message, { outcome: 'unknown', operationId: 'createOrder' });
      const error = await failureOf(serve([throwing(broken)]).client.createOrder(limitOrder));
      expect((error as Error).message).not.toMatch(/Test-Se|9c1B/);
    },
  );
});

describe('a body with too many values', () => {
  const keys = `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":1`).join()}}`;

  it('is refused by name, with an outcome that is not known', async () => {
    const { error } = await failureAfter({ status: 200, text: keys });
    expect(error).toMatchObject({ code: 'RESPONSE_SHAPE', outcome: 'unknown' });
    expect(error.message).toContain('more than 262144 JSON values (one for each 64 bytes of maxBodyBytes)');
    const deep = await failureAfter({ status: 200, text: '['.repeat(129) + ']'.repeat(129) });
    expect(deep.error.message).toContain('the body is nested deeper than 128 levels');
  });

  it('is read with a larger maxBodyBytes', async () => {
    const { client } = serve([{ text: keys }], { maxBodyBytes: 32 * 2 ** 20 });
    expect(Object.keys(await client.ping())).toHaveLength(300_000);
  });

  it('names no rule where the bound is the least, which maxBodyBytes does not make', async () => {
    const bounded = serve([{ text: keys.slice(0, 900_000) }], { maxBodyBytes: 2 ** 20 });
    const failed = bounded.client.ping();
    await expect(failed).rejects.toThrow(/more than 65536 JSON values: /);
  });

  it('of a status that proves a refusal stays a refusal', async () => {
    expect((await failureAfter({ status: 403, text: keys })).error).toMatchObject({ outcome: 'rejected', status: 403 });
  });
});
