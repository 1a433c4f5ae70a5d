import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/conformance/reports/without-secrets.js';
import { toSummary } from '../../src/conformance/reports/summary.js';
import { FORMATS, writeEach } from './fixtures/each-format.js';
import { exchange, report, result } from './fixtures/report.js';
import { folderOfTest } from '../support/folder.js';

const KEY = 'canary-key-1f3a/77';
const SECRET = 'canary+secret/9c2e';
const SIGNATURE = 'c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6';

/** A recorder that forgot its placeholders, and a service that repeats in every place what it was sent. */
const nearby = `${KEY.slice(0, -1)} ${KEY.slice(0, -1)}X ${KEY.slice(1)} ${KEY}0`;
const echo = `${nearby} ${KEY} ${SECRET} ${SIGNATURE.toUpperCase()} ${encodeURIComponent(SECRET)} ${JSON.stringify(SECRET).replace('/', String.raw`\/`)}`;
const leaking = report(
  (['fail', 'not-specified', 'cannot-tell', 'harness-error', 'pass'] as const).map((verdict) =>
    result(`leak/${verdict}`, verdict, {
      title: echo,
      reason: echo,
      observed: { [echo]: [echo] },
      clause: { kind: 'declared', heading: echo, quote: echo },
      exchanges: [
        exchange({
          request: {
            method: 'GET',
            url: `https://futures.example/?a=${echo}`,
            headers: [
              ['x-ch-apikey', KEY],
              ['x-ch-sign', SIGNATURE],
            ],
            body: echo,
            signingString: echo,
          },
          response: { status: 200, headers: [[echo, echo]], body: echo },
          failure: echo,
        }),
      ],
    }),
  ),
  {
    target: { baseUrl: `https://${KEY}@futures.example`, label: SECRET },
    unexpectedPasses: [KEY],
    knownFailures: [SECRET],
  },
);

const CANARIES = [
  KEY,
  SECRET,
  SIGNATURE,
  encodeURIComponent(SECRET),
  encodeURIComponent(KEY),
  'canary',
  '1f3a',
  '9c2e',
];

let folder: string;
beforeEach(() => void (folder = folderOfTest()));

test('no format holds a key, a secret or a signature, however it is spelled', async () => {
  await writeEach(leaking, folder, { secrets: [KEY, SECRET] });
  for (const format of FORMATS) {
    const text = readFileSync(join(folder, format), 'utf8').toLowerCase();
    expect(text).toContain('[redacted]');
    for (const canary of CANARIES) expect(text, format).not.toContain(canary.toLowerCase());
  }
});

test.each([
  ['a', 'e'],
  ['results', 'verdict'],
  ['pass', 'SIGN'],
])('a key %j and a secret %j, which are words of the report too, cost no report', async (key, secret) => {
  const clean = withoutSecrets(leaking, [key, secret]);
  expect(clean.results.map(({ verdict }) => verdict)).toEqual(leaking.results.map(({ verdict }) => verdict));
  expect(clean.totals).toEqual(leaking.totals);
  expect(JSON.stringify(clean.results[0]!.observed)).toContain('redacted');
  await writeEach(clean, folder, { secrets: [key, secret] });
});

test('neither does the summary of a report that was cleaned', () => {
  const text = toSummary(withoutSecrets(leaking, [KEY, SECRET])).toLowerCase();
  for (const canary of CANARIES) expect(text).not.toContain(canary.toLowerCase());
});

test('what is cleaned keeps its form, its numbers and what only looks like a signature', () => {
  const plain = report([result('a', 'fail', { observed: { n: 1, none: null, list: ['0'] } })]);
  expect(withoutSecrets(plain, [KEY, SECRET])).toEqual(plain);
  const short = result('a', 'fail', {
    exchanges: [exchange({ request: { ...exchange().request, headers: [['X-CH-SIGN', '0']] } })],
  });
  expect(withoutSecrets(report([short]), [])).toEqual(report([short]));
});
