import type { KnownMistake, Recipe } from './mistake.js';

/** Most milliseconds between two readings of the clock that follow each other. */
const APART_MS = 250;

/** Most milliseconds, and most seconds of a clock of seconds, between two readings with something in between. */
const [FAR_APART_MS, FAR_APART_S] = [1000, 5];

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
      const near = [seconds, seconds + 1n, seconds - 1n];
      // Where X-CH-TS has whole seconds as well, the unit is the same.
      const inMilliseconds = timestamp.endsWith('000') ? [] : near.map((second) => second * 1000n);
      return [...near, ...inMilliseconds, decimal].map((signed) => ({ timestamp: String(signed) }));
    },
  },
  {
    id: 'seconds-sent',
    title: 'X-CH-TS is in seconds (10 digits, or 000 at the end), the signed timestamp in milliseconds',
    fix: 'send the same 13 digits that were signed',
    source: '3',
    part: 'timestamp',
    alone: true,
    ways: ({ timestamp }) => (/^\d{10}(?:000)?$/.test(timestamp) ? withThreeDigits(timestamp.slice(0, 10)) : []),
    moreWays: ({ timestamp }) =>
      /^\d{10}$/.test(timestamp) ? [-1, 1].flatMap((s) => [...withThreeDigits(String(Number(timestamp) + s))]) : [],
  },
  otherUnit,
  {
    id: 'fraction-signed',
    title: 'the timestamp is signed as a number with a fraction or an exponent (1700000000000.0, 1.7e+12)',
    fix: 'sign the same 13 digits that are sent: make a whole number of it first',
    part: 'timestamp',
    ways: ({ timestamp }) =>
      MILLISECONDS.test(timestamp)
        ? [`${timestamp}.0`, `${timestamp}.000000`, Number(timestamp).toExponential()].map((signed) => ({
            timestamp: signed,
          }))
        : [],
  },
  {
    id: 'date-signed',
    title: 'the timestamp is signed as a date (2023-11-14T22:13:20.000Z)',
    fix: 'sign the same 13 digits that are sent',
    part: 'timestamp',
    ways: ({ timestamp }) => {
      if (!MILLISECONDS.test(timestamp)) return [];
      const date = new Date(Number(timestamp)).toISOString();
      return [date, date.replace(/\.\d+/, '')].map((signed) => ({ timestamp: signed }));
    },
  },
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
    ways: ({ timestamp }) => apart(timestamp, 1, APART_MS),
    moreWays: function* ({ timestamp }) {
      yield* apart(timestamp, APART_MS, FAR_APART_MS);
      yield* apart(timestamp, 1, FAR_APART_S, 1000);
    },
  },
];

function* apart(timestamp: string, least: number, most: number, unitMs = 1): Generator<Partial<Recipe>> {
  if (!MILLISECONDS.test(timestamp)) return;
  for (let units = least; units <= most; units++) {
    yield { timestamp: String(Number(timestamp) - units * unitMs) };
    yield { timestamp: String(Number(timestamp) + units * unitMs) };
  }
}

function* withThreeDigits(timestamp: string): Generator<Partial<Recipe>> {
  for (let more = 0; more < 1000; more++) yield { timestamp: timestamp + String(more).padStart(3, '0') };
}
