import { createFileJournal } from '../../src/journal/file-journal.js';
import { submitOrder } from '../../src/orders/submit.js';
import { createOperationsClient } from '../../src/client/operations-client.js';
import { credentialsFromEnv } from '../../src/index.js';
import { createTestClock, order } from './test-clock.js';

/*
 * Submits one order with a journal, to be killed before it has an answer. Started by crash.test.ts.
 */
const [url = '', path = ''] = process.argv.slice(2);
const { client: service, ...inner } = createOperationsClient({ baseUrl: url, credentials: credentialsFromEnv() });
const clock = createTestClock(Date.now, (options) => service.getServerTime({}, options));
const journal = await createFileJournal(path);
await submitOrder({ ...service, ...inner, clock }, order, { journal });
process.stdout.write('this is never reached\n');
