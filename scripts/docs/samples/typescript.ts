import { join } from 'node:path';
import { build } from 'esbuild';
import type { Field } from '../../../generated/operations.js';
import { sourceAliases } from '../../source-aliases.js';
import type { SampleCall } from './call.js';
import { code } from './code.js';
import type { Kit } from './language.js';
import { writePrograms } from './tools.js';

export const typescript: Kit = {
  language: 'typescript',
  label: 'TypeScript',
  highlight: 'ts',
  write: ({ operation, input, isSigned }) => code`
import { createFuturesClient${isSigned ? ', credentialsFromEnv' : ''} } from 'futures-trading-client';

const client = createFuturesClient({
  baseUrl: process.env['FUTURES_URL']!,
  ${isSigned && 'credentials: credentialsFromEnv(),'}
});

// An error ends this program with exit code 1.
const result = await client.${operation.operationId}(${argumentOf({ operation, input })});

// Ids and decimals are text: no digit is lost.
console.log(JSON.stringify(result, null, 2));
`,
  version: async () => `Node.js ${process.versions.node}`,
  async build(folder, programs) {
    const placeOf = (name: string): string => join(folder, `${name}.mts`);
    await writePrograms(programs, placeOf);
    // On the sources, so that no stale build answers for them; what the programs have in common is bundled once.
    await build({
      entryPoints: [...programs.keys()].map(placeOf),
      outdir: join(folder, 'bundled'),
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
      alias: { ...sourceAliases },
    });
    return (name) => [process.execPath, join(folder, 'bundled', `${name}.mjs`)];
  },
};

function argumentOf({ operation, input }: Pick<SampleCall, 'operation' | 'input'>): string {
  const members = operation.fields
    .filter(({ name }) => input[name] !== undefined)
    .map((field) => `  ${field.name}: ${literal(field, input[field.name])},\n`);
  return members.length === 0 ? '' : `{\n${members.join('')}}`;
}

/** Ids and decimals as text, in any form of the example: that is how a program keeps their digits. */
function literal({ kind }: Field, value: unknown): string {
  if (typeof value === 'string' || kind === 'id' || kind === 'decimal') return quote(String(value));
  return String(value);
}

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
