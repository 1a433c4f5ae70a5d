import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { collect, readThrough } from './logged.js';

const OK: Reply = { text: '[]' };

describe('headers', () => {
  const answered: Reply = {
    text: '[]',
    headers: { date: 'Mon', server: 'nginx', 'set-cookie': 'session=1', 'x-request-id': '7', authorization: 'b' },
  };
  const headersOf = async (options: Partial<ClientOptions>): Promise<unknown> =>
    (await readThrough([answered], options)).at(-1)!.details['headers'];

  it('only those of the answer that are on the list, and no other', async () => {
    expect(await headersOf({})).toEqual({ date: 'Mon', server: 'nginx', 'x-request-id': '7' });
  });

  it('nothing of the headers of a request', async () => {
    const entries = await readThrough([answered], {
      dialect: { headers: { 'x-mine': 'canary' } },
    });
    expect(JSON.stringify(entries)).not.toContain('canary');
    expect(Object.keys(entries.at(-1)!.details['headers']!)).not.toContain('x-mine');
  });

  it.each([
    [{ logger: {} }, 'logger'],
    [{ logLevel: 'verbose' }, 'logLevel'],
  ])('%o is refused', (options, field) => {
    expect(() => serve([OK], options as never)).toThrow(new RegExp(`^${field} `));
  });
});

describe('bodies', () => {
  const BODY = 'canary-body';
  it.each<[string, Reply]>([
    ['a success', { text: `[{"note":"${BODY}"}]` }],
    ['a refusal with data', { text: `{"code":-1121,"data":"${BODY}"}` }],
    ['a status', { status: 403, text: BODY }],
    ['a long page', { status: 502, text: BODY.repeat(100) }],
    ['a body that is not JSON', { text: `${BODY}"\n` }],
    ['a body of another shape', { text: `{"a":"${BODY}"}` }],
  ])('no entry quotes the body of %s', async (_, reply) => {
    const { entries, logger } = collect();
    const { client } = serve([reply], { logger, logLevel: 'debug', retry: false });
    await client.getOrderHistory({ contractName: 'canary-body' }).catch(() => {});
    await client.getOpenOrders().catch(() => {});
    expect(entries.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(entries)).not.toContain(BODY);
  });

  it('the message still says what was wrong with it', async () => {
    const entries = await readThrough([{ text: '<html>' }], { retry: false });
    expect(entries.at(-1)!.message).toMatch(/: HTTP status 200, but the body is not JSON\. It only reads/);
  });
});
