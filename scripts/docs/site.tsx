import { existsSync } from 'node:fs';
import { useContext } from 'preact/hooks';
import { errorCodes } from '../../generated/error-codes.js';
import { operations } from '../../generated/operations.js';
import { conformanceChecks } from '../../src/conformance/run.js';
import { type Guide, guides, readGuide, titleOf } from './guides.js';
import { faultTableOf } from './model/faults.js';
import { describedOperations } from './model/operation.js';
import { unknowns } from './model/unknowns.js';
import type { Page } from './page.js';
import { operationPage } from './pages/operation.js';
import { samplesPage } from './pages/samples.js';
import { startPage } from './pages/start.js';
import { toolPages } from './pages/tools.js';
import { unknownsPage } from './pages/unknowns.js';
import { Markdown, type Places } from './parts/markdown.js';
import { OneFile } from './parts/one-file.js';
import { runSamples } from './samples/index.js';
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
    if (unknownIds.has(word)) return `unknowns.html#unknown.${word}`;
    // Codes without a sign are numbers like any other where they are not in their table.
    if (word.startsWith('-') && Object.hasOwn(errorCodes, word)) return `error-codes.html#code.${word}`;
    return checkIds.has(word) ? `conformance.html#check.${word}` : undefined;
  },
  row(page, word) {
    if (page === 'error-codes' && Object.hasOwn(errorCodes, word)) return `code.${word}`;
    return page === 'conformance' && checkIds.has(word) ? `check.${word}` : undefined;
  },
};

export interface Pages {
  /** In the order of the table of contents. */
  readonly pages: readonly Page[];
  /** What only the file that has all pages has. */
  readonly collected: readonly Page[];
}

/** Makes every page. Runs the samples: one that fails ends it. */
export async function createPages(onProgress: (text: string) => void): Promise<Pages> {
  const { samples, leftOut } = await runSamples({ onProgress });
  const described = [];
  for (const one of describedOperations) {
    const { operationId } = one.operation;
    const faults = faultTableOf(operationId);
    described.push(
      operationPage(one, {
        wire: await wireExampleOf(one.operation),
        samples: samples.get(operationId) ?? [],
        leftOut: leftOut
          .filter((missing) => missing.operationId === undefined || missing.operationId === operationId)
          .map(({ language, reason }) => `There is no sample in ${language}: ${reason}`),
        unknowns: unknowns.filter(({ id }) => one.unknownIds.includes(id)),
        checks: conformanceChecks.filter((check) => check.operations.includes(operationId)),
        faults: faults && <Faults id={operationId} table={faults} />,
      }),
    );
  }
  const pages = [...guides.map(guidePage), ...toolPages, ...described, unknownsPage()];
  return { pages: [startPage(pages), ...pages], collected: [samplesPage(samples)] };
}

/** What the client did under each fault, as measured. */
function Faults({ id, table }: { id: string; table: string }) {
  if (useContext(OneFile)) {
    return (
      <p>
        What it does under every fault of the sandbox: see the <a href="fault-matrix.html">fault matrix</a>.
      </p>
    );
  }
  return (
    <details>
      <summary>What {id} does under every fault of the sandbox, measured</summary>
      <Markdown id={`${id}.faults`} file="docs/fault-matrix.md" text={table} places={places} />
      <p>
        The columns are explained with the <a href="fault-matrix.html">whole matrix</a>.
      </p>
    </details>
  );
}

function guidePage(guide: Guide): Page {
  const { id, group, summary, file } = guide;
  const text = readGuide(guide);
  const title = file === 'README.md' ? 'Quick start' : titleOf(text);
  return { id, group, title, summary, body: <Markdown id={id} file={file} text={text} places={places} /> };
}
