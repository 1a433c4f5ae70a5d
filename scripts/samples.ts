import { storeVerdicts } from './docs/samples/verified.js';

/** Runs every documented program against the sandbox, and stores what came of it for the site. */
await storeVerdicts(console.log);
