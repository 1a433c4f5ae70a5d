import { isHtml } from '../model/html-body.js';
import type { Exchange, Report } from '../model/report-model.js';
import type { CauseText } from './clock-cause.js';

/** The cause when one kind of response comes to everything, or to all that is signed: something stands in front of the service. */
export function sameResponseCause({ results, mode, premises = [] }: Report): CauseText | undefined {
  if (mode === 'observe') return undefined;
  const all = results.flatMap(({ exchanges }) => exchanges).filter(({ response }) => response !== undefined);
  const signed = all.filter(({ request }) => request.signingString !== undefined);
  // The calls of checks that passed are not kept.
  const isAll = all.length >= MIN_RESULTS && results.every(({ verdict }) => verdict !== 'pass');
  const isNoneTaken = premises.some(({ id, by }) => id === 'signing.composition' && by === 'open');
  return (isAll ? causeOf(all, 'call') : undefined) ?? (isNoneTaken ? causeOf(signed, 'signed call') : undefined);
}

/** Fewer calls of one kind are chance. */
const MIN_RESULTS = 3;

function causeOf([first, ...more]: readonly Exchange[], what: string): CauseText | undefined {
  if (first?.response === undefined) return undefined;
  const { status, body } = first.response;
  if ([first, ...more].every(({ response }) => isHtml(response!.body)))
    return {
      title: `Every ${what} gets a page of HTML (status ${status})`,
      advice: LOGIN.test(body)
        ? 'It is a login page: something in front of the service asks for a person. Correct --base-url (the option baseUrl), or let signed calls pass.'
        : 'A web site stands at this address, or a gateway in front of the service. Correct --base-url (the option baseUrl).',
    };
  if (status < 500 || !more.every(({ response }) => response!.status === status)) return undefined;
  return {
    title: `Every ${what} fails with status ${status}`,
    advice:
      'The service, or what stands behind a gateway, does not work. Its log says why. Nothing was judged by these calls.',
  };
}

const LOGIN = /type=["']?password|log ?in|sign ?in/i;
