import { expect } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { readSamples } from '../../examples/samples.js';
import { writeProgram } from '../../support/folder.js';

/** The samples of the page in a language. */
export const codesOf = (language: string): string[] =>
  readSamples().flatMap((sample) =>
    sample.file === 'docs/test-your-program.md' && sample.language === language ? [sample.code] : [],
  );

/** The scenes of the command of the page. */
export const SCENES_OF_PAGE = codesOf('sh').flatMap(
  (code) => /--scenes (healthy\S+)/.exec(code)?.[1]?.split(',') ?? [],
);

/** The bot of docs/test-your-program.md before its first repair and after each. */
export function walkthrough(folder: string) {
  const [, first = ''] = codesOf('python');
  const bots = [first];
  for (const fix of codesOf('diff')) {
    const [from = '', to = ''] = [/^\+.*\n|^-/gm, /^-.*\n|^\+/gm].map((rest) =>
      `${fix.trimEnd()}\n`.replaceAll(rest, ''),
    );
    expect(bots.at(-1)!.split(from)).toHaveLength(2);
    bots.push(bots.at(-1)!.replace(from, () => to));
  }
  const [, ...reports] = codesOf('text');
  expect(reports).toHaveLength(bots.length);
  /** Expects the report that the page prints. */
  const judge = async (step: number, scenes: readonly string[]): Promise<void> => {
    const run = `python3 ${writeProgram(folder, `bot-${step}.py`, bots[step]!)}`;
    const judged = await judgeProgram(run, { scenes, timeoutMs: 120_000 });
    const text = toCallerSummary(judged);
    for (const line of reports[step]!.trimEnd().split('\n')) expect(text, `step ${step + 1}`).toContain(line);
    expect(judged.report.ok).toBe(step === bots.length - 1);
  };
  return { bots, judge };
}
