import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ArgumentError } from '../../core/errors.js';
import type { Report } from '../model/report-model.js';
import { toBadge } from './badge.js';
import { toHar } from './har.js';
import { toHtml } from './html.js';
import { jsonInPieces } from './json-in-pieces.js';
import { toJunit } from './junit.js';
import { toMarkdown } from './markdown.js';
import { toOverlay } from './overlay.js';
import { withoutSecrets } from './without-secrets.js';

/** The report itself, every byte of the evidence included; `futures conformance replay` reads it. */
export const toJson = ({ results, ...rest }: Report): Iterable<string> => jsonInPieces(rest, 'results', results);

const FORMATS = {
  json: toJson,
  junit: toJunit,
  html: toHtml,
  markdown: toMarkdown,
  har: toHar,
  observations: toOverlay,
  badge: toBadge,
} as const satisfies Record<string, (report: Report) => string | Iterable<string>>;

export type ReportFormat = keyof typeof FORMATS;

export interface ReportFile {
  readonly format: ReportFormat;
  readonly file: string;
}

interface WriteOptions {
  /** Values that no file may hold, such as key and secret of the run. */
  readonly secrets?: readonly string[];
}

/**
 * Reads `format=file`, such as `junit=report.xml`, and looks whether the files can be written: better before a run than
 * after it.
 *
 * @throws {ArgumentError} When the format is unknown, a file is named twice, or its folder cannot be written to.
 */
export function parseReportFiles(specs: readonly string[]): ReportFile[] {
  const files = specs.map(parse);
  const paths = files.map(({ file }) => resolve(file));
  const twice = files.find((_, index) => paths.indexOf(paths[index]!) !== index);
  if (twice !== undefined) throw wrong(`names ${twice.file} twice, and the second would replace the first`);
  for (const { file } of files) assertWritable(file);
  return files;
}

/**
 * Writes a report in each of the formats json, junit, html, markdown, har, observations (an OpenAPI Overlay) and badge. Each file
 * is replaced in one step, so that half of one is never read.
 *
 * @throws {ArgumentError} As {@link parseReportFiles}, before anything is written.
 * @example
 * await writeReports(report, ['junit=report.xml', 'html=report.html']);
 */
export async function writeReports(
  report: Report,
  specs: readonly string[],
  { secrets = [] }: WriteOptions = {},
): Promise<void> {
  const files = parseReportFiles(specs);
  if (files.length === 0) return;
  const clean = withoutSecrets(report, secrets);
  // One disk that is full does not cost the other reports.
  const written = await Promise.allSettled(files.map(({ format, file }) => replace(file, FORMATS[format](clean))));
  for (const one of written) if (one.status === 'rejected') throw one.reason;
}

function parse(spec: string): ReportFile {
  const [, format = '', file = ''] = /^([^=]*)=(.*)$/s.exec(spec) ?? [];
  if (file === '') throw wrong(`is format=file, such as junit=report.xml, got ${spec}`);
  if (/,\w+=/.test(file)) throw wrong(`takes one file: give it once for each, got ${spec}`);
  if (file === '-') throw wrong(`writes to a file, and - is not one: --json prints the report`);
  if (!isFormat(format)) throw wrong(`knows the formats ${Object.keys(FORMATS).join(', ')}, got ${format}`);
  return { format, file };
}

const isFormat = (text: string): text is ReportFormat => Object.hasOwn(FORMATS, text);

function assertWritable(file: string): void {
  try {
    // The dot makes a file in place of the folder an error, for the superuser too.
    accessSync(`${dirname(existsSync(file) ? realpathSync(file) : resolve(file))}/.`, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw wrong(`cannot write ${file}: its folder does not exist or cannot be written to`, cause);
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw wrong(`needs a file, and ${file} is a folder`);
  // A device or a pipe would be replaced by a file.
  if (found?.isFile() === false) throw wrong(`needs a regular file, and ${file} is none: --json prints the report`);
}

async function replace(file: string, text: string | Iterable<string>): Promise<void> {
  // A link goes on pointing to the newest report.
  const target = await realpath(file).catch(() => file);
  const next = `${target}.${randomUUID()}.next`;
  try {
    await writeFile(next, text, { flag: 'wx', flush: true });
    await rename(next, target);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

function wrong(problem: string, cause?: unknown): ArgumentError {
  return new ArgumentError(`--report ${problem}.`, { field: '--report', cause });
}
