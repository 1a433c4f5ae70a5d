import { signingHeaders } from '../../../generated/names.js';
import { createRedactor } from '../../core/redact.js';
import type { Report, Result } from '../model/report-model.js';

/**
 * A copy of a report in which the given values stand nowhere. The recorder writes placeholders in place of secrets;
 * this holds against what it cannot know, such as a service that repeats a key in the text of an error, and against a
 * report of another person. Signatures go too, as far as they are long enough to be one.
 *
 * @param secrets Key and secret of the run.
 */
export function withoutSecrets(report: Report, secrets: readonly string[]): Report {
  const hidden = secrets.flatMap(nearTo);
  const results = report.results.map((result) => cleaned(result, [...hidden, ...signaturesOf(result)]));
  return { ...cleaned({ ...report, results: [] }, hidden), results };
}

/** A secret, and what wrong calls of the kit make of it: a character more, or one that is left out or changed at either end. */
const nearTo = (secret: string): readonly string[] => [
  ...[secret, `${secret}0`],
  ...[secret.slice(0, -1), secret.slice(1)].filter(({ length }) => length > LONGEST_WORD),
];

const HEX_OR_BASE64 = /^[\w+/=-]{32,}$/;

function signaturesOf({ exchanges }: Result): string[] {
  const name = signingHeaders.signature.toLowerCase();
  const found = exchanges.flatMap(({ request }) =>
    request.headers.flatMap(([header, value]) => (header.toLowerCase() === name ? value : [])),
  );
  return [...new Set(found)].filter((value) => HEX_OR_BASE64.test(value));
}

/** Members that hold words of the kit alone. A report without them cannot be read, and none of them is a secret. */
const OWN_WORDS = new Set(['verdict', 'family', 'effect', 'mode', 'operations', 'operationId', 'kind']);

/** Members that hold sentences of the kit: a secret that is as short as a word, such as `key`, may be one of them. */
const SENTENCES = new Set(['title', 'clause', 'reason']);
const LONGEST_WORD = 7;

function cleaned<Value>(value: Value, secrets: readonly string[]): Value {
  const redact = createRedactor(secrets);
  const ofSentences = createRedactor(secrets.filter(({ length }) => length > LONGEST_WORD));
  const walk = (part: unknown, isTheirs: boolean, own = redact): unknown => {
    if (typeof part === 'string') return own(part);
    if (Array.isArray(part)) return part.map((each) => walk(each, isTheirs, own));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, child]) => {
        if (isTheirs) return [redact(key), walk(child, true)];
        if (OWN_WORDS.has(key)) return [key, child];
        return [key, walk(child, key === 'observed', SENTENCES.has(key) ? ofSentences : own)];
      }),
    );
  };
  return walk(value, false) as Value;
}
