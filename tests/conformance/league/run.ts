import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { run } from '../../../scripts/run.js';
import { writeSection } from '../../../scripts/section.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { programEnvironment, PROGRAMS } from '../caller/program-environment.js';
import { GRAVEST_FIRST } from '../../../src/conformance/caller/problem.js';

const HELP = `npm run league                 judges this client and common HTTP libraries as callers, and writes docs/evidence.md; takes minutes
npm run league -- --only NAME  this one only (may be repeated); writes nothing
Exit codes: 0 all that installs was judged, 2 the command line is wrong.`;

const root = resolve(import.meta.dirname, '../../..');
const NODE = `${process.execPath} "$LEAGUE_MODULES/callers.mjs"`;
const PYTHON = `python3 ${root}/tests/conformance/league/callers.py`;

/** The callers: command, and the package that is installed for it. */
const CALLERS: readonly (readonly [name: string, command: string, install?: string])[] = [
  ['submitOrder, with a journal', `${NODE} submitOrder`],
  ['createOrder', `${NODE} createOrder`],
  ['futures submit', `bash ${PROGRAMS}/futures.sh submit`],
  ['futures call', `bash ${PROGRAMS}/futures.sh call`],
  ['curl through futures sidecar', `bash ${root}/tests/conformance/league/sidecar.sh`],
  ['requests', `${PYTHON} with_requests`, 'pip:requests'],
  ['requests, urllib3 Retry(3, allowed_methods=None)', `${PYTHON} with_urllib3_retry`, 'pip:requests'],
  ['httpx', `${PYTHON} with_httpx`, 'pip:httpx'],
  ['aiohttp', `${PYTHON} with_aiohttp`, 'pip:aiohttp'],
  ['fetch', `${NODE} fetch`],
  ['fetch, 3 tries', `${NODE} 'fetch, 3 tries'`],
  ['got', `${NODE} got`, 'npm:got@14'],
  ['ky', `${NODE} ky`, 'npm:ky@1'],
  ['axios', `${NODE} axios`, 'npm:axios@1'],
  ['axios-retry, on every failure', `${NODE} axios-retry`, 'npm:axios-retry@4,axios@1'],
  ['undici RetryAgent, with POST', `${NODE} 'undici RetryAgent'`, 'npm:undici@7'],
  ["Redocly's generated client", `${NODE} "Redocly's client"`],
  ['the same, with retry and idempotencyKey', `${NODE} "Redocly's client, retry"`],
  ['net/http, in Go', '"$LEAGUE_MODULES/lookup" plain', 'go:lookup'],
  ['retryablehttp, in Go', '"$LEAGUE_MODULES/retryable" plain', 'go:lookup,retryable'],
  ['curl', `bash ${root}/tests/conformance/league/curl.sh`],
  ['curl --retry 2 --retry-all-errors', `bash ${root}/tests/conformance/league/curl.sh --retry 2 --retry-all-errors`],
];

const VERDICTS = GRAVEST_FIRST.toReversed();

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } } });
  if (values.help) return (console.log(HELP), 0);
  const chosen = CALLERS.filter(([name]) => values.only?.includes(name) ?? true);
  if (chosen.length < (values.only?.length ?? 1)) {
    console.error(`Callers: ${CALLERS.map(([name]) => name).join('; ')}`);
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'league-'));
  try {
    await install(
      folder,
      chosen.flatMap(([, , from]) => from ?? []),
    );
    const rows: (readonly [name: string, counts: readonly number[]])[] = [];
    for (const [name, command] of chosen) {
      const env = programEnvironment(folder, join(folder, 'python'));
      const { judgements } = await judgeProgram(command, { env, timeoutMs: 60_000 });
      const counts = VERDICTS.map((one) => judgements.filter(({ verdict }) => verdict === one).length);
      rows.push([name, counts]);
      console.log(name, Object.fromEntries(VERDICTS.map((one, at) => [one, counts[at]]).filter(([, count]) => count)));
    }
    if (values.only !== undefined) return 0;
    const met = VERDICTS.map((_, at) => at).filter((at) => rows.some(([, counts]) => counts[at]! > 0));
    const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
    const table = [
      line(['caller', ...met.map((at) => VERDICTS[at]!)]),
      line(['---', ...met.map(() => '---')]),
      ...rows.map(([name, counts]) => line([name, ...met.map((at) => counts[at] || '')])),
    ];
    const date = new Date().toISOString().slice(0, 10);
    await writeSection('league', `${table.join('\n')}\n\nMeasured with Node.js ${process.version} on ${date}.`);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs what the callers need, as a user would, into a folder of its own. */
async function install(folder: string, wanted: readonly string[]): Promise<void> {
  const from = (source: string): string[] => [
    ...new Set(wanted.flatMap((one) => (one.startsWith(source) ? one.slice(source.length).split(',') : []))),
  ];
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', root, ...from('npm:')],
    folder,
  );
  const redocly = join(folder, 'redocly.ts');
  await run('npx', ['redocly', 'generate-client', 'openapi/openapi.yaml', '--output', redocly], root);
  const entryPoints = [redocly, `${import.meta.dirname}/callers.mjs`].map((file) => ({
    in: file,
    out: parse(file).name,
  }));
  const outExtension = { '.js': '.mjs' };
  await build({ entryPoints, outdir: folder, outExtension, bundle: true, format: 'esm', platform: 'node' });
  // Packages of Go are those of the system, such as golang-github-hashicorp-go-retryablehttp-dev.
  const settings = ['GO111MODULE=off', 'GOPATH=/usr/share/gocode', 'GOTOOLCHAIN=local', 'CGO_ENABLED=0'];
  for (const one of wanted.filter((source) => source.startsWith('go:'))) {
    const names = one.slice('go:'.length).split(',');
    // They have to be in one folder.
    for (const name of names)
      await copyFile(`${name === 'lookup' ? PROGRAMS : import.meta.dirname}/${name}.go`, join(folder, `${name}.go`));
    await run('env', [...settings, 'go', 'build', '-o', names.at(-1)!, ...names.map((name) => `${name}.go`)], folder);
  }
  const python = from('pip:');
  if (python.length > 0)
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', join(folder, 'python'), ...python], folder);
}
