import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderOfFile } from '../support/folder.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies, peerDependencies, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function readPage(file: string): { links: string[]; headings: Set<string> } {
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const slugger = new GithubSlugger();
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slugger.slug(heading!.replaceAll('`', '')));
  // A picture that is not packed is replaced by the words in its place: it is not a link that a reader follows.
  const links = [...text.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '').matchAll(/\]\(<?([^)>\s]+)/g)].map(([, to]) => to!);
  return { links, headings: new Set(headings) };
}

function brokenLinks(folder: string, page: string): string[] {
  const file = join(folder, page);
  const broken = readPage(file).links.filter((link) => {
    if (/^(?:https:|mailto:)/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(file, '..', path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !readPage(target).headings.has(anchor);
  });
  return broken.map((link) => `${page}: ${link}`);
}

describe('the packed package, with nothing beside it but what it asks for', () => {
  const folder = folderOfFile();
  let installed: string;

  beforeAll(() => {
    installed = join(folder, 'node_modules/futures-trading-client');
    mkdirSync(installed, { recursive: true });
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
    const name = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], options).trim();
    execFileSync('tar', ['-xzf', join(folder, name), '--strip-components=1', '-C', installed]);
    mkdirSync(join(folder, 'node_modules/@noble'));
    for (const each of Object.keys({ ...dependencies, ...peerDependencies })) {
      symlinkSync(join(root, 'node_modules', each), join(folder, 'node_modules', each));
    }
  });

  const inPackage = (code: string): unknown =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' }));

  const WRONG_USES: Readonly<Record<string, string>> = {
    './signing': `entry.signRequest({ timestampMs: 1, method: 'GET', target: '/', apiSecret: '' })`,
    './journal': `entry.createFileJournal('/does/not/exist')`,
    './journal/sqlite': `entry.createSqliteJournal('orders.sqlite', { leaseMs: -1 })`,
    './journal/postgres': `entry.createPostgresJournal({}, { table: 'no table' })`,
    './journal/testing': `entry.describeJournal('a store', () => {}, {})`,
    './sandbox': `entry.createSandbox({ accounts: [{ balance: 'much' }] })`,
    './sidecar': `entry.startSidecar({ baseUrl: 'nowhere' })`,
    './conformance': `entry.runConformance({ baseUrl: 'nowhere' })`,
    './undici': `entry.createUndiciTransport({ dispatcher: {}, pool: {} })`,
    './openapi-fetch': `entry.signing({ credentials: {} })`,
    './limits': `entry.createRateLimiter({ limits: { total: { weight: -1, perSeconds: 1 } } })`,
    './limits/shared': `entry.createSharedRateLimiter({ client: {}, limits: { total: { weight: -1, perSeconds: 1 } } })`,
  };

  test('the list of wrong uses has every entry', () => {
    const entries = Object.keys(exports).filter((path) => path !== '.' && !path.endsWith('.json'));
    expect(Object.keys(WRONG_USES).toSorted()).toEqual(entries.toSorted());
  });

  test.each(Object.entries(WRONG_USES))('an error of %s is an instance of the class of the main entry', (path, use) => {
    const seen = inPackage(`
      import { FuturesError } from 'futures-trading-client';
      import * as entry from 'futures-trading-client${path.slice(1)}';
      try {
        await ${use};
        console.log('"nothing was thrown"');
      } catch (error) {
        console.log(JSON.stringify({ isOne: error instanceof FuturesError, name: error.name, message: error.message }));
      }`);
    expect(seen).toMatchObject({ isOne: true, name: expect.stringMatching(/Error$/) });
  });

  test('every link of a packed page leads to a packed file, and to a heading that it has', () => {
    const pages = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => brokenLinks(installed, page))).toEqual([]);
  });
});
