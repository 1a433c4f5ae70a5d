import type { Exchange } from '../model/report-model.js';

/** A shorter secret may be a word that a response holds by chance. */
export const SHORTEST_SECRET = 8;

/** Looks for a secret in texts: as it is, in any letter case, and in the alphabets that bytes are written in. */
export function createSecretFinder(secret = ''): (text: string) => boolean {
  if (secret.length < SHORTEST_SECRET) return () => false;
  // In base64, the digits depend on the bytes before: of "key:secret", those are whole that hold nothing but the secret.
  const base64 = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + secret);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(start, end));
  });
  const forms = [secret, ...base64, Buffer.from(secret).toString('hex')].map((form) => form.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    return forms.some((form) => lower.includes(form));
  };
}

/** Everything in a response that may show a secret. */
export const textOfResponse = (response: Exchange['response']): string =>
  `${response?.body ?? ''}\n${response?.headers.join('\n') ?? ''}`;
