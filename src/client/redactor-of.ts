import { createRedactor } from '../core/redact.js';
import type { AttemptSignature } from './signing/request-signature.js';

/** What one attempt has to hide. */
export interface Hidden {
  /** Texts that no error may show, whatever the attempt. */
  readonly secrets: readonly string[];
  /** How it was signed; undefined when it was not. */
  readonly signature: AttemptSignature | undefined;
}

/** Blanks out, in texts of an answer, what no error and no log may show. */
export function redactorOf({ secrets, signature }: Hidden): (text: string) => string {
  return createRedactor(signature === undefined ? secrets : [...secrets, ...signature.secrets()]);
}
