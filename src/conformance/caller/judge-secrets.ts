import { signingHeaders } from '../../../generated/names.js';
import { createSecretFinder } from '../call/secret-finder.js';
import type { ShownProblem } from './problem.js';
import { type CallerTrace, signingHeader } from './trace.js';

/** Less is not made by HMAC-SHA256, and may be any word of an output. */
const SHORTEST_SIGNATURE = 32;

/** Key, secret and signature belong in the headers of a call to the service, and nowhere else. */
export function judgeSecrets({ elsewhere, printed, calls, credentials }: CallerTrace): readonly ShownProblem[] {
  const { apiKey, apiSecret } = credentials;
  const problems: ShownProblem[] = [];
  const add = (text: string, advice: string): void => void problems.push({ verdict: 'leaks', text, advice });
  const half = Math.ceil(apiSecret.length / 2);
  const finders = [apiSecret.slice(0, half), apiSecret.slice(-half)].map(createSecretFinder);
  const hasSecret = (text: string): boolean => finders.some((finds) => finds(text));
  for (const { headers, target } of elsewhere) {
    const sent: string[] = Object.values(signingHeaders).filter((name) => headers[name.toLowerCase()] !== undefined);
    const text = target + JSON.stringify(headers);
    if (sent.length === 0 && (hasSecret(text) || text.includes(apiKey))) sent.push('the key or the secret in it');
    const what = `follows a redirect to another host, over plain HTTP, with ${sent.join(', ')} (${target})`;
    if (sent.length > 0) add(what, 'Do not follow redirects of signed calls.');
  }
  if (hasSecret(printed)) add('prints the secret', 'Never print the secret, nor an object that holds it.');
  if (printed.includes(apiKey)) add('prints the key', 'Leave X-CH-APIKEY out of logs and errors.');
  const signatures = calls.map((call) => signingHeader(call, 'signature') ?? '');
  if (signatures.some((signature) => signature.length >= SHORTEST_SIGNATURE && printed.includes(signature)))
    add('prints a signature', 'Leave X-CH-SIGN out of logs: it is good for as long as its timestamp.');
  const isSent = calls.some(({ target, body, headers }) => hasSecret(`${target} ${body} ${JSON.stringify(headers)}`));
  if (calls.some(({ target }) => target.includes(apiKey)))
    add('sends the key in a URL', 'Send X-CH-APIKEY as a header: URLs are kept in logs.');
  if (isSent) add('sends the secret', 'Sign with the secret, and send the signature alone.');
  return problems;
}
