import { createColors } from 'picocolors';
import { counted, cutLine, decidingCall, exchangeLine } from '../reports/evidence.js';
import { clauseText, isKnownFailure } from '../reports/verdicts.js';
import { visibleLine } from '../reports/visible.js';
import { idOf, type JudgedProgram } from './judge-program.js';
import { CALLER_VERDICTS, type CallerVerdict } from './problem.js';

const LINE = 300;
/** Scenes of one verdict that are shown whole; of the others, the name will do. */
const SHOWN = 2;

/** The result of a run for a person: the gravest first, each with wire, book and what to do; then the count of verdicts. */
export function toCallerSummary({ report, judgements }: JudgedProgram, { colour = false } = {}): string {
  const colours = createColors(colour);
  const line = (text: string): string => visibleLine(cutLine(text, LINE));
  const results = new Map(report.results.map((result) => [result.id, result]));
  const sections: string[] = [];
  const signed = report.results.find(({ operations }) => operations.length === 0);
  if (signed?.verdict === 'fail')
    sections.push(`${colours.red('FAIL')}  ${signed.id}\n  what    ${line(signed.reason ?? '')}`);
  for (const verdict of Object.keys(CALLER_VERDICTS) as readonly CallerVerdict[]) {
    const found = judgements.filter(
      (one) => one.verdict === verdict && results.get(idOf(one.scene))?.verdict === 'fail',
    );
    if (found.length === 0) continue;
    const head = `${colours.bold(colours.red(`It ${CALLER_VERDICTS[verdict]}`))}: ${counted(found.length, 'scene')} ${colours.dim(`(${verdict})`)}`;
    const blocks = found.slice(0, SHOWN).map(({ scene, problems: [first] }) => {
      const result = results.get(idOf(scene))!;
      const call = decidingCall(result);
      const known = isKnownFailure(report, result) ? ' (known)' : '';
      const rows: readonly (readonly [string, string | undefined])[] = [
        ['what', first?.text],
        ['do', first?.advice],
        ['assumed', first?.assumes],
        ['rule', first?.clause && clauseText({ clause: first.clause })],
        ['call', call && exchangeLine(call)],
        ['body', call?.request.body],
        ['got', call?.response?.body],
      ];
      const shown = rows.flatMap(([name, text]) => (text ? [`  ${name.padEnd(8)}${line(text)}`] : []));
      return [`${colours.red('FAIL')}  ${idOf(scene)}${known}  ${colours.dim(scene.title)}`, ...shown].join('\n');
    });
    const rest = found.slice(SHOWN).map(({ scene }) => `  ${idOf(scene)}`);
    sections.push([head, ...blocks, ...(rest.length === 0 ? [] : ['the same in:', ...rest])].join('\n'));
  }
  sections.push(endOf(report, judgements));
  return `${sections.join('\n\n')}\n`;
}

function endOf(
  { ok, durationMs, calls, results, unexpectedPasses, knownFailures = [] }: JudgedProgram['report'],
  judgements: JudgedProgram['judgements'],
): string {
  const counts = (Object.keys(CALLER_VERDICTS) as readonly CallerVerdict[]).flatMap((verdict) => {
    const count = judgements.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : `${count} ${verdict}`;
  });
  const open = judgements.filter(({ verdict }) => verdict === 'cannot-tell');
  const reasons = new Map(open.map(({ problems }) => [problems[0]!.text, problems[0]!]));
  const untold = [...reasons.keys()].map((text) => `cannot tell: ${visibleLine(cutLine(text, LINE))}`);
  const isBlind = results.every(({ verdict }) => verdict === 'cannot-tell');
  return [
    ...signing(results),
    ...untold,
    ...unexpectedPasses.map((id) => `${id} passed, and is listed as a known failure: take it off the list.`),
    counts.toReversed().join(', '),
    `${ok ? (knownFailures.length === 0 ? 'No problem found' : `No problem found but ${knownFailures.length} known`) : isBlind ? 'Nothing could be judged' : 'Not ok'}: ${counted(results.length, 'scene')}, ${counted(calls, 'call')}, ${(durationMs / 1000).toFixed(1)} s.`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** The line about signatures; none about a program that was not asked, or does not sign. */
function signing(results: JudgedProgram['report']['results']): readonly string[] {
  const one = results.find(({ operations }) => operations.length === 0);
  if (one?.verdict === 'pass') return ['All signatures of the vector file are right.'];
  return one?.verdict === 'cannot-tell' && results.length === 1
    ? [`cannot tell: ${visibleLine(one.reason ?? '')}`]
    : [];
}
