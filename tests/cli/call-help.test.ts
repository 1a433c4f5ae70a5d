import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { choices, documented } from '../../src/client/dialect.js';
import { fieldOption } from '../../src/cli/call/call-options.js';
import { callTargets } from '../../src/cli/call/call-targets.js';
import { follow } from '../../scripts/generate/references.js';
import { futures } from './futures.js';

const document = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));

function typeOf({ requestBody, parameters = [] }: any, name: string): string {
  const parameter = parameters.map((one: any) => follow(document, one)).find((one: any) => one.name === name);
  const schema = () => follow(document, requestBody.content['application/json'].schema);
  return (parameter?.schema ?? schema()['properties'][name]).type;
}

/** The text of a help, whatever its line breaks. */
const helpOf = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await futures([...words, '--help']);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.replace(/\s+/g, ' ');
};

test('futures --help names every command, variable and exit code', async () => {
  const help = await helpOf();
  for (const word of ['call', 'sign', 'sandbox']) expect(help).toContain(` ${word} `);
  for (const word of ['FUTURES_URL', 'FUTURES_API_KEY', 'FUTURES_API_SECRET']) expect(help).toContain(word);
  const codes =
    '0 done, 1 failed, 2 wrong command line, 3 not sent, 4 rejected, 5 unknown, 6 done, 7 different, 8 uncovered, 9 wrong requests';
  for (const code of codes.split(', ')) expect(help).toContain(code);
});

test('the help of --dialect-option names every option of the dialect that it takes, with its values', async () => {
  const help = await helpOf('call', 'ping');
  for (const [name, value] of Object.entries(documented)) {
    const values = name in choices ? choices[name as keyof typeof choices] : [true, false];
    if (typeof value === 'object') expect(help).not.toContain(`${name}=`);
    else expect(help).toContain(`${name}=${values.join('|')}`);
  }
});

test('futures call --help lists every operation under its effect', async () => {
  const help = await helpOf('call');
  const parts = help.split('Effect ').slice(1);
  for (const { operationId, effect } of Object.values(operations)) {
    expect(parts.find((part) => part.startsWith(`${effect} `))).toContain(` ${operationId} `);
  }
  expect(help).toContain('cancelContractOrders');
});

describe('the help of', () => {
  test.each(callTargets)('$name says what the description says', async (target) => {
    const { name, operation, fields } = target;
    const help = await helpOf('call', name);
    const node = document.paths[operation.path][operation.method.toLowerCase()];
    expect(help).toContain(node.summary);
    expect(help).toContain(`Effect: ${operation.effect}`);
    expect(help).toContain(`${operation.method} ${operation.path}`);
    for (const id of node['x-unknowns'] ?? []) expect(help).toContain(`${id}: `);
    const [, example] = /Example: npx futures-trading-client call (.*?)(?: Not shown by|$)/.exec(help)!;
    for (const field of fields) {
      const [, about] = help.split(`${fieldOption(field).flags} `);
      const [, facts] = /\(((?:required|optional)[^)]*)\)/.exec(about!)!;
      if (field.evidence === 'declared') expect(facts).toContain(`declared as ${typeOf(node, field.name)}`);
      // Declared facts bear no mark.
      expect(facts!.includes('not declared'), field.name).toBe(field.evidence !== 'declared');
      for (const value of field.enum ?? []) expect(`${fieldOption(field).flags} ${about}`).toContain(value);
      if (field.maximum !== undefined) expect(about).toContain(`at most ${field.maximum}`);
      if (field.required) expect(example).toMatch(new RegExp(`--${field.name} [^<]`));
    }
    for (const word of ['--base-url', '--dialect', '--timeout', '--json', '--dry-run']) expect(help).toContain(word);
    expect(help.includes('--yes')).toBe(operation.effect === 'money' || operation.effect === 'wipe');
    expect(help.includes('6 done')).toBe(operation.effect !== 'read');
  });
});

test.each([
  ['sign', '0,1,2'],
  ['codes', '0,2'],
  ['settle', '0,2,3'],
  ['sandbox', '0,1,2'],
  ['sidecar', '0,1,2,5'],
  ['submit', '0,2,3,4,5,6'],
  ['recover', '0,2,3,5,10'],
  ['conformance replay', '0,1,2,3'],
  ['conformance clean-up', '0,1,2,3'],
])(
  'the help of %s ends with the exit codes that it has, and marks each option that is required',
  async (name, codes) => {
    const { stdout } = await futures([...name.split(' '), '--help']);
    const [, listed = ''] = /\nExit codes: ([^]*?)\.\n/.exec(stdout)!;
    expect([...listed.matchAll(/(?:^|;\s)(\d+) /g)].map(([, code]) => code).join()).toBe(codes);
    const REQUIRED = { sign: 2, settle: 1, submit: 9, recover: 1 } as Record<string, number>;
    expect(stdout.match(/\(required\)/g)?.length ?? 0).toBe(REQUIRED[name] ?? 0);
  },
);

test('a field that is named like a shared option gets a flag of its own', () => {
  const flags = (name: string) =>
    fieldOption({ name, kind: 'decimal', wire: 'number', required: true, evidence: 'declared' }).flags;
  expect(flags('json')).toBe('--input-json <decimal>');
  expect(flags('baseUrl')).toBe('--input-baseUrl <decimal>');
  expect(flags('price')).toBe('--price <decimal>');
});
