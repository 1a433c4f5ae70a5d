import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { runConformance, toSummary } from '../../src/conformance/index.js';
import { folderOfTest, writeProgram } from '../support/folder.js';

const guide = readFileSync(new URL('../../docs/recipes/walkthrough-python.md', import.meta.url), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!);

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.log('No python3 is installed here: the walkthrough in Python is skipped.');

const credentials = { apiKey: 'walkthrough-key', apiSecret: 'walkthrough-secret' };
/** The checks of the steps in the middle: the whole run stands at both ends. */
const CONCERNED = ['shape/ping/', 'shape/time/', 'shape/contracts/', 'sign/getOpenOrders/'];

async function judged(program: string, whole: boolean): Promise<{ ok: boolean; text: string }> {
  const file = writeProgram(folderOfTest(), 'server.py', program);
  const server: ChildProcess = spawn('python3', [file, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  try {
    const [url] = (await once(server.stdout!, 'data')) as [Buffer];
    const checks = whole ? [] : CONCERNED;
    const report = await runConformance({ baseUrl: url.toString().trim(), credentials, checks });
    return { ok: report.ok, text: toSummary(report) };
  } finally {
    server.kill('SIGKILL');
  }
}

test.skipIf(!hasPython)('the server is wrong in four ways, is fixed by the report, and passes', async () => {
  let [program = ''] = blocks('python');
  expect(program.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(60);
  const [reports, fixes] = [blocks('text'), blocks('diff')];
  expect([reports.length, fixes.length]).toEqual([5, 4]);
  for (const [step, report] of reports.entries()) {
    const { ok, text } = await judged(program, step === 0 || step === fixes.length);
    for (const line of report.trimEnd().split('\n')) expect(text, `step ${step + 1}`).toContain(line);
    expect(ok).toBe(step === fixes.length);
    const [, from, to] = /^-(.*)\n\+(.*)\n$/.exec(fixes[step] ?? '') ?? [];
    if (from === undefined) continue;
    expect(program.split(from)).toHaveLength(2);
    program = program.replace(from, () => to!);
  }
});
