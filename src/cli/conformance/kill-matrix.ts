import pc from 'picocolors';
import type { SelftestReport } from '../../conformance/selftest/selftest.js';
import type { ServerVerdict } from '../../conformance/selftest/selftest-verdict.js';
import { plainTable } from '../plain-table.js';

const WORDS: Readonly<Record<ServerVerdict['outcome'], string>> = {
  ok: 'ok',
  wrong: 'WRONG',
  'not-judged': 'not judged',
};

const KINDS: Readonly<Record<ServerVerdict['kind'], string>> = {
  reference: 'reference',
  mutant: 'faulty',
  twin: 'compliant',
  control: 'control',
};

/** The text of a self-test: which checks caught each server, what went wrong and why, and the totals at the end. */
export function writeMatrix(report: SelftestReport, colour: boolean): string {
  const { servers, withoutKill, durationMs, ok } = report;
  const colours = pc.createColors(colour);
  const wrong = servers.filter(({ outcome }) => outcome === 'wrong');
  const controls = servers.filter(({ kind, outcome }) => kind === 'control' && outcome !== 'not-judged');
  const rejected = controls.filter(({ outcome }) => outcome === 'ok');
  const lines = [
    plainTable(
      ['server', 'kind', 'verdict', 'caught by'],
      servers.map((server) => [server.id, KINDS[server.kind], WORDS[server.outcome], caughtBy(server)]),
    ),
    '',
    ...wrong.flatMap(explain),
    ...withoutKill.map((id) => `${id} caught no faulty server, so nothing proves that it can fail.`),
    ...threeNumbers(report),
    `controls rejected        ${rejected.length} of ${controls.length}; ${(durationMs / 1000).toFixed(1)} s`,
    ok ? colours.green(passed(report)) : colours.red(conclusion(report)),
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
  reference: 'is compliant, and was accused',
  mutant: 'is faulty, and not every check that names its clause caught it',
  twin: 'is compliant, and was accused',
  control: 'is not the service, and was taken for it',
};

const explain = ({ id, kind, title, problems }: ServerVerdict): readonly string[] => [
  `${id} (${title}) ${COMPLAINTS[kind]}:`,
  ...problems.map((problem) => `  ${problem}`),
];

const passed = ({ numbers: { faults, compliant } }: SelftestReport): string =>
  `Self-test passed: ${faults.caught} of ${faults.servers} faults detected, ${compliant.accused} of ${compliant.servers} compliant servers accused.`;

function conclusion({ interrupted, servers }: SelftestReport): string {
  if (!interrupted) return 'Self-test failed. Do not trust the verdicts of this kit.';
  const judged = servers.filter(({ outcome }) => outcome !== 'not-judged');
  const end = judged.every(({ outcome }) => outcome === 'ok')
    ? 'all as expected'
    : 'not all as expected: do not trust the verdicts of this kit';
  return `Interrupted: ${judged.length} of ${servers.length} servers were judged, ${end}.`;
}
