import { signingHeaders } from '../../generated/names.js';
import { createRedactor } from '../core/redact.js';
import type { HarRoundTrip } from './har-entry.js';
import { headerIn, type HeaderPairs } from './header-pairs.js';

/** The parts that are blanked out of a recording. */
export interface RecordingRedaction {
  /** Values that no recording may hold: the secret, and what else is known. */
  readonly secrets?: readonly string[];
  /** Keeps X-CH-SIGN, for a judge that verifies signatures. The API key goes either way. */
  readonly keepSignatures?: boolean | undefined;
  /** Default: the one in the headers. A call that is wrong on purpose has another one, which is to be seen. */
  readonly apiKeys?: readonly string[];
}

const API_KEY = signingHeaders.apiKey.toLowerCase();

/** Words in the names of headers and of query parameters that hold a secret. */
const SECRET = 'cookie|authorization|secret|token|passw(?:or)?d|passphrase|credential|session|api[-_]?key';
const SECRET_NAME = new RegExp(SECRET, 'i');
const SECRET_PARAMETER = new RegExp(`([?&;][^=&;#]*(?:${SECRET})[^=&;#]*=)[^&;#]+`, 'gi');

/** Tells whether a header holds a secret of something else: a browser records what it sends to a host besides. */
const isForeignSecret = (name: string): boolean => name.toLowerCase() !== API_KEY && SECRET_NAME.test(name);

/** An address without the secrets of its query, such as `?access_token=`. */
const withoutQuerySecrets = (url: string): string => url.replace(SECRET_PARAMETER, '$1<redacted>');

/** A round trip, with the text that was signed where that is known. */
type SignedRoundTrip = HarRoundTrip & { readonly request: { readonly signingString?: string | undefined } };

/** The key in the headers of a request; empty where there is none. */
export const apiKeyOf = ({ request }: HarRoundTrip): string => headerIn(request.headers, signingHeaders.apiKey) ?? '';

/** A copy without key and secret, and without the signature unless that is kept. */
export function redactRoundTrip<RoundTrip extends SignedRoundTrip>(
  roundTrip: RoundTrip,
  { secrets = [], keepSignatures = false, ...known }: RecordingRedaction,
): RoundTrip {
  const { request, response, failure } = roundTrip;
  const { apiKeys = [apiKeyOf(roundTrip)] } = known;
  const signature = keepSignatures ? '' : (headerIn(request.headers, signingHeaders.signature) ?? '');
  const hidden = [
    { values: secrets, mark: '<SIGNING_SECRET>' },
    // Another key may be that of another account: it has another mark.
    ...apiKeys.map((key, at) => ({ values: [key], mark: at === 0 ? '<API_KEY>' : `<API_KEY_${at + 1}>` })),
    { values: [signature], mark: '<SIGNATURE>' },
  ];
  // The longer one first, in case one is part of another.
  const steps = hidden
    .toSorted((one, other) => other.values.join().length - one.values.join().length)
    .map(({ values, mark }) => createRedactor(values, mark));
  const hide = (text: string): string => steps.reduce((result, step) => step(result), text);
  const headers = (list: HeaderPairs): HeaderPairs =>
    list.map(([name, value]) => [hide(name), isForeignSecret(name) ? '<redacted>' : hide(value)] as const);
  const { signingString } = request;
  return {
    ...roundTrip,
    request: {
      ...request,
      url: withoutQuerySecrets(hide(request.url)),
      headers: headers(request.headers),
      body: request.body === undefined ? undefined : hide(request.body),
      ...(signingString !== undefined && { signingString: withoutQuerySecrets(hide(signingString)) }),
    },
    response: response && { status: response.status, headers: headers(response.headers), body: hide(response.body) },
    ...(failure !== undefined && { failure: hide(failure) }),
  };
}
