import { describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.js';
import { compose, signFields, splitBaseUrl } from '../../../scripts/docs/browser/calculator/compose.js';
import { WORKED_EXAMPLE } from '../../../scripts/docs/browser/calculator/fields.js';
import { presets } from '../../../scripts/docs/browser/calculator/presets.js';
import { curlCommand, hexRows } from '../../../scripts/docs/browser/calculator/signed-output.js';
import { piecesOf } from '../../../scripts/docs/browser/parts/visible-text.js';
import { run } from '../../../scripts/run.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { isRouted } from '../../support/routed.js';

/** `getOrder` of `getOrder, in the body`. */
const operationOf = ({ name }: (typeof presets)[number]): string => name.split(',')[0]!;

describe('the request', () => {
  const behind = { ...WORKED_EXAMPLE, baseUrl: 'https://gate.example/futures/open/', query: 'a=1' };

  test('is signed as the deployment does: with query and prefix, or without', () => {
    const signed = (changed: object) => compose({ ...behind, ...changed }).signingString;
    expect(signed({})).toBe('1700000000000GET/fapi/v1/openOrders?a=1');
    expect(signed({ signPrefix: true })).toBe('1700000000000GET/futures/open/fapi/v1/openOrders?a=1');
    expect(signed({ signQuery: false })).toBe('1700000000000GET/fapi/v1/openOrders');
    expect(signed({ signQuery: false, query: '', path: '/x?a=1' })).toBe('1700000000000GET/x');
    expect(compose({ ...behind, signQuery: false }).url).toBe(
      'https://gate.example/futures/open/fapi/v1/openOrders?a=1',
    );
  });

  test.each([
    ['', '', ''],
    [' http://127.0.0.1:8080/ ', 'http://127.0.0.1:8080', ''],
    ['futures/open/', '', '/futures/open'],
  ])('takes the base URL %j', (baseUrl, origin, prefix) => {
    expect(splitBaseUrl(baseUrl)).toEqual({ origin, prefix });
  });

  test('says what is wrong with it, and has no signature then', () => {
    expect(signFields({ ...WORKED_EXAMPLE, timestamp: 'now' })).toMatchObject({
      problem: expect.stringContaining('timestampMs'),
      signature: undefined,
    });
    expect(compose({ ...WORKED_EXAMPLE, path: 'fapi/v1/order' }).problem).toContain('start with "/"');
  });
});

describe('the curl command', () => {
  const ofRouted = presets.filter((preset) => isRouted(operationOf(preset)));
  test.each(ofRouted.map((preset) => [preset.name, preset] as const))('of %s is accepted', async (_, preset) => {
    const refused: unknown[] = [];
    const sandbox = createSandbox({ onCall: (call) => refused.push(call.refused) });
    await using server = await sandbox.listen();
    const { method, body } = preset;
    const timestamp = String(Date.now());
    const fields = { ...WORKED_EXAMPLE, ...sandbox.credentials, ...preset, baseUrl: server.url, timestamp };
    const { signature, url } = signFields(fields);
    const headers = [
      ['X-CH-TS', timestamp],
      ['X-CH-APIKEY', sandbox.credentials.apiKey],
      ['X-CH-SIGN', signature!],
    ] as const;
    const printed = await run('sh', ['-c', curlCommand({ method, url, headers, body })]);
    expect(printed).toMatch(/^[[{]/);
    // Some examples name orders and positions that a new exchange has not; none is refused for its signature.
    expect(refused.map((code) => code === '-1022')).toEqual([false]);
  });

  test('keeps quotes, dollars and line ends as they are', async () => {
    const body = `{"it's": "$HOME \\"x\\"\n"}`;
    const command = curlCommand({ method: 'POST', url: 'https://x.example/', headers: [], body });
    const printed = await run('sh', ['-c', command.replace(/^curl/, 'printf %s\\|')]);
    expect(printed).toContain(`--data-raw|${body}|`);
  });
});

test('there is an example for each signed operation, and getOrder in both ways', () => {
  const signed = Object.values(operations).filter(({ security }) => security !== 'public');
  expect(new Set(presets.map(operationOf))).toEqual(new Set(signed.map(({ operationId }) => operationId)));
  expect(presets).toHaveLength(signed.length + 1);
  expect(presets.filter(({ path, method }) => path === '/fapi/v1/order' && method === 'GET')).toMatchObject([
    { query: 'contractName=E-BTC-USDT&orderId=2006628907041292645', body: '' },
    { query: '', body: '{"contractName":"E-BTC-USDT","orderId":"2006628907041292645"}' },
  ]);
});

test('what nobody sees is a piece of its own, and the pieces are the text', () => {
  const text = 'a b\n\u00a0\u200bé🙂\t';
  const pieces = piecesOf(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.flatMap(({ blank }) => blank?.name ?? [])).toEqual(['space', 'line feed', 'U+00A0', 'U+200B', 'tab']);
});

test('the bytes are those of UTF-8', () => {
  expect(hexRows('GET/fapi é')).toBe('0000  47 45 54 2f 66 61 70 69  GET/fapi\n0008  20 c3 a9                 ...');
});
