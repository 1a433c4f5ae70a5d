import { pathToFileURL } from 'node:url';
import { cannotTell, type Findings } from './finding.js';
import type { Load } from './peer.js';
import { PEERS } from './peers/all.js';
import { nameOf } from './probes/probe.js';
import { PROBES } from './probes/all.js';

/*
 * One peer, in a process of its own: `child.ts <name> <file that imports for it>`. Sends its findings probe by probe, so
 * that what was found before a crash is kept.
 */
const [name, loader] = process.argv.slice(2);
const peer = PEERS.find((candidate) => candidate.name === name);
if (peer === undefined) throw new Error(`no peer is called ${name}`);
const load: Load = loader
  ? ((await import(pathToFileURL(loader).href)) as { default: Load }).default
  : <T>(own: string): Promise<T> => import(own) as Promise<T>;

for (const { probe, columns } of PROBES) {
  let findings: Findings;
  try {
    findings = await probe(peer, load);
  } catch (error) {
    const reason = error instanceof Error ? `${nameOf(error)}: ${error.message}` : nameOf(error);
    findings = Object.fromEntries(columns.map((column) => [column, cannotTell(reason.slice(0, 200))]));
  }
  await new Promise((sent) => process.send!(findings, sent));
}
// Calls that wait for ever, and retries that nobody asked for, end here.
process.exit(0);
