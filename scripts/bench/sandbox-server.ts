// Run as a process of its own, so that it has a core and a CPU count to itself. A trader's whole sandbox, on a free port.
import { createSandbox } from 'futures-trading-client/sandbox';
import { CREDENTIALS } from './samples.js';

const sandbox = createSandbox({ accounts: [{ ...CREDENTIALS, balance: '1000000000' }] });
const { url } = await sandbox.listen();
console.log(new URL(url).port);
process.on('disconnect', () => process.exit());
