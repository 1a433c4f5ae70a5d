import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { sidecarTo } from './listening.js';

const root = resolve(import.meta.dirname, '../..');

/** Runs the workflow with Redocly's own runner, through a sidecar that may do what it takes. */
async function runWorkflow(dialect: NonNullable<SandboxOptions['dialect']>) {
  const sandbox = createSandbox({ dialect });
  const listening = await sandbox.listen();
  onTestFinished(() => listening.close());
  const { credentials } = sandbox;
  const sidecar = await sidecarTo(listening.url, { credentials, allow: ['money', 'wipe'] });
  const args = ['respect', 'openapi/workflows.arazzo.yaml', '--server', `futures=${sidecar.url}`];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = spawn(resolve(root, 'node_modules/.bin/redocly'), args, { cwd: root, env });
  let output = '';
  // On standard error there are notices about versions of Node.js as well.
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  const steps = [...output.matchAll(/([✓✗]) (?:GET|POST) \S+ - step (\w+)/g)].map(
    ([, mark, step]) => `${mark} ${step}`,
  );
  const calls = await sidecar.told(steps.length);
  return { code: code as number, output, steps, calls, sandbox };
}

test('a runner that cannot sign places, finds and cancels an order, and waits for the cancellation', async () => {
  const { code, output, steps, calls, sandbox } = await runWorkflow({ ids: 'string', cancelDelayMs: 1500 });
  expect(code, output).toBe(0);
  expect(steps.slice(0, 4)).toEqual(['✓ place', '✓ lookUp', '✓ cancel', '✗ confirmGone']);
  expect(steps.at(-1)).toBe('✓ confirmGone');
  const operations = calls.map(({ operationId }) => operationId);
  expect(operations.slice(0, 3)).toEqual(['createOrder', 'getOpenOrders', 'cancelOrder']);
  expect(new Set(operations.slice(3))).toEqual(new Set(['getOpenOrders']));
  expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
});

test('where ids are numbers, which the runner cannot keep, the workflow fails before it cancels anything', async () => {
  const { code, steps, sandbox } = await runWorkflow({});
  expect([code, steps]).toEqual([1, ['✓ place', '✗ lookUp']]);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
});
