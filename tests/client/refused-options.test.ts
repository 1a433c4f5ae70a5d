import { describe, expect, it } from 'vitest';
import { createFuturesClient, type FuturesClientOptions } from '../../src/futures-client.js';
import { credentialsFromEnv } from '../../src/client/signing/credentials.js';
import type { ClientOptions } from '../../src/client/options.js';
import { ArgumentError } from '../../src/core/errors.js';
import { observed } from '../../src/index.js';
import { serve } from '../support/scripted-service.js';
import { credentials } from '../support/test-client.js';

const baseUrl = 'https://host.example';
const withoutRenew = { insert() {}, find() {}, write() {}, claim() {}, countOpen() {} };

/** Options as plain JavaScript may pass them. */
const create = (options: unknown) => createFuturesClient(options as ClientOptions);

function refusalOf(options: unknown): ArgumentError {
  try {
    create(options);
  } catch (error) {
    expect(error).toBeInstanceOf(ArgumentError);
    return error as ArgumentError;
  }
  throw new Error('accepted');
}

describe('createFuturesClient refuses', () => {
  it.each<[problem: string, options: unknown, field: string]>([
    ['no options', undefined, 'options'],
    ['an unknown option', { baseUrl, baseURL: baseUrl }, 'baseURL'],
    ['a missing baseUrl', {}, 'baseUrl'],
    ['a baseUrl without scheme', { baseUrl: 'host.example' }, 'baseUrl'],
    ['a baseUrl of another scheme', { baseUrl: 'ftp://host.example' }, 'baseUrl'],
    ['a baseUrl with a query', { baseUrl: `${baseUrl}?a=1` }, 'baseUrl'],
    ['a baseUrl with a fragment', { baseUrl: `${baseUrl}#a` }, 'baseUrl'],
    ['a baseUrl with a user', { baseUrl: 'https://user@host.example' }, 'baseUrl'],
    ['a baseUrl with a password', { baseUrl: 'https://user:pass@host.example' }, 'baseUrl'],
    ['credentials that are null', { baseUrl, credentials: null }, 'credentials'],
    ['credentials that are a string', { baseUrl, credentials: 'key:secret' }, 'credentials'],
    ['a missing apiKey', { baseUrl, credentials: { apiSecret: 's' } }, 'apiKey'],
    ['an empty apiKey', { baseUrl, credentials: { apiKey: '', apiSecret: 's' } }, 'apiKey'],
    ['a missing apiSecret', { baseUrl, credentials: { apiKey: 'k' } }, 'apiSecret'],
    ['an empty apiSecret', { baseUrl, credentials: { apiKey: 'k', apiSecret: '' } }, 'apiSecret'],
    ['an apiKey copied with a line end', { baseUrl, credentials: { apiKey: 'k\n', apiSecret: 's' } }, 'apiKey'],
    ['an apiSecret copied with a blank', { baseUrl, credentials: { apiKey: 'k', apiSecret: ' s' } }, 'apiSecret'],
    ['an apiKey no header can hold', { baseUrl, credentials: { apiKey: 'ключ', apiSecret: 's' } }, 'apiKey'],
    ['fetch together with transport', { baseUrl, fetch: globalThis.fetch, transport: async () => {} }, 'transport'],
    ['a fetch that is no function', { baseUrl, fetch: {} }, 'fetch'],
    ['a transport that is no function', { baseUrl, transport: {} }, 'transport'],
    ['a clock that is no function', { baseUrl, now: 1_700_000_000_000 }, 'now'],
    ['a sign that is no function', { baseUrl, sign: 'hex' }, 'sign'],
    ['a wait that is no function', { baseUrl, wait: 5 }, 'wait'],
    ['a logger that is no function', { baseUrl, logger: {} }, 'logger'],
    ['a level of logs that is not known', { baseUrl, logLevel: 'verbose' }, 'logLevel'],
    ['a shared journal without leaseMs', { baseUrl, journal: { ...withoutRenew, renew() {} } }, 'journal'],
    ['a shared journal without renew', { baseUrl, journal: withoutRenew }, 'journal'],
    ['a member that no dialect has', { baseUrl, dialect: { getBodies: 'body' } }, 'dialect.getBodies'],
    ['a dialect member of another type', { baseUrl, dialect: { signQuery: 'yes' } }, 'dialect.signQuery'],
    ['a misspelt choice of getBody', { baseUrl, dialect: { getBody: 'querry' } }, 'dialect.getBody'],
    ['dialect headers that are null', { baseUrl, dialect: { headers: null } }, 'dialect.headers'],
  ])('%s', (_problem, options, field) => {
    const error = refusalOf(options);
    expect(error).toMatchObject({ code: 'ARGUMENT', outcome: 'not-sent', field });
    expect(error.message).toContain(field);
  });

  it.each([0, -1, 0.5, Number.NaN, Infinity, 2 ** 31, '5000', null])('timeoutMs %s', (timeoutMs) => {
    expect(refusalOf({ baseUrl, timeoutMs })).toMatchObject({ field: 'timeoutMs', outcome: 'not-sent' });
  });

  it.each([
    'http://host.example',
    'http://10.0.0.1:8080',
    'http://127.0.0.1.host.example',
    'http://localhost.example',
    'http://[::2]',
    'http://0.0.0.0',
  ])('credentials for %s, which is plain http: beyond this machine', (plain) => {
    expect(refusalOf({ baseUrl: plain, credentials })).toMatchObject({ field: 'baseUrl' });
  });

  it('values without showing them', () => {
    for (const apiSecret of ['tell-no-one ', 'tell-no-one\n']) {
      expect(String(refusalOf({ baseUrl, credentials: { apiKey: 'k', apiSecret } }))).not.toContain('tell-no-one');
    }
    expect(String(refusalOf({ baseUrl, credentials: { apiKey: 'tell-no-öne-ключ', apiSecret: 's' } }))).not.toContain(
      'tell-no',
    );
    expect(String(refusalOf({ baseUrl: 'https://user:tell-no-one@host.example' }))).not.toContain('tell-no-one');
  });
});

