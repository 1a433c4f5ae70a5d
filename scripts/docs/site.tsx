import { existsSync, readFileSync } from 'node:fs';
import { errorCodes } from '../../generated/error-codes.js';
import { type OperationId, operations } from '../../generated/operations.js';
import { conformanceChecks } from '../../src/conformance/run/run.js';
import { EVIDENCE } from '../section.js';
import { type Guide, guides, readGuide, titleOf } from './guides.js';
import { messagesOfCodes, symptomOf } from './model/codes.js';
import { describedOperations } from './model/operation.js';
import { unknowns } from './model/registers.js';
import { GROUPS, type SitePage } from './page.js';
import { downloadsPage } from './pages/downloads.js';
import { operationPage } from './pages/operation.js';
import { startPage } from './pages/start.js';
import { toolPages } from './pages/tools.js';
import { unknownsPage } from './pages/unknowns.js';
import { escaped } from './parts/code.js';
import { Markdown, type Places } from './parts/markdown.js';
import { TryItHere } from './parts/try-it-here.js';
import { prepareExchange } from './samples/exchange.js';
import { writePrograms } from './samples/index.js';
import { wireExampleOf } from './samples/wire-example.js';

const checkIds = new Set(conformanceChecks.map(({ id }) => id));
const unknownIds = new Set(unknowns.map(({ id }) => id));

/** Pages that stand for something else than a guide. */
const OTHER: Readonly<Record<string, string>> = { 'docs/': 'index', 'openapi/unknowns.yaml': 'unknowns' };

const places: Places = {
  file: (path) => OTHER[path] ?? guides.find(({ file }) => file === path)?.id,
  exists: (path) => existsSync(new URL(`../../${path}`, import.meta.url)),
  word(word) {
    if (Object.hasOwn(operations, word)) return `${word}.html`;
    if (toolPages.some(({ id }) => word === `${id}.html`)) return word;
    // A page that the package does not have is named in a guide, and linked to here.
    const page = places.file(word);
    if (page !== undefined) return `${page}.html`;
    if (unknownIds.has(word)) return `unknowns.html#unknown.${word}`;
    // Codes without a sign are numbers like any other where they are not in their table.
    if (word.startsWith('-') && Object.hasOwn(errorCodes, word)) return `error-codes.html#code.${word}`;
    return checkIds.has(word) ? `conformance-checks.html#check.${word}` : undefined;
  },
  row(page, word) {
    if (page === 'error-codes' && Object.hasOwn(errorCodes, word)) return `code.${word}`;
    return page === 'conformance-checks' && checkIds.has(word) ? `check.${word}` : undefined;
  },
  beside(page, word, column) {
    if (page !== 'error-codes' || !Object.hasOwn(errorCodes, word)) return '';
    if (column === 0) return ` <a href="troubleshooting.html#${symptomOf(word)}">what to do</a>`;
    const messages = messagesOfCodes.get(word) ?? [];
    return column === 1 ? messages.map((message) => ` <q>${escaped(message)}</q>`).join('') : '';
  },
};

/** Makes every page, in the order of the table of contents. */
export async function createPages(): Promise<readonly SitePage[]> {
  const programs = writePrograms(await prepareExchange());
  const described = [];
  for (const one of describedOperations) {
    const { operationId } = one.operation;
    const faults = faultTableOf(operationId);
    described.push(
      operationPage(one, {
        wire: await wireExampleOf(one.operation),
        samples: programs.filter(({ call }) => call.operation.operationId === operationId),
        unknowns: unknowns.filter(({ id }) => one.unknownIds.includes(id)),
        checks: conformanceChecks.filter((check) => check.operations.includes(operationId)),
        faults: faults && <Faults id={operationId} table={faults} />,
      }),
    );
  }
  const pages = ordered([...guides.map(guidePage), ...toolPages, ...described, unknownsPage(), downloadsPage]);
  return [startPage(pages), ...pages];
}

/** In the order of the contents: the next page of a page is the next in them. */
const ordered = (pages: readonly SitePage[]): readonly SitePage[] =>
  GROUPS.flatMap((group) => pages.filter((page) => page.group === group));

const matrix = /<!-- fault-matrix:.*<!-- \/fault-matrix -->/s.exec(readFileSync(EVIDENCE, 'utf8'))![0];

/** The part of the fault matrix that names an operation: its table, as it stands in the guide. */
function faultTableOf(operationId: OperationId): string | undefined {
  const sections = matrix.split(/^### /m).slice(1);
  const section = sections.find((one) => one.split('\n| ')[0]?.includes(`\`${operationId}\``));
  return section === undefined ? undefined : /^\|.*\|$/gms.exec(section)?.[0];
}

function Faults({ id, table }: { id: string; table: string }) {
  return (
    <details>
      <summary>What the client does under each fault, measured</summary>
      <Markdown id={`${id}.faults`} file="docs/evidence.md" text={table} places={places} />
      <p>
        The columns are explained with the <a href="evidence.html#evidence-fault-matrix">whole matrix</a>.
      </p>
    </details>
  );
}

function guidePage(guide: Guide): SitePage {
  const { file, ...page } = guide;
  const text = readGuide(guide);
  return {
    ...page,
    title: file === 'README.md' ? 'Quick start' : titleOf(text),
    body: (
      <>
        <Markdown id={page.id} file={file} text={text} places={places} />
        {page.sandbox && <TryItHere />}
      </>
    ),
  };
}
