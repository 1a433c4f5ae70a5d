import { createColors } from 'picocolors';
import { byVerdict, CALLER_VERDICTS, isOfSignatures } from '../model/caller-verdicts.js';
import type { Result } from '../model/report-model.js';
import { counted } from '../model/counted.js';
import { groupBy } from '../model/groups.js';
import { namedLines, shortLine } from '../reports/evidence.js';
import { callLines } from '../reports/summary.js';
import { clauseText, isKnownFailure } from '../model/verdicts.js';
import { idOf, type JudgedProgram } from './judge-program.js';
import type { JudgedScene } from './judge-scene.js';

/** Scenes with one problem that are shown whole, where a verdict has one; of the others, the name will do. */
const SHOWN = 2;
/** Scenes that could not be judged, of which the reason is shown. */
const OPEN = 3;

/** The result of a run for a person: the gravest first, each with wire, book and what to do; then the count of verdicts. */
export function toCallerSummary({ report, judgements }: JudgedProgram, { colour = false } = {}): string {
  const { red, bold, dim } = createColors(colour);
  const results = new Map(report.results.map((result) => [result.id, result]));
  const signed = report.results.find(isOfSignatures);
  const sections: string[] = [];
  if (signed?.verdict === 'fail')
    sections.push(`${red('FAIL')}  ${signed.id}\n  what    ${shortLine(signed.reason ?? '')}`);
  const failed = judgements.filter(({ scene }) => results.get(idOf(scene))?.verdict === 'fail');
  for (const { verdict, found } of byVerdict(failed, (one) => one.verdict)) {
    const count = counted(found.length, 'scene');
    const block = ({ scene, problems: [first] }: JudgedScene): string => {
      const result = results.get(idOf(scene))!;
      const texts = [
        ['what', first?.text],
        ['do', first?.advice],
        ['assumed', first?.assumes],
        ['rule', first?.clause && clauseText({ clause: first.clause })],
      ] as const;
      const known = isKnownFailure(report, result) ? ' (known)' : '';
      const head = `${red('FAIL')}  ${idOf(scene)}${known}  ${dim(scene.title)}`;
      return [head, ...namedLines(texts, 8), ...callLines(result, 8)].join('\n');
    };
    const alike = [...groupBy(found, ({ problems: [first] }) => first?.text.replaceAll(/\d+/g, '')).values()];
    const shown = alike.length === 1 ? SHOWN : 1;
    const blocks = alike.flatMap((same) => {
      const rest = same.slice(shown).map(({ scene }) => `  ${idOf(scene)}`);
      return [...same.slice(0, shown).map(block), ...(rest.length === 0 ? [] : ['the same in:', ...rest])];
    });
    const head = `${bold(red(`It ${CALLER_VERDICTS[verdict]}`))}: ${count} ${dim(`(${verdict})`)}`;
    sections.push([head, ...blocks].join('\n'));
  }
  return `${[...sections, endOf(report, judgements, signed)].join('\n\n')}\n`;
}

function endOf(
  { ok, durationMs, calls, results, unexpectedPasses, knownFailures = [] }: JudgedProgram['report'],
  judgements: JudgedProgram['judgements'],
  signed: Result | undefined,
): string {
  const counts = byVerdict(judgements, (one) => one.verdict).map(({ verdict, found }) => `${found.length} ${verdict}`);
  const unjudged = judgements.filter(({ verdict }) => verdict === 'cannot-tell');
  const open = unjudged.map(({ scene, problems: [first] }) => `${scene.name}: ${first!.text}`);
  // That a program does not sign is said only where signatures alone are judged.
  if (signed?.verdict === 'cannot-tell' && results.length === 1) open.push(signed.reason ?? '');
  const known = knownFailures.length === 0 ? '' : ` but ${knownFailures.length} known`;
  const isBlind = results.every(({ verdict }) => verdict === 'cannot-tell');
  const end = ok ? `No problem found${known}` : isBlind ? 'Nothing could be judged' : 'Not ok';
  const without = ok && open.length > 0 ? `, of which ${open.length} could not be judged` : '';
  const more = open.length - OPEN;
  return [
    ...(signed?.verdict === 'pass' ? ['All signatures of the vector file are right.'] : []),
    ...open.slice(0, OPEN).map((text) => `cannot tell: ${shortLine(text)}`),
    ...(more > 0 ? [`cannot tell: ${counted(more, 'more scene')}, which --json has`] : []),
    ...unexpectedPasses.map((id) => `${id} passed, and is listed as a known failure: take it off the list.`),
    ...(counts.length === 0 ? [] : [counts.toReversed().join(', ')]),
    // The signatures of the vector file have a line of their own, and are in no count of verdicts.
    `${end}: ${counted(judgements.length || results.length, 'scene')}${without}, ${counted(calls, 'call')}, ${(durationMs / 1000).toFixed(1)} s.`,
  ].join('\n');
}
