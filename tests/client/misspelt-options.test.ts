import { expect, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { createFileJournal } from '../../src/journal/index.js';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { createSqliteJournal } from '../../src/journal/sqlite-journal.js';
import { settlementOf } from '../../src/journal/settle.js';
import { createRateLimiter } from '../../src/limits/index.js';
import { createSharedRateLimiter } from '../../src/limits/shared/index.js';
import { signing } from '../../src/openapi-fetch/index.js';
import { startSidecar } from '../../src/sidecar/index.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import { createUndiciTransport } from '../../src/transport/undici.js';
import { credentials } from '../support/test-client.js';

/** Functions that take options, each with the name of one of them, and the options that it cannot do without. */
const TAKERS: Readonly<Record<string, readonly [option: string, take: (options: never) => unknown, needed?: object]>> =
  {
    createFuturesClient: ['timeoutMs', createFuturesClient, { baseUrl: 'https://host.example' }],
    'clock.sync': ['timeoutMs', createFuturesClient({ baseUrl: 'https://host.example' }).clock.sync],
    createRateLimiter: ['limits', createRateLimiter],
    createSharedRateLimiter: ['whenUnavailable', createSharedRateLimiter, { redis: { eval: () => {} } }],
    createFileJournal: ['maxBytes', (options) => createFileJournal('/dev/null/x', options)],
    createSqliteJournal: ['leaseMs', (options) => createSqliteJournal('/dev/null/x', options)],
    createPostgresJournal: ['table', (options) => createPostgresJournal({} as never, options)],
    'journal.settle': ['orderId', (options) => settlementOf([], 'job-42', 'accepted', options)],
    createDefaultTransport: ['agent', createDefaultTransport],
    createUndiciTransport: ['dispatcher', createUndiciTransport],
    startSidecar: ['clock', startSidecar, { upstream: 'https://host.example', credentials }],
    signing: ['dialect', signing, { credentials }],
  };

test.each(Object.entries(TAKERS))(
  '%s refuses an option that is misspelt, and an object of a class',
  async (_name, taker) => {
    const [option, take, needed = {}] = taker;
    const misspelt = `${option}s`;
    const taken = async (options: object): Promise<unknown> => take({ ...options } as never);
    await expect(taken({ ...needed, [misspelt]: 1 })).rejects.toMatchObject({
      ...{ code: 'ARGUMENT', field: misspelt },
      message: expect.stringContaining(`(did you mean ${option}? options: `),
    });
    class Options {
      own = undefined;
    }
    const ofClass = async (): Promise<unknown> => take(Object.assign(new Options(), needed) as never);
    await expect(ofClass()).rejects.toMatchObject({ code: 'ARGUMENT', field: 'options' });
  },
);
