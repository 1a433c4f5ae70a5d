import pc from 'picocolors';
import type { SelftestReport, ServerVerdict } from '../../conformance/index.js';
import { plainTable } from '../plain-table.js';

const WORDS: Readonly<Record<ServerVerdict['outcome'], string>> = {
  ok: 'ok',
  wrong: 'WRONG',
  'not-judged': 'not judged',
};

/** What each kind of server has to come to. */
const ENDS: readonly (readonly [kind: ServerVerdict['kind'], end: string])[] = [
  ['mutant', 'mutants caught by every check that names their clause'],
  ['control', 'controls refused'],
  ['twin', 'tolerant twins let through'],
];

/** Which server was caught by which checks, what went wrong and why, and the totals at the end. */
export function writeMatrix(report: SelftestReport, colour: boolean): string {
  const { servers, withoutKill, durationMs, ok } = report;
  const judged = servers.filter(({ outcome }) => outcome !== 'not-judged');
  const colours = pc.createColors(colour);
  const wrong = servers.filter(({ outcome }) => outcome === 'wrong');
  const totals = ENDS.map(([kind, end]) => {
    const all = judged.filter((server) => server.kind === kind);
    return `${all.filter(({ outcome }) => outcome === 'ok').length} of ${all.length} ${end}`;
  });
  const lines = [
    plainTable(
      ['server', 'kind', 'verdict', 'caught by'],
      servers.map((server) => [server.id, server.kind, WORDS[server.outcome], caughtBy(server)]),
    ),
    '',
    ...wrong.flatMap(explain),
    ...withoutKill.map((id) => `${id} caught no mutant: nothing shows that it can fail.`),
    ...threeNumbers(report),
    `${totals.join(', ')}; ${(durationMs / 1000).toFixed(1)} s`,
    ok ? colours.green('The kit can fail, and raises no false alarm.') : colours.red(conclusion(report)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Faults, false accusations and open questions, side by side. */
function threeNumbers({ numbers: { faults, compliant, questions } }: SelftestReport): readonly string[] {
  return [
    `faults caught            ${faults.caught} of ${faults.servers} (right check ${faults.byRightCheck}, right row or sentence ${faults.byRightWords})`,
    `compliant accused        ${compliant.accused} of ${compliant.servers}`,
    `open questions covered   ${questions.covered} of ${questions.open}`,
  ];
}

/** The check that had to catch it first; then how many others did. */
function caughtBy({ expected, caughtBy: found }: ServerVerdict): string {
  const [first] = [...expected.filter((check) => found.includes(check)), ...found];
  if (first === undefined) return '';
  return found.length === 1 ? first : `${first} and ${found.length - 1} more`;
}

const COMPLAINTS: Readonly<Record<ServerVerdict['kind'], string>> = {
  reference: 'is right, and was accused',
  mutant: 'is wrong, and was not seen by all checks that are named for it',
  twin: 'is right, and was accused',
  control: 'is no such service, and was believed',
};

const explain = ({ id, kind, title, problems }: ServerVerdict): readonly string[] => [
  `${id} (${title}) ${COMPLAINTS[kind]}:`,
  ...problems.map((problem) => `  ${problem}`),
];

function conclusion({ interrupted, servers }: SelftestReport): string {
  if (!interrupted) return 'The kit is not to be trusted.';
  const judged = servers.filter(({ outcome }) => outcome !== 'not-judged');
  const end = judged.every(({ outcome }) => outcome === 'ok')
    ? 'all as they should be'
    : 'not all as they should be: the kit is not to be trusted';
  return `Interrupted: ${judged.length} of ${servers.length} servers were judged, ${end}.`;
}
