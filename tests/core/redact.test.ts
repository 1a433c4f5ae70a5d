import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/core/redact.js';

describe('createRedactor', () => {
  it.each<[what: string, secrets: string[], text: string, redacted: string]>([
    [
      'every secret, each time',
      ['my-key', 'my-secret'],
      'my-key=my-secret, my-key!',
      '[redacted]=[redacted], [redacted]!',
    ],
    ['one that is in another, before it', ['abc', 'abcdef'], '<abcdef> <abc>', '<[redacted]> <[redacted]>'],
    ['one that is in another, after it', ['abcdef', 'abc'], '<abcdef> <abc>', '<[redacted]> <[redacted]>'],
    ['no pattern', ['a.c', '$&', '('], 'abc a.c $& (', 'abc [redacted] [redacted] [redacted]'],
    ['nothing else', ['my-key'], 'my_key mykey', 'my_key mykey'],
    // A service may write a signature in upper case.
    ['either case', ['deadBEEF'], 'DEADBEEF deadbeef', '[redacted] [redacted]'],
    // Percent-encoding is done over bytes of UTF-8.
    ['what is beyond ASCII', ['aé€😀b'], `<${encodeURIComponent('aé€😀b')}>`, '<[redacted]>'],
    ['the mark and more', ['[redacted]-key'], '<[redacted]-key>', '<[redacted]>'],
  ])('blanks out %s', (_what, secrets, text, redacted) => {
    expect(createRedactor(secrets)(text)).toBe(redacted);
  });

  it.each([[[]], [['']], [[undefined]], [[undefined, '']]])(
    'returns the text as it is without secrets: %j',
    (secrets) => {
      expect(createRedactor(secrets)('any undefined text')).toBe('any undefined text');
    },
  );

  it('reads an iterable of secrets once', () => {
    const redact = createRedactor(new Set(['x']).values());
    expect([redact('x'), redact('x')]).toStrictEqual(['[redacted]', '[redacted]']);
  });

  it.each([
    ['as it is', 'a+/=b'],
    ['with the slash escaped', String.raw`a+\/=b`],
    ['with \\u in lower case', String.raw`a\u002b\u002f\u003db`],
    ['with \\u in upper case', String.raw`a\u002B\u002F\u003Db`],
    ['escaped in part', String.raw`a+\/\u003Db`],
    ['as JSON within JSON', String.raw`a\\u002b\\\/=b`],
    ['percent-encoded in part', 'a+/%3Db'],
  ])('blanks out a secret that is written %s', (_how, written) => {
    expect(createRedactor(['a+/=b'])(`<${written}> ${written}`)).toBe('<[redacted]> [redacted]');
  });

  it.each(["-._~!*'()", '"\\', ' ', 'é€😀', '\ud800'])('knows the spellings of %j', (chars) => {
    const secret = `a${chars}b`;
    const redact = createRedactor([secret]);
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), `a${unicodeEscapes(chars)}b`])
      expect(redact(`<${spelling}>`), spelling).toBe('<[redacted]>');
  });

  it.each([...'+/=-._~!*\'()"\\ $&@:;,?#[]{}|^`<>'])('knows %j percent-encoded', (char) => {
    const encoded = `a%${char.charCodeAt(0).toString(16)}b`;
    expect(createRedactor([`a${char}b`])(`<${encoded}> <${encoded.toUpperCase()}>`)).toBe('<[redacted]> <[redacted]>');
  });

  it('takes no other text for a secret', () => {
    const others = 'a+/b a++=b a-/=b a%2C%2F%3Db';
    expect(createRedactor(['a+/=b'])(others)).toBe(others);
  });

  it.each(['a', 'key', 'test', 'api'])('blanks out the short secret %j as a whole token only', (secret) => {
    const message = 'createOrder: the apikey of testnet says "latest", api_call, key-case';
    expect(createRedactor([secret])(message)).toBe(message);
    for (const text of [
      `"${secret}"`,
      `%22${secret}%22`,
      `\\n${secret}\\n`,
      `\\u0022${secret}.`,
      `X: ${secret}`,
      secret,
    ])
      expect(createRedactor([secret])(text), text).toBe(text.replace(new RegExp(`${secret}(?=\\W|$)`), '[redacted]'));
  });

  it.each(['redacted', 'API_KEY', 'act', 'redacted]'])('leaves a mark whole when the secret is %j', (secret) => {
    const marked = 'key [redacted], <API_KEY> and <SIGNATURE>';
    expect(createRedactor([secret])(marked)).toBe(marked);
  });

  it('blanks out a secret with a run of backslashes however often they are escaped', () => {
    for (const secret of [String.raw`a\b`, String.raw`a\\\b`, String.raw`\\`, String.raw`a\+\b`]) {
      let written = secret;
      for (let level = 0; level < 2; level++) {
        expect(createRedactor([secret])(`<${written}>`)).toBe('<[redacted]>');
        written = JSON.stringify(written).slice(1, -1);
      }
      expect(createRedactor([secret])(`<${secret.replaceAll('\\', String.raw`\u005c`)}>`)).toBe('<[redacted]>');
      expect(createRedactor([secret])(`<${encodeURIComponent(secret)}>`)).toBe('<[redacted]>');
    }
  });

  it('takes no more than linear time on a body of backslashes', () => {
    const body = '\\'.repeat(1_000_000);
    expect(createRedactor(['+/='])(body)).toBe(body);
  });
});

function unicodeEscapes(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
