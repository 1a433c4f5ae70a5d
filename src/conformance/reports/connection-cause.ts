import { cut } from '../../core/cut.js';
import { isHtml } from '../model/html-body.js';
import type { Exchange, Report } from '../model/report-model.js';
import { headerIn } from '../../recording/header-pairs.js';

/** Why the service was not reached, in a title and what to do. */
export interface CauseText {
  readonly title: string;
  readonly advice: string;
}

/** Codes of node:tls for a certificate that no known authority vouches for. */
const UNTRUSTED =
  /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/;

/** Why no call reached the service at all; undefined when one did. */
export function connectionCause({ results, target, mode }: Report): CauseText | undefined {
  // Recorded traffic needs no connection.
  if (mode === 'observe') return undefined;
  // The calls of a check that passes are not kept.
  if (results.some(({ verdict }) => verdict === 'pass')) return undefined;
  const exchanges = results.flatMap((result) => result.exchanges).filter((one) => one.failure !== 'stopped');
  const [first] = exchanges;
  if (first === undefined) return undefined;
  if (exchanges.every(isRedirect)) return redirected(first);
  if (exchanges.some(({ response }) => response !== undefined)) return undefined;
  const failure = first.failure ?? 'no response';
  if (UNTRUSTED.test(failure)) {
    return {
      title: `The certificate of ${target.baseUrl} is not trusted (${failure})`,
      advice:
        'If the server has your own certificate, run it with NODE_EXTRA_CA_CERTS=/path/to/ca.pem, the file of the authority that signed it, or of the certificate itself.',
    };
  }
  if (/CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL|EPROTO/.test(failure)) {
    return {
      title: `No TLS connection to ${target.baseUrl} (${failure})`,
      advice:
        'Renew the certificate, or give --base-url (the option baseUrl) the host name and the scheme that the server is made for.',
    };
  }
  return {
    title: `The server at ${target.baseUrl} cannot be reached (${failure})`,
    advice: 'Start it, or correct --base-url (the option baseUrl): host, port and scheme. Nothing was judged.',
  };
}

const isRedirect = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 300 && response.status < 400;

function redirected({ response }: Exchange): CauseText {
  const location = headerIn(response?.headers ?? [], 'location');
  return {
    title: `Every call is redirected (status ${response?.status}) to ${location ?? 'nowhere: Location is missing'}`,
    advice:
      'Redirects are not followed, because a signature belongs to one address. Give --base-url (the option baseUrl) the address that the server redirects to.',
  };
}

/** The failures of calls where nothing listens any more. */
export const NO_SERVER = /\bECONNREFUSED\b|socket hang up|\bECONNRESET\b/;

/** The cause where the server went away in the middle of a run. */
export function goneCause({ results, mode }: Report): CauseText | undefined {
  if (mode === 'observe') return undefined;
  const exchanges = results.flatMap((result) => result.exchanges);
  const wasThere = exchanges.some(({ response }) => response !== undefined);
  const lost = exchanges
    .filter(({ failure = '' }) => NO_SERVER.test(failure))
    .toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const refused = lost.find(({ failure = '' }) => failure.includes('ECONNREFUSED'));
  // The calls of a check that passes are not kept.
  if (refused === undefined || !(wasThere || results.some(({ verdict }) => verdict === 'pass'))) return undefined;
  const { method, url } = lost[0]!.request;
  return {
    title: `The server went away during the run (${refused.failure})`,
    advice: `The first call without a response was ${method} ${url}. The log of the server says why it ended.`,
  };
}

/** The cause where every call, or every signed one, gets the same kind of response: a gateway in front of the service gives it. */
export function sameResponseCause({ results, mode, premises = [] }: Report): CauseText | undefined {
  if (mode === 'observe') return undefined;
  const all = results.flatMap(({ exchanges }) => exchanges).filter(({ response }) => response !== undefined);
  const signed = all.filter(({ request }) => request.signingString !== undefined);
  // The calls of checks that passed are not kept.
  const isAll = all.length >= MIN_RESULTS && results.every(({ verdict }) => verdict !== 'pass');
  const isNoneTaken = premises.some(({ id, by }) => id === 'signing.composition' && by === 'open');
  const found = isAll ? causeOf(all, 'call') : undefined;
  return found ?? (isNoneTaken ? causeOf(signed, 'signed call') : undefined);
}

/** Fewer calls of one kind are chance. */
const MIN_RESULTS = 3;

function causeOf([first, ...more]: readonly Exchange[], what: string): CauseText | undefined {
  if (first?.response === undefined) return undefined;
  const { status, body } = first.response;
  const isAll = what === 'call';
  if ([first, ...more].every(({ response }) => isHtml(response!.body)))
    return {
      title: `Every ${what} gets a page of HTML (status ${status})`,
      advice: LOGIN.test(body)
        ? 'It is a login page: something in front of the service asks for a person. Correct --base-url (the option baseUrl), or let signed calls pass.'
        : 'A web site stands at this address, or a gateway in front of the service. Correct --base-url (the option baseUrl).',
    };
  const places = new Set([first, ...more].map(({ request }) => request.url.split('?')[0]));
  const isSame =
    places.size >= MIN_RESULTS && more.every(({ response }) => response!.status === status && response!.body === body);
  if (status < 500 && !LIMITS.includes(status) && isAll && isSame)
    return {
      title: `Every call gets the same response (status ${status}, ${cut(body, 60)})`,
      advice:
        'So it is not about one call. Either no call is known at this address (check the path of --base-url, the option baseUrl), or the service is closed: its text may say to whom.',
    };
  if (status < 500 || !more.every(({ response }) => response!.status === status)) return undefined;
  return {
    title: `Every ${what} fails with status ${status}`,
    advice:
      'The service, or what stands behind a gateway, does not work. Its log says why. Nothing was judged by these calls.',
  };
}

/** A limit of calls, or a ban. */
const LIMITS: readonly number[] = [410, 418, 429];

const LOGIN = /type=["']?password|log ?in|sign ?in/i;
