import { description } from '../../../generated/description.js';
import { readBaseUrl } from '../call/base-url.js';
import { catalogue } from '../checks/index.js';
import { createRunner } from './runner.js';
import { createSession } from '../session/session.js';
import type { ConformanceOptions } from '../model/report-model.js';
import { type CoveredCheck, type Reach, reachOf } from '../coverage/coverage.js';
import type { CoveredCall } from '../coverage/reached-points.js';

let known: Promise<Reach> | undefined;

/** The points that the checks of this kit can reach: a plan of all checks, made once, in which nothing is sent. */
export function kitReach(): Promise<Reach> {
  return (known ??= rehearse());
}

async function rehearse(): Promise<Reach> {
  const options: ConformanceOptions = {
    baseUrl: 'http://plan.invalid',
    mode: 'sandbox',
    dryRun: true,
    credentials: { apiKey: 'rehearsed-key', apiSecret: 'rehearsed-secret' },
    sign: () => '0'.repeat(64),
    existing: { positionId: '1' },
  };
  const session = createSession(options, readBaseUrl(options.baseUrl), { rehearsing: true });
  const runner = createRunner(session, options);
  const checks: CoveredCheck[] = [];
  for (const check of catalogue) {
    const { check: result, calls } = runner.covered(await runner.result(check));
    checks.push({ check: result, calls: calls.map(answeredAsDescribed) });
  }
  session.close();
  return reachOf(checks);
}

/** A plan has no responses. What one can show is what the examples of the description show. */
function answeredAsDescribed(call: CoveredCall): CoveredCall {
  const [example] = call.operationId === undefined ? [] : description[call.operationId].examples;
  return { ...call, response: { status: 200, body: JSON.stringify(example?.value ?? {}) } };
}
