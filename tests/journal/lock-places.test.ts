import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFileJournal } from '../../src/journal/index.js';
import { limitOrder } from '../support/orders.js';
import { judgeProcess, ownIdentity } from '../../src/journal/process-identity.js';
import { bundleProgram } from '../support/bundle-program.js';
import { openSandbox } from '../orders/desk.js';
import { intentEntry } from './entries.js';
import { folderOfTest } from '../support/folder.js';

/*
 * A lock says where it was taken. What cannot be proven to have ended is never taken over: two holders double orders.
 */
let path: string;
beforeEach(() => void (path = join(folderOfTest(), 'orders.journal')));

const NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;
if (!hasNamespaces) console.log('No PID namespaces can be made here: the tests of containers are skipped.');

/** Opens the journal in a PID namespace of its own, as a container does, and keeps it open. */
async function openInContainer(): Promise<{ readonly said: string; kill(): Promise<void> }> {
  const program = await bundleProgram(fileURLToPath(import.meta.resolve('./lock-holder.ts')));
  const child = spawn('unshare', [...NAMESPACE, process.execPath, program, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { said: said.toString().trim(), kill };
}

describe.skipIf(!hasNamespaces)('two containers with one volume', () => {
  test('have one holder, although each is process 1 of its own', async () => {
    const first = await openInContainer();
    const second = await openInContainer();
    expect(first.said).toBe('1 open');
    expect(second.said).toContain('process 1 of host');
  });

  test('a process outside is refused, also when the container has ended, until the lock is deleted', async () => {
    const { kill } = await openInContainer();
    await expect(createFileJournal(path)).rejects.toThrow('in another container or on another machine');
    await kill();
    await expect(createFileJournal(path)).rejects.toThrow(`if it does not, delete ${path}.lock`);
    rmSync(`${path}.lock`);
    await (await createFileJournal(path)).close();
  });
});

describe('a lock of elsewhere', () => {
  const own = ownIdentity(import.meta.filename);
  const ended = spawnSync('true').pid;

  test.skipIf(own.namespace === undefined)('of a process that is not seen from here is never called ended', () => {
    expect(judgeProcess({ ...own, pid: ended }, own)).toBe('ended');
    expect(judgeProcess({ ...own, pid: ended, namespace: 'pid:[1]' }, own)).toBe('hidden');
    expect(judgeProcess({ ...own, pid: ended, namespace: undefined }, own)).toBe('hidden');
    expect(judgeProcess({ ...own, pid: ended, boot: undefined }, own)).toBe('hidden');
  });

  test('of an earlier boot is ended, if both are of this machine and its disk, and hidden if one may not be', () => {
    const now = { pid: 1, boot: 'b-2', namespace: 'pid:[4026531836]', host: 'a', isOnLocalDisk: true };
    const before = { ...now, boot: 'b-1' };
    expect(judgeProcess(before, now)).toBe('ended');
    for (const doubt of [
      { namespace: 'pid:[4026532000]' },
      { namespace: undefined },
      { host: 'b' },
      { isOnLocalDisk: false },
      { isOnLocalDisk: undefined },
      { boot: undefined },
    ]) {
      expect(judgeProcess({ ...before, ...doubt }, now)).toBe('hidden');
      expect(judgeProcess(before, { ...now, ...doubt })).toBe('hidden');
    }
  });

  test('without /proc, the process table of the same host counts, but not on Linux, where that may be a container', () => {
    const elsewhere = { pid: ended, host: 'a' };
    const onThisHost = process.platform === 'linux' ? 'hidden' : 'ended';
    expect(judgeProcess(elsewhere, { pid: 1, host: 'a' })).toBe(onThisHost);
    expect(judgeProcess(elsewhere, { pid: 1, host: 'b' })).toBe('hidden');
    expect(judgeProcess({ pid: process.pid, host: 'a' }, { pid: 1, host: 'a' })).toBe('runs');
  });

  test.each([
    ['darwin', 'ended'],
    ['win32', 'ended'],
    ['freebsd', 'hidden'],
  ])('without /proc on %s: %s, because a jail hides processes', (platform, judged) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
    expect(judgeProcess({ pid: ended, host: 'a' }, { pid: 1, host: 'a' })).toBe(judged);
  });

  test.each(['', '17', '17 123 some-token', '{"pid":17}', 'null'])(
    'that says %j names no holder, and is refused',
    async (text) => {
      writeFileSync(`${path}.lock`, text);
      await expect(createFileJournal(path)).rejects.toThrow('does not say who holds it');
    },
  );

  test('the lock says pid, boot, namespace, host, time and file', async () => {
    await using journal = await createFileJournal(path);
    expect(JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as object).toMatchObject({
      ...own,
      file: expect.stringMatching(/^\d+:\d+$/),
      since: expect.stringContaining('T'),
    });
    await journal.append(intentEntry('1'));
  });
});

describe('a second way to the file', () => {
  test('is refused: a hard link, before and after the journal was opened', async () => {
    writeFileSync(path, '');
    linkSync(path, `${path}.link`);
    for (const name of [path, `${path}.link`])
      await expect(createFileJournal(name)).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
    rmSync(`${path}.link`);
    await using journal = await createFileJournal(path);
    linkSync(path, `${path}.link`);
    await expect(journal.append(intentEntry('1'))).rejects.toThrow('hard links');
  });

  test('is noticed right before an order is signed, too: it is not sent', async () => {
    await using journal = await createFileJournal(path);
    const { client, openOrders } = openSandbox(() => rmSync(`${path}.lock`), { journal });
    const failed = { code: 'JOURNAL', outcome: 'not-sent', message: expect.stringContaining('Nothing was sent') };
    await expect(client.submitOrder(limitOrder)).rejects.toMatchObject(failed);
    expect(openOrders()).toHaveLength(0);
  });

  test.each<[string, () => void]>([
    ['deleted', () => rmSync(`${path}.lock`)],
    ['replaced', () => writeFileSync(`${path}.lock`, '{}')],
  ])('is noticed when the lock was %s by hand: nothing more is written down as sent', async (_what, change) => {
    await using journal = await createFileJournal(path);
    await journal.append(intentEntry('1'));
    const before = readFileSync(path, 'utf8');
    change();
    await expect(journal.append(intentEntry('2'))).rejects.toMatchObject({ code: 'JOURNAL' });
    await expect(journal.append(intentEntry('3'))).rejects.toThrow('was deleted or changed');
    // It may be the file of another writer by now, who would find it changed.
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

test('a disk that takes no lock file is a failed store, and no other holder', async () => {
  // The longest name that a file may have leaves no room for that of its lock.
  const opened = createFileJournal(join(path, '..', 'j'.repeat(255)));
  await expect(opened).rejects.toMatchObject({ reason: 'store', message: expect.stringContaining('lock file') });
});
