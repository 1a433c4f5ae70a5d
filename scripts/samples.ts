import { storeVerdicts } from './docs/samples/verified.js';

/** Runs every documented program against the sandbox, and stores what came of it for the site. */
const leftOut = await storeVerdicts((title) => console.log(title));
for (const reason of leftOut) console.log(`Not run. ${reason}`);
