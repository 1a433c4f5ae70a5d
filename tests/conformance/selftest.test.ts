import { expect, it } from 'vitest';
import { runSelftest, type Start } from '../../src/conformance/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { type Passing, startAnswering, startProxy } from './counting-proxy.js';
import { startSandbox } from './sandboxes.js';

const sandbox = (options: SandboxOptions = {}) => ({ start: () => startSandbox(options) });

const behindProxy =
  (change: (passing: Passing) => Partial<Passing> | undefined): Start =>
  async () => {
    const target = await startSandbox();
    const { baseUrl, close } = await startProxy(target.baseUrl, change);
    const { credentials, existing } = target;
    return { baseUrl, credentials, existing, close: async () => void (await Promise.all([close(), target.close()])) };
  };

const twins = [
  {
    id: 'strings',
    title: 'numbers as strings',
    ...sandbox({ dialect: { ids: 'string', decimals: 'string', times: 'string' } }),
  },
  {
    id: 'wrapped',
    title: 'everything wrapped',
    ...sandbox({
      dialect: { order: 'wrapped', lists: 'wrapped', emptyList: 'null', receipt: 'wrapped', codes: 'number' },
    }),
  },
  {
    id: 'list',
    title: 'lists in an object',
    ...sandbox({ dialect: { order: 'array', lists: 'list', conditionReceipt: 'bare', extraFields: true } }),
  },
  {
    id: 'newest',
    title: 'newest first, after fromId',
    ...sandbox({ dialect: { newestFirst: true, fromIdInclusive: false } }),
  },
  { id: 'slow', title: 'cancellations take their time', ...sandbox({ dialect: { cancelDelayMs: 30 } }) },
  { id: 'statuses', title: 'refusals with statuses', ...sandbox({ strict: 'http' }) },
];

it('accuses no twin, lets no control through and names what kills a mutant', async () => {
  const mutants = [
    {
      id: 'seconds',
      title: 'time in seconds',
      killedBy: ['shape/time/milliseconds'],
      start: behindProxy(({ path, body }) =>
        path === '/fapi/v1/time' ? { body: body.replace(/(\d{10})\d{3}/, '$1') } : undefined,
      ),
    },
    {
      id: 'harmless',
      title: 'wrong in nothing',
      killedBy: ['shape/ping/exactly-empty-object'],
      start: behindProxy(() => undefined),
    },
  ];
  const controls = [
    {
      id: 'always-empty',
      title: 'always {}',
      start: async () => ({
        ...(await startAnswering((_, response) => void response.end('{}'))),
        credentials: { apiKey: 'Key', apiSecret: 'Secret' },
      }),
    },
  ];
  const report = await runSelftest({ reference: () => startSandbox(), mutants, twins, controls });
  expect(report.falseAlarms).toEqual([]);
  expect(report.fooled).toEqual([]);
  expect(report.matrix['seconds']).toContain('shape/time/milliseconds');
  expect(report.survivors).toEqual(['harmless']);
  expect(report.withoutKill).toContain('shape/ping/exactly-empty-object');
  expect(report.ok).toBe(false);
}, 60_000);

it('says so when the reference is accused', async () => {
  const reference = behindProxy(({ path }) => (path === '/fapi/v1/ping' ? { body: '[]' } : undefined));
  const { falseAlarms } = await runSelftest({ reference, mutants: [] });
  expect(falseAlarms.some((text) => text.startsWith('reference: shape/ping/exactly-empty-object is fail'))).toBe(true);
});

it('tries only the checks that are named for a mutant where that is asked for', async () => {
  const start = behindProxy(({ path }) =>
    path === '/fapi/v1/ping' ? { body: '[]', contentType: 'text/html' } : undefined,
  );
  const mutants = [{ id: 'ping', title: 'ping', killedBy: ['shape/ping/exactly-empty-object'], start }];
  const { matrix } = await runSelftest({ reference: () => startSandbox(), mutants, onlyNamed: true });
  expect(matrix).toEqual({ ping: ['shape/ping/exactly-empty-object'] });
});
