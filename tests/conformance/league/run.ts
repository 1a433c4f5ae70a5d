import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { run } from '../../../scripts/run.js';
import { markdownTable, writeSection } from '../../../scripts/section.js';
import { inTemporaryFolder } from '../../../scripts/temporary-folder.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { buildGo } from '../../support/installed.js';
import { CALLERS as PROGRAM, programEnvironment, PROGRAMS } from '../caller/program-environment.js';
import { type CallerVerdict, GRAVEST_FIRST } from '../../../src/conformance/model/caller-verdicts.js';

const HELP = `npm run league                 judges this client and common HTTP libraries as callers, and writes docs/evidence.md; takes minutes
npm run league -- --only NAME  this one only (may be repeated); writes nothing
Exit codes: 0 all that installs was judged, 2 the command line is wrong.`;

const root = resolve(import.meta.dirname, '../../..');
const NODE = `${process.execPath} "$TMPDIR/callers.mjs"`;
const PYTHON = `${NODE} plain python3 ${PROGRAMS}/send.py`;
const CURL = `${NODE} plain curl -f --max-time 8`;

/** Packages that a caller needs; of Go, its sources. */
type Install = Partial<Record<'npm' | 'pip' | 'go', readonly string[]>>;

const CALLERS: readonly (readonly [name: string, command: string, install?: Install])[] = [
  ['submitOrder, with a journal', `${NODE} submitOrder`],
  ['createOrder', `${NODE} createOrder`],
  ['futures submit', `${NODE} submit`],
  ['futures call', `${NODE} call`],
  ['curl through futures sidecar', `${NODE} sidecar curl --max-time 8`],
  ['requests', `${PYTHON} with_requests`, { pip: ['requests'] }],
  ['requests, urllib3 Retry(3, allowed_methods=None)', `${PYTHON} with_urllib3_retry`, { pip: ['requests'] }],
  ['httpx', `${PYTHON} with_httpx`, { pip: ['httpx'] }],
  ['aiohttp', `${PYTHON} with_aiohttp`, { pip: ['aiohttp'] }],
  ['fetch', `${NODE} plain`],
  ['fetch, 3 tries', `${NODE} '3 tries'`],
  ['got', `${NODE} got`, { npm: ['got@14'] }],
  ['ky', `${NODE} ky`, { npm: ['ky@1'] }],
  ['axios', `${NODE} axios`, { npm: ['axios@1'] }],
  ['axios-retry, on every failure', `${NODE} axios-retry`, { npm: ['axios-retry@4', 'axios@1'] }],
  ['undici RetryAgent, with POST', `${NODE} 'undici RetryAgent'`, { npm: ['undici@7'] }],
  ["Redocly's generated client", `${NODE} "Redocly's client"`],
  ['the same, with retry and idempotencyKey', `${NODE} "Redocly's client, retry"`],
  ['net/http, in Go', `${NODE} plain "$TMPDIR/nethttp" plain`, { go: ['nethttp'] }],
  ['retryablehttp, in Go', `${NODE} plain "$TMPDIR/retryable" plain`, { go: ['nethttp', 'retryable'] }],
  ['curl', CURL],
  ['curl --retry 2 --retry-all-errors', `${CURL} --retry 2 --retry-all-errors`],
];

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } } });
  if (values.help) return (console.log(HELP), 0);
  const chosen = CALLERS.filter(([name]) => values.only?.includes(name) ?? true);
  if (chosen.length < (values.only?.length ?? 1)) {
    console.error(`Callers: ${CALLERS.map(([name]) => name).join('; ')}`);
    return 2;
  }
  const rows = await inTemporaryFolder(async (folder) => {
    await install(folder, chosen);
    const env = programEnvironment(folder, join(folder, 'python'));
    const judged: (readonly [name: string, counts: Partial<Record<CallerVerdict, number>>])[] = [];
    for (const [name, command] of chosen) {
      const { judgements } = await judgeProgram(command, { env, timeoutMs: 60_000 });
      const counts: Partial<Record<CallerVerdict, number>> = {};
      for (const { verdict } of judgements) counts[verdict] = (counts[verdict] ?? 0) + 1;
      judged.push([name, counts]);
      console.log(name, counts);
    }
    return judged;
  });
  if (values.only !== undefined) return 0;
  const met = GRAVEST_FIRST.toReversed().filter((verdict) => rows.some(([, counts]) => counts[verdict]));
  const counted = rows.map(([name, counts]) => [name, ...met.map((verdict) => String(counts[verdict] ?? ''))]);
  const date = new Date().toISOString().slice(0, 10);
  const measured = `Measured with Node.js ${process.version} on ${date}.`;
  await writeSection('league', `${markdownTable([['caller', ...met], ...counted])}\n\n${measured}`);
  return 0;
}

/** Installs what the callers need, as a user would, into a folder of its own. */
async function install(folder: string, chosen: typeof CALLERS): Promise<void> {
  const all = (kind: 'npm' | 'pip') => [...new Set(chosen.flatMap(([, , wanted]) => wanted?.[kind] ?? []))];
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, root, ...all('npm')], folder);
  const redocly = join(folder, 'redocly.ts');
  await run('npx', ['redocly', 'generate-client', 'openapi/openapi.yaml', '--output', redocly], root);
  const entryPoints = { redocly, callers: PROGRAM };
  const outExtension = { '.js': '.mjs' };
  await build({ entryPoints, outdir: folder, outExtension, bundle: true, format: 'esm', platform: 'node' });
  // Packages of Go are those of the system, such as golang-github-hashicorp-go-retryablehttp-dev.
  for (const [, , { go } = {}] of chosen)
    if (go !== undefined) buildGo(folder, ...go.map((name) => `${PROGRAMS}/${name}.go`));
  const python = all('pip');
  if (python.length > 0)
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', join(folder, 'python'), ...python], folder);
}
