import { cleanUpLine } from './reports/run-texts.js';
import { ArgumentError } from '../core/errors.js';
import type { ConformanceOptions, Report } from './model/report-model.js';
import { decidingCall, exchangeLine } from './reports/evidence.js';
import { kindOf } from './reports/junit.js';
import { clauseText } from './model/verdicts.js';
import { conformanceChecks, runConformance } from './run/run.js';

interface TestContext {
  skip(reason?: string): void;
}

/** The functions that a test framework must have; vitest's own fit. */
export interface TestFramework {
  readonly describe: (title: string, body: () => void) => void;
  readonly it: (title: string, body: (context: TestContext) => Promise<void>, timeoutMs?: number) => void;
}

/** The server under test: options, or what gives them once it has started. */
export type ConformanceTarget = ConformanceOptions | (() => ConformanceOptions | Promise<ConformanceOptions>);

/** The first test waits for the whole run. */
const TIMEOUT_MS = 600_000;

/**
 * Declares one test for each check, with vitest's own functions: those given, or its globals where they are on. The
 * target is run once, when the first test starts. What breaks the run fails (a declared fact that fails or could not be judged).
 * A known failure, what was not run, and what is not declared are skipped with the reason; a known failure that passes fails. One
 * more test fails when orders were left behind.
 *
 * @example
 * import { describe, it } from 'vitest';
 * describeConformance({ baseUrl: 'http://127.0.0.1:4000', credentials }, { describe, it });
 */
export function describeConformance(target: ConformanceTarget, framework: TestFramework = globals()): void {
  const { describe, it } = framework;
  let running: Promise<Report> | undefined;
  const start = async (): Promise<Report> => runConformance(typeof target === 'function' ? await target() : target);
  const wanted = typeof target === 'function' ? undefined : target.checks;
  const declared = conformanceChecks.filter(
    ({ id }) => wanted === undefined || wanted.some((part) => id.startsWith(part)),
  );
  describe('conformance', () => {
    for (const { id, title } of declared) {
      it(
        `${id}: ${title}`,
        // Of a body with a parameter, Jest waits for a callback.
        async (...[context]: [TestContext]) => {
          if (typeof context?.skip !== 'function')
            throw new Error(
              'describeConformance needs a framework whose tests can skip themselves: vitest or node:test.',
            );
          const report = await (running ??= start());
          const result = report.results.find((one) => one.id === id);
          if (result === undefined) return context.skip('not selected');
          if (report.unexpectedPasses.includes(id))
            throw new Error(`${id} is on the list of known failures, and passed`);
          if (result.verdict === 'pass') return;
          const message = `${result.verdict}: ${result.reason ?? ''} (${clauseText(result)})`;
          if (report.knownFailures?.includes(id) === true) return context.skip(`known failure: ${message}`);
          if (['failure', 'error'].includes(kindOf(report, result))) {
            const call = decidingCall(result);
            throw new Error(call === undefined ? message : `${message}\n${exchangeLine(call)}`);
          }
          context.skip(message);
        },
        TIMEOUT_MS,
      );
    }
    it(
      'leaves no order behind',
      async () => {
        const report = await (running ??= start());
        if (report.leftBehind === undefined) return;
        throw new Error([`left behind: ${report.leftBehind.join(', ')}`, cleanUpLine(report) ?? []].flat().join('; '));
      },
      TIMEOUT_MS,
    );
  });
}

function globals(): TestFramework {
  const { describe, it } = globalThis as Partial<TestFramework>;
  if (describe !== undefined && it !== undefined) return { describe, it };
  throw new ArgumentError('describeConformance: pass { describe, it } of vitest, or turn its globals on.', {
    field: 'framework',
  });
}
