import { algorithmMistakes } from './algorithm.js';
import { bodyMistakes } from './body.js';
import { emptyBodyMistakes } from './empty-body.js';
import type { KnownMistake } from './mistake.js';
import { pathMistakes } from './path.js';
import { queryMistakes } from './query.js';
import { otherSecret, secretMistakes } from './secret.js';
import { textMistakes } from './text.js';
import { timestampMistakes } from './timestamp.js';

/**
 * Every signing mistake that is known, in the order in which to look. The one source of the table in docs/signing.md, of
 * the hints on code -1022 and of the sandbox's log.
 */
export const signingMistakes: readonly KnownMistake[] = [
  ...queryMistakes,
  ...bodyMistakes,
  ...emptyBodyMistakes,
  ...pathMistakes,
  ...timestampMistakes,
  ...textMistakes,
  ...secretMistakes,
  ...algorithmMistakes,
  otherSecret,
];
