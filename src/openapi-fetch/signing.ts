import type { Middleware } from 'openapi-fetch';
import type { Operation } from '../../generated/operations.js';
import { isOrderId } from '../core/envelope.js';
import { signingHeaders } from '../../generated/names.js';
import { refuse } from '../core/argument.js';
import { UnsupportedError } from '../core/errors.js';
import { LOOPBACK } from '../core/local-caller.js';
import { signedTarget } from '../core/signing-rule.js';
import { ownOptions } from '../core/options.js';
import { type Dialect, documented } from '../client/dialect.js';
import { COSTLY, fromPage, mayTrade } from '../client/page-guard.js';
import { readDialect } from '../client/settings.js';
import { type Credentials, readCredentials } from '../client/signing/credentials.js';
import { createSigner } from '../client/signing/signer.js';
import { operationOf } from './operation-of.js';

/** Options of {@link signing}. */
export interface SigningOptions {
  readonly credentials: Credentials;
  /** Differences of the deployment. Members that are about neither signing nor bodies must have their default. */
  readonly dialect?: Partial<Dialect> | undefined;
  /** Milliseconds since the epoch. Default `Date.now`. X-CH-TS is this clock: the service's clock is not measured here. */
  readonly now?: (() => number) | undefined;
  /** The same as the option of the client: lets a web page move money and cancel orders. Default false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** The settings that the caller of openapi-fetch decides: a middleware must not change it behind their back. */
const OF_THE_CALLER = ['conditionOrderSlash', 'contentType', 'refusalWithoutCode', 'headers'] as const;

/**
 * Creates a middleware of openapi-fetch that signs each request with the rule of this package: the bytes of its body, and the
 * path and query of its URL. Public operations stay unsigned. A redirect fails, because it would take the key elsewhere.
 *
 * A refusal comes with HTTP status 200, so it is `data`, and `error` is undefined: look at `data.code` after each call.
 * `createFetchClient` throws it instead.
 *
 * Register it last, so that it signs what the other ones made. A decimal that is given as text is sent as a JSON string:
 * give a number where the description says number. Responses are what `JSON.parse` makes of them: ids above 2^53 lose
 * digits unless the client also uses {@link parsing}.
 *
 * @throws {ArgumentError} When an option is wrong; from a call also when its base URL is plain http: to another machine.
 * @throws {UnsupportedError} From a call of getOrder, before anything is sent: `fetch` cannot send a GET with a body. Set
 * `dialect.getBody` to `query`. Also from a call that moves money or cancels orders in a web page: `dangerouslyAllowBrowser`.
 * @example
 * const client = createClient<paths>({ baseUrl: 'https://futures.example' });
 * client.use(parsing(), signing({ credentials: { apiKey, apiSecret } }));
 */
export function signing(options: SigningOptions): Middleware {
  const {
    credentials,
    dialect: given = {},
    now = Date.now,
    dangerouslyAllowBrowser = false,
  } = ownOptions(options, [
    'credentials',
    'dialect',
    'now',
    'dangerouslyAllowBrowser',
  ] satisfies (keyof SigningOptions)[]);
  if (typeof now !== 'function') refuse('now', 'must be a function');
  const dialect = readDialect(given);
  const stray = OF_THE_CALLER.find((name) => JSON.stringify(dialect[name]) !== JSON.stringify(documented[name]));
  if (stray !== undefined) refuse(`dialect.${stray}`, 'has no effect here: leave it out');
  const signer = createSigner(readCredentials(credentials), dialect, undefined);
  return {
    async onRequest({ request, schemaPath }) {
      const operation = operationOf(request.method, schemaPath);
      if (operation.getBody && dialect.getBody === 'body') throw getWithBody(operation);
      if (operation.security === 'public') return undefined;
      if (operation.security === 'undeclared' && !dialect.signUndeclared) return undefined;
      const { protocol, hostname, pathname, search } = new URL(request.url);
      if (COSTLY.has(operation.effect) && !mayTrade(hostname, dangerouslyAllowBrowser)) throw fromPage(operation);
      if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
        refuse('baseUrl', `is plain http: to ${hostname}: use https: (http: only to loopback)`, operation);
      }
      const prefix = pathname.slice(0, -schemaPath.length);
      const target = signedTarget(dialect, { target: pathname.slice(prefix.length) + search, prefix });
      const body = await bodyOf(request, operation, dialect.emptyPost);
      const { effect, selectors } = operation;
      // As of the named methods: a text or null that names none may mean all of them.
      const sent = effect === 'wipe' ? membersOf(body) : {};
      const lost = selectors?.fields.find((name) => Object.hasOwn(sent, name) && !isOrderId(String(sent[name])));
      if (lost !== undefined) refuse(lost, `is not an id. Without it, ${selectors!.without}`, operation);
      const timestampMs = Math.floor(now());
      if (!Number.isSafeInteger(timestampMs)) refuse('now', 'must return milliseconds since the epoch', operation);
      const signature = await signer.sign({ timestampMs, method: request.method, target, body }, []);
      const headers = new Headers(request.headers);
      if (body !== '') headers.set('content-type', headers.get('content-type') ?? 'application/json');
      headers.set(signingHeaders.timestamp, String(timestampMs));
      headers.set(signingHeaders.apiKey, signer.apiKey);
      headers.set(signingHeaders.signature, signature);
      return new Request(request, { headers, redirect: 'error', ...(body !== '' && { body }) });
    },
  };
}

/** The body as text whose UTF-8 is exactly its bytes. */
async function bodyOf(request: Request, operation: Operation, emptyPost: Dialect['emptyPost']): Promise<string> {
  const bytes = await request.clone().arrayBuffer();
  if (bytes.byteLength === 0) return request.method === 'POST' && emptyPost === 'braces' ? '{}' : '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('body', 'is not UTF-8', operation);
  }
}

const getWithBody = ({ operationId }: Operation): UnsupportedError =>
  new UnsupportedError(
    `${operationId}: fetch cannot send a GET with a body. Nothing was sent. ` +
      `Set dialect.getBody to 'query' to send the fields in the query (observed), or call it with createFuturesClient on Node.js.`,
    { option: 'dialect.getBody', operationId },
  );

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
