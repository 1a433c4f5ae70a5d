import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../scripts/run.js';
import { writeSection } from '../../scripts/section.js';
import { createSelfSigned } from '../support/self-signed.js';
import { install } from './install.js';
import { measure } from './measure.js';
import type { Peer } from './peer.js';
import { PEERS } from './peers/all.js';
import { describeRow, markdown, type Row, table } from './print.js';

const HELP = `npm run peers                  the same probes against this client and others, from npm, and writes docs/evidence.md; takes minutes
npm run peers -- --peer NAME   this one only (may be repeated); writes nothing
npm run peers -- --json        everything that was found, exactly
Exit codes: 0 every peer was measured, 1 one was not, 2 the command line is wrong.`;

const root = resolve(import.meta.dirname, '../..');

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      peer: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return (console.log(HELP), 0);
  const names = values.peer ?? PEERS.map(({ name }) => name);
  const wrong = names.filter((name) => !PEERS.some((peer) => peer.name === name));
  if (wrong.length > 0) {
    console.error(`no peer is called ${wrong.join(', ')} (peers: ${PEERS.map(({ name }) => name).join(', ')})`);
    return 2;
  }
  const rows = await measureAll(PEERS.filter(({ name }) => names.includes(name)));
  const date = new Date().toISOString().slice(0, 10);
  const measured = `Measured with Node.js ${process.version} on ${date}.`;
  if (values.json) console.log(JSON.stringify({ date, node: process.version, rows }, null, 2));
  else console.log(`${table(rows)}\n\n${measured}`);
  if (rows.some(({ notRun }) => notRun !== undefined)) return 1;
  if (values.peer === undefined) await writeSection('peers', `${markdown(rows)}\n\n${measured}`);
  return 0;
}

async function measureAll(peers: readonly Peer[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'peers-'));
  try {
    const { key, cert } = createSelfSigned();
    await Promise.all([writeFile(join(folder, 'key.pem'), key), writeFile(join(folder, 'cert.pem'), cert)]);
    const rows: Row[] = [];
    for (const peer of peers) {
      const started = performance.now();
      process.stderr.write(`${rows.length + 1}/${peers.length} ${peer.name} ... `);
      rows.push(await measureOne(peer, folder));
      process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOne(peer: Peer, folder: string): Promise<Row> {
  const row = describeRow(peer, peer.version ?? (await ownVersion()));
  try {
    let loader: string | undefined;
    if (peer.version === undefined) await run('npm', ['run', 'build', '--silent']);
    else loader = await install(peer.name, peer.version, folder);
    return { ...row, findings: await measure(peer, folder, loader) };
  } catch (error) {
    return { ...row, notRun: reasonOf(error as Error), findings: {} };
  }
}

/** The lines of a tool's output that say what went wrong. */
function reasonOf({ message }: Error): string {
  const lines = message.trim().split('\n');
  const errors = lines.filter((line) => /^npm error|Error:/.test(line) && !line.includes('complete log'));
  return errors.slice(0, 2).join('; ') || lines.at(-1)!;
}

async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
