import { writeApiReport } from './check/api-report.js';

/* npm run api: writes down the public surface as it is built, after it was changed on purpose. */
await writeApiReport();
