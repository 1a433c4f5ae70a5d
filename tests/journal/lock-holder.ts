import { createFileJournal } from '../../src/journal/index.js';

/* Opens a journal, says how that went, and keeps it open until it is killed; started by lock-places.test.ts. */
const said = await createFileJournal(process.argv[2]!).then(
  () => 'open',
  (error: Error) => error.message,
);
console.log(process.pid, said);
process.stdin.resume();
