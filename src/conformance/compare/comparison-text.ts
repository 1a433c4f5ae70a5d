import { clauseText } from '../model/verdicts.js';
import { counted } from '../model/counted.js';
import { cut } from '../reports/evidence.js';
import { visibleLine } from '../reports/visible.js';
import type {
  Change,
  ChangedCheck,
  ChangedClause,
  ChangedQuestion,
  Comparison,
  ReportOrigin,
  Side,
} from './compare-reports.js';

const NAMES: Readonly<Record<Change, string>> = {
  'fails-now': 'FAILS NOW',
  'fails-otherwise': 'FAILS DIFFERENTLY',
  'no-longer-fails': 'NO LONGER FAILS',
  'no-longer-judged': 'NO LONGER JUDGED',
  'judged-now': 'JUDGED NOW',
  'not-judged': 'NOT JUDGED',
};

/** The text of a comparison: the gravest change first, each with its clause, then the open questions, then a summary line. */
export function toComparisonText(comparison: Comparison): string {
  const { before, after, clauses, questions, onlyBefore, onlyAfter } = comparison;
  const sections = [
    `first   ${origin(before)}\nsecond  ${origin(after)}${otherKit(before, after)}`,
    ...clauses.toSorted((one, other) => gravity(one) - gravity(other)).map(clauseBlock),
    ...questions.map(questionBlock),
    only('first', onlyBefore),
    only('second', onlyAfter),
    headline(comparison),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const ORDER = Object.keys(NAMES);
const gravity = ({ checks }: ChangedClause): number => Math.min(...checks.map(({ change }) => ORDER.indexOf(change)));

const origin = ({ target, mode, startedAt, calls }: ReportOrigin): string =>
  visibleLine(
    `${target.label === undefined ? '' : `${target.label}, `}${target.baseUrl}, mode ${mode}, ${startedAt}, ${counted(calls, 'call')}`,
  );

function otherKit({ digests: one }: ReportOrigin, { digests: other }: ReportOrigin): string {
  const parts = [
    ...(one.suite === other.suite ? [] : ['checks']),
    ...(one.description === other.description ? [] : ['description']),
  ];
  return parts.length === 0
    ? ''
    : `\nThe ${parts.join(' and the ')} changed between them: a difference may come from the kit.`;
}

function clauseBlock({ clause, checks }: ChangedClause): string {
  return [...checks.map(checkLines), `  rule   ${line(clauseText({ clause }))}`].join('\n');
}

function checkLines({ id, title, change, before, after }: ChangedCheck): string {
  return [
    `${NAMES[change]}  ${line(id)}  ${line(title)}`,
    `  first  ${before === undefined ? 'the check was not there' : side(before)}`,
    `  second ${side(after)}`,
  ].join('\n');
}

function questionBlock({ id, checks, premise }: ChangedQuestion): string {
  const lines = checks.flatMap(({ id: check, title, before, after }) => [
    `  ${line(check)}  ${line(title)}`,
    `    first  ${side(before)}`,
    `    second ${side(after)}`,
  ]);
  const went = (text: string | null): string => line(text ?? 'as the kit expects');
  const bases =
    premise === undefined
      ? []
      : ['  what the run went by', `    first  ${went(premise.before)}`, `    second ${went(premise.after)}`];
  return [`OPEN QUESTION  ${line(id)}`, ...lines, ...bases].join('\n');
}

const side = ({ verdict, reason, observed }: Side): string =>
  line(observed !== undefined ? JSON.stringify(observed) : `${verdict}${reason === undefined ? '' : `: ${reason}`}`);

const LINE = 300;
const line = (text: string): string => visibleLine(cut(text, LINE).replaceAll('\n', ' '));

const SHOWN = 10;

function only(which: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const shown = ids.slice(0, SHOWN).map((id) => `  ${line(id)}`);
  const more = ids.length > SHOWN ? [`  and ${ids.length - SHOWN} more`] : [];
  return [`Only in the ${which} report: ${counted(ids.length, 'check')}`, ...shown, ...more].join('\n');
}

function headline({ result, clauses, questions }: Comparison): string {
  if (result === 'same') return 'No difference.';
  const count = (change: Change): number =>
    clauses.flatMap(({ checks }) => checks).filter((check) => check.change === change).length;
  const changes = ORDER.map((name) => [name as Change, count(name as Change)] as const)
    .filter(([, number]) => number > 0)
    .map(([change, number]) => `${number} ${NAMES[change].toLowerCase()}`);
  const open =
    questions.length === 0
      ? []
      : [`${counted(questions.length, 'open question is', 'open questions are')} answered differently`];
  const grave = result === 'worse' ? 'Worse' : 'Different';
  return `${[grave, [...changes, ...open].join(', ')].filter((text) => text !== '').join(': ')}.`;
}
