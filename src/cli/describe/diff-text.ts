import { printable } from '../printable.js';
import type { DescriptionChange, DescriptionDiff } from './diff.js';

/** What a person reads: what breaks first, each change in one line, then the verdict for callers and for servers. */
export function toDiffText({ changes, callers, servers }: DescriptionDiff): string {
  if (changes.length === 0) return 'No difference in what the descriptions say of calls. Wording is not compared.\n';
  const groups = [
    ['Breaking for callers and servers', 'breaking', 'breaking'],
    ['Breaking for callers', 'breaking', 'compatible'],
    ['Breaking for servers', 'compatible', 'breaking'],
    ['Compatible', 'compatible', 'compatible'],
  ] as const;
  const sections = groups.flatMap(([title, forCallers, forServers]) => {
    const group = changes.filter((change) => change.callers === forCallers && change.servers === forServers);
    return group.length === 0 ? [] : [`${title}\n${group.map((change) => `  ${changeLine(change)}`).join('\n')}`];
  });
  const verdict = `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}. For callers: ${callers}. For servers: ${servers}.`;
  return `${[...sections, verdict].join('\n\n')}\n`;
}

function changeLine(change: DescriptionChange): string {
  const { marks } = change;
  const mark = marks.before === marks.after ? marks.after : `${marks.before} → ${marks.after}`;
  return `${printable(change.at)}  ${whatChanged(change)} (${mark})`;
}

function whatChanged(change: DescriptionChange): string {
  const { what, before, after } = change;
  if (what !== 'there') return `${what}: ${shown(before)} → ${shown(after)}`;
  if (!('before' in change)) return 'added';
  return 'after' in change ? 'changed' : 'removed';
}

const LONGEST = 80;

function shown(value: unknown): string {
  const text = value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
