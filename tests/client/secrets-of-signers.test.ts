import { describe, expect, it } from 'vitest';
import { throwing } from '../support/test-client.js';
import type { ClientOptions } from '../../src/client/options.js';
import type { FuturesError } from '../../src/core/errors.js';
import { serve } from '../support/scripted-service.js';
import { Search } from '../support/secret-search.js';

const KEY = 'Canary-Key-1f9e';
const SECRET = 'Canary/Secret+é"7d';

describe('what the caller gives to sign with, when it fails', () => {
  const attempt = async (given: Partial<ClientOptions>): Promise<FuturesError> => {
    const { client, requests } = serve([{ text: '[]' }], given);
    const error: unknown = await client.getOpenOrders().catch((reason: unknown) => reason);
    expect(requests).toEqual([]);
    expect(error).toMatchObject({ code: 'ARGUMENT', outcome: 'not-sent' });
    return error as FuturesError;
  };
  const leaking = Object.assign(new TypeError(`vault said: ${SECRET}`), {
    code: 'ECONNREFUSED',
    request: { token: SECRET },
    cause: new Error(SECRET),
  });
  const fails = throwing(leaking);

  it.each<[string, Partial<ClientOptions>]>([
    ['a function for the secret', { credentials: { apiKey: KEY, apiSecret: fails } }],
    ['one that rejects', { credentials: { apiKey: KEY, apiSecret: () => Promise.reject(leaking) } }],
    [
      'one that rejects with the secret itself',
      { credentials: { apiKey: KEY, apiSecret: () => Promise.reject(SECRET) } },
    ],
    ['one that gives the secret with a line end', { credentials: { apiKey: KEY, apiSecret: () => `${SECRET}\n` } }],
    ['a sign beside the secret as text', { credentials: { apiKey: KEY, apiSecret: SECRET }, sign: fails }],
    ['a sign beside a function', { credentials: { apiKey: KEY, apiSecret: () => SECRET }, sign: fails }],
    ['a sign that returns the secret', { credentials: { apiKey: KEY, apiSecret: SECRET }, sign: () => `${SECRET}\n` }],
  ])('%s: neither the error nor its cause shows the secret', async (_, given) => {
    const search = new Search(KEY, SECRET);
    search.add('an error', await attempt(given));
    expect(search.found()).toEqual([]);
  });

  it('the cause says what a vault failed with, as far as that cannot be the secret', async () => {
    const { cause } = await attempt({ credentials: { apiKey: KEY, apiSecret: fails } });
    expect((cause as Error).message).toBe('TypeError ECONNREFUSED (message left out: it may contain the secret)');
  });

  it('the cause of a failed sign keeps its words where the secret is known', async () => {
    const { cause } = await attempt({ credentials: { apiKey: KEY, apiSecret: SECRET }, sign: fails });
    expect((cause as Error).message).toBe('vault said: [redacted]');
  });
});
