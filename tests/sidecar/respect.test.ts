import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import type { SidecarOptions } from '../../src/sidecar/index.js';
import { sidecarToSandbox } from './listening.js';

const root = resolve(import.meta.dirname, '../..');

/** Runs the workflow with Redocly's own runner, through a sidecar that may do what it takes. */
async function runWorkflow(
  options: Partial<SidecarOptions> = {},
  dialect: SandboxOptions['dialect'] = { ids: 'string' },
) {
  const { sidecar, sandbox } = await sidecarToSandbox({ allow: ['money', 'wipe'], ...options }, { dialect: dialect! });
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
  const { code, output, steps, calls, sandbox } = await runWorkflow({}, { ids: 'string', cancelDelayMs: 1500 });
  expect(code, output).toBe(0);
  expect(steps.slice(0, 4)).toEqual(['✓ place', '✓ lookUp', '✓ cancel', '✗ confirmGone']);
  expect(steps.at(-1)).toBe('✓ confirmGone');
  const operations = calls.map(({ operationId }) => operationId);
  expect(operations.slice(0, 3)).toEqual(['createOrder', 'getOpenOrders', 'cancelOrder']);
  expect(new Set(operations.slice(3))).toEqual(new Set(['getOpenOrders']));
  expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
});

test('with a wrong signature the workflow fails in its first step, though HTTP says 200', async () => {
  const { code, output, steps, calls } = await runWorkflow({ dialect: { signatureEncoding: 'base64' } });
  expect([code, steps]).toEqual([1, ['✗ place']]);
  expect(calls).toMatchObject([{ operationId: 'createOrder', status: 200, code: '-1022' }]);
  expect(output).toContain('✓ success criteria check - $statusCode == 200');
});

test('without permission the workflow does not get beyond the sidecar', async () => {
  const { code, calls, sandbox } = await runWorkflow({ allow: [] });
  expect(code).toBe(1);
  expect(calls).toMatchObject([{ operationId: 'createOrder', refused: 'effect-not-allowed', status: 403 }]);
  expect(sandbox.state.accounts[0]!.openOrders).toEqual([]);
});

test('where ids are numbers, which the runner cannot keep, the workflow fails before it cancels anything', async () => {
  const { code, steps, sandbox } = await runWorkflow({}, {});
  expect([code, steps]).toEqual([1, ['✓ place', '✗ lookUp']]);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
});
