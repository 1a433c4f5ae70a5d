import { parse } from 'yaml';
import type { CheckInfo } from '../../src/conformance/model/report-model.js';

/** One entry of openapi/unknowns.yaml, as far as the kit goes. */
interface Entry {
  readonly id: string;
  /** Addresses of the checks that measure it, or one sentence: why no check can. */
  readonly check: readonly string[] | string | null;
}

export const readRegister = (text: string): readonly Entry[] => parse(text) as Entry[];

/** The checks that measure each open question, in the order in which they run. */
export function measuredBy(checks: readonly CheckInfo[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, clause } of checks) {
    if (clause.kind === 'unknown') found.set(clause.id, [...(found.get(clause.id) ?? []), id]);
  }
  return found;
}

/** The register with the addresses that the code has; a sentence stays where nothing measures the question. */
export function withAddresses(text: string, checks: readonly CheckInfo[]): string {
  const addresses = measuredBy(checks);
  return text
    .split(/^(?=- id: )/m)
    .map((part) => {
      const id = /^- id: (\S+)/.exec(part)?.[1];
      const lines = (id !== undefined && addresses.get(id)) || undefined;
      if (lines === undefined) return part;
      // `check` is the last member of an entry; the heading of the next group may follow.
      const list = `  check:\n${lines.map((line) => `    - ${line}\n`).join('')}`;
      return part.replace(/^ {2}check:.*\n(?: {4}.*\n)*/m, list);
    })
    .join('');
}
