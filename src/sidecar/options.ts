import { type Dialect, ruleOf } from '../client/dialect.js';
import type { Credentials } from '../client/signing/credentials.js';
import { refuse } from '../core/argument.js';
import { readOptions } from '../client/settings.js';
import { ArgumentError } from '../core/errors.js';
import { ownOptions } from '../core/options.js';
import { readOrigins } from '../core/page-origin.js';
import { createRedactor } from '../core/redact.js';
import type { SigningRule } from '../core/signing-rule.js';
import type { SidecarCall } from './call-line.js';

/** The calls that are passed on only when that is asked for: calls of an effect, or calls that the description does not know. */
export type Permission = 'money' | 'wipe' | 'unknown';

/** Differences of deployments in signing what passes. */
export type SigningDialect = Pick<Dialect, 'signQuery' | 'signPrefix' | 'signatureEncoding' | 'signUndeclared'>;

/** Where calls go. */
export interface UpstreamPlace {
  readonly origin: string;
  /** The gateway prefix, sent in front of every target. */
  readonly prefix: string;
}

export interface SidecarOptions {
  /** Base address of the service: `https:`, or loopback. A path in it is a gateway prefix: sent, not signed. */
  readonly upstream: string | URL;
  /** Key and secret to sign with. */
  readonly credentials: Credentials & { readonly apiSecret: string };
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** Loopback, in one of its two versions. Default 127.0.0.1. */
  readonly host?: '127.0.0.1' | '::1' | undefined;
  /** The calls that pass besides those that read or change a setting. Default: none. */
  readonly allow?: readonly Permission[] | undefined;
  /** Origins of web pages that may call, such as `http://localhost:3000`. Default: none. */
  readonly allowOrigins?: readonly string[] | undefined;
  /**
   * The first segment of every path that is accepted, 16 or more letters, digits, `-` and `_`: what keeps other users of
   * this machine out. Default: a random one, which is part of `url`. `false`: none.
   */
  readonly token?: string | false | undefined;
  /**
   * Signing of this deployment, where it differs from the documented dialect: `signQuery`, `signPrefix`,
   * `signatureEncoding`, `signUndeclared`. What the caller sends passes as it is, so the other members have no meaning here.
   */
  readonly dialect?: Partial<SigningDialect> | undefined;
  /**
   * `service`, the default: the service is asked for its time at the start, and again after a step of this machine's clock.
   * `local`: X-CH-TS is this machine's time.
   */
  readonly clock?: 'service' | 'local' | undefined;
  /** Milliseconds without a byte of the service after which a call gets 504. Default 60000. */
  readonly timeoutMs?: number | undefined;
  /** The clock of this machine: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** HAR file to which each call that goes upstream is written, for `futures conformance observe`. Only its owner may read it. */
  readonly record?: string | undefined;
  /** Keeps X-CH-SIGN in that file, so that signatures can be verified. Default false. */
  readonly keepSignatures?: boolean | undefined;
  /** Is told what became of each call. What it throws, at once or by a promise, changes nothing. */
  readonly onCall?: ((call: SidecarCall) => void) | undefined;
}

/** {@link SidecarOptions}, checked and filled in. */
export interface SidecarSettings {
  readonly upstream: UpstreamPlace;
  readonly credentials: { readonly apiKey: string; readonly apiSecret: string };
  readonly port: number;
  readonly host: string;
  readonly allow: ReadonlySet<string>;
  readonly allowOrigins: ReadonlySet<string>;
  readonly rule: SigningRule;
  /** True when operations for which no signing headers are declared are signed. */
  readonly signUndeclared: boolean;
  readonly timeoutMs: number;
  /** The beginning of every target: `/` and the token, or nothing. */
  readonly tokenPath: string;
  /** Blanks out key and secret, should a caller have put them into a target. */
  readonly redact: (text: string) => string;
}

type Names = readonly (keyof SidecarOptions)[];
const SETTINGS: Names = ['upstream', 'credentials', 'port', 'host', 'allow', 'allowOrigins', 'token', 'timeoutMs'];
const NAMES: Names = [...SETTINGS, 'dialect', 'clock', 'now', 'record', 'keepSignatures', 'onCall'];
const HOSTS: readonly string[] = ['127.0.0.1', '::1'];
const DIALECT: readonly string[] = [
  'signQuery',
  'signPrefix',
  'signatureEncoding',
  'signUndeclared',
] satisfies (keyof SigningDialect)[];
const PERMISSIONS: readonly string[] = ['money', 'wipe', 'unknown'] satisfies Permission[];

/** @throws {ArgumentError} naming the option that is wrong. */
export function readSidecarOptions(options: SidecarOptions): SidecarSettings {
  const {
    port = 0,
    host = '127.0.0.1',
    allow = [],
    allowOrigins = [],
    token,
    timeoutMs = 60_000,
  } = ownOptions(options, NAMES);
  const { origin, prefix, dialect } = readUpstream(options);
  const { apiKey, apiSecret } = options.credentials;
  if (typeof apiSecret !== 'string') refuse('credentials.apiSecret', 'must be text here');
  if (!HOSTS.includes(host)) {
    refuse('host', `must be ${HOSTS.join(' or ')}: everyone who reaches the sidecar trades with your key; got ${host}`);
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse('port', `must be 0 to 65535, got ${port}`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs >= 2 ** 31)
    refuse('timeoutMs', `must be whole milliseconds from 1, got ${timeoutMs}`);
  for (const [name, list] of Object.entries({ allow, allowOrigins }))
    if (!Array.isArray(list)) refuse(name, 'must be a list');
  if (typeof (options.onCall ?? refuse) !== 'function') refuse('onCall', 'must be a function');
  for (const name of allow) {
    if (!PERMISSIONS.includes(name)) refuse('allow', `takes ${PERMISSIONS.join(', ')}, got ${name}`);
  }
  const origins = readOrigins(allowOrigins);
  if (token !== undefined && token !== false && !/^[\w-]{16,}$/.test(token)) {
    refuse('token', 'must be 16 or more letters, digits, "-" and "_"');
  }
  if (options.keepSignatures === true && options.record === undefined)
    refuse('keepSignatures', 'is for a recording: set record, too');
  const ownToken = token === false ? '' : (token ?? randomToken());
  return {
    upstream: { origin, prefix },
    rule: ruleOf(dialect),
    signUndeclared: dialect.signUndeclared,
    timeoutMs,
    credentials: { apiKey, apiSecret },
    port,
    host,
    allow: new Set(allow),
    allowOrigins: origins,
    tokenPath: ownToken && `/${ownToken}`,
    redact: createRedactor([apiKey, apiSecret, ownToken]),
  };
}

/** The client's own checks, which know this option by another name. */
function readUpstream(options: SidecarOptions): UpstreamPlace & { readonly dialect: SigningDialect } {
  const { upstream, credentials, clock, now, dialect = {} } = options;
  if (credentials === undefined) refuse('credentials', 'are missing: nothing can be signed');
  const stray = Object.keys(dialect).find((name) => !DIALECT.includes(name));
  if (stray !== undefined) refuse(`dialect.${stray}`, `has no meaning here: of a dialect, ${DIALECT.join(', ')} have`);
  try {
    return readOptions({ baseUrl: upstream, credentials, clock, now, dialect });
  } catch (error) {
    if (!(error instanceof ArgumentError) || error.field !== 'baseUrl') throw error;
    throw new ArgumentError(error.message.replace('baseUrl', 'upstream'), { field: 'upstream' });
  }
}

const randomToken = (): string => process.getBuiltinModule('node:crypto').randomBytes(18).toString('base64url');
