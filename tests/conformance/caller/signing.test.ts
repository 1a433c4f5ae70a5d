import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { judgeLines, judgeSignature } from '../../../src/conformance/caller/signing/judge-signature.js';
import { judgeSigner } from '../../../src/conformance/caller/signing/judge-signer.js';
import { readVectors, type SigningVector, suspectOf } from '../../../src/conformance/caller/signing/signing-vector.js';
import { findSigningMistakes } from '../../../src/diagnosis/find.js';
import { signRequest } from '../../../src/signing.js';
import { readSamples } from '../../examples/samples.js';
import { futures } from '../../cli/futures.js';
import { folderOfFile, folderOfTest, writeProgram } from '../../support/folder.js';
import { isInstalled } from '../../support/installed.js';
import { LANGUAGES } from './languages.js';

const folder = folderOfFile();

const vectors = readVectors();
const file = new URL('../../../vectors/signing-vectors.json', import.meta.url);
const { near_misses: nearMisses } = JSON.parse(readFileSync(file, 'utf8')) as {
  near_misses: { of: string; step: string; mistake: string; text: string; signature: string }[];
};
const answer = (id: string, text: string, signature: string): string => JSON.stringify({ id, text, signature });
const first = vectors[0]!;

const withKey = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');
const atobOr = (secret: string): string => (/^[\w+/]{20,}==$/.test(secret) ? atob(secret) : secret);

describe('a signer', () => {
  test.each(nearMisses)('with the mistake $mistake is told the step $step', (miss) => {
    const { of, step, mistake, text, signature } = miss;
    const vector = vectors.find(({ id }) => id === of)!;
    const { explanations } = findSigningMistakes(suspectOf(vector, signature));
    expect(explanations.flat().map(({ id }) => id)).toContain(mistake);
    const told = judgeSignature(vector, answer(of, text, signature));
    expect(told).toMatchObject({ id: of, step, mistake: expect.any(String) });
  });

  test.each([
    ['nothing', 'answer', undefined],
    ['no JSON', 'answer', 'oops'],
    ['no object', 'answer', 'null'],
    ['no signature', 'answer', '{"text":"a"}'],
    ['for another request', 'answer', answer('another', first.text, first.signature)],
    ['a byte order mark', 'answer', `\uFEFF${answer(first.id, first.text, first.signature)}`, /byte order mark/],
    ['with another key', 'key', answer(first.id, first.text, '0'.repeat(64))],
    ['and signs a line break', 'signed text', answer(first.id, first.text, withKey(first.secret, `${first.text}\n`))],
    ['no digits', 'encoding', answer(first.id, first.text, 'hm')],
  ])('that answers %s is told the step %s', (_, step, line, mistake = /^/) => {
    expect(judgeSignature(first, line)).toMatchObject({ id: first.id, step });
    expect(judgeSignature(first, line)?.mistake ?? '').toMatch(mistake);
  });

  test('that writes more lines or other bytes than UTF-8 is told so', () => {
    expect(judgeLines([], ['done'])).toMatchObject([{ step: 'answer', got: '"done"' }]);
    expect(judgeLines([], [])).toEqual([]);
    const vector = vectors.find(({ id }) => id === 'run-05-post-unicode-star-vaults')!;
    const latin1 = Buffer.from(vector.text.replace(/[^\p{ASCII}é]/gu, '?'), 'latin1');
    const signature = createHmac('sha256', vector.secret).update(latin1).digest('hex');
    const told = judgeSignature(vector, answer(vector.id, vector.text, signature));
    expect(told).toMatchObject({ step: 'encoding', mistake: expect.stringContaining('Latin-1') });
  });

  // No run finds a fault that no vector shows.
  test.each<[string, (vector: SigningVector) => SigningVector]>([
    ['another letter case of the secret', (vector) => ({ ...vector, secret: vector.secret.toLowerCase() })],
    ['the secret decoded from base64', (vector) => ({ ...vector, secret: atobOr(vector.secret) })],
    ['escaped slashes', (vector) => ({ ...vector, body: vector.body.replaceAll('/', '\\/') })],
    ['escaped < and >', (vector) => ({ ...vector, body: vector.body.replace('<', '\\u003c') })],
    ['small numbers with an exponent', (vector) => ({ ...vector, body: vector.body.replace('0.00000001', '1e-8') })],
  ])('with %s is found by a vector', (_, change) => {
    const wrong = vectors.filter((vector) => {
      const { request } = suspectOf(change(vector), '');
      const signature = signRequest({ ...request, apiSecret: change(vector).secret });
      return judgeSignature(vector, answer(vector.id, vector.text, signature)) !== undefined;
    });
    expect(wrong).not.toEqual([]);
  });
});

