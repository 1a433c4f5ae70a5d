import { createRedactor } from '../core/redact.js';
import type { AttemptSignature } from './attempt-signature.js';

/** Where the secrets of one exchange are. */
interface MayShow {
  readonly secrets: readonly string[];
  readonly signature: AttemptSignature | undefined;
}

/** Blanks out, in texts of an answer, what no error and no log may show. */
export function redactorOf({ secrets, signature }: MayShow): (text: string) => string {
  return createRedactor(signature === undefined ? secrets : [...secrets, ...signature.secrets()]);
}
