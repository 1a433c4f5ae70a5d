import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { conformanceChecks as checks } from '../../src/conformance/index.js';
import { formatted } from '../../scripts/format.js';
import { withSection } from '../../scripts/section.js';
import { operations } from '../../generated/operations.js';
import { catalogue } from '../../src/conformance/checks/index.js';
import { type CheckInfo, FAMILIES, type Mode } from '../../src/conformance/model/report-model.js';
import { planConformance } from '../../src/conformance/run/run.js';
import { stoppedBy } from '../../src/conformance/call/safety.js';
import { VERDICT_MEANINGS } from '../../src/conformance/model/verdicts.js';

/** The generated parts of docs/conformance.md, by the name of their markers. */
const partsOfGuide = async (): Promise<Parts> => ({ verdicts: verdictTable(), levels: await levelTable() });

/** The generated part of docs/conformance-checks.md. */
const partsOfList = (): Parts => ({ checks: checkList() });

type Parts = Readonly<Record<string, string>>;

/** The document with what the code says between its markers, formatted as all documents are. */
async function withGenerated(document: string, parts: Parts, path: string): Promise<string> {
  const text = Object.entries(parts).reduce((whole, [name, part]) => withSection(whole, name, part), document);
  return formatted(path, text);
}

/** One table for each family; ids are addresses of `--check`. */
function checkList(): string {
  const families = FAMILIES.map((family) => checks.filter((check) => check.family === family)).filter(
    (of) => of.length > 0,
  );
  const sections = families.map((of) => {
    const rows = of.map((check, at) => {
      const says = judgedBy(check);
      const isRepeated = at > 0 && judgedBy(of[at - 1]!) === says;
      return row([`\`${check.id}\``, check.title, isRepeated ? 'as above' : says, check.effect, control(check)]);
    });
    return [
      `## ${of[0]!.family}`,
      '',
      row(['check', 'claim', 'judged by', 'effect', 'control']),
      row(['-', '-', '-', '-', '-']),
      ...rows,
    ].join('\n');
  });
  return [`${checks.length} checks.`, ...sections].join('\n\n');
}

function judgedBy({ clause }: CheckInfo): string {
  return clause.kind === 'unknown'
    ? `unknown \`${clause.id}\`: observed, never failed`
    : `${'heading' in clause ? clause.heading : 'expected'}: “${clause.quote}”`;
}

const control = ({ control: id }: CheckInfo): string => (id === undefined ? '' : `\`${id}\``);

/** A guide in the package carries no padding. */
const COMPACT = '<!-- oxfmt-ignore -->';

function verdictTable(): string {
  const rows = Object.entries(VERDICT_MEANINGS).map(([verdict, meaning]) => row([verdict, meaning]));
  return [COMPACT, row(['verdict', 'meaning']), row(['---', '---']), ...rows].join('\n');
}

const MODES: readonly Mode[] = ['read', 'mutate', 'sandbox'];

/** The number of checks and of planned calls of each mode. */
async function levelTable(): Promise<string> {
  const wipe = Object.values(operations).filter(({ effect }) => effect === 'wipe');
  const permission = { wipe: wipe.map(({ operationId }) => operationId), hosts: [], account: '' };
  const runs = (mode: Mode) => catalogue.filter((check) => stoppedBy(check, { mode, permission }) === undefined);
  const credentials = { apiKey: 'key', apiSecret: 'secret' };
  const plans = await Promise.all(
    MODES.map((mode) => planConformance({ baseUrl: 'http://127.0.0.1', credentials, mode, permission })),
  );
  return [
    COMPACT,
    row(['', ...MODES.map((mode) => `\`${mode}\``)]),
    row(['---', ...MODES.map(() => '---:')]),
    row(['checks', ...MODES.map((mode) => String(runs(mode).length))]),
    row(['calls by plan', ...plans.map(({ calls }) => String(calls))]),
  ].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Characters that would end a cell or start a tag are written as text. */
function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;');
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url));

test.each([
  ['conformance', 'every verdict and mode', await partsOfGuide()],
  ['conformance-checks', 'every check', partsOfList()],
])('docs/%s.md lists %s as the code has them (npm run conformance-docs rewrites it)', async (name, _, parts) => {
  const path = pathOf(name);
  await expect(await withGenerated(readFileSync(path, 'utf8'), parts, path)).toMatchFileSnapshot(path);
});

test('a document whose markers are gone is refused, not silently left as it is', async () => {
  await expect(withGenerated('# No markers', partsOfList(), pathOf('conformance-checks'))).rejects.toThrow(
    'no markers',
  );
});

test('the example of known failures names checks', () => {
  const example = /## Known failures[^]*?```text\n([^]*?)```/.exec(readFileSync(pathOf('conformance'), 'utf8'))![1]!;
  const names = example.split('\n').map((line) => line.replace(/#.*/, '').trim());
  for (const name of names.filter(Boolean)) expect(checks.map(({ id }) => id)).toContain(name);
});
