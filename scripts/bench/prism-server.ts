// Run as a process of its own, as the sandbox beside it.
import { startMock } from '../mock.js';

const { url } = await startMock();
console.log(new URL(url).port);
process.on('disconnect', () => process.exit());
