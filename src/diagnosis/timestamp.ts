import type { KnownMistake, Recipe } from './mistake.js';

/** Most milliseconds between two readings of the clock. */
const APART_MS = 250;

const MILLISECONDS = /^\d{13}$/;

/** Seconds, microseconds or nanoseconds, by the number of digits: X-CH-TS is in milliseconds (declared), however well it is signed. */
export const isInOtherUnit = (timestamp: string): boolean => /^(?:\d{10}|\d{16}|\d{19})$/.test(timestamp);

export const otherUnit: KnownMistake = {
  id: 'other-unit',
  title: 'X-CH-TS and the signed timestamp are not in milliseconds',
  fix: 'milliseconds in both places: 13 digits',
  source: '3',
  part: 'timestamp',
  // The signature is right for what was sent.
  ways: () => [],
};

export const timestampMistakes: readonly KnownMistake[] = [
  {
    id: 'seconds-signed',
    title: 'the signed timestamp is in seconds, X-CH-TS in milliseconds',
    fix: 'read the clock once, in milliseconds (13 digits), and use the same digits in both places',
    source: '3',
    part: 'timestamp',
    ways: ({ timestamp }) => {
      if (!MILLISECONDS.test(timestamp)) return [];
      const seconds = BigInt(timestamp) / 1000n;
      const decimal = `${seconds}.${timestamp.slice(-3)}`;
      return [seconds, seconds + 1n, seconds * 1000n, decimal].map((signed) => ({ timestamp: String(signed) }));
    },
  },
  {
    id: 'seconds-sent',
    title: 'X-CH-TS is in seconds, the signed timestamp in milliseconds',
    fix: 'send the same 13 digits that were signed',
    source: '3',
    part: 'timestamp',
    alone: true,
    ways: ({ timestamp }) => (/^\d{10}$/.test(timestamp) ? withThreeDigits(timestamp) : []),
  },
  otherUnit,
  {
    id: 'microseconds',
    title:
      'X-CH-TS is in microseconds or nanoseconds, or the signed timestamp in microseconds; the other is in milliseconds',
    fix: 'milliseconds in both places: 13 digits',
    part: 'timestamp',
    alone: true,
    ways: ({ timestamp }) => {
      if (/^\d{16}(?:\d{3})?$/.test(timestamp)) return [{ timestamp: timestamp.slice(0, 13) }];
      return MILLISECONDS.test(timestamp) ? [...withThreeDigits(timestamp), { timestamp: `${timestamp}000000` }] : [];
    },
  },
  {
    id: 'clock-read-twice',
    title: 'the clock was read twice, once for the text and once for X-CH-TS',
    fix: 'read it once and use the same digits in both places',
    part: 'timestamp',
    alone: true,
    ways: function* ({ timestamp }) {
      if (!MILLISECONDS.test(timestamp)) return;
      for (let apart = 1; apart <= APART_MS; apart++) {
        yield { timestamp: String(Number(timestamp) - apart) };
        yield { timestamp: String(Number(timestamp) + apart) };
      }
    },
  },
];

function* withThreeDigits(timestamp: string): Generator<Partial<Recipe>> {
  for (let more = 0; more < 1000; more++) yield { timestamp: timestamp + String(more).padStart(3, '0') };
}
