import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { isInstalled } from '../../support/installed.js';
import { folderOfFile } from '../../support/folder.js';

const page = readFileSync(new URL('../../../docs/test-your-program.md', import.meta.url), 'utf8');
const guide = page.slice(page.indexOf('## Walkthrough'));
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code!);
const scenes = /--scenes (\S+)/.exec(guide)![1]!.split(',');

/** The scenes of the steps in the middle: all scenes of the page stand at both ends. */
const CONCERNED = ['healthy/create-order', 'lost-response/reset-after', 'rate-limit/429-retry-after'];

const folder = folderOfFile();

const linesWith = (diff: string, sign: '-' | '+'): string =>
  diff
    .split('\n')
    .flatMap((line) => (line.startsWith(sign) ? [`${line.slice(1)}\n`] : []))
    .join('');

test.skipIf(!isInstalled('python3'))(
  'the bot is wrong in five ways, is repaired from the report alone, and ends without a problem',
  async () => {
    const [first = ''] = blocks('python');
    const [reports, fixes] = [blocks('text'), blocks('diff')];
    expect([reports.length, fixes.length]).toEqual([6, 5]);
    const bots = [first];
    for (const fix of fixes) {
      const [from, to] = [linesWith(fix, '-'), linesWith(fix, '+')];
      expect(bots.at(-1)!.split(from)).toHaveLength(2);
      bots.push(bots.at(-1)!.replace(from, () => to));
    }
    // Each step waits for the timeouts of its bot, and for none of the other steps.
    const judge = async (report: string, step: number): Promise<void> => {
      const file = join(folder, `bot-${step}.py`);
      writeFileSync(file, bots[step]!);
      const isMiddle = step > 0 && step < fixes.length;
      const judged = await judgeProgram(`python3 ${file}`, {
        scenes: isMiddle ? CONCERNED : scenes,
        timeoutMs: 120_000,
      });
      const text = toCallerSummary(judged);
      for (const line of report.trimEnd().split('\n')) expect(text, `step ${step + 1}`).toContain(line);
      expect(judged.report.ok).toBe(step === fixes.length);
    };
    await Promise.all(reports.map(judge));
  },
);
