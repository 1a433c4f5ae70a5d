import { signingHeaders } from '../../../generated/names.js';
import type { ShownProblem } from './problem.js';
import type { CallerTrace } from './trace.js';

/** Key, secret and signature belong in the headers of a call to the service, and nowhere else. */
export function judgeSecrets({ elsewhere, printed, calls, credentials }: CallerTrace): readonly ShownProblem[] {
  const { apiKey, apiSecret } = credentials;
  const problems: ShownProblem[] = [];
  const add = (text: string, advice: string): void => void problems.push({ verdict: 'leaks', text, advice });
  for (const { headers, target } of elsewhere) {
    const sent = Object.values(signingHeaders).filter((name) => headers[name.toLowerCase()] !== undefined);
    if (sent.length > 0)
      add(
        `follows a redirect to another host, over plain HTTP, with ${sent.join(', ')} (${target})`,
        'Do not follow redirects of signed calls.',
      );
  }
  const bytes = Buffer.from(apiSecret);
  const forms = [apiSecret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
  if (forms.some((form) => printed.includes(form)))
    add('prints the secret', 'Never print the secret, nor an object that holds it.');
  if (printed.includes(apiKey)) add('prints the key', 'Leave X-CH-APIKEY out of logs and errors.');
  const isSent = calls.some(({ target, body, headers }) =>
    `${target} ${body} ${JSON.stringify(headers)}`.includes(apiSecret),
  );
  if (isSent) add('sends the secret', 'Sign with the secret, and send the signature alone.');
  return problems;
}
