import type { Json } from './references.js';
import { literal } from './literal.js';
import { BANNER, oneLine } from './text.js';

/** Text of `error-codes.ts`: the observed codes, by code. */
export function errorCodesFile(document: Json): string {
  const codes = (document['x-error-codes'] as Json[]).map(
    ({ code, meaning, reading: { outcome, retryRead, order } }) =>
      `  '${code}': ${literal({ meaning: oneLine(meaning), outcome, retryRead, ...(order && { order }) }, 1)},`,
  );
  return [
    BANNER,
    '/** An error code of the envelope: its meaning was observed, the rest is our reading of that. */',
    `export interface ErrorCode {
  readonly meaning: string;
  /** \`unknown\`: after this code the service may have acted. */
  readonly outcome: 'rejected' | 'unknown';
  /** True when repeating a read can help. */
  readonly retryRead: boolean;
  /** It speaks of an order that exists or not, so there is nothing to fix: it was not found, or its state allows no change. */
  readonly order?: 'not-found' | 'settled';
}`,
    '/** Codes differ between deployments, and unlisted ones occur. */',
    `export const errorCodes: Readonly<Record<string, ErrorCode>> = {\n${codes.join('\n')}\n};`,
    '',
  ].join('\n');
}

/** Text of `error-codes.md`: the same table for people, with its evidence. */
export function errorCodesDocument(document: Json): string {
  const rows = (document['x-error-codes'] as Json[]).map((entry) => {
    const [meaning, ...remarks] = [entry['meaning'], entry['conflict'], entry['advice']].filter(Boolean).map(sentence);
    const about = [`**${meaning}**`, ...remarks].join(' ');
    const { outcome, retryRead, order } = entry['reading'];
    const of = `${outcome}${order === undefined ? '' : '; unknown after a create'}`;
    return `| \`${entry['code']}\` | ${about}${seenBy(entry['x-evidence-note'] ?? '')} | ${of}${retryRead ? '; a read can be retried' : ''} |`;
  });
  return `<!-- Generated from openapi/ by \`npm run generate\`. Never edit; change the description. -->

# Error codes

The service document defines no error codes. Public sources show these. Codes differ between deployments, and other codes occur.

The outcome is our reading of the meaning (assumed). \`rejected\`: the code names a reason to reject, but no source proves that nothing was
done. \`unknown\`: the service may have acted on the request.

The sources of each code stand in \`docs/field-evidence.md\`, section 4.2. Below a meaning are messages with the code; those of our
sandbox say so.

| code | meaning (observed) | outcome (assumed) |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/** The evidence of a meaning in a few words; the field evidence names the sources. */
function seenBy(note: string): string {
  const [count = ''] = /^(?:1 source|\d+ independent sources)/.exec(note) ?? [];
  const parts = [count, /\blive\b/.test(note) && 'seen live', note.includes('spot') && 'for spot'].filter(Boolean);
  return parts.length === 0 ? '' : ` *${parts.join(', ')}*`;
}

/** With a full stop, so that another sentence can follow. */
const sentence = (text: unknown): string => oneLine(String(text)).replace(/[^.]$/, '$&.');
