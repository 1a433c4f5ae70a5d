import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { errorCodes } from '../../generated/error-codes.js';
import { tellCall } from '../../scripts/docs/browser/try-it/told.js';
import { exitsOfCall } from '../../src/cli/exit.js';
import * as errors from '../../src/core/errors.js';
import { AbortedError, type Outcome } from '../../src/core/errors.js';
import { classifyOutcome, consequenceOf, type Ending, PROMISES } from '../../src/core/outcome.js';

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8').replaceAll(/\s+(?:\* )?/g, ' ');
const errorsPage = readFileSync(new URL('docs/errors.md', root), 'utf8');
const outcomes = Object.entries(PROMISES) as [Outcome, string][];

describe.each(outcomes)('the promise of %s', (outcome, promise) => {
  it.each([
    ['docs/errors.md', `- \`${outcome}\`: ${promise}.`],
    ['docs/cli.md', `\`${outcome}\`: ${promise}`],
    ['src/core/errors.ts', `- \`${outcome}\`: ${promise}`],
  ])('stands word for word in %s', (path, sentence) => {
    expect(textOf(path)).toContain(sentence);
  });

  it('is what the exit codes and the page with the sandbox say', () => {
    expect(exitsOfCall()).toContain(`${outcome.replace('-', ' ')}: ${promise}\n`);
    const error = new AbortedError('', { outcome });
    const wish = { operationId: 'ping', input: '{}' } as const;
    expect(tellCall({ number: 1, wish, exchanges: [], end: { ok: false, error } } as never)).toContain(`: ${promise}.`);
  });
});

it('is what the page of errors says that messages say', () => {
  for (const outcome of ['not-sent', 'rejected'] as const)
    expect(errorsPage).toContain(`Messages say \`${consequenceOf(outcome, { readOnly: false })}\``);
  for (const effect of ['reversible', 'money', 'wipe'] as const)
    expect(consequenceOf('unknown', { readOnly: false, operation: { effect, result: 'object' } })).toMatch(
      /^The service may have acted/,
    );
});

/** The rows of the table, by the beginning of what happened. */
const rows = [...errorsPage.matchAll(/^\| (.+?) +\| (.+?) +\| .+ \| .+ \|$/gm)].map(([, what = '', outcome = '']) => ({
  what,
  outcome,
}));

const reply = (status: number, apiCode?: string, data?: unknown): Ending => ({ status, apiCode, data });

/** Of each row that is about one failed call, failures that it speaks of. */
const endings: Readonly<Record<string, readonly Ending[]>> = {
  'no connection was made': [{ connected: false }],
  'the connection was cut': [{ connected: true }],
  'a code of [the list](#codes) that names': [reply(200, '-2017'), reply(400, '-1121'), reply(429, '-1003')],
  '`-1006`, `-1007`': Object.keys(errorCodes).flatMap((code) =>
    errorCodes[code]!.outcome === 'unknown' ? [reply(200, code)] : [],
  ),
  'a code that is not in the list': [reply(200, '9999'), reply(400, '9999'), reply(200, '200'), reply(200, 'OK')],
  'any code beside data': [reply(200, '-2017', { orderId: '5' }), reply(400, '9999', ['5'])],
  '4xx without a code': [reply(400), reply(401), reply(404)],
  '408, 499, 3xx': [408, 499, 302, 500, 503, 504].flatMap((status) => [
    reply(status),
    reply(status === 408 ? 499 : status),
  ]),
};

it('has every error class on the page of errors', () => {
  const [, classes = ''] = /\n## Error classes\n([^]*?)\n## /.exec(errorsPage)!;
  const names = Object.keys(errors).filter((name) => /^[A-Z].*Error$/.test(name));
  expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(classes))).toEqual(['FuturesError']);
});

it.each(Object.entries(endings))(
  'the table of docs/errors.md says of "%s" what the client concludes',
  (start, failures) => {
    const row = rows.find(({ what }) => what.startsWith(start));
    expect(row, `no row begins with "${start}"`).toBeDefined();
    for (const failure of failures)
      expect([failure, `\`${classifyOutcome(failure, errorCodes)}\``]).toEqual([failure, row!.outcome]);
  },
);

/** Claims that were made, and that nothing supports. */
const FORBIDDEN: readonly (readonly [claim: RegExp, why: string])[] = [
  [
    /(?<!\bno (?:response|source|code|status) )\bproves? that (?:nothing was done(?!\?)|there is no order)/i,
    'nothing proves it',
  ],
  [/rejected` means that the code names a reason/i, 'a 4xx without a code is rejected, too'],
  [/prolongs it/i, 'no source says that a call during a ban prolongs it'],
  [/most deployments (?:change|allow|accept)/i, 'count the sources'],
  [/reaches every open order/i, 'say of the contract, or of the account'],
  [/(?:were seen to|deployments) accept (?:about )?5 s/i, 'documentation only: nobody measured it'],
  [/so not done/i, 'that nothing was done is assumed'],
];

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}${name}`);

test('no text makes a promise that nothing supports', () => {
  const texts = ['README.md', 'SUPPORT.md', ...filesIn('docs/', /\.md$/), ...filesIn('openapi/', /\.yaml$/)];
  const sources = ['src/', 'scripts/'].flatMap((folder) => filesIn(folder, /\.tsx?$/));
  const claims = [...texts, ...sources].flatMap((path) => {
    const text = textOf(path);
    return FORBIDDEN.filter(([claim]) => claim.test(text)).map(
      ([claim, why]) => `${path}: ${claim.exec(text)![0]} (${why})`,
    );
  });
  expect(claims).toEqual([]);
});
