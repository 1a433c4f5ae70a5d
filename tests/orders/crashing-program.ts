import { createFileJournal } from '../../src/journal/file-journal.js';
import { submitOrder } from '../../src/orders/submit.js';
import { createOperationsClient } from '../../src/client/operations-client.js';
import { credentialsFromEnv } from '../../src/index.js';
import { limitOrder } from '../support/orders.js';

/*
 * Submits one order with a journal, to be killed before it has an answer. Started by crash.test.ts.
 */
const [url = '', path = ''] = process.argv.slice(2);
const { client, ...inner } = createOperationsClient({ baseUrl: url, credentials: credentialsFromEnv() });
const journal = await createFileJournal(path);
await submitOrder({ ...client, ...inner }, { ...limitOrder, price: '60000.10', volume: 2 }, { journal });
process.stdout.write('this is never reached\n');
