import { credentialsFromEnv } from 'futures-trading-client';
import { runConformance, toSummary, writeReports } from 'futures-trading-client/conformance';

/*
 * In CI: start your server, set FUTURES_URL, FUTURES_API_KEY and FUTURES_API_SECRET, then run this file. The job fails where a
 * declared fact does not hold, and where less of the description was judged than before.
 */
const report = await runConformance({
  baseUrl: process.env['FUTURES_URL'] ?? 'http://127.0.0.1:8080',
  credentials: credentialsFromEnv(),
  mode: 'read', // `sandbox` judges everything, on a server with made-up money
  knownFailures: (process.env['KNOWN_FAILURES'] ?? '').split(/\s+/).filter((id) => id !== ''),
});
const folder = process.env['REPORTS'] ?? '.';
await writeReports(report, [`junit=${folder}/conformance.xml`, `html=${folder}/conformance.html`]);
console.log(toSummary(report));

const MIN_COVERAGE = 39;
if (!report.ok || (report.coverage?.percent ?? 0) < MIN_COVERAGE) process.exitCode = 1;