describe('an option that is not known', () => {
  it.each([
    ['jornal', 'journal'],
    ['timeout', 'timeoutMs'],
    ['baseURL', 'baseUrl'],
    ['credential', 'credentials'],
    ['logLevels', 'logLevel'],
  ])('%s: the message asks whether %s was meant', (name, meant) => {
    expect(refusalOf({ baseUrl, [name]: 1 }).message).toContain(`${name} is not an option (did you mean ${meant}? `);
  });

  it.each(['x', 'volume', 'baseUrlOfTheService', 'maxSignatureTimeMs', 'sign!!!', 'a'.repeat(1e6)])(
    'is not taken for another one that is far away: %.20s',
    (name) => {
      expect(refusalOf({ baseUrl, [name]: 1 }).message).not.toContain('did you mean');
    },
  );

  it('brings the list of all that there are', () => {
    const every: Required<FuturesClientOptions> = {
      ...{ baseUrl, credentials, dialect: {}, fetch, transport: undefined, now: Date.now, wait: undefined },
      ...{ clock: 'local', timeoutMs: 1, retry: false, limiter: undefined },
      ...{ logger: undefined, logLevel: 'info', maxBodyBytes: 1, sign: undefined, journal: undefined },
      formerAccounts: undefined,
      dangerouslyAllowBrowser: false,
    };
    const { message } = refusalOf({ baseUrl, x: 1 });
    const [, listed = ''] = /\(options: (.*)\)/.exec(message) ?? [];
    expect(listed.split(', ').toSorted()).toEqual(Object.keys(every).toSorted());
  });

  it('of a dialect, a retry, a call or an input is asked about, too', async () => {
    expect(refusalOf({ baseUrl, dialect: { getBdy: 'body' } }).message).toContain('did you mean getBody?');
    expect(refusalOf({ baseUrl, retry: { retires: 1 } }).message).toContain('did you mean retries?');
    const client = create({ baseUrl, credentials });
    await expect(client.ping(undefined, { signals: 1 } as never)).rejects.toThrow('did you mean signal?');
    await expect(client.getOpenOrders({ contractname: 'E' } as never)).rejects.toThrow('did you mean contractName?');
    await expect(client.submitOrder({} as never, { settle: 1 } as never)).rejects.toThrow('did you mean settleMs?');
  });
});

describe('createFuturesClient accepts', () => {
  it.each(
    'http://127.0.0.1:8080 http://127.8.9.1 http://localhost http://LOCALHOST:1 http://[::1]:8080 https://host.example https://host.example/gateway/'.split(
      ' ',
    ),
  )('credentials for %s', (accepted) => {
    expect(create({ baseUrl: accepted, credentials })).toHaveProperty('createOrder');
    expect(create({ baseUrl: new URL(accepted), credentials })).toHaveProperty('createOrder');
  });

  it('plain http: anywhere without credentials', () => {
    expect(create({ baseUrl: 'http://host.example' })).toHaveProperty('ping');
  });

  it.each([1, 10_000, 2 ** 31 - 1])('timeoutMs %s', (timeoutMs) => {
    expect(create({ baseUrl, timeoutMs })).toHaveProperty('ping');
  });

  it('options that are undefined', () => {
    const options = { credentials: undefined, dialect: undefined, fetch: undefined, transport: undefined };
    expect(create({ baseUrl, ...options, now: undefined, timeoutMs: undefined, sign: undefined })).toHaveProperty(
      'ping',
    );
  });
});

describe('credentialsFromEnv', () => {
  it('reads both variables', () => {
    const env = { FUTURES_API_KEY: 'k', FUTURES_API_SECRET: 's' };
    expect(credentialsFromEnv(env)).toEqual({ apiKey: 'k', apiSecret: 's' });
  });

  it('is undefined when neither is set', () => {
    expect(credentialsFromEnv({})).toBeUndefined();
    expect(credentialsFromEnv({ FUTURES_API_KEY: '', FUTURES_API_SECRET: '' })).toBeUndefined();
  });

  it.each([
    [{ FUTURES_API_KEY: 'k' }, 'FUTURES_API_SECRET'],
    [{ FUTURES_API_SECRET: 's' }, 'FUTURES_API_KEY'],
  ])('refuses %o and names the one that is missing', (env, field) => {
    expect(() => credentialsFromEnv(env)).toThrow(expect.objectContaining({ code: 'ARGUMENT', field }));
  });
});

it('credentials changed after creation change nothing', async () => {
  const own = { ...credentials };
  const { client, requests } = serve([{ text: '{}' }], { credentials: own });
  own.apiKey = 'another';
  await client.cancelAllOrders();
  expect(requests.map(({ headers }) => headers['X-CH-APIKEY'])).toEqual([credentials.apiKey]);
});

describe('a baseUrl or a dialect', () => {
  it('that ends in the path of the operations is refused', () => {
    expect(() => create({ baseUrl: `${baseUrl}/fapi/v1` })).toThrow('must not contain /fapi');
  });

  it.each(['observed', Object.create(observed), 7])('%o that is no plain dialect is refused', (dialect) => {
    expect(() => create({ baseUrl, dialect })).toThrow('dialect must be a plain object');
  });
});
