import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.js';
import { described } from '../../scripts/described.js';
import { planTour } from '../../scripts/tour/plan.js';
import { tellStory, untoldIn } from '../../scripts/tour/story.js';
import { createSandbox, type Listening } from '../../src/sandbox/index.js';
import { limitBuy } from '../support/orders.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const account = { apiKey: 'tour-key', apiSecret: 'tour-secret-value' };
const calls: string[] = [];
const sandbox = createSandbox({
  accounts: [account],
  onCall: ({ method, target }) => calls.push(`${method} ${target.split('?')[0]}`),
});
let server: Listening;

beforeAll(async () => {
  const { createFuturesClient } = await import('../../src/index.js');
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: account, fetch: sandbox.fetch });
  await client.createOrder({ ...limitBuy, price: '60000', volume: 1 });
  calls.length = 0;
  server = await sandbox.listen();
});
afterAll(() => server.close());

const tour = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/tour.ts', ...args], {
    cwd: root,
    env: { ...process.env, FUTURES_API_KEY: account.apiKey, FUTURES_API_SECRET: account.apiSecret },
  });

const isPublic = (operationId: OperationId): boolean => operations[operationId].security === 'public';

test('npm start tells the story on the embedded exchange, which accepts every signature, and names what it skips', async () => {
  const { stdout } = await tour();
  const story = tellStory(createSandbox());
  const signed = story.filter(({ operationId }) => !isPublic(operationId));
  const untold = untoldIn(story);
  expect(stdout).toContain(
    `${story.length} calls made, ${signed.length} of them signed, 0 failed, ${untold.length} skipped.`,
  );
  for (const { operationId } of story) expect(stdout).toMatch(new RegExp(`200 .*${operationId} `));
  for (const { operationId } of untold) expect(stdout).toMatch(new RegExp(`${operationId} .*\\n +skipped `));
  expect(stdout).toContain('the condition order triggers');
  expect(stdout).not.toContain('sandbox-secret');
});

test('npm start -- --base-url reads from a real service and sends nothing else', async () => {
  const { stdout } = await tour('--base-url', server.url, '--dialect', 'observed');
  const steps = planTour(described, { contract: 'E-BTC-USDT', calls: [], signed: true });
  const sent = steps.flatMap(({ operation, skip }) => (skip === undefined ? [operation] : []));
  const signed = sent.filter(({ operationId }) => !isPublic(operationId));
  expect(stdout).toContain(
    `${sent.length} calls made, ${signed.length} of them signed, 0 failed, ${steps.length - sent.length} skipped.`,
  );
  expect(new Set(sent.map(({ effect }) => effect))).toEqual(new Set(['read']));
  expect(new Set(calls)).toEqual(new Set(sent.map(({ method, path }) => `${method} ${path}`)));
  expect(stdout).not.toContain('tour-secret-value');
});

test.each([[['--call', 'createOrder={}']], [['--nonsense']], [['--base-url', 'nonsense']], [['--dialect', 'klingon']]])(
  'npm start -- %s ends with code 2 and says how it is used',
  async (args) => {
    const error = await tour(...args).then(
      () => expect.fail('it succeeded'),
      (failure: { code: number; stderr: string }) => failure,
    );
    expect(error.code).toBe(2);
    expect(error.stderr).toContain('npm start -- --base-url URL');
    expect(error.stderr).not.toContain('    at ');
  },
);
