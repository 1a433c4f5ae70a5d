import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Charset, KnownMistake } from './mistake.js';

const charsets: { readonly [Name in Charset]: (text: string) => Uint8Array } = {
  'utf-8': utf8ToBytes,
  /** Most programs write a question mark where Latin-1 has no character; `Buffer` cuts its number. */
  'latin-1': (text) => Uint8Array.from(text, (char) => (char > '\xff' ? '?' : char).charCodeAt(0)),
  'latin-1-cut': (text) => Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
  'utf-16': (text) => utf16(text, 0),
  'utf-16-marked': (text) => utf16(`\ufeff${text}`, 0),
  'utf-16-be': (text) => utf16(text, 1),
  'utf-16-be-marked': (text) => utf16(`\ufeff${text}`, 1),
};

const utf16 = (text: string, highFirst: 0 | 1): Uint8Array =>
  Uint8Array.from({ length: 2 * text.length }, (_, i) => text.charCodeAt(i >> 1) >> (8 * ((i & 1) ^ highFirst)));

const WIDE = ['utf-16', 'utf-16-marked', 'utf-16-be', 'utf-16-be-marked'] as const;

export const bytesIn = (charset: Charset, text: string): Uint8Array => charsets[charset](text);

export const otherCharset: KnownMistake = {
  id: 'other-charset',
  title: 'the text or the secret is signed as Latin-1 or UTF-16, not as UTF-8',
  fix: 'turn both into bytes as UTF-8',
  part: 'text',
  ways: ({ apiSecret, path, query, body }) => {
    // Of ASCII, Latin-1 gives the same bytes.
    const isAscii = /^\p{ASCII}*$/u.test(apiSecret + path + query + body);
    const others: readonly Charset[] = isAscii ? WIDE : ['latin-1', 'latin-1-cut', ...WIDE];
    return others.flatMap((charset) => {
      const key = bytesIn(charset, apiSecret);
      return [{ charset }, { key }, { charset, key }];
    });
  },
};
