import type { Exchange } from '../model/report-model.js';

/** A shorter secret may be a word that a response holds by chance. */
export const SHORTEST_SECRET = 8;

/** Looks for a secret in texts: as it is, in any letter case, and in the alphabets that bytes are written in. */
export function createSecretFinder(secret = ''): (text: string) => boolean {
  if (secret.length < SHORTEST_SECRET) return () => false;
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const forms = [secret, base64, bytes.toString('base64url'), bytes.toString('hex')].map((form) => form.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return forms.some((form) => lower.includes(form));
  };
}

/** Everything in a response that may show a secret. */
export const textOfResponse = (response: Exchange['response']): string =>
  `${response?.body ?? ''}\n${response?.headers.join('\n') ?? ''}`;
