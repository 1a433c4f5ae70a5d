import { createRedactor } from '../core/redact.js';
import type { Sent } from './send.js';

/** Blanks out, in texts of an answer, what no error and no log may show. */
export function redactorOf({ secrets, signature }: Pick<Sent, 'secrets' | 'signature'>): (text: string) => string {
  return createRedactor(signature === undefined ? secrets : [...secrets, ...signature.secrets()]);
}
