import { rmSync, writeFileSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';
import { lockFile } from '../../src/journal/file-lock.js';

/*
 * Takes locks when it is told to; started by file-lock.test.ts, as a process or as a thread of one.
 */
type Order = { readonly round: string; readonly spinUs: number } | { readonly relay: string; readonly count: number };

let release: (() => void) | undefined;
const reply = (message: object): void =>
  void (isMainThread ? process.send!(message) : parentPort!.postMessage(message, []));

function tryLock(file: string): (() => void) | undefined {
  try {
    return lockFile(file).release;
  } catch {
    return undefined;
  }
}

function obey(order: Order): void {
  if ('relay' in order) return relay(order.relay, order.count);
  release?.();
  const until = performance.now() + order.spinUs / 1000;
  while (performance.now() < until);
  release = tryLock(order.round);
  reply({ held: release !== undefined });
}

/** Locks and unlocks the same file as often as it can; whoever holds the lock is the only one that may make the mark. */
function relay(file: string, count: number): void {
  let held = 0;
  let doubles = 0;
  for (let i = 0; i < count; i++) {
    const unlock = tryLock(file);
    if (unlock === undefined) continue;
    held++;
    try {
      writeFileSync(`${file}.mark`, '', { flag: 'wx' });
      rmSync(`${file}.mark`);
    } catch {
      doubles++;
    }
    unlock();
  }
  reply({ held, doubles });
}

if (isMainThread) process.on('message', obey);
else parentPort!.on('message', obey);
reply({ ready: true });