const codes = readSamples().filter(({ file: name }) => name === 'docs/recipes/signer.md');

for (const [language, { needs, start }] of Object.entries(LANGUAGES))
  test.skipIf(!needs.every(isInstalled)).concurrent(
    `the ${language} signer of the guide signs every vector as the rule does`,
    async () => {
      const run = await start(folder, codes.find((sample) => sample.language === language)!.code);
      const judged = await judgeSigner(run, { timeoutMs: 600_000, env: process.env });
      expect(judged).toEqual({ differences: [], run: expect.objectContaining({ end: 0 }) });
    },
    600_000,
  );

describe('futures conformance caller --scenes signing', () => {
  const SIGNING = ['--scenes', 'signing', '--run'];
  const judge = (code: string, ...more: readonly string[]) => {
    const run = `${process.execPath} ${writeProgram(folder, 'wrong.mjs', code)}`;
    return futures(['conformance', 'caller', ...SIGNING, run, ...more]);
  };

  test('names the first difference, and lists all of them as JSON', async () => {
    const [text, json] = [await judge(WRONG), await judge(WRONG, '--json')];
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(/differs in its query \(.+: expected "\?symbol=btc%2Fusdt&orderId=1", got ""/);
    const { ok, results } = JSON.parse(json.stdout);
    expect([json.code, ok]).toEqual([1, false]);
    expect(results[0].observed.map(({ id }: { id: string }) => id)).toEqual(
      vectors.filter(({ query }) => query !== '').map(({ id }) => id),
    );
  });

  test('that prints something else first differs in no more requests than there are, and is told to print nothing else', async () => {
    const { stdout } = await judge(`console.log('debug');${WRONG}`);
    expect(stdout).toContain(`${vectors.length} more differ`);
    expect(stdout).toContain('the line is not one result as JSON: print nothing else to standard output');
  });

  test.each<[readonly string[], number, string | RegExp]>([
    [['--scenes', '', '--run', 'true'], 2, '--scenes is empty'],
    [['--run', 'true', '--report', 'json=-'], 2, '--report writes to a file, and - is not one'],
    [[...SIGNING, './missing'], 2, /did not start: .*missing.*not found/],
    [[...SIGNING, 'true'], 1, 'no line of its output has a signature'],
    [[...SIGNING, 'exit 3'], 1, 'ended with exit code 3'],
  ])('with %j ends with the exit code %i, and says why', async (args, code, why) => {
    const ended = await futures(['conformance', 'caller', ...args]);
    expect([ended.code, code === 2 ? ended.stderr : ended.stdout]).toEqual([code, expect.stringMatching(why)]);
  });

  // The end of a shell is not the end of what it started: these calls would last as long as `sleep` does.
  test.skipIf(process.platform === 'win32').each([
    ['that hangs', 3000, false, 'did not end within 3 s'],
    ['that is interrupted', 600_000, true, 'was interrupted'],
  ])('ends a signer %s, and what it started', async (_, timeoutMs, isInterrupted, why) => {
    const printed = join(folderOfTest(), 'printed');
    const stop = new AbortController();
    const options = { timeoutMs, env: process.env, signal: stop.signal };
    const judged = judgeSigner(`echo {}; touch '${printed}'; sleep 1000 | cat`, options);
    if (isInterrupted) {
      await expect.poll(() => existsSync(printed)).toBe(true);
      stop.abort();
    }
    expect((await judged).silent).toBe(`${why}, after 1 of 40 results. It printed: {}`);
  });
});

/** A signer that leaves the query out. */
const WRONG = `
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, timestamp, method, path, body, secret } = JSON.parse(line);
  const text = timestamp + method + path + body;
  console.log(JSON.stringify({ id, text, signature: createHmac('sha256', secret).update(text).digest('hex') }));
}`;
