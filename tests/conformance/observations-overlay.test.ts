import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeReports } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { hostile } from './fixtures/report.js';
import { runInProcess } from './sandboxes.js';
import { folderOfTest } from '../support/folder.js';

const root = resolve(import.meta.dirname, '../..');
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Redocly checks the overlay, applies it to the description that is shipped, and lints what comes out by the rules of this project. */
async function merge(overlay: string, folder: string) {
  const run = promisify(execFile);
  const redocly = resolve(root, 'node_modules/.bin/redocly');
  const merged = join(folder, 'merged.json');
  const options = { cwd: root, env };
  await run(redocly, ['lint', overlay, '--extends', 'minimal'], options);
  await run(redocly, ['bundle', 'generated/openapi.json', '--overlay', overlay, '--output', merged], options);
  await run(redocly, ['lint', merged, '--config', 'redocly.yaml', '--format', 'stylish'], options);
  return JSON.parse(readFileSync(merged, 'utf8')) as any;
}

test('observations of a run can be merged into the description, which stays valid and as it was besides', async () => {
  const report = await runInProcess(createPrepared());
  const folder = folderOfTest();
  const overlay = join(folder, 'overlay.yaml');
  await writeReports(report, [`observations=${overlay}`]);
  const merged = await merge(overlay, folder);

  const seen = report.results.filter(({ verdict }) => verdict === 'not-specified');
  expect(seen.length).toBeGreaterThan(20);
  const text = JSON.stringify(merged);
  for (const { id } of seen) expect(text).toContain(`"${id}":{"value":`);
  expect(merged.paths['/fapi/v1/openOrders'].get['x-observed'].checks['sign/window/stale']).toMatchObject({
    claim: seen.find(({ id }) => id === 'sign/window/stale')!.title,
    check: 'sign/window/stale',
    value: { acceptedMs: expect.any(Number) },
    unknown: 'timestamp.window',
    target: report.target.baseUrl,
    at: report.startedAt,
  });
  expect(merged.info['x-observed-in'][report.startedAt]).toMatchObject({ digests: report.digests });

  delete merged.info['x-observed-in'];
  const operations = Object.values<any>(merged.paths).flatMap((path) => Object.values<any>(path));
  for (const place of [merged, ...operations]) {
    delete place['x-observed']?.checks;
    if (Object.keys(place['x-observed'] ?? {}).length === 0) delete place['x-observed'];
  }
  expect(merged).toEqual(JSON.parse(readFileSync(resolve(root, 'generated/openapi.json'), 'utf8')));
});

test('what a hostile server sent is merged as values, and breaks nothing', async () => {
  const folder = folderOfTest();
  const overlay = join(folder, 'overlay.yaml');
  await writeReports(hostile, [`observations=${overlay}`]);
  const merged = await merge(overlay, folder);
  expect(Object.keys(merged.paths['/fapi/v1/openOrders'].get['x-observed'].checks)).toEqual(['hostile/not-specified']);
});
