import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installedBrowser } from '../support/chromium.js';
import { writeSection } from '../../scripts/section.js';
import { inChromium } from './in-chromium.js';
import { byCommand, playAll, type Play, withProgram } from './play.js';
import { type Row, section, TRANSPORTS } from './table.js';

/*
 * npm run runtimes: plays every fault on every runtime that installs here, and writes the part of docs/evidence.md about them.
 * `npm run runtimes -- deno` plays on the runtimes whose name contains the word, writes nothing, and fails where something was
 * wrong or not played.
 */

const run = promisify(execFile);

interface Runtime {
  readonly name: string;
  /** Packages of npm, as `npx` installs them; the first one names the command. */
  readonly install: string;
  readonly command: (file: string) => readonly string[];
}

const onNode = (version: string): Runtime => ({
  name: `Node.js ${version.split('.', 1)[0]}`,
  install: `node@${version}`,
  command: (file) => [file],
});

const RUNTIMES: readonly Runtime[] = [
  ...['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map(onNode),
  {
    name: 'Deno',
    install: 'deno@2.9.6',
    command: (file) => [file, 'run', '--allow-all', '--node-modules-dir=manual', '--quiet'],
  },
  { name: 'Bun', install: 'bun@1.4.5', command: (file) => [file] },
];

/** Where the command of a package is, once npm has installed it. */
async function locate(install: string): Promise<string> {
  const [name = ''] = install.split('@');
  const { stdout } = await run('npx', ['--yes', '--package', install, '--call', `command -v ${name}`], {
    timeout: 180_000,
  });
  return stdout.trim().split('\n').at(-1)!;
}

async function main(): Promise<void> {
  const word = process.argv[2];
  const rows: Row[] = [];
  await withProgram(async ({ program, server }) => {
    for (const { name, install, command } of RUNTIMES) {
      if (word !== undefined && !`${name} ${install}`.toLowerCase().includes(word.toLowerCase())) continue;
      let file: string;
      try {
        file = await locate(install);
      } catch (error) {
        rows.push(
          told({ runtime: name, version: install, transport: '-', failed: `not installed: ${firstLine(error)}` }),
        );
        continue;
      }
      for (const transport of TRANSPORTS)
        rows.push(
          await row(name, install.split('@')[1]!, transport, byCommand(command(file), program, transport), server),
        );
    }
    if (word !== undefined && !'chromium'.includes(word.toLowerCase())) return;
    if (installedBrowser === undefined)
      rows.push(told({ runtime: 'Chromium', version: '-', transport: 'fetch', failed: 'not installed' }));
    else
      await inChromium(installedBrowser, async (version, play) => {
        rows.push(await row('Chromium', version, 'default', play, server));
      });
  });
  if (word !== undefined) {
    const isHeld = ({ failed, wrong = [] }: Row): boolean => failed === undefined && wrong.length === 0;
    process.exitCode = rows.length > 0 && rows.every(isHeld) ? 0 : 1;
    return;
  }
  await writeSection('runtimes', section(rows));
}

async function row(runtime: string, version: string, transport: string, play: Play, server: string): Promise<Row> {
  try {
    return told({ runtime, version, transport, ...(await playAll(play, server)) });
  } catch (error) {
    return told({ runtime, version, transport, failed: firstLine(error) });
  }
}

function told(found: Row): Row {
  const { failed, refused, faults, orders, wrong = [], weaker = [], notPlayed = [] } = found;
  const what =
    failed ??
    (refused === undefined ? `${faults} faults, ${orders} calls, ${wrong.length} wrong` : `refused: ${refused}`);
  console.log(`${`${found.runtime} (${found.version})`.padEnd(24)} ${found.transport.padEnd(9)} ${what}`);
  for (const text of wrong) console.log(`    wrong: ${text}`);
  for (const text of weaker) console.log(`    weaker: ${text}`);
  for (const text of notPlayed) console.log(`    not played, this machine was too slow: ${text}`);
  return found;
}

const firstLine = (error: unknown): string => String(error).split('\n', 1)[0]!.slice(0, 300);

await main();
