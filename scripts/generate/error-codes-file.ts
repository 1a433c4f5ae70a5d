import type { Json } from './references.js';
import { literal } from './literal.js';
import { BANNER, oneLine } from './text.js';

/** Text of `error-codes.ts`: the observed codes, by code. */
export function errorCodesFile(document: Json): string {
  const codes = (document['x-error-codes'] as Json[]).map(
    ({ code, meaning, reading: { outcome, retryRead } }) =>
      `  '${code}': ${literal({ meaning: oneLine(meaning), outcome, retryRead }, 1)},`,
  );
  return [
    BANNER,
    '/** An error code of the envelope: its meaning was observed, the rest is our reading of that. */',
    `export interface ErrorCode {
  readonly meaning: string;
  /** \`unknown\`: after this code the service may have acted. */
  readonly outcome: 'rejected' | 'unknown';
  /** Whether repeating a read can help. */
  readonly retryRead: boolean;
}`,
    '/** Codes differ between deployments, and unlisted ones occur. */',
    `export const errorCodes: Readonly<Record<string, ErrorCode>> = {\n${codes.join('\n')}\n};`,
    '',
  ].join('\n');
}

/** Text of `unknown-outcome-codes.ts`: what has to be known at once; the table itself is loaded when it is needed. */
export function unknownOutcomeCodesFile(document: Json): string {
  const codes = (document['x-error-codes'] as Json[])
    .filter(({ reading }) => reading.outcome === 'unknown')
    .map(({ code }) => code);
  return `${BANNER}

/** Codes after which the service may have acted on the request: our reading of meanings that were observed. */
export const unknownOutcomeCodes: ReadonlySet<string> = new Set(${literal(codes, 0)});
`;
}

/** Text of `error-codes.md`: the same table for people, with its evidence. */
export function errorCodesDocument(document: Json): string {
  const rows = (document['x-error-codes'] as Json[]).map((entry) => {
    const remarks = [entry['conflict'], entry['advice']].filter(Boolean).map(oneLine).join('; ');
    const cells = [
      `\`${entry['code']}\``,
      oneLine(entry['meaning']),
      entry['reading'].outcome,
      entry['reading'].retryRead ? 'yes' : 'no',
    ];
    return `| ${[...cells, remarks, entry['x-evidence-note'] ?? ''].join(' | ')} |`;
  });
  return `<!-- Generated from openapi/ by \`npm run generate\`. Never edit; change the description. -->

# Error codes

The service document shows none. The meanings were observed in the sources named. The columns "outcome" and "repeating a read can help" are
assumed: our reading of the meanings. \`rejected\` says that a meaning names a reason to refuse; no source proves that nothing was done.
\`unknown\` says that the service may have acted on the request. Codes differ between deployments, and unlisted ones occur.

| code | meaning (observed) | outcome (assumed) | repeating a read can help (assumed) | remarks | sources |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
