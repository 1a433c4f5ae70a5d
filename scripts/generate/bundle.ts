import { bundle, loadConfig } from '@redocly/openapi-core';
import { resolve } from 'node:path';
import type { Json } from './references.js';
import { refuse } from './refuse.js';

/** Bundles one API of `redocly.yaml` (`full` or `declared`) from the description in `folder`. */
export async function bundleDescription(folder: string, api: 'full' | 'declared'): Promise<Json> {
  const config = await loadConfig({ configPath: resolve(import.meta.dirname, '../../redocly.yaml') });
  const { bundle: document, problems } = await bundle({
    ref: resolve(folder, 'openapi.yaml'),
    config: config.forAlias(api),
    removeUnusedComponents: api === 'declared',
  });
  if (problems.length > 0) {
    const lines = problems.map((problem) => `${problem.location[0]?.source.absoluteRef}: ${problem.message}`);
    throw new Error(`The description cannot be bundled:\n${lines.join('\n')}`);
  }
  const bundled = document.parsed as Json;
  if (api === 'full') {
    countSources(bundled);
    // The servers of the self-test that answer a question in their own way are a matter of our tests.
    for (const question of bundled['x-unknowns'] as { variant?: unknown }[]) delete question.variant;
  }
  return bundled;
}

/*
 * Notes say where a fact was seen. They name sources by id; how many of those are independent of one another is
 * counted here, from openapi/sources.yaml, and never written by hand.
 */

/** A number of sources in prose: the table knows it, so a note must not. */
const COUNTED = /\bn\s*(?:[=<>≤≥]|&[lg]t;)|\b(?:all|[2-9]|two|three|four|five|six|seven|eight) (?:sources|clients)\b/iu;

type Origins = ReadonlyMap<string, string>;

/**
 * Writes into each marked node how many origins its sources have, and into its note which they are.
 *
 * @throws {Error} Naming the node: without sources where it is observed, without a note where it is assumed, with a source
 * that the table does not have, or with a count in its text.
 */
function countSources(document: Json): void {
  const origins: Origins = new Map((document['x-sources'] as Json[]).map(({ id, origin }) => [id, origin]));
  visit(document, '', origins);
  for (const entry of document['x-unknowns'] as Writable[]) countQuestion(entry, origins);
}

type Writable = Record<string, any>;

function visit(node: unknown, pointer: string, origins: Origins): void {
  if (node === null || typeof node !== 'object' || pointer === '/x-unknowns') return;
  if ('x-evidence' in node) countMark(node as Writable, pointer, origins);
  for (const [key, child] of Object.entries(node)) visit(child, `${pointer}/${key}`, origins);
}

function countMark(node: Writable, pointer: string, origins: Origins): void {
  // A node that several places share is met several times.
  if (node['x-evidence-count'] !== undefined) return;
  const { 'x-evidence': mark, 'x-evidence-sources': sources, 'x-evidence-note': note } = node;
  if (mark !== 'observed' && mark !== 'assumed') refuse(pointer, `x-evidence is ${mark}`, 'Write observed or assumed');
  if (mark === 'assumed') {
    if (sources !== undefined)
      refuse(pointer, 'assumed, with sources', 'Say in x-evidence-note what the reading rests on');
    if (!note) refuse(pointer, 'assumed without a note', 'Say in x-evidence-note what the reading rests on');
  }
  if (mark === 'observed' && !(sources?.length > 0)) {
    refuse(pointer, 'observed without sources', 'List ids of openapi/sources.yaml in x-evidence-sources');
  }
  if (COUNTED.test(note ?? '') || COUNTED.test(node['text'] ?? ''))
    refuse(pointer, 'a number of sources in the text', 'List them in x-evidence-sources: they are counted');
  if (mark === 'assumed') return;
  const groups = groupsOf(sources, pointer, origins);
  node['x-evidence-count'] = groups.length;
  node['x-evidence-note'] = [inWords(groups), note].filter(Boolean).join('. ');
}

/** Writes behind each statement of an entry how many origins its sources have; `more` are further statements, as of `x-observed`. */
function countQuestion(entry: Writable, origins: Origins): void {
  const where = `x-unknowns: ${entry['id']}`;
  const statements: readonly Writable[] = [entry, ...(entry['more'] ?? [])];
  const counted = statements.map(({ observed, sources }) => {
    if (COUNTED.test(observed ?? ''))
      refuse(where, 'a number of sources in the text', 'List them in sources: they are counted');
    if (observed === null ? sources !== undefined : !(sources?.length > 0)) {
      refuse(
        where,
        'observed and sources do not go together',
        'List ids of openapi/sources.yaml where something was seen',
      );
    }
    return observed === null ? null : `${observed} From ${inWords(groupsOf(sources, where, origins))}.`;
  });
  entry['observed'] = counted[0] === null ? null : counted.join(' ');
  if (statements.length > 1) entry['sources'] = [...new Set(statements.flatMap(({ sources }) => sources))];
  delete entry['more'];
}

/** Sources by origin, in the order in which they are listed. */
function groupsOf(sources: readonly string[], where: string, origins: Origins): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const id of sources) {
    const origin = origins.get(id);
    if (origin === undefined) refuse(where, `source ${id} is not in the table`, 'Describe it in openapi/sources.yaml');
    groups.set(origin, [...(groups.get(origin) ?? []), id]);
  }
  return [...groups.values()];
}

/** `2 independent sources (VD/CL, SL)`: what is joined by a slash has one origin. */
function inWords(groups: readonly (readonly string[])[]): string {
  const list = groups.map((ids) => ids.join('/')).join(', ');
  return `${countInWords(groups.length)} (${list})`;
}

const countInWords = (count: number): string => (count === 1 ? '1 source' : `${count} independent sources`);
