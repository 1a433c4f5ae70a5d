import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Field } from '../../../generated/operations.js';
import { sourceAliases } from '../../source-aliases.js';
import type { SampleCall } from './call.js';

const run = promisify(execFile);

/** The start of a program: the command and its arguments. */
export type StartProgram = readonly [command: string, ...args: string[]];

/** A language: how its programs are written, and how they run on this machine. */
export interface Kit {
  readonly language: 'typescript' | 'curl' | 'python' | 'go';
  readonly label: string;
  readonly highlight: 'ts' | 'bash' | 'python' | 'go';
  readonly write: (call: SampleCall) => string;
  /** The tools that its programs need, beside Node.js. */
  readonly tools: readonly string[];
  /** Makes programs, by the file that each is, ready to run in a folder. Returns how each is started. */
  readonly build: (folder: string, programs: ReadonlyMap<string, string>) => Promise<(name: string) => StartProgram>;
}

/**
 * Fills the template of a language in: `{{?signed}}` at the beginning of a line keeps that line only for a signed call,
 * `{{body:…}}` keeps a part of a line only with a body (`!` for the opposite), and `{{target}}` is a value.
 */
const writeBy =
  (template: string, quote: (text: string) => string) =>
  ({ operation, input, target, body, isSigned }: SampleCall): string => {
    const { method, operationId } = operation;
    const hasBody = body !== '';
    const holds: Readonly<Record<string, boolean>> = {
      ...{ signed: isSigned, body: hasBody, signedBody: isSigned && hasBody },
      ...{ request: method !== 'GET' || hasBody, emptyPost: method === 'POST' && !hasBody },
    };
    const values: Readonly<Record<string, string>> = {
      ...{ method, operationId, target: quote(target), body: quote(body), input: argumentOf(operation.fields, input) },
    };
    const kept = (not: string, name: string, text: string): string => (holds[name] === (not === '') ? text : '');
    return readFileSync(new URL(`templates/${template}.tmpl`, import.meta.url), 'utf8')
      .replaceAll(/^([ \t]*)\{\{\?(!?)(\w+)\}\}(.*\n)/gm, (_, indent, not, name, line) =>
        kept(not, name, indent + line),
      )
      .replaceAll(/\{\{(!?)(\w+):(.*?)\}\}/g, (_, not, name, text) => kept(not, name, text))
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
  };

/** The input of a method. Ids and decimals are text, whatever they are in the example: that keeps their digits. */
function argumentOf(fields: readonly Field[], input: SampleCall['input']): string {
  const quote = (text: string): string =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  const members = fields.flatMap(({ name, kind }) => {
    const value = input[name];
    if (value === undefined) return [];
    const isText = typeof value === 'string' || kind === 'id' || kind === 'decimal';
    return [`  ${name}: ${isText ? quote(String(value)) : String(value)},\n`];
  });
  return members.length === 0 ? '' : `{\n${members.join('')}}`;
}

async function writeFiles(programs: ReadonlyMap<string, string>, placeOf: (name: string) => string): Promise<void> {
  for (const [name, code] of programs) {
    await mkdir(dirname(placeOf(name)), { recursive: true });
    await writeFile(placeOf(name), code);
  }
}

const interpretedBy =
  (interpreter: string, extension: string): Kit['build'] =>
  async (folder, programs) => {
    const placeOf = (name: string): string => join(folder, `${name}.${extension}`);
    await writeFiles(programs, placeOf);
    return (name) => [interpreter, placeOf(name)];
  };

const typescript: Kit = {
  ...{ language: 'typescript', label: 'TypeScript', highlight: 'ts', write: writeBy('typescript', String) },
  tools: [],
  async build(folder, programs) {
    const placeOf = (name: string): string => join(folder, `${name}.mts`);
    await writeFiles(programs, placeOf);
    // On the sources, so that no stale build answers for them; what the programs have in common is bundled once.
    await build({
      entryPoints: [...programs.keys()].map(placeOf),
      outdir: join(folder, 'bundled'),
      outExtension: { '.js': '.mjs' },
      ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', logLevel: 'silent' },
      alias: { ...sourceAliases },
    });
    return (name) => [process.execPath, join(folder, 'bundled', `${name}.mjs`)];
  },
};

const curl: Kit = {
  ...{ language: 'curl', label: 'curl + openssl', highlight: 'bash' },
  write: writeBy('curl', (text) => `'${text.replaceAll("'", `'\\''`)}'`),
  tools: ['curl', 'openssl', 'bash'],
  build: interpretedBy('bash', 'sh'),
};

const python: Kit = {
  ...{ language: 'python', label: 'Python', highlight: 'python' },
  // In the quotes that need the fewest escapes: JSON is full of the double ones.
  write: writeBy('python', (text) => {
    const escaped = text.replaceAll('\\', '\\\\');
    return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
  }),
  tools: ['python3'],
  build: interpretedBy('python3', 'py'),
};

const go: Kit = {
  ...{ language: 'go', label: 'Go', highlight: 'go' },
  write: writeBy('go', (text) => (text.includes('`') || !text.includes('"') ? JSON.stringify(text) : `\`${text}\``)),
  tools: ['go'],
  async build(folder, programs) {
    await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
    await writeFiles(programs, (name) => join(folder, name, 'main.go'));
    const offline = { GO111MODULE: 'on', GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
    // Without symbols: linking is most of the work.
    const args = ['build', '-ldflags=-s -w', '-o', join(folder, 'built/'), './...'];
    await run('go', args, { cwd: folder, env: { ...process.env, ...offline } });
    return (name) => [join(folder, 'built', name)];
  },
};

export const kits: readonly Kit[] = [typescript, curl, python, go];
